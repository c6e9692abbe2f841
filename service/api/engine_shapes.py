"""The shapes of actions, events, views and choices: taken from the engine, defined nowhere else."""

from typing import Any

from marshmallow import fields

from engine.game import Game
from engine.registry import GAMES
from engine.schema import Components, Schema

WHERE = "#/components/schemas/"
PARTS = ("action", "event", "view", "choices")


def _prefix(slug: str) -> str:
    return "".join(word.title() for word in slug.split("-"))


def components() -> dict[str, Schema]:
    """Every game's shapes by name, GiantsAction and GiantsView among them."""
    named: dict[str, Schema] = {}
    for slug, game in GAMES.items():
        named |= _of(game, _prefix(slug))
    return named


def _of(game: Game[Any, Any], prefix: str) -> dict[str, Schema]:
    gathered = Components(WHERE, prefix)
    roots = {part: gathered.schema(getattr(game, f"{part}_type")) for part in PARTS}
    own = {f"{prefix}{part.title()}": root for part, root in roots.items() if "$ref" not in root}
    return gathered.named | own


def one_of(part: str) -> list[dict[str, str]]:
    """References to one part's shape in each game."""
    return [{"$ref": f"{WHERE}{_prefix(slug)}{part.title()}"} for slug in GAMES]


def field(part: str, description: str, **more: Any) -> fields.Raw:
    """A place that holds that part of whichever game is played, or nothing where that may be."""
    shapes: dict[str, Any] = {"oneOf": one_of(part)}
    if more.get("allow_none"):
        shapes = {"anyOf": [*one_of(part), {"type": "null"}]}
    return fields.Raw(metadata={**shapes, "description": description}, **more)


def several(part: str, description: str, **more: Any) -> fields.List[Any]:
    inner = fields.Raw(metadata={"oneOf": one_of(part)})
    return fields.List(inner, metadata={"description": description}, **more)
