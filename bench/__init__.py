"""What `make bench` measures: our figure and the one beside it."""
