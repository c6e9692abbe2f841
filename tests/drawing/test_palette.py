"""Pictures inside a page: their colours come from a style sheet, and places in them are links."""

import re
from xml.etree.ElementTree import Element

import pytest

from service.drawing import THEMES, Look, Target, palette
from service.drawing.theme import CLANS
from tests.drawing.scenes import SVG, moments, parsed

GAMES = ("giants", "rapa-nui")
USED = re.compile(r"var\((--[\w-]+)\)")


def rules() -> dict[str, dict[str, str]]:
    """The style sheet by scheme: each property and its colour."""
    light, dark = re.findall(r":root \{(.*?)\}", palette.sheet())
    found = re.compile(r"(--[\w-]+): (#[0-9a-f]{6});")
    return {"light": dict(found.findall(light)), "dark": dict(found.findall(dark))}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("scheme", THEMES)
def test_a_picture_in_a_page_has_the_colours_of_its_scheme(slug: str, scheme: str) -> None:
    """With the properties put in, it is the picture that the theme alone gives."""
    moment = next(moments(slug, 3, 1, 999))
    colours = rules()[scheme]
    painted = moment.drawn(0, Look(palette.IN_PAGE, 720))
    plain = moment.drawn(0, Look(THEMES["light" if scheme == "light" else "dark"], 720))

    assert USED.search(painted)
    assert USED.sub(lambda found: colours[found[1]], painted) == plain


def test_every_clan_has_its_sign() -> None:
    for name, clan in CLANS.items():
        assert f".clan-{name} {{ --clan: {clan.fill};" in palette.sheet()


PLACES = ("column:1", "stack:fish", "own:grain", "hand:moai")


def links(svg: str) -> dict[str, Element]:
    return {str(one.get("data-spot")): one for one in parsed(svg).iter(f"{SVG}a")}


@pytest.mark.parametrize("width", [360, 720, 1280])
def test_a_place_that_leads_somewhere_is_a_link_with_its_words(width: int) -> None:
    spots = {place: Target(f"?to={place}&x", f"Go to {place}") for place in PLACES}
    moment = next(one for one in moments("rapa-nui", 3, 4, 1) if one.state.tribes[0].hand[-1])
    found = links(moment.drawn(0, Look(width=width, spots=spots, chosen={"column:1"})))

    assert set(found) == set(PLACES)
    for place, link in found.items():
        assert link.get("href") == f"?to={place}&x"
        assert link.findtext(f"{SVG}title") == f"Go to {place}"
        assert link.find(f"{SVG}rect[@class='ring']") is not None
        assert link.get("aria-current") == ("true" if place == "column:1" else None)


def test_a_picture_with_links_is_a_group_for_what_is_in_an_image_is_not_read() -> None:
    moment = next(moments("rapa-nui", 3, 1, 999))
    root = parsed(moment.drawn(0, Look(spots={"column:1": Target("?", "Draw")}, ids="slim")))

    assert root.get("role") == "group"
    assert root.get("aria-labelledby") == "slim-title"
    assert root.find(f"{SVG}title[@id='slim-title']") is not None


def test_without_spots_there_is_no_link() -> None:
    assert not links(next(moments("rapa-nui", 3, 1, 999)).drawn(0))
