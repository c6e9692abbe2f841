"""The games there are, and the bots that play them."""

from collections.abc import Mapping
from typing import Any, Final

from engine.game import Game
from engine.giants import Giants

GAMES: Final[Mapping[str, Game[Any, Any]]] = {"giants": Giants()}
