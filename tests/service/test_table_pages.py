"""The table's page: what a seat sees there, and that looking changes nothing."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import resolution, table as rows, tokens
from service.store.database import db, writing
from service.store.matches import Match
from service.store.players import Player
from tests.parts.dumps import dump
from tests.service.at_table import WAYS, awaited, drawing, said, seat_link, state, submit, turn_link
from tests.service.tables import NOON, Table


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


class TestLooking:
    @pytest.mark.parametrize("link", [seat_link, turn_link])
    def test_the_awaited_seat_is_told_that_it_is_its_turn(
        self, house: FlaskClient, link: Callable[[Table, int], str]
    ) -> None:
        table = drawing()
        page = house.get(link(table, awaited(table)))

        assert page.status_code == 200
        assert "<h1>Your turn</h1>" in page.text
        assert "From which column do you draw?" in page.text

    def test_the_others_are_told_whom_the_table_waits_for(self, house: FlaskClient) -> None:
        table = drawing()
        seat = awaited(table)
        page = house.get(seat_link(table, (seat + 1) % 3)).text

        assert f"<h1>Waiting for Player {seat}</h1>" in page
        assert "data-wait=" in page
        assert "Look again" in page
        assert "A step for your plan" in page
        assert 'value="play"' not in page

    def test_looking_stepping_and_asking_what_it_would_do_change_nothing(
        self, house: FlaskClient
    ) -> None:
        table = drawing()
        path = seat_link(table, awaited(table))
        before = dump()
        answers = [
            house.get(path),
            house.head(path),
            house.get(f"{path}?way=draw&column=2"),
            house.get(f"{path}/log"),
            house.post(path, data={"do": "preview", "way": "draw", "column": "2"}),
            house.post(path, data={"do": "preview", "text": "draw 1"}),
        ]

        assert {one.status_code for one in answers} == {200}
        assert dump() == before
        assert not [one for one in answers if "Set-Cookie" in one.headers]

    @pytest.mark.parametrize("lang", [None, "de"])
    def test_it_speaks_the_players_language_unless_the_address_names_another(
        self, house: FlaskClient, lang: str | None
    ) -> None:
        table = drawing()
        seat = awaited(table)
        with writing() as session:
            player = session.get_one(Player, f"{table.id}{seat}")
            player.language, player.time_zone = "it", "Asia/Tokyo"
        page = house.get(seat_link(table, seat), query_string={"lang": lang} if lang else {})

        assert f'<html lang="{lang or "it"}">' in page.text
        # Noon of 1 March 2026, a Sunday, and 24 hours; nine hours later in Tokyo.
        day = "Montag, 2. März 2026" if lang else "lunedì 2 marzo 2026"
        assert f"{day}, 21:00 (Asia/Tokyo)" in page.text
        assert page.text.count('name="lang"') == (1 if lang else 0)

    def test_a_program_that_knows_the_page_is_told_that_nothing_has_changed(
        self, house: FlaskClient
    ) -> None:
        table = drawing()
        path = seat_link(table, (awaited(table) + 1) % 3)
        first = house.get(path)
        mark = first.headers["ETag"]
        same = house.get(path, headers={"If-None-Match": mark})
        submit(table, awaited(table), "draw 1")
        changed = house.get(path, headers={"If-None-Match": mark})

        assert f'data-wait="{mark.removeprefix("W/")[1:-1]}"' in first.text
        assert (same.status_code, same.data) == (304, b"")
        assert changed.status_code == 200
        assert changed.headers["ETag"] != mark

    def test_each_picture_has_ids_of_its_own_and_no_style(self, house: FlaskClient) -> None:
        table = drawing()
        page = house.get(seat_link(table, awaited(table))).text
        ids = re.findall(r' id="([^"]+)"', page)

        assert len(ids) == len(set(ids))
        assert page.count("<svg") == 2
        assert not re.search(r"<style| style=| on\w+=|<script(?! type=.module. src=)", page)

    def test_the_log_is_told_whole_and_marks_what_is_new(self, house: FlaskClient) -> None:
        table = drawing()
        first = awaited(table)
        while awaited(table) == first:
            submit(table, first, "draw 1")
        page = house.get(seat_link(table, first)).text
        log = said(house.get(f"{seat_link(table, first)}/log").text)

        assert "The cards are dealt" in log
        assert log.count("drew from column 1") == page.count("drew from column 1")
        assert "Since your last turn" not in page  # nobody has acted since
        assert "Back to the table" in log


class TestStanding:
    def change(self, table: Table, **parts: object) -> None:
        with writing() as session:
            row = session.get_one(Match, table.id)
            for name, value in parts.items():
                setattr(row, name, value)

    @pytest.mark.parametrize(
        ("parts", "title"),
        [
            ({"paused_at": NOON}, "This match is paused"),
            ({"quarantined_at": NOON}, "This match waits for an operator"),
            ({"status": "cancelled", "awaited": []}, "This match was cancelled"),
        ],
    )
    def test_a_match_that_stands_still_says_so_and_offers_nothing(
        self, house: FlaskClient, parts: dict[str, object], title: str
    ) -> None:
        table = drawing()
        seat = awaited(table)
        self.change(table, **parts)
        page = house.get(seat_link(table, seat))

        assert page.status_code == 200
        assert f"<h1>{title}</h1>" in page.text
        assert WAYS not in page.text

    def test_a_match_that_is_not_dealt_yet_waits_for_the_others(self, house: FlaskClient) -> None:
        table = drawing()
        self.change(table, status="gathering", state=None, head=None, phase=None, awaited=[])
        page = house.get(seat_link(table, 0))

        assert page.status_code == 200
        assert "The match has not started" in page.text
        assert "Player 1" in page.text
        assert "data-wait=" in page.text

    def test_at_the_end_all_see_who_won_and_why(self, house: FlaskClient) -> None:
        table = drawing()
        game = rows.game_of(table.row())
        while table.row().status == "running":
            now, seat = state(table), awaited(table)
            submit(table, seat, game.say(now, next(iter(game.choices(now, seat)))))
            if table.row().closes_at is not None:
                resolution.resolve(table.id, NOON)
        outcome = game.outcome(state(table))
        page = house.get(seat_link(table, 1)).text

        assert outcome is not None
        assert "<h1>The match is over</h1>" in page
        for seat, total in enumerate(outcome.totals):
            row = re.findall(rf"<tr[^>]*>(?:(?!</tr>).)*Player {seat} .*?</tr>", page, re.DOTALL)[0]
            assert f'<td class="total" role="cell">{total}</td>' in row
            assert ("winner" in row) == (seat in outcome.winners)
        assert f'href="/m/{table.id}/replay"' in page
        assert f'href="/api/v1/matches/{table.id}/record"' in page
        assert "data-wait=" not in page


def test_a_revoked_seat_sees_nothing(house: FlaskClient) -> None:
    table = drawing()
    old = tokens.sign(tokens.Seat(table.id, 0, 7))

    assert house.get(f"/s/{old}").status_code == 401
    assert house.get(f"/s/{old}/log").status_code == 401
    assert house.post(f"/s/{old}", data={"do": "play"}).status_code == 401


def test_a_log_is_paged_and_a_number_that_is_none_is_refused(
    house: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = drawing()
    monkeypatch.setattr("service.pages.table_doors.LOG_PAGE", 1)
    path = f"{seat_link(table, 0)}/log"
    first, second = house.get(path).text, house.get(f"{path}?{urlencode({'after': 1})}").text

    assert "The cards are dealt" in said(first)
    assert "What happened next" in said(first)
    assert "The cards are dealt" not in said(second)
    assert "What happened next" not in said(second)
    assert house.get(f"{path}?after=x").status_code == 400


def test_the_seats_of_others_are_seen_from_outside_only(house: FlaskClient) -> None:
    """No card of another's hand is drawn or told on the page."""
    table = drawing()
    page = house.get(seat_link(table, 0)).text
    own = sum(state(table).tribes[0].hand)

    assert page.count('class="mine"') == 2
    mine = [part.partition("</svg>")[0] for part in page.split('class="mine"')[1:]]
    assert [part.count("data-card=") for part in mine] == [own, own]
