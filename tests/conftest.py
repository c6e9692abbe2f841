"""Gathers the real parts for every test."""

pytest_plugins = (
    "tests.parts.databases",
    "tests.parts.servers",
    "tests.parts.post_office",
    "tests.parts.site",
    "tests.parts.browser",
)
