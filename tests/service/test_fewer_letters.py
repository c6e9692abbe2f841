"""Fewer letters: one for all that happened, none for what is over, and each at a chosen time."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from service import hosting, notices, tokens
from service.mail import senders
from service.mail.outcomes import Later, Outcome, Sent
from service.notices import Telling
from service.post import choosing, delivery, gathering, truth
from service.store import outbox
from service.store.database import writing
from service.store.letters import Letter, Notice
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import digests, tables
from tests.parts.digests import BRUNO
from tests.parts.tables import NOON, at

ANNA = "m1-Anna"


def laid(**letters: object) -> tables.Table:
    """A match of Rapa Nui that has told what it began with; Anna's turn is the first."""
    table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    with writing() as session:
        session.execute(update(Notice).values(status="dropped", reason="before"))
    for player in (ANNA, BRUNO):
        digests.choose(player, **letters)
    return table


def tell(kind: str, cause: str, minute: float = 0, seat: int = 1) -> None:
    with writing() as session:
        row = session.get_one(Match, "m1")
        telling = Telling(seat, kind, cause, {"turn": row.turn})
        notices.write(session, row, [telling], NOON + timedelta(minutes=minute))


def awaited(seat: int) -> None:
    with writing() as session:
        session.get_one(Match, "m1").awaited = [seat]


def sent_to(player: str = BRUNO) -> list[Letter]:
    return [one for one in tables.letters() if one.player_id == player]


def kinds_of(letter: Letter) -> list[str]:
    return [one.kind for one in tables.notices() if one.letter_id == letter.id]


def test_one_letter_tells_all_that_a_burst_brought(writing_room: Flask) -> None:
    """The turn is due first, and takes along what would wait longer."""
    laid(delay=2)
    awaited(1)
    tell("resolved", "entry:8")
    tell("extended", "extended:9", 0.5)
    tell("your_turn", "entry:9", 1)
    for minute in (1, 2, 3, 4, 20, 90):
        delivery.deliver(at(minute))

    (letter,) = sent_to()
    assert kinds_of(letter) == ["resolved", "extended", "your_turn"]
    assert letter.sent_at == NOON + timedelta(minutes=3)


def test_a_turn_made_before_its_letter_left_needs_none(writing_room: Flask) -> None:
    laid(delay=2)
    awaited(1)
    tell("your_turn", "entry:9")
    awaited(0)
    delivery.deliver(at(2))

    assert sent_to() == []
    assert [(one.status, one.reason) for one in tables.notices()][-1] == ("dropped", truth.ACTED)


def test_control_without_the_delay_the_letter_has_left(writing_room: Flask) -> None:
    laid(delay=0)
    awaited(1)
    tell("your_turn", "entry:9")
    delivery.deliver(at(0))
    awaited(0)

    assert len(sent_to()) == 1


def test_what_is_dropped_takes_nothing_along(writing_room: Flask) -> None:
    """A turn that was made is no reason to tell the rest before its time."""
    laid(delay=2)
    awaited(1)
    tell("your_turn", "entry:9")
    tell("extended", "extended:9")
    awaited(0)
    delivery.deliver(at(2))
    early = sent_to()
    delivery.deliver(at(10))

    assert early == []
    assert [kinds_of(one) for one in sent_to()] == [["extended"]]


def test_a_reminder_whose_turn_was_made_is_never_sent(writing_room: Flask) -> None:
    """An incident elsewhere: a stale reminder after the turn was made, also if awaited again."""
    laid(delay=2)
    awaited(1)
    tell("reminder", "reminder:1")
    with writing() as session:
        session.get_one(Match, "m1").turn += 2
    for minute in (1, 2, 60, 6000):
        delivery.deliver(at(minute))

    assert sent_to() == []
    assert tables.notices()[-1].reason == truth.ACTED


