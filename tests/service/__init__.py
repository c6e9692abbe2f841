"""The service, from inside."""
