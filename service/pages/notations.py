"""The cheat sheets: how each action is written. Notation is English in every language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.words import N_


@dataclass(frozen=True)
class Written:
    """What one wants to do, in which stage of the game, and examples of how to write it."""

    what: str
    stage: str
    examples: tuple[str, ...]


SHEETS: Final[Mapping[str, tuple[Written, ...]]] = {
    "giants": (
        Written(
            N_("Bid, perhaps with a plan of what to take"),
            "bidding",
            ("bid 2 markers, chief, 1 worker; take 3 or 2, then 1", "bid nothing"),
        ),
        Written(N_("Pick a moai"), "picking", ("take 1", "decline")),
        Written(N_("Place a figure"), "placement", ("worker C4", "chief D6")),
        Written(
            N_("Use a power"),
            "placement",
            ("sorcerer F2, use village", "sorcerer A4, reserve nau-nau"),
        ),
        Written(N_("Take a half-tablet for a marker"), "placement", ("tablet",)),
        Written(
            N_("Haul an item, and perhaps end with it"),
            "transport",
            ("moai 2 via C8 to B7, erect hekii", "headdress to E2, mark"),
        ),
        Written(
            N_("Say who helps"),
            "transport",
            ("moai 2 via C8 to B7, erect hekii; C8 by red 1, 1 log",),
        ),
        Written(N_("Pass"), "transport", ("pass", "pass, mark moai 2")),
        Written(N_("Take markers back, or keep them"), "recall", ("recall moai 2 at D5", "keep")),
        Written(N_("Look under a moai for a half-tablet"), "transport", ("peek nau-nau",)),
    ),
    "rapa-nui": (
        Written(N_("Buy a sacrifice card"), "play", ("buy fish",)),
        Written(N_("Play cards"), "play", ("play priest", "play 2 fish gatherers", "play moai")),
        Written(N_("Buy and play at once"), "play", ("buy grain, play priest",)),
        Written(N_("Put a moai out of the game"), "play", ("discard moai",)),
        Written(N_("Sacrifice"), "sacrifice", ("sacrifice potato",)),
        Written(N_("Sacrifice for your own moai"), "lay", ("lay fish, add grain",)),
        Written(N_("Draw from a column"), "draw", ("draw 3",)),
        Written(N_("Choose when moai are valued"), "claim", ("wood", "points")),
        Written(N_("Take another good"), "substitute", ("take mulberry",)),
    ),
}
