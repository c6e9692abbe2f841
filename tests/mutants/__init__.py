"""Tests of `make mutants` itself."""
