"""Plans and preferences over the API: laid down, looked at, taken back, and refused."""

from typing import Any

import pytest
from flask import Flask

from tests.engine.giants.tables import table as position
from tests.parts.tables import Table
from tests.service.plan_tables import GREEN, LEFT, at, token
from tests.service.tables import Caller, caller


@pytest.fixture
def table(writing_room: Flask) -> Table:
    clans: dict[str, Any] = {"blue": LEFT, "green": LEFT, "red": LEFT}
    return at(position(stage="placement", turn="blue", **clans))


@pytest.fixture
def green(writing_room: Flask, table: Table) -> Caller:
    return caller(writing_room, token(table, GREEN))


def put(one: Caller, door: str, body: Any) -> Any:
    return one.client.put(f"/api/v1/matches/m1/{door}", json=body, headers=one.headers())


def test_a_plan_is_laid_down_looked_at_and_thrown_away(green: Caller) -> None:
    steps = [{"text": "worker C4", "otherwise": "skip"}, {"action": {"kind": "pass"}}]
    laid = put(green, "plan", {"steps": steps})
    seen = green.get("/matches/m1/plan")
    gone = green.client.delete("/api/v1/matches/m1/plan", headers=green.headers())

    assert (laid.status_code, laid.json) == (200, seen.json)
    assert [one["text"] for one in seen.json["steps"]] == ["worker C4", "pass"]
    assert [one["phase"] for one in seen.json["steps"]] == ["placement 2", "placement 2"]
    assert seen.json["steps"][0]["sentences"] == ["Green puts a worker on C4."]
    assert gone.status_code == 204
    assert green.get("/matches/m1/plan").status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"steps": []}, 400, "malformed"),
        ({"steps": [{"text": "pass"}] * 31}, 400, "malformed"),
        ({"steps": [{"text": "pass", "action": {"kind": "pass"}}]}, 400, "malformed"),
        ({"steps": [{"otherwise": "stop"}]}, 400, "malformed"),
        ({"steps": [{"text": "pass", "otherwise": "perhaps"}]}, 400, "malformed"),
        ({"steps": [{"text": "pass", "most_points": -1}]}, 400, "malformed"),
        ({"steps": [{"text": "fly"}]}, 400, "malformed"),
        ({"steps": [{"text": "keep"}]}, 422, "illegal"),
        ({"steps": [{"text": "pass", "phase": "auction 9"}]}, 422, "illegal"),
        ({"steps": [{"text": "pass"}], "revision": 99}, 409, "stale"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    green: Caller, body: dict[str, Any], status: int, code: str
) -> None:
    answer = put(green, "plan", body)

    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_the_seat_s_own_tag_changes_with_its_plan_and_nobody_else_s(
    green: Caller, writing_room: Flask, table: Table
) -> None:
    blue = caller(writing_room, token(table, 0))
    before = [one.get("/matches/m1/view").headers["ETag"] for one in (green, blue)]
    put(green, "plan", {"steps": [{"text": "pass"}]})
    after = [one.get("/matches/m1/view").headers["ETag"] for one in (green, blue)]

    assert before[0] != after[0]
    assert before[1] == after[1]


def test_preferences_are_said_and_seen(green: Caller) -> None:
    said = put(green, "preferences", {"preferences": {"idle": True}})
    wrong = put(green, "preferences", {"preferences": {"tea": True}})

    assert said.json == {"preferences": {"recall": "ask", "idle": True}}
    assert green.get("/matches/m1/preferences").json == said.json
    assert (wrong.status_code, wrong.json["facts"]["option"]) == (400, "tea")


def test_a_game_says_which_preferences_it_has(writing_room: Flask) -> None:
    games = caller(writing_room, None).get("/games").json["items"]

    assert {one["slug"]: [p["name"] for p in one["preferences"]] for one in games} == {
        "giants": ["recall", "idle"],
        "rapa-nui": ["moai"],
    }
