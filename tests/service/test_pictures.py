"""The doors to pictures: who sees what, in which form, and when it need not be sent again."""

from io import BytesIO
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from PIL import Image

from service import picturing, table as tables, tokens
from service.picturing import Wanted
from service.store.database import reading
from tests.service.tables import Table, begin, caller

pytestmark = pytest.mark.usefixtures("painted")


@pytest.fixture
def table(app: Flask) -> Any:
    with app.app_context():
        yield begin()


def path(table: Table, rest: str) -> str:
    return f"/matches/{table.id}/{rest}"


def test_a_stranger_and_a_seat_each_get_their_own_picture(app: Flask, table: Table) -> None:
    stranger = caller(app, None).get(path(table, "board.svg"))
    mine = caller(app, table.seat(1)).get(path(table, "board.svg"))

    assert (stranger.status_code, mine.status_code) == (200, 200)
    assert "Behind my screen" not in stranger.text
    assert "Behind my screen" in mine.text
    assert "Player 0" in stranger.text


def test_an_svg_is_served_as_one_and_may_do_nothing(app: Flask, table: Table) -> None:
    answer = caller(app, None).get(path(table, "board.svg?theme=dark&width=360"))
    root = ET.fromstring(answer.text)  # noqa: S314  # our own picture

    assert answer.content_type == "image/svg+xml"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; sandbox")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Authorization, Accept-Language"
    assert root.get("width") == "360"


@pytest.mark.parametrize("width", [360, 720, 1280])
def test_a_png_is_as_wide_as_it_was_asked_for(app: Flask, table: Table, width: int) -> None:
    answer = caller(app, table.seat(0)).get(path(table, f"board.png?width={width}"))
    with Image.open(BytesIO(answer.data)) as image:
        wide = image.size[0]

    assert answer.content_type == "image/png"
    assert wide == width


def test_rapa_nui_has_pictures_too(app: Flask) -> None:
    with app.app_context():
        table = begin("rapa-nui")
        answer = caller(app, table.seat(0)).get(path(table, "board.svg"))

    assert "My hand" in answer.text


def test_an_unchanged_picture_is_a_304_until_something_changes(app: Flask, table: Table) -> None:
    mine = caller(app, table.seat(0))
    mark = mine.get(path(table, "board.png")).headers["ETag"]

    same = mine.get(path(table, "board.png"), **{"If-None-Match": mark})
    other_look = mine.get(path(table, "board.png?theme=dark"), **{"If-None-Match": mark})
    caller(app, table.seat(1)).post(path(table, "turns"), {"turn": 0, "text": "bid nothing"})
    changed = mine.get(path(table, "board.png"), **{"If-None-Match": mark})

    assert (same.status_code, same.data) == (304, b"")
    assert (other_look.status_code, changed.status_code) == (200, 200)


def test_a_revoked_token_gets_neither_a_picture_nor_a_304(app: Flask, table: Table) -> None:
    mark = caller(app, table.seat(0)).get(path(table, "board.svg")).headers["ETag"]
    revoked = caller(app, tokens.Seat(table.id, 0, 2))

    assert revoked.get(path(table, "board.svg"), **{"If-None-Match": mark}).status_code == 401


@pytest.mark.parametrize("query", ["theme=pink", "width=361", "width=x", "zoom=9"])
def test_a_picture_that_is_not_on_offer_is_refused(app: Flask, table: Table, query: str) -> None:
    answer = caller(app, None).get(path(table, f"board.svg?{query}"))

    assert (answer.status_code, answer.json["code"]) == (400, "malformed")


def test_no_match_and_a_match_not_started_have_no_picture(app: Flask, table: Table) -> None:
    assert caller(app, None).get("/matches/nowhere/board.svg").status_code == 404


def test_the_last_events_are_those_that_all_were_told(app: Flask, table: Table) -> None:
    row = table.row()
    with reading() as session:
        played = tables.load(row)
        events = picturing.last_events(session, row, played)

    assert [event.kind for event in events] == ["dealt", "rolled"]
    assert Wanted() == Wanted("light", 720)
