"""The games and bots that the terminal tool has at hand, found by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import Malformed
from engine.game import Bot, Game


@dataclass(frozen=True, slots=True)
class Shelf:
    """The games there are, and the bots that play them."""

    games: Mapping[str, Game[Any, Any]]
    bots: Mapping[str, Mapping[str, Bot]]

    def game(self, slug: str) -> Game[Any, Any]:
        if slug not in self.games:
            raise Malformed("no_such_game", game=slug, known=tuple(sorted(self.games)))
        return self.games[slug]

    def bot(self, slug: str, name: str) -> Bot:
        bots = self.bots.get(slug, {})
        if name not in bots:
            raise Malformed("no_such_bot", bot=name, known=tuple(sorted(bots)))
        return bots[name]
