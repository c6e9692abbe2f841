"""Giants' pieces as units: a clan's figures, items on their way, logs."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.giants import ruleset
from engine.giants.state import HEADDRESS, Crew, Crowd
from engine.giants.view import ItemView
from service.drawing import pieces
from service.drawing.svg import Attribute, Markup, at, group
from service.drawing.theme import CLANS, Clan, Theme
from service.drawing.units import Unit


def clan_of(seat: int) -> Clan:
    return CLANS[ruleset.COLOURS[seat]]


def crowd(theme: Theme, seat: int, figures: Crowd) -> Iterator[Unit]:
    """Workers counted where there are several; of sorcerers and chiefs a clan has one each."""
    counts = {
        "worker": figures.workers,
        "sorcerer": int(figures.sorcerer),
        "chief": int(figures.chief),
    }
    for kind, count in counts.items():
        if count:
            yield Unit(
                pieces.figure(theme, clan_of(seat), kind),
                width=19 if kind == "worker" else 22,
                count=count if count > 1 else None,
                attributes=_marks("figure", kind=kind, seat=seat, count=count),
            )


def crew(theme: Theme, here: Crew) -> Iterator[Unit]:
    for seat, figures in enumerate(here.crowds):
        yield from crowd(theme, seat, figures)
    if here.logs:
        yield logs(theme, here.logs)


def logs(theme: Theme, count: int) -> Unit:
    return Unit(pieces.log(theme), 22, count, _marks("logs", count=count))


def items(theme: Theme, found: Sequence[ItemView]) -> Iterator[Unit]:
    """Alike ones are drawn once and counted."""
    alike = Counter((item.size, item.holder, item.marked) for item in found)
    for (size, holder, marked), count in sorted(alike.items(), key=str):
        on_board = any(item.at is not None for item in found)
        shown = holder if on_board else None
        yield Unit(
            _item(theme, size, shown, marked=marked),
            width=20 if shown is None else 35,
            count=count if count > 1 else None,
            attributes=_marks("item", size=size, holder=holder, marked=int(marked), count=count),
        )


def _item(theme: Theme, size: int, holder: int | None, *, marked: bool) -> Markup:
    stone = pieces.headdress(theme) if size == HEADDRESS else pieces.moai(theme, size)
    if holder is None:
        return stone
    disc = pieces.marker(theme, clan_of(holder), laid=marked)
    return group(group(stone, transform=at(-8, 0)), group(disc, transform=at(8.5, 2)))


def _marks(name: str, **data: Attribute) -> tuple[tuple[str, Attribute], ...]:
    return (("class_name", name), *((f"data_{key}", value) for key, value in data.items()))
