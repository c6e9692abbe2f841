"""The two verifiers of records, side by side."""
