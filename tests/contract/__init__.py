"""The API as its contract promises it."""
