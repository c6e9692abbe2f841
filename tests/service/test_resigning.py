"""A seat resigns: its links die at once, nobody sees what it held, and the table goes on."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from service import (
    handovers,
    hidden,
    hosting,
    invitations,
    lobby,
    looking,
    me,
    play,
    resigning,
    sealed,
    stand_ins,
    table,
    tokens,
    votes,
)
from service.invitations import Reply
from service.opening import HostSeat
from service.refusals import Refusal
from service.sent import Asked, Sent
from service.store import entries
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.submissions import DESTROYED, Submission
from tests.parts import openings
from tests.parts.openings import BOT, BRUNO, CLARA, DARIA, NOON

HOUR = timedelta(hours=1)


def giants() -> str:
    return openings.running(HostSeat(), BRUNO, CLARA, game="giants")


def bid(match_id: str, seat: int) -> None:
    asked = Asked(openings.row(match_id).turn, None, "bid nothing")
    sent = Sent(b"{}", "POST", "moai.example", "/turns")
    play.submit(openings.seat_token(match_id, seat), sent, asked, NOON)


def resign(match_id: str, seat: int = 1) -> lobby.Standing:
    return resigning.resign(openings.seat_token(match_id, seat), NOON)


def test_without_substitutes_a_bot_holds_the_seat_at_once_and_plays(writing_room: Flask) -> None:
    match_id = giants()
    seen = resign(match_id)

    assert (seen.seats[1].kind, seen.seats[1].status) == ("bot", "accepted")
    assert "Bruno" not in [one.name for one in seen.seats]
    assert stand_ins.act(match_id, NOON)
    assert openings.row(match_id).submitted == [1]


def test_all_are_told_who_resigned_too(writing_room: Flask) -> None:
    match_id = giants()
    resign(match_id)

    assert sorted(name for name, *_ in openings.told(match_id, "handover")) == [
        "Ann",
        "Bruno",
        "Clara",
    ]


def test_every_kind_of_link_to_the_seat_is_dead_at_once(writing_room: Flask) -> None:
    """But for the person's own page, which has no key to the seat any more."""
    match_id = giants()
    proposed = votes.propose(openings.seat_token(match_id, 0), "pause", None, NOON).votes[0].vote
    handovers.replace(openings.host_token(match_id), 2, BOT, NOON)
    phase = str(openings.row(match_id).phase)
    seat, turn = tokens.Seat(match_id, 1, 1), tokens.Turn(match_id, 1, 1, phase)
    invitation = tokens.Invitation(match_id, 1, 1)
    player = tokens.Player(openings.player("bruno@moai.example").id, 1)
    ways: dict[str, Callable[[], object]] = {
        "seat": lambda: sealed.own_sealed(seat),
        "turn": lambda: sealed.own_sealed(turn),
        "seat, looking": lambda: looking.mark(seat, match_id),
        "seat, resigning": lambda: resigning.resign(seat, NOON),
        "voice in a vote": lambda: votes.agree(
            tokens.Voice(match_id, 1, 1, proposed, "vote"), proposed, NOON
        ),
        "voice in a handover": lambda: handovers.look(tokens.Voice(match_id, 1, 1, 1)),
        "invitation": lambda: invitations.accept(invitation, Reply(), NOON),
    }
    resign(match_id)
    codes: dict[str, str] = {}
    for name, way in ways.items():
        with pytest.raises(Refusal) as caught:
            way()
        codes[name] = caught.value.code

    assert codes == dict.fromkeys(ways, "unauthenticated")
    assert me.keys(player, me.my_matches(player, None).items) == {}


