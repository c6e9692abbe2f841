"""The one JSON text of a value, by RFC 8785, and the strict reading of JSON from outside.

A record holds null, booleans, texts, integers that every JSON reader agrees on, lists, and objects
with texts as names. Nothing else has a canonical form here.
"""

import json
from collections.abc import Collection
from typing import Any, NoReturn, TypeAlias

from engine.errors import Malformed

Json: TypeAlias = bool | int | str | list[Any] | dict[str, Any] | None

SAFE = 2**53 - 1  # RFC 7493: the integers every JSON reader agrees on
_DEEPEST = 100  # deeper than any shape of ours, far from where Python's own stack ends
_DIGITS = 17  # more digits than any safe integer has, its sign included
_LEAVES = frozenset({str, bool, type(None)})
_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_SORTER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def canonical(value: Json) -> bytes:
    """RFC 8785, for what a record may hold: no fractions, no integer past 2^53 - 1."""
    if _ascii_names(value, _DEEPEST):
        return _SORTER.encode(value).encode()
    return _ENCODER.encode(_ordered(value)).encode()


def _ascii_names(value: Any, depth: int) -> bool:
    """Whether Python's own order of names is the right one; what has no form is refused."""
    inner: Collection[Any]
    if isinstance(value, dict):
        ascii_names, inner = _are_ascii(value), value.values()
    elif isinstance(value, list):
        ascii_names, inner = True, value
    else:
        _demand_leaf(value)
        return True
    if depth == 0 and inner:
        raise ValueError("it is nested too deeply")
    for one in inner:
        # Most are leaves: to look here already saves two calls.
        kind = type(one)
        if kind in _LEAVES or (kind is int and -SAFE <= one <= SAFE):
            continue
        if not _ascii_names(one, depth - 1):
            ascii_names = False
    return ascii_names


def _demand_leaf(value: Any) -> None:
    if isinstance(value, int):
        if abs(value) > SAFE:
            raise ValueError(f"{value} is beyond the integers every JSON reader agrees on")
    elif not isinstance(value, str | None):
        raise TypeError(f"a record holds no {type(value).__name__}")


def _are_ascii(names: Collection[Any]) -> bool:
    try:
        return "".join(names).isascii()
    except TypeError:
        kind = next(type(name) for name in names if not isinstance(name, str))
        raise TypeError(f"a name is a text, not {kind.__name__}") from None


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value, key=_code_units)}
    if isinstance(value, list):
        return [_ordered(inner) for inner in value]
    return value


def _code_units(name: str) -> bytes:
    """Names are ordered by UTF-16 code units, which differs from Python's own order past U+FFFF."""
    return name.encode("utf-16-be")


def plain(value: Any) -> bool:
    """Whether a value has a canonical form."""
    try:
        canonical(value)
    except (TypeError, ValueError):
        return False
    return True


def loads(text: str) -> Any:
    """JSON from outside; fractions, large integers, names twice and broken text are refused."""
    try:
        value = json.loads(
            text,
            object_pairs_hook=once,
            parse_int=_integer,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
        canonical(value)
    except RecursionError:
        raise Malformed("not_json", why="it is nested too deeply") from None
    except json.JSONDecodeError as error:
        why = f"{error.msg} (line {error.lineno}, column {error.colno})"
        raise Malformed("not_json", why=why) from None
    except ValueError as error:
        raise Malformed("not_json", why=str(error)) from None
    return value


class Twice(ValueError):  # noqa: N818 - named for what is wrong
    """A name that stands twice in one object, which some would read one way, some the other."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the name {name} stands twice in one object")
        self.name = name


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object from its pairs, where every name stands once."""
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Twice(twice)
    return made


def _integer(digits: str) -> int:
    return int(digits) if len(digits) <= _DIGITS else _refuse_number(digits)


def _refuse_number(digits: str) -> NoReturn:
    raise ValueError(f"{digits[:40]} is not an integer that every JSON reader agrees on")
