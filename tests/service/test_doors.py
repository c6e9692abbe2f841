"""The doors to a table over HTTP: what they answer, and to whom."""

from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from service import play, resolution, tokens
from service.sent import Asked, Sent
from tests.service.tables import NOON, Table, begin, caller

SENT = Sent(b"{}", "POST", "moai.example", "/")


@pytest.fixture
def table(app: Flask) -> Any:
    with app.app_context():
        yield begin()


def path(table: Table, rest: str) -> str:
    return f"/matches/{table.id}/{rest}"


def test_a_stranger_sees_the_table_without_anyones_reserve(app: Flask, table: Table) -> None:
    answer = caller(app, None).get(path(table, "view"))

    assert answer.status_code == 200
    assert answer.json["view"]["mine"] is None
    assert answer.json["choices"] is None


def test_a_seat_sees_its_own_reserve_and_choices(app: Flask, table: Table) -> None:
    answer = caller(app, table.seat(1)).get(path(table, "view"))

    assert answer.json["view"]["mine"]["markers"] == 2
    assert answer.json["choices"]["kind"] == "bid"


def test_an_unchanged_view_is_a_304_and_a_changed_one_is_not(app: Flask, table: Table) -> None:
    mine = caller(app, table.seat(0))
    mark = mine.get(path(table, "view")).headers["ETag"]

    same = mine.get(path(table, "view"), **{"If-None-Match": mark})
    caller(app, table.seat(1)).post(path(table, "turns"), {"turn": 0, "text": "bid nothing"})
    other = mine.get(path(table, "view"), **{"If-None-Match": mark})

    assert (same.status_code, other.status_code) == (304, 200)
    assert other.json["submitted"] == [1]


def test_marks_differ_between_viewers(app: Flask, table: Table) -> None:
    marks = {
        caller(app, token).get(path(table, "view")).headers["ETag"]
        for token in (None, table.seat(0), table.seat(1))
    }

    assert len(marks) == 3


def test_a_revoked_token_gets_neither_a_view_nor_a_304(app: Flask, table: Table) -> None:
    mark = caller(app, table.seat(0)).get(path(table, "view")).headers["ETag"]
    revoked = caller(app, tokens.Seat(table.id, 0, 2))

    answer = revoked.get(path(table, "view"), **{"If-None-Match": mark})

    assert (answer.status_code, answer.json["code"]) == (401, "unauthenticated")


def test_a_sealed_action_is_202_and_an_open_turn_201(app: Flask, table: Table) -> None:
    body = {"turn": 0, "action": {"kind": "bid", "markers": 1}}
    sealed = [caller(app, table.seat(s)).post(path(table, "turns"), body) for s in range(3)]
    resolution.resolve(table.id, datetime.now(UTC))
    row = table.row()

    played = caller(app, table.seat(row.awaited[0])).post(
        path(table, "turns"), {"turn": row.turn, "text": "worker c4"}
    )

    assert [one.status_code for one in sealed] == [202, 202, 202]
    assert played.status_code == 201
    assert played.json["entry"]["action"]["kind"] == "place"
    assert played.json["table"]["turn"] == row.turn + 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"turn": 0}, 400, "malformed"),
        ({"turn": 0, "text": "bid nothing", "action": {}}, 400, "malformed"),
        ({"turn": 0, "text": "bid nothing", "more": 1}, 400, "malformed"),
        ({"turn": "0", "text": "bid nothing"}, 400, "malformed"),
        ({"turn": 0, "action": {"kind": "sing"}}, 400, "malformed"),
        ({"turn": 0, "action": {"kind": "bid", "markers": 1.5}}, 400, "malformed"),
        ({"turn": 0, "action": {"kind": "bid", "markers": 9}}, 422, "illegal"),
        ({"turn": 7, "text": "bid nothing"}, 409, "stale"),
    ],
)
def test_a_bad_turn_is_refused_by_its_code(
    app: Flask, table: Table, body: Any, status: int, code: str
) -> None:
    answer = caller(app, table.seat(0)).post(path(table, "turns"), body)

    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert table.row().submitted == []


def test_no_token_and_a_token_for_another_match_are_refused(app: Flask, table: Table) -> None:
    body = {"turn": 0, "text": "bid nothing"}
    nobody = caller(app, None).post(path(table, "turns"), body)
    other = caller(app, tokens.Seat("elsewhere", 0, 1)).post(path(table, "turns"), body)

    assert (nobody.status_code, other.status_code) == (401, 403)
    assert "WWW-Authenticate" in nobody.headers


def test_my_sealed_action_is_mine_to_see_revise_and_withdraw(app: Flask, table: Table) -> None:
    mine = caller(app, table.seat(0))
    mine.post(path(table, "turns"), {"turn": 0, "text": "bid 1 marker"})

    seen = mine.get(path(table, "sealed"))
    rival = caller(app, table.seat(1)).get(path(table, "sealed"))
    withdrawn = mine.client.delete(f"/api/v1{path(table, 'sealed')}", headers=mine.headers())

    assert seen.json["text"] == "bid 1 marker"
    assert rival.status_code == 404
    assert withdrawn.status_code == 204
    assert table.row().submitted == []


def test_the_log_tells_a_seat_its_own_secrets_and_nobody_elses(app: Flask, table: Table) -> None:
    for seat in range(3):
        play.submit(table.seat(seat), SENT, Asked(0, None, "bid nothing"), NOON)
    resolution.resolve(table.id, NOON)

    log = caller(app, table.seat(0)).get(path(table, "log")).json

    assert [entry["kind"] for entry in log["items"]] == ["deal", "resolve"]
    assert log["next"] is None
    assert all(entry["sentences"] for entry in log["items"])


def test_the_log_is_paged_by_the_last_number(app: Flask, table: Table) -> None:
    for seat in range(3):
        play.submit(table.seat(seat), SENT, Asked(0, None, "bid nothing"), NOON)
    resolution.resolve(table.id, NOON)
    anyone = caller(app, None)

    first = anyone.get(path(table, "log?limit=1")).json
    rest = anyone.get(path(table, f"log?limit=1&after={first['next']}")).json

    assert [entry["number"] for entry in first["items"] + rest["items"]] == [1, 2]
    assert rest["next"] is None


def test_a_running_matchs_record_holds_no_seed_and_no_private_part(
    app: Flask, table: Table
) -> None:
    record = caller(app, None).get(path(table, "record")).json

    assert record["seed"] is None
    assert [page["private"] for page in record["entries"]] == [None]


def test_an_unknown_match_is_not_found(app: Flask, table: Table) -> None:
    assert caller(app, None).get("/matches/nowhere/view").status_code == 404


@pytest.mark.parametrize("after", [2**31, 10**20])
def test_a_number_beyond_all_bounds_is_malformed(app: Flask, table: Table, after: int) -> None:
    answer = caller(app, None).get(path(table, f"log?after={after}"))

    assert (answer.status_code, answer.json["code"]) == (400, "malformed")


def test_a_host_name_longer_than_is_kept_is_cut(app: Flask, table: Table) -> None:
    mine = caller(app, table.seat(0))
    body = {"turn": 0, "text": "bid nothing"}

    answer = mine.post(path(table, "turns"), body, Host=("a" * 60 + ".") * 5 + "example")

    assert answer.status_code == 202
