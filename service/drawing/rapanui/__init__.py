"""Rapa Nui in a picture: the table's middle, the tribes round it, and my own cards."""

from engine.rapanui.view import View
from engine.words import N_
from service.drawing.look import Look, sheet
from service.drawing.panels import Part, abreast, heading, stacked
from service.drawing.rapanui import seats, table, words
from service.drawing.svg import Markup, group

__all__ = ["picture", "seats", "telling", "words"]

EDGE = 20.0
LEFT = 590.0  # the middle of the table, in a wide picture
TWO_COLUMNS = 600


def picture(look: Look, view: View) -> Markup:
    drawn, height = (_beside if look.wide else _below)(look, view)
    return sheet(look, height, words.title(look, view), " ".join(words.telling(look, view)), drawn)


def title(look: Look, view: View) -> str:
    return words.title(look, view)


def telling(look: Look, view: View) -> tuple[str, ...]:
    return words.telling(look, view)


def _beside(look: Look, view: View) -> tuple[Markup, float]:
    right = look.width - LEFT - 3 * EDGE - 10
    left_side = stacked([_head(look, view, LEFT), table.middle(look, view, LEFT)], 8)
    tribes = [seats.tribe(look, view, seat, right) for seat in range(len(view.tribes))]
    right_side = stacked([*tribes, seats.mine(look, view, right)], 12)
    drawn = group(
        group(left_side.drawn, transform=f"translate({EDGE:g} {EDGE:g})"),
        group(right_side.drawn, transform=f"translate({LEFT + 2 * EDGE + 10:g} {EDGE:g})"),
    )
    return drawn, max(left_side.height, right_side.height) + 2 * EDGE


def _below(look: Look, view: View) -> tuple[Markup, float]:
    edge = 10.0 if look.narrow else EDGE
    wide = look.width - 2 * edge
    columns = 2 if wide >= TWO_COLUMNS else 1
    each = (wide - 10 * (columns - 1)) / columns
    tribes = [seats.tribe(look, view, seat, each) for seat in range(len(view.tribes))]
    whole = stacked(
        [
            _head(look, view, wide),
            table.middle(look, view, wide),
            abreast(tribes, wide, columns),
            seats.mine(look, view, wide),
        ],
        12,
    )
    return group(whole.drawn, transform=f"translate({edge:g} {edge:g})"), whole.height + 2 * edge


def _head(look: Look, view: View, width: float) -> Part:
    title = look.say(N_("Turn {turn} · {stage}")).format(
        turn=view.turn, stage=words.stage(look, view)
    )
    return heading(look, title, words.awaited(look, view), width)
