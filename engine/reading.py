"""Reads JSON by annotation, strictly: what does not fit is refused by its path."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from engine import shapes
from engine.canonical import SAFE, plain
from engine.errors import Malformed, shown

Build: TypeAlias = Callable[[Any], Any]
Read: TypeAlias = Callable[[Any, str], Any]


def _wrong(path: str, wanted: str) -> Malformed:
    return Malformed("wrong_shape", path=path, wanted=wanted)


@cache
def reader(kind: Any) -> Read:  # noqa: PLR0911 - one line for each kind of annotation
    if get_origin(kind) is Annotated:
        return _scalar_reader(*_spanned(*get_args(kind)[1]))
    if kind in _SCALARS:
        return _scalar_reader(*_SCALARS[kind])
    if get_origin(kind) is Literal:
        return _one_of_reader({value: value for value in get_args(kind)})
    if (members := shapes.members(kind)) is not None:
        return _union_reader(members)
    if shapes.enum(kind):
        return _one_of_reader({member.value: member for member in kind})
    if shapes.named_tuple(kind):
        return _fixed_reader(tuple(shapes.hints(kind).values()), lambda parts: kind(*parts))
    if shapes.record(kind):
        return _object_reader(kind)
    return _container_reader(kind)


HEX = re.compile(r"(?:[0-9a-f]{2})*")
DECIMAL = re.compile(r"0|-?[1-9][0-9]{0,15}")
_Scalar: TypeAlias = tuple[Callable[[Any], bool], Build | None, str]


def _spanned(least: int, most: int) -> _Scalar:
    wanted = f"a whole number from {least} to {most}"
    return lambda value: type(value) is int and least <= value <= most, None, wanted


# What is accepted, what is made of it (None: itself), and what a refusal says was wanted.
_SCALARS: dict[Any, _Scalar] = {
    int: (lambda v: type(v) is int and abs(v) <= SAFE, None, "a whole number"),
    str: (lambda v: isinstance(v, str) and (v.isascii() or plain(v)), None, "a text"),
    bool: (lambda v: type(v) is bool, None, "true or false"),
    type(None): (lambda v: v is None, None, "null"),
    bytes: (
        lambda v: type(v) is str and HEX.fullmatch(v) is not None,
        bytes.fromhex,
        "bytes in hex",
    ),
    Any: (plain, None, "JSON without fractions or large numbers"),
}


def _scalar_reader(fits: Callable[[Any], bool], build: Build | None, wanted: str) -> Read:
    def read_as_is(value: Any, path: str) -> Any:
        if not fits(value):
            raise _wrong(path, wanted)
        return value

    if build is None:
        return read_as_is
    return lambda value, path: build(read_as_is(value, path))


def _one_of_reader(known: dict[Any, Any]) -> Read:
    wanted = "one of " + ", ".join(str(value) for value in known)

    def read_one_of(value: Any, path: str) -> Any:
        if not isinstance(value, str | int) or isinstance(value, bool) or value not in known:
            raise _wrong(path, wanted)
        return known[value]

    return read_one_of


def _union_reader(members: tuple[Any, ...]) -> Read:
    """Null, tagged objects, untagged ones and another shape can share a place.

    Each knows itself at sight: an object without a tag by the names that it must have.
    """
    tagged = {tag: reader(member) for member in members if (tag := shapes.tag(member))}
    empty = type(None) in members
    plain = [m for m in members if m is not type(None) and not shapes.tag(m)]
    others = [reader(m) for m in plain]
    by_names = [(shapes.required(m), reader(m)) for m in plain if shapes.record(m)]

    def read_union(value: Any, path: str) -> Any:
        if value is None and empty:
            return None
        if tagged and isinstance(value, dict):
            return _by_tag(tagged, value, path)
        if by_names and isinstance(value, dict):
            return _by_names(by_names, value, path)
        return _first_fit(others, value, path)

    return read_union


def _by_tag(tagged: dict[str, Read], value: dict[str, Any], path: str) -> Any:
    tag = value.get("kind")
    if not isinstance(tag, str) or tag not in tagged:
        raise _wrong(f"{path}.kind", "one of " + ", ".join(sorted(tagged)))
    return tagged[tag](value, path)


def _by_names(known: list[tuple[set[str], Read]], value: dict[str, Any], path: str) -> Any:
    """By the first shape that has its names there; by the first of all, to say what is wrong."""
    fits = (inner for names, inner in known if names <= value.keys())
    return next(fits, known[0][1])(value, path)


def _first_fit(readers: list[Read], value: Any, path: str) -> Any:
    refusal = _wrong(path, "an object with a kind")
    for reader in readers:
        try:
            return reader(value, path)
        except Malformed as why:
            refusal = why
    raise refusal


def _fixed_reader(kinds: tuple[Any, ...], build: Callable[[list[Any]], Any]) -> Read:
    readers = [reader(kind) for kind in kinds]

    def read_fixed(value: Any, path: str) -> Any:
        if not isinstance(value, list) or len(value) != len(readers):
            raise _wrong(path, f"a list of {len(readers)}")
        return build(
            [r(v, f"{path}[{i}]") for i, (r, v) in enumerate(zip(readers, value, strict=True))]
        )

    return read_fixed


def _object_reader(cls: type) -> Read:
    readers = {name: reader(hint) for name, hint in shapes.hints(cls).items()}
    required = shapes.required(cls)
    tag = shapes.tag(cls)
    whole = readers.keys() | ({"kind"} if tag is not None else set())

    def read_object(value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            raise _wrong(path, "an object")
        if tag is not None and value.get("kind") != tag:
            raise _wrong(f"{path}.kind", tag)
        if value.keys() != whole:  # as it seldom is: some fields have defaults
            given = {name for name in value if tag is None or name != "kind"}
            _demand_names(given, readers.keys(), required, path)
        return cls(
            **{
                name: readers[name](inner, f"{path}.{name}")
                for name, inner in value.items()
                if tag is None or name != "kind"
            }
        )

    return read_object


def _demand_names(given: Any, known: Any, required: set[str], path: str) -> None:
    if unknown := sorted(given - known):
        raise Malformed("unknown_field", path=f"{path}.{shown(unknown[0])}", known=tuple(known))
    if missing := sorted(required - given):
        raise Malformed("missing_field", path=f"{path}.{missing[0]}")


def _container_reader(kind: Any) -> Read:
    origin, args = get_origin(kind), get_args(kind)
    if shapes.fixed(kind):
        return _fixed_reader(args, tuple)
    if origin is tuple:
        return _list_reader(reader(args[0]), tuple)
    if origin is frozenset:
        return _set_reader(reader(args[0]))
    if origin in (dict, Mapping):
        return _map_reader(_name_reader(args[0]), reader(args[1]))
    raise TypeError(f"the codec knows no {kind!r}")


def _list_reader(inner: Read, build: Callable[[Any], Any]) -> Read:
    def read_list(value: Any, path: str) -> Any:
        if not isinstance(value, list):
            raise _wrong(path, "a list")
        return build(inner(v, f"{path}[{i}]") for i, v in enumerate(value))

    return read_list


def _set_reader(inner: Read) -> Read:
    read_list = _list_reader(inner, tuple)

    def read_set(value: Any, path: str) -> Any:
        listed = read_list(value, path)
        if len(made := frozenset(listed)) < len(listed):
            raise _wrong(path, "a list without repeats")
        return made

    return read_set


def _name_reader(kind: Any) -> Read:
    """JSON's names are texts; an integer's is its one decimal form."""
    if shapes.enum(kind):
        return _one_of_reader({str(member.value): member for member in kind})
    inner = reader(kind)

    def read_name(name: str, path: str) -> Any:
        number = DECIMAL.fullmatch(name) if kind is int else None
        return inner(int(name) if number else name, path)

    return read_name


def _map_reader(name: Read, inner: Read) -> Read:
    def read_map(value: Any, path: str) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise _wrong(path, "an object")
        return {name(k, f"{path}.{k}"): inner(v, f"{path}.{k}") for k, v in value.items()}

    return read_map
