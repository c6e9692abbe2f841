"""Whole ways through the service, as its users go them."""
