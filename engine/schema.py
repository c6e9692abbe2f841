"""JSON Schema (2020-12, as OpenAPI 3.1 speaks it) of what the codec reads and writes.

It is made from the same annotations, so that no shape is defined twice. A schema cannot tell 1.0
from 1; the codec can, and refuses it.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from inspect import cleandoc
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from engine import codec, shapes
from engine.canonical import SAFE
from engine.reading import DECIMAL, HEX

Schema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCALARS: Mapping[Any, Schema] = {
    int: {"type": "integer", "minimum": -SAFE, "maximum": SAFE},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    bytes: {"type": "string", "pattern": f"^{HEX.pattern}$"},
    Any: {},
}


def schema(kind: Any) -> Schema:
    """A document of its own for one annotation, its named shapes under `$defs`."""
    parts = Components("#/$defs/")
    root = parts.schema(kind)
    return {"$schema": DIALECT, **root, "$defs": parts.named}


class Components:
    """Named shapes gathered from annotations, each described once and referred to by its name.

    A prefix keeps two games' shapes of the same name apart.
    """

    def __init__(self, where: str = "#/components/schemas/", prefix: str = "") -> None:
        self.named: dict[str, Schema] = {}
        self._names: dict[type, str] = {}
        self._where = where
        self._prefix = prefix

    def schema(self, kind: Any) -> Schema:  # noqa: PLR0911 - one line for each kind of annotation
        """The schema of an annotation; what has a name is referred to."""
        if get_origin(kind) is Annotated:
            least, most = get_args(kind)[1]
            return {"type": "integer", "minimum": least, "maximum": most}
        if kind in _SCALARS:
            return dict(_SCALARS[kind])
        if get_origin(kind) is Literal:
            return _one_of(list(get_args(kind)))
        if (members := shapes.members(kind)) is not None:
            return self._union(members)
        if shapes.named_tuple(kind):
            return self._fixed(tuple(shapes.hints(kind).values()))
        if shapes.enum(kind) or shapes.record(kind):
            return {"$ref": self._where + self._name(kind)}
        return self._container(kind)

    def _name(self, kind: type) -> str:
        if kind not in self._names:
            name = self._free_name(kind)
            self._names[kind] = name
            self.named[name] = {}  # its place, in case the shape holds itself
            self.named[name] = self._described(kind)
        return self._names[kind]

    def _free_name(self, kind: type) -> str:
        """The class's name; where another has it, its module's name goes before it."""
        name = self._prefix + kind.__name__
        if name not in self.named:
            return name
        return self._prefix + kind.__module__.rpartition(".")[2].title() + kind.__name__

    def _described(self, kind: type) -> Schema:
        if shapes.enum(kind):
            return _one_of([member.value for member in kind])
        return self._object(kind)

    def _object(self, cls: type) -> Schema:
        tag = shapes.tag(cls)
        kind = {} if tag is None else {"kind": {"const": tag}}
        parts = {part.name: self._part(cls, part) for part in fields(cls)}
        return {
            **_summary(cls),
            "type": "object",
            "properties": kind | parts,
            "required": [*kind, *(name for name in parts if name in shapes.required(cls))],
            "additionalProperties": False,
        }

    def _part(self, cls: type, part: Field[Any]) -> Schema:
        hint = shapes.hints(cls)[part.name]
        made = self.schema(hint)
        if part.default is not MISSING:
            return {**made, "default": codec.write(hint, part.default)}
        return made

    def _union(self, members: tuple[Any, ...]) -> Schema:
        tagged = {tag: self.schema(member) for member in members if (tag := shapes.tag(member))}
        others = [self.schema(member) for member in members if not shapes.tag(member)]
        if not tagged:
            return {"anyOf": others}
        mapping = {tag: reference["$ref"] for tag, reference in tagged.items()}
        told = {
            "oneOf": list(tagged.values()),
            "discriminator": {"propertyName": "kind", "mapping": mapping},
        }
        return {"anyOf": [told, *others]} if others else told

    def _fixed(self, kinds: tuple[Any, ...]) -> Schema:
        """An array of just so many; where all are alike, described the way every reader knows."""
        items = [self.schema(kind) for kind in kinds]
        alike = all(item == items[0] for item in items)
        described: Schema = {"items": items[0]} if alike else {"prefixItems": items, "items": False}
        return {"type": "array", **described, "minItems": len(items), "maxItems": len(items)}

    def _container(self, kind: Any) -> Schema:
        origin, args = get_origin(kind), get_args(kind)
        if shapes.fixed(kind):
            return self._fixed(args)
        if origin is tuple:
            return {"type": "array", "items": self.schema(args[0])}
        if origin is frozenset:
            return {"type": "array", "items": self.schema(args[0]), "uniqueItems": True}
        if origin in (dict, Mapping):
            return {"type": "object", **_names(args[0]), **self._inner(args[1])}
        raise TypeError(f"the schema knows no {kind!r}")

    def _inner(self, kind: Any) -> Schema:
        return {"additionalProperties": self.schema(kind)}


def _one_of(values: list[Any]) -> Schema:
    """Numbers and words apart: makers of clients choke on an enum of both."""
    sorts = [[v for v in values if type(v) is sort] for sort in dict.fromkeys(map(type, values))]
    each = [_enum(sort) for sort in sorts]
    return each[0] if len(each) == 1 else {"anyOf": each}


def _enum(values: list[Any]) -> Schema:
    kind = "string" if isinstance(values[0], str) else "integer"
    return {"const": values[0]} if len(values) == 1 else {"type": kind, "enum": values}


def _names(kind: Any) -> Schema:
    """What an object's names may be."""
    if shapes.enum(kind):
        return {"propertyNames": {"enum": [str(member.value) for member in kind]}}
    if kind is int:
        return {"propertyNames": {"pattern": f"^(?:{DECIMAL.pattern})$"}}
    return {}


def _summary(cls: type) -> Schema:
    """The first paragraph of a class's own words; the one that dataclasses make up is none."""
    told = cleandoc(cls.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    return {} if told.startswith(f"{cls.__name__}(") else {"description": told}
