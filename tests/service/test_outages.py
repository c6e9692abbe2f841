"""After an outage every match is given the time back, before any moment of it is enforced."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from flask import Flask

from service import handovers, heartbeats, hosting, lobby, outages, votes
from service.opening import HostSeat
from service.store import outages as rows
from service.store.database import reading, writing
from service.store.handovers import waiting_for
from service.store.matches import Match
from tests.parts import openings
from tests.parts.openings import BOT, BRUNO, CLARA, DARIA, NOON
from workers import clock

HOUR = timedelta(hours=1)
DAY = timedelta(hours=24)
SECOND = timedelta(seconds=1)
DUE = NOON + DAY  # of a sealed phase: see openings.terms


def giants() -> str:
    return openings.running(HostSeat(), BRUNO, CLARA, game="giants")


def swept(*moments: datetime) -> None:
    for now in moments:
        outages.catch_up(now)


def overdue(match_id: str, now: datetime) -> bool:
    """What a deadline is enforced by."""
    due = lobby.one(match_id).due_at
    return due is not None and due <= now


def test_a_deadline_that_came_in_an_outage_is_as_much_later_as_the_outage_was_long(
    stored: Flask,
) -> None:
    match_id = giants()
    before = lobby.one(match_id)
    swept(DUE - HOUR, DUE + HOUR)
    after = lobby.one(match_id)

    assert (before.due_at, after.due_at) == (DUE, DUE + 2 * HOUR)
    assert not overdue(match_id, DUE + HOUR)
    assert after.revision > before.revision


def test_control_without_the_move_that_deadline_is_over(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "_give_back", lambda *_: None)
    match_id = giants()
    swept(DUE - HOUR, DUE + HOUR)

    assert overdue(match_id, DUE + HOUR)


@pytest.mark.parametrize(
    ("gap", "moved"),
    [(outages.LONGEST_SILENCE, timedelta()), (outages.LONGEST_SILENCE + SECOND,) * 2],
)
def test_only_a_long_silence_is_an_outage(
    writing_room: Flask, gap: timedelta, moved: timedelta
) -> None:
    match_id = giants()
    swept(NOON, NOON + gap)

    assert lobby.one(match_id).due_at == DUE + moved


def test_sweeps_that_follow_move_nothing_again(stored: Flask) -> None:
    match_id = giants()
    swept(NOON, NOON + HOUR, NOON + HOUR, NOON + HOUR + SECOND)

    assert lobby.one(match_id).due_at == DUE + HOUR
    assert [(one.moved, one.settled) for one in outages.listed()] == [(1, True)]


def test_a_crash_midway_leaves_nobody_out_and_moves_nobody_twice(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And until then the outage is not settled, so that nothing is enforced."""
    matches = [giants() for _ in range(3)]
    move, seen = outages._move, []

    def dying(*args: object) -> bool:
        seen.append(args)
        if len(seen) == 2:
            raise ZeroDivisionError
        return move(*args)  # type: ignore[arg-type]  # as they came

    swept(NOON)
    monkeypatch.setattr(outages, "_move", dying)
    with pytest.raises(ZeroDivisionError):
        swept(NOON + HOUR)
    dues = {lobby.one(one).due_at for one in matches}
    swept(NOON + HOUR + SECOND)

    assert dues == {DUE, DUE + HOUR}
    assert {lobby.one(one).due_at for one in matches} == {DUE + HOUR}


def test_two_outages_are_two_and_a_match_begun_since_has_its_own_time(
    writing_room: Flask,
) -> None:
    match_id = giants()
    swept(NOON, NOON + HOUR)
    later = openings.running(
        HostSeat(), BRUNO, CLARA, game="giants", now=NOON + HOUR + timedelta(minutes=1)
    )
    swept(NOON + 3 * HOUR)

    assert lobby.one(match_id).due_at == DUE + 3 * HOUR
    assert lobby.one(later).due_at == DUE + HOUR + timedelta(minutes=1) + 2 * HOUR
    assert len(outages.listed()) == 2


