"""What became of a letter, as it stands in its row then, and who hears of it."""

import random
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session
from structlog.testing import capture_logs

from service import bell, corrections, settings
from service.mail.outcomes import Later, Outcome, Refused, Sent, Unsure
from service.post import marking
from service.store.allowances import Allowance
from service.store.database import db
from service.store.letters import Letter, Notice, Section
from service.store.matches import Match, Seat
from service.store.players import Player

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)


@dataclass
class Desk:
    """One letter to Bruno at the second seat of m1, in hand at its first attempt."""

    session: Session
    row: Letter
    rung: list[tuple[str, str]] = field(default_factory=list)
    caught_up: list[tuple[str, int, int]] = field(default_factory=list)

    def has(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self.row, name, value)
        self.session.flush()

    def mark(self, outcome: Outcome, now: datetime = NOON, attempt: int = 1) -> Letter:
        marking.mark(self.row.id, self.row.match_id, attempt, outcome, now)
        self.session.flush()
        return self.row

    def seat(self, match: str = "m1") -> Seat:
        return self.session.get_one(Seat, (match, 1))

    def host_heard(self, match: str = "m1") -> list[tuple[str, str, dict[str, Any]]]:
        found = self.session.scalars(select(Notice).where(Notice.match_id == match))
        return [(one.player_id, one.cause, one.facts) for one in found if one.kind == "problem"]


def lay(session: Session, match: str, second: str) -> None:
    """A match of two seats; Anna is its host."""
    host = f"{match}-Anna"
    given: dict[str, Any] = {"language": "en", "time_zone": "UTC", "policy": {}, "created_at": NOON}
    for player in {host, second} - {*session.scalars(select(Player.id))}:
        session.add(Player(id=player, name="N", address=f"{player}@players.example", **given))
    session.flush()
    session.add(
        Match(
            id=match, game="rapa-nui", options={}, seats=2, status="running", public=False,
            starts_alone=True, pace={}, cooling=0, host_id=host, seed=b"", seed_hash="",
            created_at=NOON,
        )
    )  # fmt: skip
    session.flush()
    for number, player in enumerate((host, second)):
        seat = Seat(match_id=match, number=number, player_id=player, name="N", status="accepted")
        session.add(seat)
    session.flush()


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """In memory: one process marks here; what many do at once is tried elsewhere."""
    app, engine = Flask("marking"), create_engine("sqlite://")
    app.extensions["settings"] = settings.read({"MODE": "development"})
    kinds = (Player, Match, Seat, Letter, Notice, Section, Allowance)
    names = [one.__tablename__ for one in kinds]
    db.metadata.create_all(engine, tables=[db.metadata.tables[name] for name in names])
    with app.app_context(), Session(engine, info={"writing": True}) as session:
        lay(session, "m1", "Bruno")
        letter = Letter(
            match_id="m1", player_id="Bruno", seat=1, kind="your_turn", message_id="<1>",
            status="sending", attempts=1, unsure=1, told=4, next_at=NOON + SECOND,
            reason="451 before", created_at=NOON,
        )  # fmt: skip
        session.add(letter)
        session.flush()
        made = Desk(session, letter)
        for edge in ("reading", "writing"):
            monkeypatch.setattr(marking, edge, lambda: nullcontext(session))
        monkeypatch.setattr(
            bell, "ring_after", lambda _, task, match_id: made.rung.append((task, match_id))
        )
        monkeypatch.setattr(
            corrections,
            "catch_up",
            lambda _, row, seat, upto, __: made.caught_up.append((row.id, seat, upto)),
        )
        yield made
    engine.dispose()


def digested(desk: Desk) -> None:
    """The letter is one of two matches, both with Bruno at their second seat."""
    lay(desk.session, "m2", "Bruno")
    for match, told in (("m2", 3), ("m1", 2)):
        desk.session.add(Section(letter_id=desk.row.id, match_id=match, seat=1, told=told))
    desk.has(match_id=None, seat=None)


# --- sent


def test_a_letter_that_was_sent_is_kept_for_thirty_days_and_its_seat_was_told(desk: Desk) -> None:
    with capture_logs() as logs:
        kept = desk.mark(Sent())

    assert (kept.status, kept.reason, kept.sent_at) == ("sent", None, NOON)
    assert kept.next_at == NOON + 30 * DAY
    assert desk.seat().told == 4
    assert desk.caught_up == [("m1", 1, 4)]
    assert logs == [
        {
            "event": "letter", "log_level": "info", "letter": desk.row.id, "match": "m1",
            "kind": "your_turn", "outcome": "sent", "status": "sent", "attempts": 1,
        }
    ]  # fmt: skip


