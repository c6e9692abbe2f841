"""Retention: each thing is kept as long as was promised, and not a day longer."""

from datetime import datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from service import heartbeats, holding, invitations, substitutes
from service.hooks import keeping
from service.opening import Guest, HostSeat, Origin
from service.operating import retention
from service.players import Person
from service.store import allowances
from service.store.database import reading, writing
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.players import Player, by_address
from service.store.webhooks import Call, Webhook
from tests.parts import openings
from tests.parts.dumps import dump
from tests.parts.openings import BRUNO, CLARA, DARIA, NOON
from workers import clock

DAY = timedelta(days=1)
MONTH = NOON + 30 * DAY + timedelta(seconds=1)


def known(address: str) -> bool:
    with reading() as session:
        return by_address(session, address) is not None


def test_who_never_answered_is_forgotten_after_thirty_days(stored: Flask) -> None:
    match_id = openings.confirmed(HostSeat(), BRUNO, CLARA)
    openings.accept(match_id, 2)
    retention.daily(NOON + 30 * DAY - timedelta(seconds=1))
    kept = known("bruno@moai.example")
    late = retention.daily(MONTH + DAY)

    assert kept
    assert late == 1
    assert not known("bruno@moai.example")
    assert not any("bruno" in line.lower() for line in dump())
    assert known("ann@moai.example")
    assert known("clara@moai.example")
    assert [one.status for one in openings.seats(match_id)] == ["accepted", "declined", "accepted"]


def test_a_reminder_begins_the_thirty_days_anew(writing_room: Flask) -> None:
    match_id = openings.confirmed(HostSeat(), BRUNO)
    invitations.remind(openings.host_token(match_id), 1, NOON + 10 * DAY)
    retention.everything(MONTH)
    kept = known("bruno@moai.example")
    retention.everything(MONTH + 10 * DAY)

    assert kept
    assert not known("bruno@moai.example")


def test_an_opening_that_was_never_confirmed_is_forgotten_with_all_whom_it_names(
    writing_room: Flask,
) -> None:
    match_id = openings.opened(HostSeat(), BRUNO)
    retention.everything(MONTH)

    assert not known("ann@moai.example")
    assert not known("bruno@moai.example")
    assert openings.row(match_id).status == "cancelled"


def test_who_has_not_been_asked_yet_is_kept_while_the_match_goes_on(writing_room: Flask) -> None:
    """A substitute gets its first letter when a seat falls free, perhaps after months."""
    match_id = openings.running(HostSeat(), CLARA)
    substitutes.add(openings.host_token(match_id), DARIA.person, NOON)
    retention.everything(MONTH)
    kept = known("daria@moai.example")
    with writing() as session:
        session.get_one(Match, match_id).status = "finished"
    retention.everything(MONTH)

    assert kept
    assert not known("daria@moai.example")


def test_somebody_named_again_in_a_new_match_is_kept_for_that(writing_room: Flask) -> None:
    openings.confirmed(HostSeat(), BRUNO)
    openings.opened(HostSeat(), BRUNO, now=NOON + 20 * DAY)
    retention.everything(MONTH)

    assert known("bruno@moai.example")


def test_an_openings_key_is_honoured_for_fourteen_days_and_then_nothing_is_kept_of_it(
    writing_room: Flask,
) -> None:
    origin = Origin("192.0.2.7", openings.KEY, b"{}")
    match_id = openings.opened(HostSeat(), BRUNO, origin=origin)
    counted = counts()
    retention.everything(NOON + 14 * DAY - timedelta(hours=1))
    kept = openings.row(match_id).key_hash
    retention.everything(NOON + 14 * DAY + timedelta(hours=1))
    row = openings.row(match_id)

    assert counted
    assert kept is not None
    assert (row.key_hash, row.fingerprint) == (None, None)
    assert counts() == 0


