"""What can be clicked on a picture of Giants, and what it shows of a draft."""

import re
from typing import Any

import pytest

from engine.giants.events import Moved, Placed, TookTablet
from service import drawing
from service.drawing import THEMES, WIDTHS, Look, Target
from tests.drawing.scenes import SVG, data, found, parsed
from tests.engine.giants.tables import GAME, at, table

STATE = table(turn="blue", crews="C7: blue worker; C6: 2 red workers", items="moai 2 of blue")
VIEW = GAME.view(STATE, 0)
SPOTS = {
    "C7": Target("?way=move&to=C7", "C7. Points given: none."),
    "A4": Target("?way=move&to=A4", "<A4>"),
    "ahu:Heki'i": Target("?ahu=hekii", "Erect it on Heki'i"),
    "Z9": Target("?nowhere", "no place of this island"),
}


def drawn(width: int = 720, **look: Any) -> str:
    return drawing.draw(GAME, VIEW, Look(width=width, **look))


@pytest.mark.parametrize("width", WIDTHS)
def test_each_spot_is_a_link_with_a_title_over_its_place(width: int) -> None:
    """In reading order; a place that the island does not have is left out."""
    spots = found(parsed(drawn(width, spots=SPOTS)), "spot")

    assert [one.tag for one in spots] == [f"{SVG}a"] * 3
    assert [(one.get("href"), one.findtext(f"{SVG}title")) for one in spots] == [
        ("?way=move&to=A4", "<A4>"),
        ("?way=move&to=C7", "C7. Points given: none."),
        ("?ahu=hekii", "Erect it on Heki'i"),
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_whole_hex_can_be_clicked(width: int) -> None:
    """The link's area has the corners of the cell, which is drawn a little smaller."""
    root = parsed(drawn(width, spots=SPOTS))
    (link,) = (one for one in found(root, "spot") if data(one, "spot") == ("C7",))
    (cell,) = (one for one in found(root, "hex") if data(one, "hex") == ("C7",))
    area = link.findall(f"{SVG}polygon")[0]

    assert spread(area.get("points")) == pytest.approx(spread(cell.get("points")) / 0.955, rel=0.01)


def spread(points: str | None) -> float:
    xs = [float(pair.split(",")[0]) for pair in (points or "").split()]
    return max(xs) - min(xs)


def test_links_are_the_only_difference_that_spots_make() -> None:
    """And that a picture with links is a group, whose parts are read aloud."""
    head = re.compile(r"^<svg.*?>")
    without = re.sub(r'<g class="links">.*?</g>', "", drawn(spots=SPOTS))

    assert head.sub("", without) == head.sub("", drawn())
    assert "<a" not in drawn()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_drafted_move_shows_its_path_and_the_items_ghost_at_its_end(
    theme: Any, width: int
) -> None:
    move = Moved(0, 2, at("D7"), (at("C7"), at("C6")), ())
    root = parsed(drawn(width, theme=THEMES[theme], trail=(move,)))
    (draft,) = found(root, "drafted")
    (ghost,) = found(draft, "ghost")

    assert data(draft, "size", "path") == ("2", "C7 C6")
    assert data(ghost, "hex") == ("C6",)
    assert any(line.get("stroke-dasharray") for line in draft.iter(f"{SVG}path"))
    assert drawing.png(drawing.Markup(drawn(width, theme=THEMES[theme], trail=(move,))))


def test_an_item_in_hand_without_an_end_has_no_ghost() -> None:
    (draft,) = found(parsed(drawn(trail=(Moved(0, 0, at("E3"), (), ()),))), "drafted")

    assert data(draft, "size", "path") == ("0", "")
    assert not found(draft, "ghost")


def test_a_figure_about_to_be_placed_is_a_ghost_on_its_hex() -> None:
    (ghost,) = found(parsed(drawn(trail=(Placed(0, "chief", at("B4"), 0),))), "ghost")

    assert data(ghost, "hex") == ("B4",)


def test_events_that_happen_beside_the_map_are_not_drawn_on_it() -> None:
    assert drawn(trail=(TookTablet(0),)) == drawn()
