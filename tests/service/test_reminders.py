"""Reminders: once a phase, to who is awaited, and never after the turn was made."""

import pytest
from flask import Flask

from service import invitations, resolution, tokens
from service.post import delivery, truth
from service.refusals import Refusal
from service.store.database import writing
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import tables
from tests.parts.tables import NOON, Table, at

HOST = tokens.Host("m1", 1)


@pytest.fixture
def table(writing_room: Flask) -> Table:
    """Three people in their first auction, whose first letters have left."""
    made = tables.lay()
    delivery.deliver(at(1))
    return made


def reminded() -> list[tuple[str, str, str | None]]:
    return [
        (one.player_id, one.status, one.reason)
        for one in tables.notices()
        if one.kind == "reminder"
    ]


def refused(seat: int) -> str:
    with pytest.raises(Refusal) as caught:
        invitations.remind(HOST, seat, NOON)
    found: str = caught.value.facts.get("reason") or caught.value.code  # type: ignore[assignment]  # facts are objects
    return found


def test_who_is_awaited_gets_one_letter_with_a_link_and_the_deadline(table: Table) -> None:
    invitations.remind(HOST, 1, NOON)
    delivery.deliver(at(2))

    last = tables.letters()[-1]
    said = tables.words(last)
    assert (last.kind, last.player_id) == ("reminder", "m1-Bruno")
    assert tables.parsed(last)["Subject"] == "Giants: the match waits for you (Auction, round 1)"
    assert "The match of Giants waits for you: Auction, round 1." in said
    assert "Your turn is due on Tuesday, 3 March 2026, 13:00 (Europe/Rome)" in said
    assert "/t/t." in said


def test_once_a_phase_and_again_in_the_next(table: Table) -> None:
    invitations.remind(HOST, 1, NOON)
    again = refused(1)
    for seat in range(3):
        table.submit(seat, "bid nothing")
    resolution.resolve("m1", at(2)())
    awaited = table.row().awaited[0]
    invitations.remind(HOST, awaited, NOON)

    assert again == "reminded_enough"
    assert refused(awaited) == "reminded_enough"
    assert len(reminded()) == 2


def test_whose_sealed_action_is_in_is_not_awaited(table: Table) -> None:
    table.submit(1, "bid nothing")

    assert refused(1) == "not_awaited"
    assert reminded() == []


def test_a_bot_is_not_reminded(table: Table) -> None:
    with writing() as session:
        seat = session.get_one(Seat, ("m1", 2))
        seat.bot, seat.player_id = "random", None

    assert refused(2) == "bot"


def test_in_a_pause_nobody_is_reminded(table: Table) -> None:
    with writing() as session:
        session.get_one(Match, "m1").paused_at = NOON

    assert refused(1) == "paused"


def test_only_the_host_reminds(table: Table) -> None:
    with pytest.raises(Refusal) as caught:
        invitations.remind(tokens.Host("m1", 2), 1, NOON)

    assert caught.value.code == "unauthenticated"
    assert reminded() == []


def test_the_stale_reminder_stays_here(table: Table) -> None:
    """The turn is made between the host's click and the letter: nothing leaves."""
    invitations.remind(HOST, 1, NOON)
    table.submit(1, "bid nothing")
    delivery.deliver(at(2))

    assert reminded() == [("m1-Bruno", "dropped", truth.ACTED)]


def test_a_reminder_of_one_turn_does_not_serve_for_the_next_of_its_phase(
    writing_room: Flask,
) -> None:
    """In one phase a seat may be awaited again and again; each time it has a letter of its own."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    delivery.deliver(at(1))
    whose = tables.Table("m1", ()).row().awaited[0]
    invitations.remind(HOST, whose, NOON)
    with writing() as session:
        session.get_one(Match, "m1").turn += 1
    delivery.deliver(at(2))

    assert [one[1:] for one in reminded()] == [("dropped", truth.ACTED)]


def test_the_host_does_not_learn_who_wants_no_letters(table: Table) -> None:
    with writing() as session:
        session.get_one(Player, "m1-Bruno").policy = {"muted": ["m1"]}
    invitations.remind(HOST, 1, NOON)
    delivery.deliver(at(2))

    assert reminded() == [("m1-Bruno", "dropped", truth.UNSUBSCRIBED)]