def test_every_moment_still_to_come_moves_and_what_was_over_stays_over(
    writing_room: Flask,
) -> None:
    """What the table let happen before the outage is not put off by it."""
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants", cooling=600)
    handovers.replace(openings.host_token(match_id), 1, DARIA, NOON)
    votes.propose(openings.seat_token(match_id, 1), "pause", None, NOON)
    handovers.replace(openings.host_token(match_id), 2, BOT, NOON)
    with writing() as session:
        session.get_one(Match, match_id).closes_at = NOON + timedelta(minutes=10)
        let = waiting_for(session, match_id, 2)
        assert let is not None
        let.effective_at = NOON - SECOND
    swept(NOON - SECOND, NOON + HOUR)
    seen = lobby.one(match_id)

    away = HOUR + SECOND
    assert seen.closes_at == NOON + timedelta(minutes=10) + away
    assert [one.effective_at for one in seen.handovers] == [NOON + DAY + away, NOON - SECOND]
    assert seen.votes[0].lapses_at == NOON + votes.LASTS + away


def test_in_a_pause_time_stood_still_anyway(writing_room: Flask) -> None:
    """From a pause that began within the outage only what came before it is given back."""
    before, within = giants(), giants()
    swept(NOON)
    hosting.pause(openings.host_token(before), NOON)
    hosting.pause(openings.host_token(within), NOON + HOUR)
    swept(NOON + 3 * HOUR)
    resumed = [
        hosting.resume(openings.host_token(one), NOON + 5 * HOUR) for one in (before, within)
    ]

    assert [one.due_at for one in resumed] == [DUE + 5 * HOUR, DUE + 5 * HOUR]


def test_a_clock_that_jumps_forward_takes_nobody_s_time(writing_room: Flask) -> None:
    match_id = giants()
    swept(NOON, NOON + 48 * HOUR, NOON + 48 * HOUR + 15 * SECOND)

    assert lobby.one(match_id).due_at == DUE + 48 * HOUR
    assert not overdue(match_id, NOON + 48 * HOUR + 15 * SECOND)


def test_a_clock_that_steps_back_enforces_nothing_early_and_is_no_outage(
    writing_room: Flask,
) -> None:
    match_id = giants()
    handovers.replace(openings.host_token(match_id), 1, BOT, NOON)
    swept(NOON + DAY - HOUR, NOON + DAY - 2 * HOUR, NOON + DAY - HOUR)
    early = handovers.ripen(NOON + DAY - HOUR)

    assert early == 0
    assert lobby.one(match_id).due_at == DUE
    assert heartbeats.latest()["sweep"] == NOON + DAY - HOUR
    assert outages.listed() == []


def test_the_first_sweep_ever_follows_no_outage(writing_room: Flask) -> None:
    match_id = giants()
    swept(NOON + 20 * HOUR)

    assert lobby.one(match_id).due_at == DUE


@pytest.mark.parametrize("fails", [True, False])
def test_until_the_time_is_given_back_a_sweep_enforces_nothing_but_delivers(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    looked: list[str] = []

    def look(name: str) -> Callable[[datetime], int]:
        def note(_now: datetime) -> int:
            looked.append(name)
            return 0

        return note

    def broken(_now: datetime) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(clock, "LOOKS", {name: look(name) for name in clock.LOOKS})
    if fails:
        monkeypatch.setattr(outages, "catch_up", broken)
    clock.sweep.run()

    enforcing = {"closed_phases", "ripe_handovers", "undecided_votes", "silent_substitutes"}
    assert set(clock.LOOKS) - set(looked) >= (enforcing if fails else set())
    assert {"waiting_letters", "lost_letters"} <= set(looked)
    assert (enforcing <= set(looked)) is not fails


def test_an_operator_finds_it_in_figures_and_in_a_list(writing_room: Flask) -> None:
    giants()
    swept(NOON, NOON + HOUR)
    figures = writing_room.test_client().get("/metrics").text
    listed = writing_room.test_cli_runner().invoke(args=["outages"]).output
    with reading() as session:
        left = rows.unsettled(session)

    assert "moai_outages_total 1.0" in figures
    assert "moai_outage_seconds_total 3600.0" in figures
    assert listed.split() == [NOON.isoformat(), (NOON + HOUR).isoformat(), "1", "settled"]
    assert left == []
