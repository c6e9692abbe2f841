"""Values to JSON and back, by their annotations: the one place where a shape is read or written.

A frozen dataclass is an object; one with a `kind` is tagged by it, so that a union of such classes
reads itself. Tuples are arrays, named tuples too, enums their value, bytes hex, `Any` is any JSON
that a record may hold. `engine.reading` has the other half.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from engine import shapes
from engine.canonical import Json, canonical
from engine.reading import reader
from engine.shapes import Span, hidden, later

__all__ = ["Json", "Span", "canonical", "hidden", "later", "read", "split", "write"]

Write: TypeAlias = Callable[[Any], Any]


def write(kind: Any, value: Any) -> Any:
    """The JSON of a value annotated as `kind`."""
    return _writer(kind)(value)


def read(kind: Any, value: Any, path: str = "$") -> Any:
    """The value of annotation `kind` that this JSON is, or a refusal that names where it fails."""
    return reader(kind)(value, path)


def split(action: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """An action's JSON in two: what all may see once it is played, and what stays hidden."""
    whole, secret = write(type(action), action), shapes.secrets(action)
    return (
        {name: value for name, value in whole.items() if name not in secret},
        {name: value for name, value in whole.items() if name in secret},
    )


def _as_is(value: Any) -> Any:
    return value


@cache
def _writer(kind: Any) -> Write:  # noqa: PLR0911 - one line for each kind of annotation
    if get_origin(kind) is Annotated:
        return _writer(get_args(kind)[0])
    if kind in (int, str, bool, type(None), Any) or get_origin(kind) is Literal:
        return _as_is
    if kind is bytes:
        return bytes.hex
    if (members := shapes.members(kind)) is not None:
        return _union_writer(members)
    if shapes.enum(kind):
        return lambda value: value.value
    if shapes.named_tuple(kind):
        return _fixed_writer(tuple(shapes.hints(kind).values()))
    if shapes.record(kind):
        return _object_writer(kind)
    return _container_writer(kind)


def _union_writer(members: tuple[Any, ...]) -> Write:
    writers = {member: _writer(member) for member in members if isinstance(member, type)}
    others = [_writer(member) for member in members if not isinstance(member, type)]
    containers = [writer for writer in others if writer is not _as_is]
    if len(containers) > 1:
        raise TypeError(f"the codec cannot tell apart {members!r}")
    default = containers[0] if containers else _as_is

    def write_union(value: Any) -> Any:
        writer = writers.get(type(value))
        if writer is None:
            writer = default if isinstance(value, tuple | frozenset | Mapping) else _as_is
        return writer(value)

    return write_union


def _fixed_writer(kinds: tuple[Any, ...]) -> Write:
    writers = [_writer(kind) for kind in kinds]
    return lambda value: [w(v) for w, v in zip(writers, value, strict=True)]


def _object_writer(cls: type) -> Write:
    parts = [(name, _writer(hint)) for name, hint in shapes.hints(cls).items()]
    tag = shapes.tag(cls)
    start = {} if tag is None else {"kind": tag}
    later = shapes.usual(cls)

    def write_object(value: Any) -> dict[str, Any]:
        made: dict[str, Any] = start.copy()
        for name, writer in parts:
            made[name] = writer(getattr(value, name))
        for name, usual in later.items():
            if getattr(value, name) == usual:
                del made[name]
        return made

    return write_object


def _container_writer(kind: Any) -> Write:
    origin, args = get_origin(kind), get_args(kind)
    if shapes.fixed(kind):
        return _fixed_writer(args)
    if origin in (tuple, frozenset):
        inner = _writer(args[0])
        order: Write = sorted if origin is frozenset else _as_is
        return lambda value: [inner(v) for v in order(value)]
    if origin in (dict, Mapping):
        name, inner = _writer(args[0]), _writer(args[1])
        return lambda value: {str(name(k)): inner(v) for k, v in value.items()}
    raise TypeError(f"the codec knows no {kind!r}")
