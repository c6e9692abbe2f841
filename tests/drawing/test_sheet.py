"""Whatever is drawn: well formed, the same each time, harmless, and quick to turn into pixels."""

import re
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

from service import drawing
from service.drawing import THEMES, WIDTHS, Look, fonts
from service.drawing.svg import Markup, element, text
from tests.drawing.scenes import NAMES, SVG, moments, parsed

GAMES = ("giants", "rapa-nui")
PLAIN_TAGS = {
    "svg", "title", "desc", "g", "path", "rect", "circle", "ellipse", "polygon", "text",
}  # fmt: skip


def first(slug: str) -> Any:
    return next(moments(slug, 3, 1, 999))


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_view_gives_the_same_bytes(slug: str) -> None:
    one, again = first(slug), first(slug)

    assert one.drawn(0) == again.drawn(0)
    assert drawing.png(one.drawn(0)) == drawing.png(again.drawn(0))


@pytest.mark.parametrize("slug", GAMES)
def test_a_picture_has_a_title_and_a_telling_and_nothing_that_acts(slug: str) -> None:
    svg = first(slug).drawn(0)
    root = parsed(svg)

    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "moai-title moai-desc"
    assert root.findtext(f"{SVG}title")
    assert len(root.findtext(f"{SVG}desc") or "") > 200
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= PLAIN_TAGS
    names = {name for one in root.iter() for name in one.attrib}
    assert not [name for name in names if name.startswith("on") or "href" in name]
    assert "style" not in names
    assert not re.search(r"url\(|<!|<\?", svg)


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=60, deadline=None)
@given(name=st.text(max_size=40))
def test_any_name_is_harmless(slug: str, name: str) -> None:
    """Markup stays text, and what XML cannot hold is replaced."""
    root = parsed(first(slug).drawn(0, Look(names=(name, "<b>&amp;</b>", "x\x00\x0b\ud800"))))

    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= PLAIN_TAGS


@given(content=st.text(), value=st.text())
def test_text_and_attributes_are_read_back_as_they_were(content: str, value: str) -> None:
    drawn = element("g", text(0, 0, content, 10, "#000"), data_value=value)
    group = parsed(drawn)
    kept = str.maketrans({chr(code): "\ufffd" for code in (*range(9), 11, 12, *range(14, 32))})

    told = group[0].text or ""
    assert _same(told, content.translate(kept) or " ")
    assert _same(group.get("data-value") or "", value.translate(kept))


def _same(one: str, other: str) -> bool:
    """But for line ends, which XML makes alike, and for what it cannot hold."""
    clean = re.compile("[\r\n\t \ud800-\udfff\ufffd\ufffe\uffff]+")
    return clean.sub(" ", one) == clean.sub(" ", other)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_png_is_as_large_as_its_svg(slug: str, theme: Any, width: int) -> None:
    svg = first(slug).drawn(0, Look(THEMES[theme], width, NAMES))
    with Image.open(BytesIO(drawing.png(svg))) as image:
        size, mode = image.size, image.mode
    with Image.open(BytesIO(drawing.png(svg, zoom=2))) as twice:
        double = twice.size

    assert size == (width, int(parsed(svg).get("height") or 0))
    assert mode == "P"
    assert double == (2 * size[0], 2 * size[1])


def test_the_pngs_paper_and_words_are_painted() -> None:
    """Our font is found: a text leaves ink on the paper."""
    markup = element(
        "svg",
        Markup('<rect width="90" height="30" fill="#ffffff"/>'),
        text(5, 22, "Рапа Нуи", 18, "#000000", anchor="start", font_family="Commissioner"),
        xmlns="http://www.w3.org/2000/svg",
        width=90,
        height=30,
    )
    with Image.open(BytesIO(drawing.png(markup))) as image:
        inks = image.convert("L").histogram()

    assert sum(inks[:60]) > 20


def test_a_long_name_is_cut_to_its_room() -> None:
    assert fonts.fitted("Anna", 15, 200) == "Anna"
    short = fonts.fitted("Dorothea von Hohenlohe", 15, 80)

    assert short.endswith("…")
    assert fonts.width(short, 15) <= 80


def test_the_fonts_licence_lies_beside_it() -> None:
    assert "SIL OPEN FONT LICENSE" in (fonts.FOLDER / "OFL.txt").read_text("utf-8")


def test_words_can_be_said_in_another_language() -> None:
    german = {"Awaited: {seats}": "Erwartet: {seats}", "Blue": "Blau"}
    moment = first("giants")
    told = drawing.describe(
        moment.game, moment.view(0), Look(say=lambda text: german.get(text, text))
    )

    assert "Erwartet: Blau, Green, Red." in told