def test_the_network_of_an_opening_is_known_for_fourteen_days_as_a_hash(
    writing_room: Flask,
) -> None:
    """With a key and without one; two matches of one network are alike."""
    ours, also, theirs = (
        openings.opened(HostSeat(), BRUNO, origin=Origin(ip))
        for ip in ("192.0.2.7", "192.0.2.7", "198.51.100.9")
    )
    known = [openings.row(one).opened_from for one in (ours, also, theirs)]
    retention.everything(NOON + 14 * DAY - timedelta(hours=1))
    kept = openings.row(ours).opened_from
    retention.everything(NOON + 14 * DAY + timedelta(hours=1))

    assert known[0] == known[1] != known[2]
    assert kept == known[0]
    assert not any("192.0.2.7" in line for line in dump())
    assert [openings.row(one).opened_from for one in (ours, also, theirs)] == [None] * 3


def counts() -> int:
    with reading() as session:
        return len(session.scalars(select(allowances.Allowance)).all())


def test_rendered_letters_are_gone_after_thirty_days(writing_room: Flask) -> None:
    match_id = openings.confirmed(HostSeat(), BRUNO)
    ann = openings.player("ann@moai.example").id
    with writing() as session:
        session.add(
            Letter(
                match_id=match_id,
                player_id=ann,
                kind="ready",
                message_id="<one>",
                status="sent",
                copy=b"rendered",
                next_at=NOON + 30 * DAY,
                created_at=NOON,
            )
        )
    retention.everything(NOON + 30 * DAY - timedelta(seconds=1))
    kept = copies()
    retention.everything(NOON + 30 * DAY)

    assert kept == [b"rendered"]
    assert copies() == [None]


def copies() -> list[bytes | None]:
    with reading() as session:
        return list(session.scalars(select(Letter.copy)))


def test_the_webhooks_of_who_has_left_a_seat_are_gone(writing_room: Flask) -> None:
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    for seat in (1, 2):
        keeping.make(openings.seat_token(match_id, seat), "http://hooks.example/", NOON)
        hook = keeping.listed(openings.seat_token(match_id, seat))[0].id
        keeping.ping(openings.seat_token(match_id, seat), hook, NOON)
    with writing() as session:
        holding.release(session.get_one(Seat, (match_id, 1)))
    retention.everything(NOON)
    with reading() as session:
        left = [one.seat for one in session.scalars(select(Webhook))]
        calls = len(session.scalars(select(Call)).all())

    assert (left, calls) == ([2], 1)


# --- once a day, a little at a time


def crowd(count: int) -> None:
    guests = [Guest(Person(f"G{n}", f"g{n}@moai.example")) for n in range(count)]
    for guest in guests:
        openings.opened(HostSeat(), guest)


def strangers() -> int:
    with reading() as session:
        return len(session.scalars(select(Player).where(Player.address.is_not(None))).all())


def test_a_sweep_does_a_batch_and_the_next_one_goes_on_until_the_day_is_done(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    crowd(4)  # and their host, who never confirmed
    left = []
    for minute in range(5):
        retention.daily(MONTH + timedelta(minutes=minute))
        left.append(strangers())

    assert left == [3, 1, 0, 0, 0]


@pytest.mark.parametrize(("hours", "looked"), [(23, False), (25, True)])
def test_it_looks_once_a_day(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch, hours: int, *, looked: bool
) -> None:
    retention.daily(NOON)
    seen: list[datetime] = []

    def look(now: datetime) -> int:
        seen.append(now)
        return 0

    monkeypatch.setitem(retention.PARTS, "seen", look)
    later = NOON + timedelta(hours=hours)
    heartbeats.forget(later)
    retention.daily(later)

    assert bool(seen) is looked


def test_the_sweep_has_it_among_its_looks_and_the_command_says_what_it_did(
    writing_room: Flask,
) -> None:
    openings.opened(HostSeat(), BRUNO, now=NOON - 60 * DAY)
    ran = writing_room.test_cli_runner().invoke(args=["retain"])

    assert clock.LOOKS["retention"] is retention.daily
    assert "unanswered invitations: 2" in ran.stdout
