"""Colours that can be told apart and words that can be read, by day and by night."""

from itertools import combinations

import pytest

from engine.rapanui.cards import Card
from service.drawing import pieces
from service.drawing.rapanui.symbols import KINDS, SIGNS
from service.drawing.rapanui.table import BASALT, PALE
from service.drawing.theme import CLANS, LIGHT, THEMES, Theme

# Machado, Oliveira and Fernandes (2009), severity 1, on linear light.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
READABLE = 4.5  # WCAG 2.2, 1.4.3
APART = 20  # in CIE 1976 L*a*b*: a just noticeable difference is about 2.3


def light(colour: str) -> tuple[float, float, float]:
    """A colour as linear light."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def seen(colour: str, how: str) -> tuple[float, float, float]:
    """L*, a*, b* as somebody with that sight sees it."""
    rgb = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(w * c for w, c in zip(row, rgb, strict=True))))
        for row in BLINDNESS[how]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, how: str) -> float:
    pairs = zip(seen(one, how), seen(other, how), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def contrast(one: str, other: str) -> float:
    lum = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (light(one), light(other)))
    return (lum[1] + 0.05) / (lum[0] + 0.05)


@pytest.mark.parametrize("how", BLINDNESS)
def test_no_clan_is_taken_for_another(how: str) -> None:
    for one, other in combinations(CLANS, 2):
        apart = difference(CLANS[one].fill, CLANS[other].fill, how)
        assert apart >= APART, f"{one} and {other} with {how}: {apart:.1f}"


def test_clans_also_differ_by_letter_and_figures_by_outline() -> None:
    assert sorted(clan.letter for clan in CLANS.values()) == list("BGPRY")
    assert len(set(pieces.SHAPES.values())) == 3


def test_cards_differ_by_sign_letters_and_name() -> None:
    assert len({kind.letters for kind in KINDS.values()}) == len(KINDS) == len(Card)
    assert len({kind.name for kind in KINDS.values()}) == len(KINDS)
    assert len({SIGNS[card](LIGHT) for card in Card}) == len(Card)


def test_what_is_written_on_a_clans_colour_or_a_cards_head_can_be_read() -> None:
    for clan in CLANS.values():
        assert contrast(clan.fill, clan.ink) >= READABLE, clan
    for kind in KINDS.values():
        assert contrast(kind.fill, kind.ink) >= READABLE, kind
    assert contrast(BASALT, PALE) >= READABLE


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_words_and_values_can_be_read_on_what_they_stand_on(theme: Theme) -> None:
    pairs = [
        *(
            (theme.on_land, ground)
            for ground in (theme.land, *theme.hills, theme.forest, theme.sand)
        ),
        *((theme.on_sea, water) for water in (theme.sea, *theme.depths)),
        (theme.ink, theme.paper),
        (theme.ink, theme.card),
        (theme.quiet, theme.paper),
        (theme.quiet, theme.card),
        (theme.on_accent, theme.accent),
        (theme.on_stone, theme.stone),
        (theme.on_ghost, theme.ghost),
        (theme.on_scoria, theme.scoria),
        (theme.on_scoria_ghost, theme.scoria_ghost),
        (theme.outline, theme.halo),
    ]

    for ink, ground in pairs:
        assert contrast(ink, ground) >= READABLE, f"{ink} on {ground}: {contrast(ink, ground):.2f}"
