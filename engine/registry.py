"""The games that can be played, by slug."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import Game, Meta


@dataclass(frozen=True)
class Described:
    meta: Meta


GAMES: Mapping[str, Game] = {
    "giants": Described(Meta("giants", "Giants", (3, 4, 5), (), "1")),
    "rapa-nui": Described(Meta("rapa-nui", "Rapa Nui", (2, 3, 4), (), "1")),
}