def test_what_was_sealed_is_destroyed_and_the_log_says_only_that_a_bot_plays(
    writing_room: Flask,
) -> None:
    match_id = giants()
    bid(match_id, 1)
    resign(match_id)
    with reading() as session:
        made = session.scalars(select(Submission).where(Submission.match_id == match_id)).one()
        remains = (made.status, made.body, made.action, made.salt)
        row = session.get_one(Match, match_id)
        last = dict(entries.all_of(session, match_id)[-1].public)
        same = table.snapshot(table.replayed(session, row).match) == hidden.state(row)

    assert remains == (DESTROYED, b"", None, None)
    assert openings.row(match_id).submitted == []
    assert (last["kind"], last["seat"], last["holder"]) == ("seat", 1, "bot")
    assert "Bruno" not in str(last)
    assert same


def test_the_last_person_ends_the_match(writing_room: Flask) -> None:
    """Of two people one may go, and bots go on with the other; nobody plays for nobody."""
    match_id = openings.running(HostSeat(), BRUNO, BOT, game="giants")
    first = resign(match_id)
    last = resign(match_id, 0)

    assert (first.status, last.status) == ("running", "cancelled")
    assert [name for name, *_ in openings.told(match_id, "cancelled")] == ["Ann"]


def test_a_host_without_a_seat_hears_that_the_last_person_has_gone(writing_room: Flask) -> None:
    match_id = openings.running(BRUNO, BOT)
    resign(match_id, 0)

    assert sorted(name for name, *_ in openings.told(match_id, "cancelled")) == ["Ann", "Bruno"]


def test_a_host_that_resigns_its_seat_stays_host(writing_room: Flask) -> None:
    match_id = giants()
    resign(match_id, 0)

    assert hosting.pause(openings.host_token(match_id), NOON).paused_at == NOON
    assert hosting.own_seat(openings.host_token(match_id)) is None


def test_nobody_is_kept_by_a_pause(writing_room: Flask) -> None:
    match_id = giants()
    hosting.pause(openings.host_token(match_id), NOON)
    seen = resigning.resign(openings.seat_token(match_id, 1), NOON + HOUR)
    resumed = hosting.resume(openings.host_token(match_id), NOON + 2 * HOUR)

    assert seen.seats[1].kind == "bot"
    assert resumed.due_at == NOON + timedelta(hours=24) + 2 * HOUR


def test_a_closed_phase_is_resolved_first(writing_room: Flask) -> None:
    match_id = giants()
    for seat in range(3):
        bid(match_id, seat)
    with pytest.raises(Refusal) as caught:
        resign(match_id)

    assert caught.value.code == "resolving"


def test_there_is_nothing_to_resign_from_before_the_start_or_after_the_end(
    writing_room: Flask,
) -> None:
    gathering, over = openings.confirmed(), giants()
    hosting.cancel(openings.host_token(over), NOON)
    codes = []
    for match_id, seat in ((gathering, 0), (over, 1)):
        with pytest.raises(Refusal) as caught:
            resign(match_id, seat)
        codes.append(caught.value.code)

    assert codes == ["not_started", "match_over"]


def test_a_match_out_of_play_keeps_its_seats(writing_room: Flask) -> None:
    match_id = giants()
    with writing() as session:
        session.get_one(Match, match_id).quarantined_at = NOON
    with pytest.raises(Refusal) as caught:
        resign(match_id)

    assert caught.value.code == "quarantined"


def test_a_proposal_to_replace_who_has_resigned_is_over(writing_room: Flask) -> None:
    match_id = giants()
    handovers.replace(openings.host_token(match_id), 1, DARIA, NOON)
    seen = resign(match_id)

    assert seen.handovers == []
    assert handovers.ripen(NOON + timedelta(hours=24)) == 0


def test_a_link_of_another_seat_resigns_nothing(writing_room: Flask) -> None:
    match_id, other = giants(), openings.running(HostSeat(), BRUNO)
    with pytest.raises(Refusal) as caught:
        resigning.resign(tokens.Seat(other, 5, 1), NOON)

    assert caught.value.code == "unauthenticated"
    assert openings.seats(match_id)[1].name == "Bruno"
