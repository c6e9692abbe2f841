"""What is compiled once, and not anew by each of the many apps and processes that tests make."""

import os
from collections.abc import Callable
from typing import Any

from flask import Flask
from jinja2.bccache import FileSystemBytecodeCache
from werkzeug.routing import Rule


def builders(build: Callable[[Rule, bool], Any]) -> Callable[[Rule, bool], Any]:
    """How a route's address is made of its parts, which is most of what an app costs to make."""
    kept: dict[tuple[Any, ...], Any] = {}

    def once(rule: Rule, append_unknown: bool = True) -> Any:  # noqa: FBT001, FBT002  # werkzeug's
        key = (*rule._trace, repr(rule.defaults), append_unknown)
        if key not in kept:
            kept[key] = build(rule, append_unknown)
        return kept[key]

    return once


def share() -> None:
    templates = FileSystemBytecodeCache()
    if "PYTEST_XDIST_WORKER" not in os.environ:  # what another run compiled, perhaps otherwise
        templates.clear()
    Flask.jinja_options = {"bytecode_cache": templates}
    # Built of the rule's text and defaults alone: the rule itself is handed over with each call.
    Rule._compile_builder = builders(Rule._compile_builder)  # type: ignore[method-assign,assignment] # as above
