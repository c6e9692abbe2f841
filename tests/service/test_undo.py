"""Taking a step back: what may be, what is refused and why, and what it leaves behind."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from engine import match as engine
from engine.errors import Refusal as Said
from engine.game import Step
from engine.giants.ruleset import COLOURS
from service import (
    hidden,
    hosting,
    looking,
    picturing,
    play,
    resolution,
    sealed,
    stand_ins,
    table as rows,
    tokens,
    undoing,
    way_back,
)
from service.play import Answer
from service.refusals import Refusal
from service.seating import Actor
from service.sent import Asked, Sent
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.submissions import Submission
from tests.parts.audit import play as audit
from tests.parts.choosing import choose, dice
from tests.service.at_table import seat_link
from tests.service.tables import NOON, Table, begin, caller

QUICK: dict[str, Any] = {"island": "motu-nui", "quick": True, "max_rounds": 2}
HOUR = timedelta(hours=1)


def sent(key: str | None = None, body: bytes = b"{}") -> Sent:
    return Sent(body, "POST", "moai.example", "/api/v1/undo", key)


def say(table: Table, seat: int, text: str, now: datetime = NOON) -> Any:
    row = table.row()
    return play.submit(table.seat(seat), sent(), Asked(row.turn, None, text), now)


def undo(table: Table, seat: int, now: datetime = NOON, token: Actor | None = None) -> Answer:
    return undoing.undo(token or table.seat(seat), sent(), table.row().turn, now)


def refusal(table: Table, seat: int, now: datetime = NOON) -> Refusal:
    with pytest.raises(Refusal) as caught:
        undo(table, seat, now)
    return caught.value


def why(table: Table, seat: int, now: datetime = NOON) -> tuple[str, object]:
    found = refusal(table, seat, now)
    return found.code, found.facts["reason"]


def change(table: Table, **columns: Any) -> None:
    with writing() as session:
        row = session.get_one(Match, table.id)
        for name, value in columns.items():
            setattr(row, name, value)


def placement(**given: Any) -> Table:
    """A table at its first placement: nobody bid."""
    table = begin(**given)
    for seat in range(table.seats):
        say(table, seat, "bid nothing")
    resolution.resolve(table.id, NOON)
    return table


def first(table: Table) -> int:
    return table.row().awaited[0]


def submissions_of(table: Table) -> list[tuple[str, str, int | None]]:
    with reading() as session:
        query = select(Submission).where(Submission.match_id == table.id)
        found = session.scalars(query.order_by(Submission.number))
        return [(one.kind, one.status, one.entry) for one in found]


# --- what it does


def test_a_step_taken_back_leaves_the_table_as_it_was(stored: Flask) -> None:
    table = placement()
    seat, before = first(table), table.row()
    say(table, seat, "worker c4")

    answer = undo(table, seat)

    after = table.row()
    assert hidden.state(after) == hidden.state(before)
    assert (after.phase, after.awaited) == ("placement 1", [seat])
    assert (answer.done.entry.kind, answer.done.entry.public["undoes"]) == ("undo", 3)
    assert (after.number, after.turn) == (before.number + 2, before.turn + 2)
    assert say(table, seat, "worker d4").done.entry.number == 5


def test_the_submission_that_was_undone_keeps_its_row_and_the_undo_is_one(
    writing_room: Flask,
) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4")

    undo(table, seat)

    assert submissions_of(table)[3:] == [("turn", "played", 3), ("undo", "played", 4)]


def test_log_snapshot_and_record_agree_after_it_i7(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4")
    undo(table, seat)

    with reading() as session:
        row = session.get_one(Match, table.id)
        assert list(audit._snapshot(session, row)) == []
    assert list(audit.record_faults(table.id)) == []


def test_several_steps_of_ones_own_are_taken_back_one_by_one(writing_room: Flask) -> None:
    """The others have passed, so that one seat goes on alone."""
    table = placement()
    one = first(table)
    say(table, one, "worker c4")
    for _ in range(2):
        say(table, first(table), "pass")
    before = hidden.state(table.row())
    say(table, one, "tablet")
    say(table, one, "tablet")

    undo(table, one)
    undo(table, one)

    assert hidden.state(table.row()) == before
    assert why(table, one) == ("illegal", "nothing_to_undo")


def test_the_same_key_gets_the_first_answer_again(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4")
    turn = table.row().turn

    answers = [undoing.undo(table.seat(seat), sent("one"), turn, NOON) for _ in range(2)]

    assert answers[0].done.entry == answers[1].done.entry
    assert table.kinds().count("undo") == 1
    with pytest.raises(Refusal, match="key_reused"):
        undoing.undo(table.seat(seat), sent("one", b"{ }"), turn, NOON)


def test_a_stale_turn_is_refused_so_a_second_click_takes_back_no_more(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4")
    turn = table.row().turn
    undo(table, seat)

    with pytest.raises(Refusal) as caught:
        undoing.undo(table.seat(seat), sent(), turn, NOON)

    assert caught.value.code == "stale"


def test_the_picture_shows_no_step_that_was_taken_back(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    with reading() as session:
        row = session.get_one(Match, table.id)
        before = picturing.last_events(session, row, rows.load(row))
    say(table, seat, "worker c4")
    undo(table, seat)

    with reading() as session:
        row = session.get_one(Match, table.id)
        after = picturing.last_events(session, row, rows.load(row))

    assert after == before


# --- what is refused


def test_nothing_is_taken_back_before_anybody_acted(writing_room: Flask) -> None:
    table = placement()

    assert why(table, first(table)) == ("illegal", "nothing_to_undo")


def test_not_once_another_seat_has_acted(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4")
    say(table, first(table), "pass")

    assert why(table, seat) == ("conflict", "another_acted")


def test_not_what_the_receptacle_answered(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "sorcerer f2, use village")

    assert why(table, seat) == ("illegal", "final_step")


@pytest.mark.parametrize("by", ["plan", "bot", "default"])
def test_not_what_was_done_in_ones_name(writing_room: Flask, by: Any) -> None:
    table = placement()
    seat = first(table)
    with writing() as session:
        row = session.get_one(Match, table.id)
        played = rows.load(row)
        action = played.game.default(played.state, seat)
        rows.keep(session, row, engine.play(played, seat, action, by), NOON)

    assert why(table, seat) == ("conflict", "not_your_own")


def test_a_bots_step_since_is_anothers(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4")
    with writing() as session:
        row = session.get_one(Match, table.id)
        session.get_one(Seat, (row.id, (seat + 1) % 3)).bot = "random"
        stand_ins.attend(session, row)
    assert stand_ins.act(table.id, NOON)

    assert why(table, seat) == ("conflict", "another_acted")


def found(
    game: str, wanted: Callable[[Match, Match], bool], near: int = 0, **options: Any
) -> tuple[Table, int]:
    """A table whose last step is such a one, by what its row was before and is now; its seat.

    `near` is the number of a match in which there is one: the search ends sooner for it.
    """
    for number in count(near):
        table, luck = begin(game, 3, options=options, match_id=f"m{number}"), dice(number)
        while (before := table.row()).status == "running":
            seat = step(table, luck)
            if wanted(before, table.row()):
                return table, seat
    raise AssertionError(game)


def step(table: Table, luck: Random, now: datetime = NOON) -> int:
    """One action of the first seat that still has to act; which seat it was."""
    row = table.row()
    seat = next(one for one in row.awaited if one not in row.submitted)
    offer = looking.sight(table.seat(seat), table.id).choices
    play.submit(table.seat(seat), sent(), Asked(row.turn, choose(offer, luck), None), now)
    resolution.resolve(table.id, now)
    return seat


def ends_in(name: str, then: str, least: int = 1) -> Callable[[Match, Match], bool]:
    return lambda before, after: (
        str(before.phase).startswith(name)
        and str(after.phase).startswith(then)
        and after.status == "running"
        and len(after.awaited) >= least
        and bool(after.back)  # by the seat itself, and not because it had no other choice
        and not before.sealed
    )


def test_a_step_that_ended_its_phase_is_taken_back_while_nothing_is_sealed_since(
    writing_room: Flask,
) -> None:
    """The last to pass in transport opens the recall, which is sealed."""
    table, seat = found("giants", ends_in("transport", "recall", least=2), near=21, **QUICK)
    phase = str(table.row().phase)
    early = first(table)
    say(table, early, "keep")

    assert why(table, seat) == ("conflict", "sealed_since")
    sealed.withdraw(table.seat(early), NOON)
    undo(table, seat)
    after = table.row()
    assert (after.phase, after.sealed) == (phase.replace("recall", "transport"), False)
    assert (after.awaited, after.submitted) == ([seat], [])


def test_a_link_of_the_phase_that_the_step_ended_does_nothing_i8(writing_room: Flask) -> None:
    table, seat = found("giants", ends_in("placement", "transport"), **QUICK)
    old = table.turn(seat, str(table.row().phase).replace("transport", "placement"))

    with pytest.raises(Refusal) as caught:
        undo(table, seat, token=old)

    assert caught.value.code == "stale"
    undo(table, seat, token=table.turn(seat, str(table.row().phase)))
    assert str(table.row().phase).startswith("placement")


def test_not_once_the_match_is_over(writing_room: Flask) -> None:
    table, seat = found("giants", lambda _, after: after.status == "finished", **QUICK)

    assert refusal(table, seat).code == "match_over"
    assert looking.sight(table.seat(seat), table.id).undo is None


def test_not_in_a_pause_and_not_by_another_seat(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4")

    assert why(table, (seat + 1) % 3) == ("conflict", "another_acted")
    change(table, paused_at=NOON)
    assert refusal(table, seat).code == "paused"


def test_a_peek_by_anyone_ends_the_way_back(writing_room: Flask) -> None:
    """What was seen cannot be unseen; the engine says so, and so does the row."""
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4")
    with writing() as session:
        row = session.get_one(Match, table.id)
        played = rows.load(row)
        entered = engine._enter(
            played, Step(played.state), "peek", {"seat": (seat + 1) % 3, "by": "person"}
        )
        rows.keep(session, row, entered, NOON)

    assert table.row().back == []
    assert why(table, seat) == ("conflict", "another_acted")


def test_who_comes_to_hold_the_seat_takes_nothing_of_the_former_holder_back(
    writing_room: Flask,
) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4")
    with writing() as session:
        row = session.get_one(Match, table.id)
        rows.keep(session, row, engine.reseat(rows.load(row), seat, "person"), NOON)

    assert why(table, seat) == ("illegal", "nothing_to_undo")


# --- its time: a whole turn has 24 hours here


def test_the_deadline_is_again_what_it_was(writing_room: Flask) -> None:
    table = placement()
    seat, due = first(table), table.row().due_at
    say(table, seat, "worker c4", NOON + HOUR)

    undo(table, seat, NOON + 2 * HOUR)

    assert table.row().due_at == due == NOON + 24 * HOUR


def test_taking_back_again_and_again_gains_no_time(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    for hour in range(5, 24, 6):
        say(table, seat, "worker c4", NOON + hour * HOUR)
        undo(table, seat, NOON + (hour + 0.5) * HOUR)
        assert table.row().due_at == NOON + 24 * HOUR
    say(table, seat, "worker c4", NOON + 23.75 * HOUR)

    assert why(table, seat, NOON + 24 * HOUR) == ("conflict", "undo_too_late")


def test_several_steps_each_have_their_own_deadline_back(writing_room: Flask) -> None:
    table = placement()
    one = first(table)
    say(table, one, "worker c4")
    for _ in range(2):
        say(table, first(table), "pass")
    say(table, one, "tablet", NOON + HOUR)
    say(table, one, "tablet", NOON + 5 * HOUR)
    dues = []
    for _ in range(2):
        undo(table, one, NOON + 6 * HOUR)
        dues.append(table.row().due_at)

    assert dues == [NOON + 25 * HOUR, NOON + 24 * HOUR]


def test_a_pause_in_between_moves_it_too(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4", NOON + HOUR)
    hosting.pause(tokens.Host(table.id, 1), NOON + 2 * HOUR)
    hosting.resume(tokens.Host(table.id, 1), NOON + 50 * HOUR)

    undo(table, seat, NOON + 51 * HOUR)

    assert table.row().due_at == NOON + 72 * HOUR


def test_time_that_the_host_gave_another_seat_makes_no_turn_longer_than_whole(
    writing_room: Flask,
) -> None:
    table = placement()
    seat = first(table)
    say(table, seat, "worker c4", NOON + HOUR)
    hosting.extend(tokens.Host(table.id, 1), 100, NOON + HOUR)

    undo(table, seat, NOON + 2 * HOUR)

    assert table.row().due_at == NOON + 26 * HOUR


def test_time_that_the_host_gave_the_seat_itself_is_not_lost(writing_room: Flask) -> None:
    table = placement()
    seat = first(table)
    hosting.extend(tokens.Host(table.id, 1), 100, NOON)
    say(table, seat, "worker c4", NOON + HOUR)

    undo(table, seat, NOON + 2 * HOUR)

    assert table.row().due_at == NOON + 124 * HOUR


# --- what the row notes is what the engine finds


def noted(row: Match) -> list[tuple[int, int]]:
    return [(one.entry, one.seat) for one in way_back.steps(row)]


def replayed(table: Table) -> engine.Match[Any]:
    with reading() as session:
        return rows.replayed(session, session.get_one(Match, table.id)).match


@pytest.mark.parametrize(("game", "options"), [("giants", QUICK), ("rapa-nui", {})])
def test_over_a_random_match_the_row_knows_what_a_replay_would_find(
    writing_room: Flask, game: str, options: dict[str, Any]
) -> None:
    """With an undo now and then; and what the row lets a seat do, the engine does."""
    table, luck, undone = begin(game, 3, options=options, match_id="same"), dice(5), 0
    while (row := table.row()).status == "running" and row.number < LONGEST:
        played = replayed(table)
        assert noted(row) == [(one.entry, one.seat) for one in played.back if one.before]
        for seat in range(3):
            assert (way_back.last(row, seat) is not None) == may_undo(row, played, seat)
        if row.back and not row.submitted and luck.random() < OFTEN:
            undo(table, noted(row)[-1][1])
            undone += 1
        else:
            step(table, luck)

    assert undone > 3


LONGEST, OFTEN = 60, 0.3  # entries, and how often one is an undo


def may_undo(row: Match, played: engine.Match[Any], seat: int) -> bool:
    """The engine's own answer; sealed actions are outside its log."""
    try:
        engine.undo(played, seat)
    except Said:
        return False
    return not row.submitted


