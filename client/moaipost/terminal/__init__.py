"""The command line: log in, look, act, follow and verify from a terminal."""
