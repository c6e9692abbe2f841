"""Storage: the one place that knows the database, and the visible edge of a transaction."""
