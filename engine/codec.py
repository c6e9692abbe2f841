"""Values to JSON and back, by their annotations: the one place where a shape is read or written.

A frozen dataclass is an object; one with a `kind` is tagged by it, so that a union of such classes
reads itself. Tuples are arrays, named tuples too, enums their value, bytes hex. What does not fit
is refused by its path.
"""

import json
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from engine.errors import Malformed

Json: TypeAlias = bool | int | str | list[Any] | dict[str, Any] | None
Write: TypeAlias = Callable[[Any], Any]
Read: TypeAlias = Callable[[Any, str], Any]

_HIDDEN = "hidden"
_SAFE = 2**53 - 1  # RFC 7493: the integers every JSON reader agrees on


class Span(NamedTuple):
    """The least and the most an annotated integer may be."""

    least: int
    most: int


def hidden(*, default: Any = MISSING) -> Any:
    """A field that others see only when the match is over: a record keeps it private."""
    return field(default=default, metadata={_HIDDEN: True})


def canonical(value: Json) -> bytes:
    """RFC 8785, for what a record may hold: no fractions, no integer past 2^53 - 1."""
    _demand_plain(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _demand_plain(value: Json) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _demand_plain(key)
            _demand_plain(inner)
    elif isinstance(value, list):
        for inner in value:
            _demand_plain(inner)
    elif isinstance(value, int):
        if abs(value) > _SAFE:
            raise ValueError(f"{value} is beyond the integers every JSON reader agrees on")
    elif not isinstance(value, str | None):
        raise TypeError(f"a record holds no {type(value).__name__}")


def write(kind: Any, value: Any) -> Any:
    """The JSON of a value annotated as `kind`."""
    return _writer(kind)(value)


def read(kind: Any, value: Any, path: str = "$") -> Any:
    """The value of annotation `kind` that this JSON is, or a refusal that names where it fails."""
    return _reader(kind)(value, path)


def split(action: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """An action's JSON in two: what all may see once it is played, and what stays hidden."""
    whole = write(type(action), action)
    secret = {f.name for f in fields(action) if f.metadata.get(_HIDDEN)}
    return (
        {name: value for name, value in whole.items() if name not in secret},
        {name: value for name, value in whole.items() if name in secret},
    )


def _tag(cls: type) -> str | None:
    tag = getattr(cls, "kind", None)
    return tag if isinstance(tag, str) and "kind" not in _hints(cls) else None


@cache
def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}


def _members(kind: Any) -> tuple[Any, ...] | None:
    if get_origin(kind) in (Union, types.UnionType):
        return get_args(kind)
    return None


def _named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


# --- writing


def _as_is(value: Any) -> Any:
    return value


@cache
def _writer(kind: Any) -> Write:  # noqa: PLR0911 - one line for each kind of annotation
    if get_origin(kind) is Annotated:
        return _writer(get_args(kind)[0])
    if kind in (int, str, bool, type(None)) or get_origin(kind) is Literal:
        return _as_is
    if kind is bytes:
        return bytes.hex
    if (members := _members(kind)) is not None:
        return _union_writer(members)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: value.value
    if _named_tuple(kind):
        return _fixed_writer(tuple(_hints(kind).values()))
    if is_dataclass(kind):
        return _object_writer(kind)  # type: ignore[arg-type] # is_dataclass admits instances too
    return _container_writer(kind)


def _union_writer(members: tuple[Any, ...]) -> Write:
    writers = {member: _writer(member) for member in members if isinstance(member, type)}
    others = [_writer(member) for member in members if not isinstance(member, type)]
    default = others[0] if others else _as_is
    return lambda value: writers.get(type(value), default)(value)


def _fixed_writer(kinds: tuple[Any, ...]) -> Write:
    writers = [_writer(kind) for kind in kinds]
    return lambda value: [w(v) for w, v in zip(writers, value, strict=True)]


def _object_writer(cls: type) -> Write:
    parts = [(name, _writer(hint)) for name, hint in _hints(cls).items()]
    tag = _tag(cls)
    start = {} if tag is None else {"kind": tag}

    def write_object(value: Any) -> dict[str, Any]:
        made: dict[str, Any] = start.copy()
        for name, writer in parts:
            made[name] = writer(getattr(value, name))
        return made

    return write_object


def _container_writer(kind: Any) -> Write:
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple and args[-1] is not Ellipsis:
        return _fixed_writer(args)
    if origin in (tuple, frozenset):
        inner = _writer(args[0])
        order: Write = sorted if origin is frozenset else _as_is
        return lambda value: [inner(v) for v in order(value)]
    if origin in (dict, Mapping):
        inner = _writer(args[1])
        return lambda value: {str(k): inner(v) for k, v in value.items()}
    raise TypeError(f"the codec knows no {kind!r}")


# --- reading


def _wrong(path: str, wanted: str) -> Malformed:
    return Malformed("wrong_shape", path=path, wanted=wanted)


@cache
def _reader(kind: Any) -> Read:  # noqa: PLR0911 - one line for each kind of annotation
    if get_origin(kind) is Annotated:
        return _spanned_reader(*get_args(kind)[1])
    if kind in _SCALARS:
        return _scalar_reader(kind)
    if get_origin(kind) is Literal:
        return _one_of_reader({value: value for value in get_args(kind)})
    if (members := _members(kind)) is not None:
        return _union_reader(members)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _one_of_reader({member.value: member for member in kind})
    if _named_tuple(kind):
        return _fixed_reader(tuple(_hints(kind).values()), lambda parts: kind(*parts))
    if is_dataclass(kind):
        return _object_reader(kind)  # type: ignore[arg-type] # is_dataclass admits instances too
    return _container_reader(kind)


_SCALARS: dict[Any, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    type(None): "null",
    bytes: "bytes in hex",
}
_HEX = re.compile(r"(?:[0-9a-f]{2})*")


def _scalar_reader(kind: Any) -> Read:
    wanted = _SCALARS[kind]
    accepted = str if kind is bytes else kind

    def read_scalar(value: Any, path: str) -> Any:
        if type(value) is not accepted or (kind is bytes and not _HEX.fullmatch(value)):
            raise _wrong(path, wanted)
        return bytes.fromhex(value) if kind is bytes else value

    return read_scalar


def _spanned_reader(least: int, most: int) -> Read:
    def read_spanned(value: Any, path: str) -> int:
        if type(value) is not int or not least <= value <= most:
            raise _wrong(path, f"a whole number from {least} to {most}")
        return value

    return read_spanned


def _one_of_reader(known: dict[Any, Any]) -> Read:
    wanted = "one of " + ", ".join(str(value) for value in known)

    def read_one_of(value: Any, path: str) -> Any:
        if not isinstance(value, str | int) or isinstance(value, bool) or value not in known:
            raise _wrong(path, wanted)
        return known[value]

    return read_one_of


def _union_reader(members: tuple[Any, ...]) -> Read:
    """Null, tagged objects, and one other shape can share a place: each knows itself at sight."""
    tagged = {tag: _reader(m) for m in members if is_dataclass(m) and (tag := _tag(m))}  # type: ignore[arg-type] # as above
    plain = [m for m in members if m is not type(None) and not (is_dataclass(m) and _tag(m))]  # type: ignore[arg-type] # as above
    empty = type(None) in members
    untagged = [_reader(m) for m in plain]

    def read_union(value: Any, path: str) -> Any:
        if value is None and empty:
            return None
        if tagged and isinstance(value, dict):
            return _by_tag(tagged, value, path)
        return _first_fit(untagged, value, path)

    return read_union


def _by_tag(tagged: dict[str, Read], value: dict[str, Any], path: str) -> Any:
    tag = value.get("kind")
    if not isinstance(tag, str) or tag not in tagged:
        raise _wrong(f"{path}.kind", "one of " + ", ".join(sorted(tagged)))
    return tagged[tag](value, path)


def _first_fit(readers: list[Read], value: Any, path: str) -> Any:
    refusal = _wrong(path, "an object with a kind")
    for reader in readers:
        try:
            return reader(value, path)
        except Malformed as why:
            refusal = why
    raise refusal


def _fixed_reader(kinds: tuple[Any, ...], build: Callable[[list[Any]], Any]) -> Read:
    readers = [_reader(kind) for kind in kinds]

    def read_fixed(value: Any, path: str) -> Any:
        if not isinstance(value, list) or len(value) != len(readers):
            raise _wrong(path, f"a list of {len(readers)}")
        return build(
            [r(v, f"{path}[{i}]") for i, (r, v) in enumerate(zip(readers, value, strict=True))]
        )

    return read_fixed


def _required(part: Field[Any]) -> bool:
    return part.default is MISSING and part.default_factory is MISSING


def _object_reader(cls: type) -> Read:
    readers = {name: _reader(hint) for name, hint in _hints(cls).items()}
    required = {part.name for part in fields(cls) if _required(part)}
    tag = _tag(cls)

    def read_object(value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            raise _wrong(path, "an object")
        given = {name: inner for name, inner in value.items() if tag is None or name != "kind"}
        _demand_names(given.keys(), readers.keys(), required, path)
        if tag is not None and value.get("kind") != tag:
            raise _wrong(f"{path}.kind", tag)
        return cls(
            **{name: readers[name](inner, f"{path}.{name}") for name, inner in given.items()}
        )

    return read_object


def _demand_names(given: Any, known: Any, required: set[str], path: str) -> None:
    if unknown := sorted(given - known):
        raise Malformed("unknown_field", path=f"{path}.{unknown[0]}", known=tuple(known))
    if missing := sorted(required - given):
        raise Malformed("missing_field", path=f"{path}.{missing[0]}")


def _container_reader(kind: Any) -> Read:
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple and args[-1] is not Ellipsis:
        return _fixed_reader(args, tuple)
    if origin in (tuple, frozenset):
        return _list_reader(_reader(args[0]), origin)
    if origin in (dict, Mapping):
        return _map_reader(args[0], _reader(args[1]))
    raise TypeError(f"the codec knows no {kind!r}")


def _list_reader(inner: Read, build: Callable[[Any], Any]) -> Read:
    def read_list(value: Any, path: str) -> Any:
        if not isinstance(value, list):
            raise _wrong(path, "a list")
        return build(inner(v, f"{path}[{i}]") for i, v in enumerate(value))

    return read_list


def _map_reader(key: Any, inner: Read) -> Read:
    def read_map(value: Any, path: str) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise _wrong(path, "an object")
        return {key(k): inner(v, f"{path}.{k}") for k, v in value.items()}

    return read_map
