"""What an annotation says of a value's shape: shared by the codec and the schema."""

import types
from dataclasses import MISSING, Field, field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeGuard, Union, get_args, get_origin, get_type_hints

_HIDDEN = "hidden"
_LATER = "later"


class Span(NamedTuple):
    """The least and the most an annotated integer may be."""

    least: int
    most: int


def hidden(*, default: Any = MISSING) -> Any:
    """A field that others see only when the match is over: a record keeps it private."""
    return field(default=default, metadata={_HIDDEN: True})


def secrets(value: Any) -> set[str]:
    """The names of a dataclass's hidden fields."""
    return {part.name for part in fields(value) if part.metadata.get(_HIDDEN)}


def later(default: Any) -> Any:
    """A field that came later: not written while it is its default, so older bytes stay right."""
    return field(default=default, metadata={_LATER: True})


def usual(cls: type) -> dict[str, Any]:
    """The defaults of a dataclass's later fields."""
    return {part.name: part.default for part in fields(cls) if part.metadata.get(_LATER)}


@cache
def hints(cls: type) -> dict[str, Any]:
    """The annotations of a class's fields; what belongs to the class itself is no field."""
    found = get_type_hints(cls, include_extras=True)
    return {name: hint for name, hint in found.items() if get_origin(hint) is not ClassVar}


def tag(kind: Any) -> str | None:
    """The `kind` that a dataclass is known by in a union, if it has one."""
    known = getattr(kind, "kind", None) if record(kind) else None
    return known if isinstance(known, str) and "kind" not in hints(kind) else None


def members(kind: Any) -> tuple[Any, ...] | None:
    if get_origin(kind) in (Union, types.UnionType):
        return get_args(kind)
    return None


def record(kind: Any) -> TypeGuard[type]:
    """Whether an annotation is a dataclass."""
    return isinstance(kind, type) and is_dataclass(kind)


def enum(kind: Any) -> TypeGuard[type[Enum]]:
    return isinstance(kind, type) and issubclass(kind, Enum)


def named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def fixed(kind: Any) -> bool:
    """Whether an annotation is a tuple of so many parts, each of its own shape."""
    return get_origin(kind) is tuple and get_args(kind)[-1] is not Ellipsis


def required(cls: type) -> set[str]:
    """The names of the fields that have no default."""
    return {part.name for part in fields(cls) if _required(part)}


def _required(part: Field[Any]) -> bool:
    return part.default is MISSING and part.default_factory is MISSING
