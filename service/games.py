"""The games on offer: the one place where the service meets the engine's registry."""

from engine.game import Meta
from engine.registry import GAMES
from service.refusals import Refusal


def every() -> list[Meta]:
    return [game.meta for game in GAMES.values()]


def one(slug: str) -> Meta:
    game = GAMES.get(slug)
    if game is None:
        raise Refusal("not_found", f"There is no game {slug!r}.", games=sorted(GAMES))
    return game.meta
