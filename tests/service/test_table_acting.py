"""Acting on a table's page: what it would do, that it is done once, and what is refused."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.rapanui.state import Stage
from service import resolution, table as rows
from service.store.database import db
from tests.parts.dumps import dump
from tests.service.at_table import (
    WAYS,
    awaited,
    drawing,
    hidden,
    said,
    seat_link,
    state,
    submit,
    turn_link,
)
from tests.service.tables import NOON, Table, begin

FIRST = 0


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


class TestActing:
    def test_a_click_on_a_column_shows_what_it_would_do_and_then_it_is_done(
        self, house: FlaskClient
    ) -> None:
        table = drawing()
        seat = awaited(table)
        card = state(table).columns[1][-1]
        path = seat_link(table, seat)
        spot = re.findall(r'<a href="(\?[^"]+)"[^>]*data-spot="column:2"', house.get(path).text)[0]
        page = house.get(path + unescape(spot)).text
        answer = house.post(path, data=hidden(page, "play") | {"do": "play"})

        assert 'aria-current="true" data-spot="column:2"' in page
        assert "What it would do" in page
        assert f"drew from column 2: {card}" in said(page)
        assert answer.status_code == 200
        assert "Your turn is made" in answer.text
        assert f"drew from column 2: {card}" in said(answer.text)
        assert str(table.row().head) in answer.text
        assert table.row().turn == 2

    def test_a_second_click_gets_the_first_answer(self, house: FlaskClient) -> None:
        table = drawing()
        path = seat_link(table, awaited(table))
        form = {"do": "play", "turn": "1", "sealed": "", "text": "draw 1"}
        answers = [house.post(path, data=form) for _ in range(3)]

        assert {one.status_code for one in answers} == {200}
        assert table.row().turn == 2

    def test_what_a_card_not_yet_seen_would_answer_is_not_foretold(
        self, house: FlaskClient
    ) -> None:
        """A column of one card is dealt anew: nobody knows with what."""
        table = drawing()
        for _ in range(60):
            seat, now = awaited(table), state(table)
            last = [n for n, column in enumerate(now.columns, 1) if len(column) == 1]
            if now.stage is Stage.DRAW and last:
                break
            game = rows.game_of(table.row())
            listed = list(game.choices(now, seat))
            submit(table, seat, game.say(now, listed[0]))
        page = said(house.get(f"{seat_link(table, seat)}?way=draw&column={last[0]}").text)
        preview = page.partition("What it would do")[2].partition("Write it in words")[0]

        assert "What follows is seen only once it is done." in preview
        assert "dealt anew:" not in preview

    @pytest.mark.parametrize(
        ("form", "status"),
        [
            ({"do": "play", "turn": "1", "text": "draw 9"}, 422),
            ({"do": "play", "turn": "1", "text": "<b>fly</b>"}, 400),
            ({"do": "play", "turn": "1", "text": ""}, 400),
            ({"do": "play", "turn": "0", "text": "draw 1"}, 409),
            ({"do": "play", "turn": "one", "text": "draw 1"}, 400),
            ({"do": "play", "text": "draw 1"}, 400),
            ({"do": "dance", "turn": "1", "text": "draw 1"}, 400),
            ({"do": "withdraw"}, 404),
        ],
    )
    def test_what_is_refused_is_said_on_the_table_and_changes_nothing(
        self, house: FlaskClient, form: dict[str, str], status: int
    ) -> None:
        table = drawing()
        before = dump()
        answer = house.post(seat_link(table, awaited(table)), data=form)

        assert answer.status_code == status
        assert 'role="alert"' in answer.text
        assert "<b>fly" not in answer.text
        assert "From which column do you draw?" in answer.text
        assert dump() == before

    def test_who_is_not_awaited_is_refused(self, house: FlaskClient) -> None:
        table = drawing()
        path = seat_link(table, (awaited(table) + 1) % 3)
        answer = house.post(path, data={"do": "play", "turn": "1", "text": "draw 1"})

        assert answer.status_code == 409
        assert "It is not this seat" in unescape(answer.text)

    @pytest.mark.parametrize(
        "query",
        ["way=fly", "way=draw&column=9", "column=%00", "way=draw&column=1&column=2", "x=" * 9],
    )
    def test_a_draft_that_does_not_fit_is_no_error(self, house: FlaskClient, query: str) -> None:
        table = drawing()
        answer = house.get(f"{seat_link(table, awaited(table))}?{query}")

        assert answer.status_code == 200
        assert 'role="alert"' not in answer.text

    def test_the_play_that_ends_the_phase_of_a_link_gets_its_receipt(
        self, house: FlaskClient
    ) -> None:
        table = drawing()
        seat, path = awaited(table), turn_link(table, awaited(table))
        while True:
            turn = str(table.row().turn)
            answer = house.post(path, data={"do": "play", "turn": turn, "text": "draw 1"})
            if awaited(table) != seat:
                break
        again = house.get(path)

        assert answer.status_code == 200
        assert "Your turn is made" in answer.text
        assert "A letter comes when it is your turn again." in answer.text
        assert WAYS not in answer.text
        assert again.status_code == 409
        assert "Open the newest letter" in again.text
        assert f'href="/m/{table.id}"' in again.text
        assert "<svg" not in again.text


@pytest.fixture
def bids(app: Flask) -> Iterator[Table]:
    with app.app_context():
        yield begin("giants", 3)


class TestSealed:
    def claim(self) -> tuple[Table, int]:
        """A match of Rapa Nui at its first sealed claim, with at least two who claim."""
        for number in range(40):
            table = begin("rapa-nui", 3, match_id=f"claim{number}")
            if (seat := self._driven(table)) is not None:
                return table, seat
        pytest.fail("no match came to a claim")

    def _driven(self, table: Table) -> int | None:
        """Who can plays a moai, who can play a lumberjack does, and everybody draws moai."""
        game = rows.game_of(table.row())
        while table.row().status == "running":
            now, seat = state(table), awaited(table)
            if now.stage is Stage.CLAIM and len(table.row().awaited) > 1:
                return seat
            listed = list(game.choices(now, seat))
            best = [a for a in listed if "moai" in game.say(now, a)] or [
                a for a in listed if "lumberjack" in game.say(now, a)
            ]
            submit(table, seat, game.say(now, (best or listed)[0]))
            if table.row().closes_at is not None:
                resolution.resolve(table.id, NOON)
        return None

    def test_a_claim_is_previewed_sealed_changed_and_withdrawn_and_never_in_an_address(
        self, house: FlaskClient
    ) -> None:
        table, seat = self.claim()
        path = seat_link(table, seat)
        asked = house.get(f"{path}?way=claim&gain=wood")
        preview = house.post(path, data={"do": "preview", "way": "claim", "gain": "wood"}).text
        fields = hidden(preview, "play")
        sealed = house.post(path, data=fields | {"do": "play"})
        number = table.row().submissions
        page = house.get(path).text
        other = house.get(seat_link(table, (seat + 1) % 3)).text
        changed = house.post(path, data=fields | {"do": "play", "text": "points"})
        withdrawn = house.post(path, data={"do": "withdraw"})

        assert 'method="post"' in asked.text
        assert 'method="get"' not in asked.text
        assert "What it would do" not in asked.text
        assert " checked" not in asked.text
        assert fields == {"text": "wood", "turn": str(table.row().turn), "sealed": "yes"}
        assert "Received as number" in sealed.text
        assert re.search(rf"<code>{number}</code>.*<code>[0-9a-f]{{64}}</code>", sealed.text)
        assert "Sealed: wood." in page
        assert "has sealed" in said(page)
        assert "has sealed" in said(other)
        assert "Sealed: wood." not in other
        assert "Sealed: points." in changed.text
        assert "Your sealed action is withdrawn" in withdrawn.text
        assert table.row().submitted == []

    def test_a_bid_is_written_in_words_and_checked_before(
        self, house: FlaskClient, bids: Table
    ) -> None:
        path = seat_link(bids, FIRST)
        before = dump()
        preview = house.post(path, data={"do": "preview", "text": "bid 1 marker"})
        wrong = house.post(path, data={"do": "preview", "text": "bid 99 markers"})

        assert "It is legal. It stays sealed until everyone has acted." in preview.text
        assert hidden(preview.text, "play")["text"] == "bid 1 marker"
        assert 'role="alert"' in wrong.text
        assert 'value="bid 99 markers"' in wrong.text
        assert dump() == before

    def test_when_the_last_is_in_the_table_says_that_they_are_being_opened(
        self, house: FlaskClient, bids: Table
    ) -> None:
        for seat in range(3):
            submit(bids, seat, "bid nothing")
        page = house.get(seat_link(bids, FIRST)).text

        assert "The sealed actions are being opened" in page
        assert WAYS not in page
        assert "data-wait=" in page
