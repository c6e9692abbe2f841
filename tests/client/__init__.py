"""The client library and its command line, against the service itself."""
