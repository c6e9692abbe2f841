"""What a process compiles once, and not once for each of the thousand apps that tests make."""

from collections.abc import Callable
from types import CodeType
from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from typing_extensions import override
from werkzeug.routing import Rule


class Templates(BytecodeCache):
    """Of every app's environment."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], CodeType] = {}

    @override
    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    @override
    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.kept[bucket.key, bucket.checksum] = bucket.code


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
    Flask.jinja_options = {"bytecode_cache": Templates()}
    # Built of the rule's text and defaults alone: the rule itself is handed over with each call.
    Rule._compile_builder = builders(Rule._compile_builder)  # type: ignore[method-assign,assignment] # as above
