"""The games that there are, and the bots that play them."""

from collections.abc import Mapping
from typing import Any

from engine.bots import rapanui
from engine.bots.chance import chance
from engine.game import Bot, Game
from engine.rapanui import RapaNui

GAMES: Mapping[str, Game[Any, Any]] = {
    "rapa-nui": RapaNui(),
}

BOTS: Mapping[str, Mapping[str, Bot]] = {
    "rapa-nui": {"random": chance, "greedy": rapanui.greedy},
}