def test_no_flood_once_the_mail_server_is_back(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An incident elsewhere: a day's letters all at once after the queue recovers."""
    laid(delay=0)
    handed = away(monkeypatch, minutes=24 * 60)
    for hour in range(24):
        tell("extended", f"extended:{hour}", hour * 60)
        delivery.deliver(at(hour * 60))
    delivery.deliver(at(25 * 60))
    delivery.deliver(at(26 * 60))

    assert len(handed) == 1
    assert [len(kinds_of(one)) for one in sent_to()] == [24]


def test_control_a_letter_an_hour_is_a_flood(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight hours show it: each of the letters is tried again every hour."""
    laid(delay=0)
    monkeypatch.setattr(outbox, "unsent", lambda *_: None)
    handed = away(monkeypatch, minutes=8 * 60)
    for hour in range(8):
        tell("extended", f"extended:{hour}", hour * 60)
        delivery.deliver(at(hour * 60))
    delivery.deliver(at(9 * 60))

    assert len(handed) == 8


class Away:
    """A mail server that takes nothing before an hour, and then all."""

    def __init__(self, handed: list[bytes]) -> None:
        self.handed, self.minutes, self.minute = handed, 0.0, 0.0

    def hand(self, _sender: str, _recipient: str, text: bytes) -> Outcome:
        if self.minute < self.minutes:
            return Later("451 not now")
        self.handed.append(text)
        return Sent()


def away(monkeypatch: pytest.MonkeyPatch, minutes: float) -> list[bytes]:
    handed: list[bytes] = []
    server = Away(handed)
    server.minutes = minutes
    monkeypatch.setattr(senders, "present", lambda: server)
    deliver = delivery.deliver

    def timed(clock: delivery.Clock, match_id: str | None = None) -> int:
        server.minute = (clock() - NOON) / timedelta(minutes=1)
        return deliver(clock, match_id)

    monkeypatch.setattr(delivery, "deliver", timed)
    return handed


def test_quiet_hours_hold_back_what_happens_in_them(writing_room: Flask) -> None:
    """13 to 20 in Rome is 12 to 19 in UTC."""
    laid(delay=0, quiet={"from": 13, "to": 20})
    tell("extended", "extended:1", 5)
    delivery.deliver(at(6 * 60 + 59))
    before = sent_to()
    delivery.deliver(at(7 * 60))

    assert before == []
    assert len(sent_to()) == 1


def test_a_letter_that_comes_late_waits_for_the_end_of_quiet_hours(writing_room: Flask) -> None:
    """Gathered before they began; the mail server was away until they had."""
    laid(delay=0, quiet={"from": 14, "to": 20})
    tell("extended", "extended:1")
    gathering.gather("m1", NOON)
    delivery.deliver(at(120))
    (waiting,) = sent_to()
    delivery.deliver(at(7 * 60))

    assert (waiting.status, waiting.next_at) == ("ready", NOON + timedelta(hours=7))
    assert [one.status for one in sent_to()] == ["sent"]


def test_a_turn_about_to_be_lost_comes_in_quiet_hours(writing_room: Flask) -> None:
    laid(delay=0, quiet={"from": 13, "to": 20})
    awaited(1)
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).due_at = NOON + timedelta(hours=4)
    tell("your_turn", "entry:9")
    delivery.deliver(at(1))

    assert [one.status for one in sent_to()] == ["sent"]


def test_a_kind_that_is_switched_off_is_not_told_and_the_reason_is_kept(
    writing_room: Flask,
) -> None:
    laid(delay=0, off=["extended", "your_turn"])
    awaited(1)
    tell("extended", "extended:1")
    tell("your_turn", "entry:9")
    delivery.deliver(at(1))

    (letter,) = sent_to()
    assert kinds_of(letter) == ["your_turn"]  # nobody can switch their turns off
    ends = {one.kind: one.reason for one in tables.notices() if one.status == "dropped"}
    assert ends["extended"] == truth.SWITCHED_OFF


def test_a_match_of_its_own_policy_differs_from_the_others(writing_room: Flask) -> None:
    laid(delay=60)
    choosing.choose_own(tokens.Seat("m1", 1, 1), "m1", {"delay": 0}, NOON)
    for seat in (0, 1):
        tell("started", "again", seat=seat)
    delivery.deliver(at(1))

    assert [len(sent_to(one)) for one in (ANNA, BRUNO)] == [0, 1]


@pytest.mark.parametrize(("chosen", "minute"), [({"delay": 0}, 1), ({"digest": 18}, 300)])
def test_what_waits_follows_a_policy_chosen_meanwhile(
    writing_room: Flask, chosen: dict[str, int], minute: float
) -> None:
    laid(delay=60)
    tell("started", "again")
    with writing() as session:
        player = session.get_one(Player, BRUNO)
        choosing.choose(session, player, chosen, NOON + timedelta(minutes=1))
    delivery.deliver(at(minute - 1))
    before = sent_to()
    delivery.deliver(at(minute))

    assert before == []
    assert [one.sent_at for one in sent_to()] == [NOON + timedelta(minutes=minute)]


def test_what_waits_in_a_match_follows_its_own_policy_chosen_meanwhile(
    writing_room: Flask,
) -> None:
    laid(delay=60)
    tell("started", "again")
    delivery.deliver(at(1))
    before = sent_to()
    choosing.choose_own(tokens.Seat("m1", 1, 1), "m1", {"delay": 0}, NOON + timedelta(minutes=1))
    delivery.deliver(at(1))

    assert before == []
    assert [one.sent_at for one in sent_to()] == [NOON + timedelta(minutes=1)]


def test_what_is_urgent_is_never_held_back(writing_room: Flask) -> None:
    laid(delay=1440, digest=3, quiet={"from": 1, "to": 23})
    hosting.cancel(tokens.Host("m1", 1), NOON)
    tables.lay("m2", "rapa-nui", ("Anna", "Bruno"), start=False)
    digests.choose("m2-Bruno", delay=1440, digest=3, quiet={"from": 1, "to": 23})
    with writing() as session:
        row = session.get_one(Match, "m2")
        telling = Telling(1, "invitation", "invitation:1")
        notices.tell_player(session, row, "m2-Bruno", telling, NOON)
    delivery.deliver(at(1))

    assert sent_to() == []
    assert [one.kind for one in tables.letters("m2")] == ["invitation"]