def test_what_a_seat_was_told_never_shrinks(desk: Desk) -> None:
    desk.seat().told = 9

    desk.mark(Sent())

    assert desk.seat().told == 9


def test_a_new_holder_was_not_told_by_a_letter_to_the_old(desk: Desk) -> None:
    desk.seat().player_id = "m1-Anna"

    desk.mark(Sent())

    assert desk.seat().told == 0


def test_who_has_no_seat_is_told_of_none(desk: Desk) -> None:
    desk.has(seat=None)

    assert desk.mark(Sent()).status == "sent"
    assert (desk.seat().told, desk.caught_up) == (0, [])


def test_a_digest_tells_a_seat_of_each_match(desk: Desk) -> None:
    digested(desk)

    assert desk.mark(Sent()).status == "sent"
    assert (desk.seat("m1").told, desk.seat("m2").told) == (2, 3)
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
    assert logs == [{"event": "letter_overtaken", "log_level": "warning", "letter": desk.row.id}]


def test_a_letter_that_was_taken_back_meanwhile_is_still_ours_to_mark(desk: Desk) -> None:
    """A worker that was thought dead, and had sent it after all."""
    desk.has(status="ready")

    assert desk.mark(Sent()).status == "sent"


def test_a_letter_that_is_not_there_cannot_be_held(desk: Desk) -> None:
    with pytest.raises(LookupError, match="99"), marking.held(99, "m1"):
        pass


def test_a_match_that_is_not_there_keeps_no_letter_from_being_held(desk: Desk) -> None:
    with marking.held(desk.row.id, "nowhere") as (_, rows, letter):
        assert (rows, letter) == ([], desk.row)


# --- later


def test_what_was_not_taken_waits_and_costs_no_copy(desk: Desk) -> None:
    kept = desk.mark(Later("451 busy"))

    assert (kept.status, kept.reason, kept.unsure) == ("ready", "451 busy", 0)
    assert kept.next_at is not None
    assert timedelta(seconds=22.5) <= kept.next_at - NOON <= timedelta(seconds=37.5)
    assert (desk.seat().told, desk.caught_up, desk.host_heard()) == (0, [], [])


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
        ("m1-Anna", f"letter:{desk.row.id}", {"problem": "letter_undelivered", "seat": 1})
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
        "event": "letter_ended", "log_level": "warning", "letter": desk.row.id, "match": "m1",
        "status": "dead",
    }  # fmt: skip
    assert desk.session.get_one(Player, "Bruno").fault == "550 no such user"
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
        ("m1-Anna", f"letter:{desk.row.id}", {"problem": "letter_unsure", "seat": 1})
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
            (f"{match}-Anna", f"letter:{desk.row.id}", {"problem": "letter_unsure", "seat": 1})
        ]


# --- it could not be written


def test_a_letter_that_cannot_be_written_is_tried_again_and_counted(desk: Desk) -> None:
    desk.has(status="ready", attempts=3)

    with capture_logs() as logs:
        fault = ZeroDivisionError()
        marking.unwritten(desk.row.id, fault, NOON)

    kept = desk.row
    assert (kept.status, kept.attempts) == ("ready", 4)
    assert kept.reason == "could not be written: ZeroDivisionError"
    assert kept.next_at is not None
    assert kept.next_at > NOON + SECOND
    assert logs == [
        {
            "event": "letter_unwritten",
            "log_level": "error",
            "letter": desk.row.id,
            "exc_info": fault,
        }
    ]


def test_the_fifth_time_it_is_dead_and_the_host_hears(desk: Desk) -> None:
    desk.has(status="ready", attempts=4)

    marking.unwritten(desk.row.id, ZeroDivisionError(), NOON)

    assert (desk.row.status, desk.row.attempts) == ("dead", 5)
    assert desk.host_heard()[0][2] == {"problem": "letter_undelivered", "seat": 1}


def test_a_letter_that_somebody_else_has_in_hand_is_left_to_them(desk: Desk) -> None:
    marking.unwritten(desk.row.id, ZeroDivisionError(), NOON)

    assert (desk.row.status, desk.row.attempts) == ("sending", 1)
