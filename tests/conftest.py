"""Gathers the real parts for every test."""

pytest_plugins = (
    "tests.parts.databases",
    "tests.parts.servers",
    "tests.parts.site",
    "tests.parts.browser",
)