def test_control_a_row_that_forgot_what_was_final_is_found(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(way_back, "_can_be_undone", lambda _: True)
    table = placement()
    say(table, first(table), "sorcerer f2, use village")

    assert noted(table.row()) != [
        (one.entry, one.seat) for one in replayed(table).back if one.before
    ]


# --- over the API


def test_an_undo_over_the_api(app: Flask) -> None:
    with app.app_context():
        table = placement()
        seat = first(table)
        say(table, seat, "worker c4")
        change(table, due_at=datetime.now(UTC) + 48 * HOUR)
        mine = caller(app, table.seat(seat))
        url, turn = f"/matches/{table.id}", table.row().turn
        before = mine.get(f"{url}/view").json
        answer = mine.post(f"{url}/undo", {"turn": turn}, **{"Idempotency-Key": "one"})
        again = mine.post(f"{url}/undo", {"turn": turn}, **{"Idempotency-Key": "one"})
        more = mine.post(f"{url}/undo", {"turn": turn + 1})
        log = caller(app, None).get(f"{url}/log?after=3").json

        assert before["undo"] == 3
        assert (answer.status_code, answer.json) == (201, again.json)
        assert answer.json["entry"]["kind"] == "undo"
        assert answer.json["table"]["undo"] is None
        assert (more.status_code, more.json["code"]) == (422, "illegal")
        assert more.json["facts"]["reason"] == "nothing_to_undo"
        assert [one["undoes"] for one in log["items"]] == [3]
        assert log["items"][0]["sentences"] == [
            f"{COLOURS[seat].capitalize()} takes back the step of entry 3."
        ]


@pytest.mark.parametrize("body", [{}, {"turn": -1}, {"turn": "3"}, {"turn": 3, "entry": 3}])
def test_a_body_that_is_no_undo_is_malformed(app: Flask, body: dict[str, Any]) -> None:
    with app.app_context():
        table = placement()
        answer = caller(app, table.seat(0)).post(f"/matches/{table.id}/undo", body)

        assert (answer.status_code, answer.json["code"]) == (400, "malformed")


# --- on the page


def test_a_step_is_taken_back_on_the_page_and_offered_only_when_it_may_be(app: Flask) -> None:
    with app.app_context():
        table = begin("rapa-nui", 3)
        change(table, due_at=datetime.now(UTC) + timedelta(days=1))
        seat, before = table.row().awaited[0], hidden.state(table.row())
        client, link = app.test_client(), seat_link(table, seat)
        nothing = client.get(link).text
        turn = str(table.row().turn)
        words = re.findall(r"<li><code>(play [^<]+)</code>", nothing)[0]
        client.post(link, data={"do": "play", "turn": turn, "text": words})
        change(table, due_at=datetime.now(UTC) + timedelta(days=1))
        offered = client.get(link).text
        turn = str(table.row().turn)
        undone = [client.post(link, data={"do": "undo", "turn": turn}) for _ in range(2)]

        assert ("Take it back" in nothing, "Take it back" in offered) == (False, True)
        assert [one.status_code for one in undone] == [200, 200]
        assert "Your step is taken back" in undone[1].text
        assert "Take it back" not in undone[1].text
        assert hidden.state(table.row()) == before
