"""The games that there are, and the bots that play them."""

from collections.abc import Mapping
from typing import Any

from engine.bots import giants, rapanui
from engine.bots.chance import chance
from engine.game import Bot, Game
from engine.giants import Giants
from engine.rapanui import RapaNui

GAMES: Mapping[str, Game[Any, Any]] = {
    "giants": Giants(),
    "rapa-nui": RapaNui(),
}

BOTS: Mapping[str, Mapping[str, Bot]] = {
    "giants": {"random": chance, "greedy": giants.greedy},
    "rapa-nui": {"random": chance, "greedy": rapanui.greedy},
}
