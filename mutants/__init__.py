"""What `make mutants` does: makes small faults on purpose, and counts those that tests notice."""
