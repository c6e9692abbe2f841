"""Erasing a person: no trace of them is left in any table, and the matches they were in go on."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from engine import record
from engine.registry import GAMES
from engine.verify import verify
from service import (
    absences,
    erasing,
    hidden,
    hosting,
    invitations,
    keyring,
    lobby,
    looking,
    me,
    play,
    resigning,
    stand_ins,
    substitutes,
    table,
    talking,
    tokens,
    vault,
)
from service.hooks import keeping
from service.invitations import Reply
from service.opening import HostSeat
from service.post import delivery
from service.post.truth import ERASED
from service.refusals import Refusal
from service.sent import Asked, Sent
from service.store import entries, personal
from service.store.database import reading, writing
from service.store.letters import Letter
from service.store.matches import Match
from service.store.messages import Message
from service.store.players import Player, by_address
from service.store.seat_keys import SeatKey
from service.talking import Words
from tests.parts import openings
from tests.parts.dumps import dump
from tests.parts.openings import BOT, BRUNO, CLARA, NOON
from tests.parts.post_office import PostOffice

TRACES = ("Bruno", "bruno", "a-key-of-his-own", "hooks.bruno.example", "Brunello")
LATER = NOON + timedelta(hours=1)
BID = Sent(
    b'{"turn": 0, "text": "bid nothing"}', "POST", "moai.example", "/turns", "a-key-of-his-own"
)


def bruno() -> tokens.Player:
    return tokens.Player(openings.player("bruno@moai.example").id, 1)


def bid(match_id: str, seat: int, sent: Sent = BID) -> None:
    asked = Asked(openings.row(match_id).turn, None, "bid nothing")
    play.submit(openings.seat_token(match_id, seat), sent, asked, NOON)


def lived() -> str:
    """Bruno has left his mark wherever one can: in one match, at other tables and beside them."""
    left = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    hosting_ = openings.confirmed(HostSeat(), CLARA, host=BRUNO.person)
    waiting = openings.confirmed(HostSeat(), CLARA)
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    seat = openings.seat_token(match_id, 1)
    me.change(bruno(), me.Change(name="Brunello"), NOON)
    resigning.resign(openings.seat_token(left, 1), NOON)
    substitutes.add(openings.host_token(waiting), BRUNO.person, NOON)
    absences.declare(
        bruno(), NOON.date() + timedelta(days=9), NOON.date() + timedelta(days=10), NOON
    )
    talking.post(seat, Words("I am Bruno of Rome", None), BID, NOON)
    keyring.register(seat, bytes(range(32)), NOON)
    keeping.make(seat, "http://hooks.bruno.example/", NOON)
    bid(match_id, 1)
    delivery.deliver(lambda: LATER)
    assert openings.row(hosting_).status == "gathering"
    return match_id


def opened() -> list[str]:
    """What the vault holds, for who has the keys."""
    with reading() as session:
        copies = session.scalars(select(Letter.copy)).all()
        said = session.scalars(select(Message.text)).all()
    return [vault.unseal(one).decode(errors="replace") for one in (*copies, *said) if one]


def traces() -> set[str]:
    text = "\n".join((*dump(), *opened()))
    return {one for one in TRACES if one in text}


def test_no_trace_is_left_and_the_match_goes_on(posting: Flask, post_office: PostOffice) -> None:
    match_id = lived()
    known = traces()
    erasing.erase_me(bruno(), LATER)
    sent = len(post_office.texts)
    delivery.deliver(lambda: LATER + timedelta(hours=1))
    later = "".join(text.decode() for text in post_office.texts[sent:])

    assert known == set(TRACES) - {"hooks.bruno.example"}  # which only the vault has
    assert traces() == set()
    assert "Seat 2" in later  # the others hear that somebody has left
    assert not any(one in later for one in TRACES)
    assert openings.seats(match_id)[1].bot is not None
    assert stand_ins.act(match_id, LATER)
    assert intact(match_id)


def intact(match_id: str) -> bool:
    """The log leads to the stored state, and its public record holds."""
    with reading() as session:
        row = session.get_one(Match, match_id)
        same = table.snapshot(table.replayed(session, row).match) == hidden.state(row)
        assert entries.all_of(session, match_id)[-1].public["kind"] == "seat"
    book = record.parse(looking.whole_record(match_id))
    return same and verify(book, GAMES[book.game]).fault is None


def test_control_who_only_blanks_the_person_leaves_traces(
    posting: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    lived()
    token = bruno()
    monkeypatch.setattr(erasing, "_unname", lambda *_: None)
    monkeypatch.setattr(erasing, "_part", lambda *_: None)
    monkeypatch.setattr(personal, "burn_copies", lambda *_: None)
    erasing.erase_me(token, LATER)

    assert {"Bruno", "a-key-of-his-own"} <= traces()


def test_all_links_and_keys_are_dead(writing_room: Flask) -> None:
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    mine, seat, row = bruno(), openings.seat_token(match_id, 1), openings.row(match_id)
    keyring.register(seat, bytes(range(32)), NOON)
    doors: dict[str, tokens.Token] = {
        "p": mine,
        "s": seat,
        "t": tokens.Turn(match_id, 1, 1, str(row.phase)),
        "r": tokens.Return(match_id, 1, 1),
        "u": tokens.Unsubscribe(mine.player, match_id, 1),
    }
    before = opened_by(writing_room, doors)
    erasing.erase_me(mine, LATER)
    with pytest.raises(Refusal) as caught:
        invitations.accept(tokens.Invitation(match_id, 1, 1), Reply(), LATER)
    with reading() as session:
        keys = session.scalars(select(SeatKey)).all()

    assert before == dict.fromkeys(doors, 200)
    assert opened_by(writing_room, doors) == dict.fromkeys(doors, 401)
    assert caught.value.code == "unauthenticated"
    assert [one.revoked_at for one in keys] == [LATER]


def opened_by(app: Flask, doors: dict[str, tokens.Token]) -> dict[str, int]:
    client = app.test_client()
    return {
        door: client.get(f"/{door}/{tokens.sign(one)}").status_code for door, one in doors.items()
    }


def test_others_see_a_neutral_name_also_where_the_match_is_over(writing_room: Flask) -> None:
    running = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    over = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    hosting.cancel(openings.host_token(over), NOON)
    erasing.erase_me(bruno(), LATER)

    assert [one.name for one in lobby.one(over).seats] == ["Ann", "Seat 2", "Clara"]
    assert "Bruno" not in [one.name for one in lobby.one(running).seats]


def test_before_the_start_a_guest_is_as_one_who_declined_and_a_host_as_one_who_cancels(
    writing_room: Flask,
) -> None:
    invited = openings.confirmed(HostSeat(), BRUNO, CLARA)
    hosted = openings.confirmed(HostSeat(), CLARA, host=BRUNO.person)
    erasing.erase_me(bruno(), LATER)

    assert openings.seats(invited)[1].status == "declined"
    assert [name for name, *_ in openings.told(invited, "declined")] == ["Ann"]
    assert openings.row(hosted).status == "cancelled"


def test_a_running_match_outlives_its_host_and_the_last_person_ends_it(
    writing_room: Flask,
) -> None:
    hosted = openings.running(HostSeat(), CLARA, host=BRUNO.person)
    alone = openings.running(HostSeat(), BOT, host=BRUNO.person)
    token = openings.host_token(hosted)
    erasing.erase_me(bruno(), LATER)

    assert (openings.row(hosted).status, openings.row(alone).status) == ("running", "cancelled")
    with pytest.raises(Refusal):
        hosting.pause(token, LATER)


@pytest.mark.parametrize("swept", [True, False])
def test_a_phase_that_is_being_resolved_is_left_by_a_later_sweep(
    writing_room: Flask, *, swept: bool
) -> None:
    """Without the sweep the seat would stay with nobody."""
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    for seat in range(3):
        bid(match_id, seat)
    erasing.erase_me(bruno(), LATER)
    held = openings.seats(match_id)[1]
    with writing() as session:  # as a resolution leaves it
        row = session.get_one(Match, match_id)
        row.closes_at, row.submitted = None, []
    left = erasing.go_on(LATER) if swept else 0

    assert (held.bot, held.name) == (None, "Seat 2")
    assert left == int(swept)
    assert (openings.seats(match_id)[1].bot is not None) is swept
    assert erasing.go_on(LATER) == int(not swept)


def test_what_waited_for_them_is_dropped_with_its_reason(writing_room: Flask) -> None:
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    gone = bruno().player
    erasing.erase_me(bruno(), LATER)
    delivery.deliver(lambda: LATER + timedelta(hours=1))
    with reading() as session:
        told = [one for one in personal.notices_in(session, [match_id]) if one.player_id == gone]
        rest = session.get_one(Player, gone)

    assert {(one.status, one.reason) for one in told} == {("dropped", ERASED)}
    assert (rest.name, rest.address, rest.policy, rest.erased_at) == ("Erased", None, {}, LATER)


def test_the_same_address_may_be_invited_again_as_somebody_new(writing_room: Flask) -> None:
    openings.running(HostSeat(), BRUNO, CLARA)
    gone = bruno().player
    erasing.erase_me(bruno(), LATER)
    openings.confirmed(HostSeat(), BRUNO, now=LATER)

    assert bruno().player != gone


def test_asked_at_the_door_it_is_done_and_asked_again_the_token_is_dead(
    writing_room: Flask,
) -> None:
    openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    head = {"Authorization": f"Bearer {tokens.sign(bruno())}"}
    client = writing_room.test_client()
    answers = [client.delete("/api/v1/me", headers=head).status_code for _ in range(2)]

    assert answers == [204, 401]


def known() -> bool:
    with reading() as session:
        return by_address(session, "bruno@moai.example") is not None


def test_the_page_asks_first_and_only_a_click_erases(writing_room: Flask) -> None:
    openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    path = f"/p/{tokens.sign(bruno())}/erase"
    client = writing_room.test_client()
    asked, empty = client.get(path), client.post(path)
    still = known()
    done = client.post(path, data={"do": "erase"})

    assert (asked.status_code, empty.status_code, done.status_code) == (200, 400, 200)
    assert still
    assert not known()
    assert 'value="erase"' in asked.text
    assert client.get(path).status_code == 401
