"""The games on offer: the one place where the service meets the engine's registry."""

from typing import Any

from engine.errors import shown
from engine.game import Meta
from engine.registry import GAMES
from engine.schema import schema
from engine.words import N_
from service.refusals import Refusal, say


def every() -> list[Meta]:
    return [game.meta for game in GAMES.values()]


def one(slug: str) -> Meta:
    game = GAMES.get(slug)
    if game is None:
        raise Refusal(
            "not_found",
            say(N_("There is no game “{game}”."), game=shown(slug)),
            games=sorted(GAMES),
        )
    return game.meta


def action_schema(slug: str) -> dict[str, Any]:
    return schema(GAMES[slug].action_type)
