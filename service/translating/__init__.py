"""Translating: what is marked in the source, the catalogues that translate it, and their faults."""
