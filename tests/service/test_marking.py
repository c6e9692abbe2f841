"""What became of a letter, as it stands in its row then, and who hears of it."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from structlog.testing import capture_logs

from service import bell, corrections
from service.mail.outcomes import Later, Outcome, Refused, Sent, Unsure
from service.post import marking
from service.store.database import reading, writing
from service.store.letters import Letter, Notice, Section
from service.store.matches import Seat
from service.store.players import Player
from tests.parts import tables
from tests.parts.tables import NOON

SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)


@dataclass
class Desk:
    """One letter to Bruno at his second seat of m1, in hand at its first attempt."""

    id: int
    rung: list[tuple[str, str]]
    caught_up: list[tuple[str, int, int]]

    def has(self, **values: Any) -> None:
        with writing() as session:
            row = session.get_one(Letter, self.id)
            for name, value in values.items():
                setattr(row, name, value)

    def mark(self, outcome: Outcome, now: datetime = NOON, attempt: int = 1) -> Letter:
        marking.mark(self.id, self.row().match_id, attempt, outcome, now)
        return self.row()

    def row(self) -> Letter:
        with reading() as session:
            found = session.get_one(Letter, self.id)
            session.expunge(found)
            return found

    def told(self, match: str = "m1") -> int:
        with reading() as session:
            return session.get_one(Seat, (match, 1)).told

    def host_heard(self, match: str = "m1") -> list[tuple[str, str, dict[str, Any]]]:
        found: list[Notice] = [one for one in tables.notices(match) if one.kind == "problem"]
        return [(one.player_id, one.cause, one.facts) for one in found]


@pytest.fixture
def desk(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    rung: list[tuple[str, str]] = []
    caught_up: list[tuple[str, int, int]] = []

    def catch_up(_session: object, row: Any, seat: int, upto: int, _now: datetime) -> None:
        caught_up.append((row.id, seat, upto))

    with app.app_context():
        tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
        with writing() as session:
            letter = Letter(
                match_id="m1", player_id="m1-Bruno", seat=1, kind="your_turn", message_id="<1>",
                status="sending", attempts=1, unsure=1, told=4, next_at=NOON + SECOND,
                reason="451 before", created_at=NOON,
            )  # fmt: skip
            session.add(letter)
            session.flush()
            made = Desk(letter.id, rung, caught_up)
        monkeypatch.setattr(
            bell, "ring_after", lambda _, task, match_id: rung.append((task, match_id))
        )
        monkeypatch.setattr(corrections, "catch_up", catch_up)
        yield made


def digested(desk: Desk) -> None:
    """The letter is one of two matches, both with Bruno at their second seat."""
    tables.lay("m2", "rapa-nui", ("Anna", "Bruno"))
    with writing() as session:
        session.get_one(Seat, ("m2", 1)).player_id = "m1-Bruno"
        for match, told in (("m2", 3), ("m1", 2)):
            session.add(Section(letter_id=desk.id, match_id=match, seat=1, told=told))
    desk.has(match_id=None, seat=None)


# --- sent


def test_a_letter_that_was_sent_is_kept_for_thirty_days_and_its_seat_was_told(desk: Desk) -> None:
    with capture_logs() as logs:
        kept = desk.mark(Sent())

    assert (kept.status, kept.reason, kept.sent_at) == ("sent", None, NOON)
    assert kept.next_at == NOON + 30 * DAY
    assert desk.told() == 4
    assert desk.caught_up == [("m1", 1, 4)]
    assert logs == [
        {
            "event": "letter", "log_level": "info", "letter": desk.id, "match": "m1",
            "kind": "your_turn", "outcome": "sent", "status": "sent", "attempts": 1,
        }
    ]  # fmt: skip


def test_what_a_seat_was_told_never_shrinks(desk: Desk) -> None:
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).told = 9

    desk.mark(Sent())

    assert desk.told() == 9


def test_a_new_holder_was_not_told_by_a_letter_to_the_old(desk: Desk) -> None:
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).player_id = "m1-Anna"

    desk.mark(Sent())

    assert desk.told() == 0


def test_who_has_no_seat_is_told_of_none(desk: Desk) -> None:
    desk.has(seat=None)

    assert desk.mark(Sent()).status == "sent"
    assert (desk.told(), desk.caught_up) == (0, [])


def test_a_digest_tells_a_seat_of_each_match(desk: Desk) -> None:
    digested(desk)

    assert desk.mark(Sent()).status == "sent"
    assert (desk.told("m1"), desk.told("m2")) == (2, 3)
    assert desk.caught_up == [("m1", 1, 2), ("m2", 1, 3)]


# --- whose mark it is


@pytest.mark.parametrize(("attempt", "status"), [(2, "sending"), (1, "sent"), (1, "dead")])
def test_a_letter_that_was_claimed_again_or_has_ended_is_left_alone(
    desk: Desk, attempt: int, status: str
) -> None:
    desk.has(status=status)

    with capture_logs() as logs:
        kept = desk.mark(Refused("550 no"), attempt=attempt)

    assert (kept.status, kept.reason, kept.unsure) == (status, "451 before", 1)
    assert logs == [{"event": "letter_overtaken", "log_level": "warning", "letter": desk.id}]


def test_a_letter_that_was_taken_back_meanwhile_is_still_ours_to_mark(desk: Desk) -> None:
    """A worker that was thought dead, and had sent it after all."""
    desk.has(status="ready")

    assert desk.mark(Sent()).status == "sent"


def test_a_letter_that_is_not_there_cannot_be_held(app: Flask) -> None:
    with app.app_context(), pytest.raises(LookupError, match="99"), marking.held(99, None):
        pass


# --- later


def test_what_was_not_taken_waits_and_costs_no_copy(desk: Desk) -> None:
    kept = desk.mark(Later("451 busy"))

    assert (kept.status, kept.reason, kept.unsure) == ("ready", "451 busy", 0)
    assert kept.next_at is not None
    assert timedelta(seconds=22.5) <= kept.next_at - NOON <= timedelta(seconds=37.5)
    assert (desk.told(), desk.caught_up, desk.host_heard()) == (0, [], [])


def test_while_the_server_is_away_all_wait_as_long_as_the_sender_rests(desk: Desk) -> None:
    assert desk.mark(Later("silent", down=True)).next_at == NOON + 15 * SECOND


def test_waiting_doubles_from_half_a_minute_to_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    spread: list[tuple[float, float]] = []

    def middle(low: float, high: float) -> float:
        spread.append((low, high))
        return 1.0

    monkeypatch.setattr(random, "uniform", middle)
    waits = [marking.backed_off(attempts) for attempts in (1, 2, 3, 7, 8, 100_000)]

    assert waits == [timedelta(minutes=one) for one in (0.5, 1, 2, 32, 60, 60)]
    assert set(spread) == {(0.75, 1.25)}


def test_a_letter_is_given_up_once_it_is_more_than_four_days_old(desk: Desk) -> None:
    assert desk.mark(Later("451 busy"), NOON + 4 * DAY).status == "ready"

    kept = desk.mark(Later("451 busy"), NOON + 4 * DAY + SECOND)

    assert (kept.status, kept.reason) == ("dead", "451 busy")
    assert desk.host_heard() == [
        ("m1-Anna", f"letter:{desk.id}", {"problem": "letter_undelivered", "seat": 1})
    ]
    assert desk.rung == [("post.deliver", "m1")]


@pytest.mark.parametrize("outcome", [Later("x" * 300), Refused("x" * 300)])
def test_of_a_long_reason_the_beginning_is_kept(desk: Desk, outcome: Outcome) -> None:
    assert desk.mark(outcome).reason == "x" * 200


# --- refused


def test_a_refusal_ends_the_letter_marks_the_address_and_the_host_hears(desk: Desk) -> None:
    with capture_logs() as logs:
        kept = desk.mark(Refused("550 no such user"), NOON + DAY)

    assert (kept.status, kept.reason, kept.unsure) == ("dead", "550 no such user", 0)
    assert kept.next_at == NOON + 31 * DAY
    assert logs[0] == {
        "event": "letter_ended", "log_level": "warning", "letter": desk.id, "match": "m1",
        "status": "dead",
    }  # fmt: skip
    with reading() as session:
        assert session.get_one(Player, "m1-Bruno").fault == "550 no such user"
    ((host, _, facts),) = desk.host_heard()
    assert (host, facts) == ("m1-Anna", {"problem": "address_refused", "seat": 1})


# --- nobody knows


def test_what_may_have_arrived_is_sent_once_more(desk: Desk) -> None:
    kept = desk.mark(Unsure("cut off"))

    assert (kept.status, kept.reason, kept.unsure) == ("ready", "cut off", 1)
    assert desk.caught_up == [("m1", 1, 4)]
    assert desk.host_heard() == []


def test_what_may_have_arrived_twice_is_not_sent_again_and_the_host_hears(desk: Desk) -> None:
    desk.has(unsure=2)

    assert desk.mark(Unsure("cut off")).status == "dead"
    assert desk.host_heard() == [
        ("m1-Anna", f"letter:{desk.id}", {"problem": "letter_unsure", "seat": 1})
    ]


def test_a_host_is_not_written_to_about_letters_to_itself(desk: Desk) -> None:
    desk.has(unsure=2, player_id="m1-Anna", seat=0)

    assert desk.mark(Unsure("cut off")).status == "dead"
    assert (desk.host_heard(), desk.rung) == ([], [])


def test_of_a_digest_each_host_hears(desk: Desk) -> None:
    digested(desk)
    desk.has(unsure=2)

    desk.mark(Unsure("cut off"))

    for match in ("m1", "m2"):
        assert desk.host_heard(match) == [
            (f"{match}-Anna", f"letter:{desk.id}", {"problem": "letter_unsure", "seat": 1})
        ]


# --- it could not be written


def test_a_letter_that_cannot_be_written_is_tried_again_and_counted(desk: Desk) -> None:
    desk.has(status="ready", attempts=3)

    with capture_logs() as logs:
        fault = ZeroDivisionError()
        marking.unwritten(desk.id, fault, NOON)

    kept = desk.row()
    assert (kept.status, kept.attempts) == ("ready", 4)
    assert kept.reason == "could not be written: ZeroDivisionError"
    assert kept.next_at is not None
    assert kept.next_at > NOON + SECOND
    assert logs == [
        {"event": "letter_unwritten", "log_level": "error", "letter": desk.id, "exc_info": fault}
    ]


def test_the_fifth_time_it_is_dead_and_the_host_hears(desk: Desk) -> None:
    desk.has(status="ready", attempts=4)

    marking.unwritten(desk.id, ZeroDivisionError(), NOON)

    assert (desk.row().status, desk.row().attempts) == ("dead", 5)
    assert desk.host_heard()[0][2] == {"problem": "letter_undelivered", "seat": 1}


def test_a_letter_that_somebody_else_has_in_hand_is_left_to_them(desk: Desk) -> None:
    marking.unwritten(desk.id, ZeroDivisionError(), NOON)

    assert (desk.row().status, desk.row().attempts) == ("sending", 1)
