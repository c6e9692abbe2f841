"""The bench's own arithmetic."""
