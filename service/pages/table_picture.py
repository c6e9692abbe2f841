"""A table's pictures inside its page: one for a narrow screen and one for the others."""

from collections.abc import Mapping, Set as AbstractSet
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup

from engine.game import Tagged
from engine.words import Tongue
from service import drawing
from service.drawing import Look, Target
from service.drawing.palette import IN_PAGE
from service.pages.forms import Offer
from service.watching import Scene

SIZES: Final = {"slim": 360, "broad": 720}


@dataclass(frozen=True)
class Pictured:
    """The same table drawn for each width, and told in words."""

    title: str
    telling: str
    drawn: Mapping[str, Markup]


@dataclass(frozen=True)
class Links:
    """What a draft puts into the picture: places to click, those in hand, what it would move."""

    targets: Mapping[str, Target]
    chosen: AbstractSet[str]
    trail: tuple[Tagged, ...] = ()


UNLINKED: Final = Links({}, frozenset())


def pictured(scene: Scene, tongue: Tongue, links: Links = UNLINKED) -> Pictured:
    game, view = scene.game, scene.view
    plain = Look(names=scene.names, say=tongue.say)
    drawn = {
        name: Look(
            IN_PAGE,
            width,
            scene.names,
            tongue.say,
            links.targets,
            links.chosen,
            ids=name,
            trail=links.trail,
        )
        for name, width in SIZES.items()
    }
    return Pictured(
        drawing.entitle(game, view, plain),
        drawing.describe(game, view, plain),
        {
            name: Markup(drawing.draw(game, view, look, scene.events))  # noqa: S704  # our own drawing, which escapes every text
            for name, look in drawn.items()
        },
    )


def links(offer: Offer, carried: Mapping[str, str]) -> Links:
    """Links to the same page with another draft."""
    drafted = {
        (field.name, value) for way in offer.ways for field in way.fields for value in field.values
    } | {("way", offer.at)}
    return Links(
        {
            place: Target(f"?{urlencode({**spot.draft, **carried})}", spot.words)
            for place, spot in offer.spots.items()
        },
        {place for place, spot in offer.spots.items() if spot.draft.items() <= drafted},
        offer.trail,
    )
