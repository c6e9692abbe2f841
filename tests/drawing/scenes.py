"""Positions to draw, reached by chance, and their pictures taken apart again."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

from engine.chance import Luck
from engine.game import Game, Setup, Tagged
from engine.options import agreed
from engine.registry import GAMES
from service import drawing
from service.drawing import Look

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Anna", "Bruno", "Константин", "Dorothea", "Eve")


@dataclass(frozen=True)
class Moment:
    """A state of a match, and what happened last."""

    game: Game[Any, Any]
    state: Any
    events: tuple[Tagged, ...]

    def view(self, seat: int | None = None) -> Any:
        return self.game.view(self.state, seat)

    def drawn(self, seat: int | None = None, look: Look | None = None) -> str:
        return drawing.draw(self.game, self.view(seat), look or Look(names=NAMES), self.events)


def moments(
    slug: str, seats: int, number: int, every: int, options: dict[str, Any] | None = None
) -> Iterator[Moment]:
    """Every so many states of a match played by chance, the first and the last included."""
    game, dice = GAMES[slug], Random(number)  # noqa: S311  # the dice of a test
    step = game.deal(agreed(game.meta, Setup(seats, options or {})), Luck(bytes([number]), "m"))
    last: list[Tagged] = list(step.events)
    count = 0
    while True:
        over = game.outcome(step.state) is not None
        if over or count % every == 0:
            yield Moment(game, step.state, tuple(last[-40:]))
        if over:
            return
        step = _stepped(game, step.state, dice)
        last += step.events
        count += 1


def _stepped(game: Game[Any, Any], state: Any, dice: Random) -> Any:
    chosen = {
        seat: game.choices(state, seat).sample(dice.randrange)
        for seat in sorted(game.awaiting(state))
    }
    if game.sealed(state):
        return game.resolve(state, chosen)
    seat = dice.choice(sorted(chosen))
    return game.play(state, seat, chosen[seat])


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  # our own picture


def found(root: ET.Element, name: str) -> list[ET.Element]:
    """The elements of a class."""
    return [one for one in root.iter() if name in one.get("class", "").split()]


def within(root: ET.Element, outer: str, name: str) -> list[ET.Element]:
    return [one for part in found(root, outer) for one in found(part, name)]


def data(element: ET.Element, *names: str) -> tuple[str | None, ...]:
    return tuple(element.get(f"data-{name}") for name in names)


def number(element: ET.Element, name: str) -> int:
    return int(element.get(f"data-{name}", "0"))


def texts(element: ET.Element) -> list[str]:
    return [one.text or "" for one in element.iter(f"{SVG}text")]
