"""The table's page in a real browser: its style sheets agree with each other."""

from collections.abc import Iterator

import pytest
from flask import Flask

from service import tokens
from tests.gallery import room
from tests.parts import tables
from tests.parts.browser import Tab


@pytest.fixture
def seat(app: Flask) -> Iterator[str]:
    """The address of a seat of Rapa Nui whose turn it is."""
    with app.app_context():
        table = tables.lay("m1", "rapa-nui")
        link = tokens.sign(tokens.Seat(table.id, table.row().awaited[0], 1))
    with room.served(app) as site:
        yield f"{site}/s/{link}"


def test_a_choice_stands_in_one_row_with_its_words_and_can_be_tapped(tab: Tab, seat: str) -> None:
    """WCAG 2.5.8 wants 24 pixels; the rules for other fields once made each radio a field wide."""
    tab.page.goto(seat)
    choice = tab.page.locator(".choice").first
    box = choice.bounding_box()
    radio = choice.locator("input").bounding_box()
    words = choice.locator(".words").bounding_box()
    assert box
    assert radio
    assert words

    assert box["height"] >= 24
    assert radio["width"] <= 24
    assert radio["x"] + radio["width"] <= words["x"]
    assert abs(radio["y"] + radio["height"] / 2 - words["y"] - words["height"] / 2) <= 2
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
