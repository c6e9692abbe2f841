"""The tests: each is a sentence, each part is real."""
