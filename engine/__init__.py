"""The rules of both games: pure functions over frozen states."""
