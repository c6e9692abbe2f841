"""Islands made for tests: one whose sites are also forests and have ahus."""

import json
from importlib import resources
from typing import Any

from engine.giants import Giants
from engine.giants.board import read


def chart(name: str) -> dict[str, Any]:
    """A map file of the game's own, to be changed at will."""
    text = resources.files("engine.giants").joinpath("islands", f"{name}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _mixed() -> dict[str, Any]:
    """Motu Nui with the village and the hut in forests by the sea, and a quarry by the sea."""
    data = chart("motu-nui") | {"name": "Mixed"}
    moved = {"village": (0, -2), "hut": (0, 2), "headdress-quarry": (-2, 0)}
    for ground in data["hexes"]:
        if ground.get("site") in moved:
            del ground["site"]
    for ground in data["hexes"]:
        for site, place in moved.items():
            if (ground["q"], ground["r"]) == place:
                ground["site"] = site
    return data


# Village: A1, forest of 3, Orongo and Rano. Hut: E4, forest of 3, Hamea and Ruga.
# Headdress quarry: C1, Motu Iti and Rapa. Moai quarry: C4.
MIXED = Giants({"mixed": read(_mixed())})
