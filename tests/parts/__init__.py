"""The real parts that tests use: databases, broker, mail server, browser, processes."""
