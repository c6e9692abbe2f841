"""Asking for new links: twice, too often, at once with a turn, and where no letter comes."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from service import limits, looking, play, players, renewals, talking, tokens, vault
from service.operating import OperatingError, people
from service.post import delivery, gathering, silence, truth
from service.refusals import Refusal
from service.renewals import Renewal
from service.sent import Asked
from service.store import outbox
from service.store.database import reading, writing
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.players import Block, Player
from service.talking import Words
from tests.parts import openings, tables
from tests.parts.openings import NOON
from tests.service.test_renewals import LATER, SAID, bid, giants, of_links, person, refusal, why

ADDRESS = "bruno@moai.example"


def seat_of(match_id: str) -> tokens.Seat:
    return openings.seat_token(match_id, 1)


def change(**columns: object) -> None:
    """Of Bruno's row."""
    player_id = openings.player(ADDRESS).id
    with writing() as session:
        player = session.get_one(Player, player_id)
        for name, value in columns.items():
            setattr(player, name, value)


# --- pressed twice


@pytest.mark.parametrize("whose", ["seat", "host", "player"])
def test_pressed_twice_it_is_done_once_and_answered_alike(writing_room: Flask, whose: str) -> None:
    """The second press comes with a link that the first has killed."""
    match_id = giants()
    seat, host, mine = seat_of(match_id), openings.host_token(match_id), person()

    def press(at: datetime) -> Renewal:
        if whose == "seat":
            return renewals.of_seat(seat, at)
        return renewals.of_host(host, at) if whose == "host" else renewals.of_player(mine, at)

    once, again = press(LATER), press(LATER + timedelta(minutes=10))
    raised = (seat_of(match_id).generation, openings.host_token(match_id).generation)

    assert once == again
    assert raised == {"seat": (2, 1), "host": (1, 2), "player": (2, 1)}[whose]
    assert why(lambda: press(LATER + timedelta(minutes=11))) == "replaced"


def test_a_link_that_was_dead_before_asks_for_nothing(writing_room: Flask) -> None:
    match_id = giants()
    oldest = seat_of(match_id)
    renewals.of_seat(oldest, LATER)
    renewals.of_seat(seat_of(match_id), LATER)

    assert why(lambda: renewals.of_seat(oldest, LATER)) == "replaced"


def test_a_few_a_day_are_enough(writing_room: Flask) -> None:
    """Counted for each seat and person, so that nobody uses up another's."""
    match_id = giants()
    for _ in range(limits.RENEWALS_PER_DAY):
        renewals.of_seat(seat_of(match_id), LATER)
    generation = seat_of(match_id).generation
    found = refusal(lambda: renewals.of_seat(seat_of(match_id), LATER))

    assert (found.code, found.facts["retry_after"]) == ("too_many", 11 * 3600 + 1)
    assert seat_of(match_id).generation == generation
    renewals.of_seat(openings.seat_token(match_id, 2), LATER)
    renewals.of_player(person(), LATER)


# --- where no letter comes


@pytest.mark.parametrize("away", ["no address", "faulty", "blocked"])
def test_whom_no_letter_reaches_keeps_the_links_it_has(writing_room: Flask, away: str) -> None:
    match_id = giants()
    seat, mine = seat_of(match_id), person()
    if away == "blocked":
        with writing() as session:
            session.add(Block(address_hash=players.fingerprint(ADDRESS), created_at=NOON))
    else:
        change(**({"address": None} if away == "no address" else {"fault": "550 gone"}))

    assert why(lambda: renewals.of_seat(seat, LATER)) == "no_letters"
    assert why(lambda: renewals.of_player(mine, LATER)) == "no_letters"
    assert looking.sight(seat, match_id).seat == 1


def test_who_wants_no_letters_of_a_match_still_gets_the_links_that_it_asked_for(
    writing_room: Flask,
) -> None:
    match_id = giants()
    silence.mute(tokens.Unsubscribe(person().player, match_id, 1), NOON)
    renewals.of_seat(seat_of(match_id), LATER)
    delivery.deliver(lambda: LATER)

    assert [one.status for one in of_links()] == ["sent"]


@pytest.mark.parametrize("whole", [False, True])
def test_a_block_made_after_asking_does_not_hold_back_the_links_that_are_owed(
    writing_room: Flask,
    whole: bool,  # noqa: FBT001  # a parameter
) -> None:
    """A thief who replaces the links and then blocks would shut the owner out for good."""
    match_id = giants()
    delivery.deliver(lambda: NOON)
    stop = tokens.Unsubscribe(person().player, match_id, 1)
    if whole:
        renewals.of_player(person(), LATER)
    else:
        renewals.of_seat(seat_of(match_id), LATER)
    talking.post(openings.seat_token(match_id, 2), Words("a word", 1), SAID, LATER)
    silence.block(stop, LATER)
    for _ in range(3):
        delivery.deliver(lambda: LATER + timedelta(hours=1))
    mine = brunos_notices(match_id)

    assert [(one.status, one.attempts) for one in of_links()] == [("sent", 1)]
    assert [(one.status, one.reason) for one in mine if one.kind == "message"] == [
        ("dropped", truth.BLOCKED)
    ]
    again = person() if whole else seat_of(match_id)
    assert why(lambda: renew_by(again)) == "no_letters"


def renew_by(token: tokens.Seat | tokens.Player) -> Renewal:
    at = LATER + timedelta(hours=1)
    if isinstance(token, tokens.Seat):
        return renewals.of_seat(token, at)
    return renewals.of_player(token, at)


def brunos_notices(match_id: str) -> list[Notice]:
    player_id = person().player
    with reading() as session:
        query = select(Notice).where(Notice.match_id == match_id, Notice.player_id == player_id)
        found = list(session.scalars(query))
        session.expunge_all()
    return found


def test_a_block_that_comes_while_the_letter_waits_in_line_changes_nothing(
    writing_room: Flask,
) -> None:
    """Gathered already, but not claimed."""
    match_id = giants()
    renewals.of_seat(seat_of(match_id), LATER)
    gathering.gather(match_id, LATER)
    silence.block(tokens.Unsubscribe(person().player, match_id, 1), LATER)
    delivery.deliver(lambda: LATER)

    assert [one.status for one in of_links()] == ["sent"]


def test_after_the_end_links_are_replaced_as_ever(writing_room: Flask) -> None:
    match_id = giants()
    with writing() as session:
        session.get_one(Match, match_id).status = "cancelled"
    renewals.of_seat(seat_of(match_id), LATER)
    delivery.deliver(lambda: LATER)

    assert [one.status for one in of_links()] == ["sent"]


# --- letters that wait already


def kept(letter: Letter) -> str:
    return vault.unseal(letter.copy or b"").decode()


def brunos(match_id: str) -> Letter:
    """The letter that the match begins with."""
    player_id = person().player
    delivery.deliver(lambda: LATER)
    with reading() as session:
        found = outbox.to_player(session, player_id, match_id, None, 50)
        session.expunge_all()
    return next(one for one in found if one.kind == "your_turn")


def test_a_letter_that_waits_leaves_with_links_that_work(writing_room: Flask) -> None:
    match_id = giants()
    renewals.of_seat(seat_of(match_id), NOON)
    (link,) = re.findall(r"/t/(t\.\S+)", tables.words(brunos(match_id)))

    found = tokens.read(link)
    assert isinstance(found, tokens.Turn)
    assert looking.sight(found, match_id).seat == 1


def unsure(match_id: str) -> Letter:
    """A letter that may have arrived, about to be sent again."""
    found = brunos(match_id)
    with writing() as session:
        held = session.get_one(Letter, found.id)
        held.status, held.unsure, held.next_at = outbox.READY, 1, LATER
    return found


def sent_again(letter: Letter) -> Letter:
    delivery.deliver(lambda: LATER + timedelta(minutes=1))
    with reading() as session:
        found = session.get_one(Letter, letter.id)
        session.expunge(found)
        return found


def test_a_letter_that_may_have_arrived_is_not_sent_again_with_dead_links(
    writing_room: Flask,
) -> None:
    match_id = giants()
    before = unsure(match_id)
    renewals.of_seat(seat_of(match_id), LATER)
    after = sent_again(before)

    assert after.message_id == before.message_id
    assert (after.status, kept(after) == kept(before)) == ("sent", False)


def test_control_without_new_links_it_is_the_same_to_the_byte(writing_room: Flask) -> None:
    before = unsure(giants())
    after = sent_again(before)

    assert (after.status, kept(after) == kept(before)) == ("sent", True)


# --- at once with a turn


def test_a_turn_and_new_links_at_once_are_one_after_the_other(stored: Flask) -> None:
    """The match is locked first by both: the old link acts before its end, or not at all."""
    for _ in range(10):
        match_id = giants()
        seat, asked = seat_of(match_id), Asked(openings.row(match_id).turn, None, "bid nothing")

        def act(seat: tokens.Seat = seat, asked: Asked = asked) -> str:
            with stored.app_context():
                try:
                    play.submit(seat, SAID, asked, LATER)
                except Refusal as refused:
                    return str(refused.facts.get("reason"))
                return "played"

        def renew(seat: tokens.Seat = seat) -> Renewal:
            with stored.app_context():
                return renewals.of_seat(seat, LATER)

        with ThreadPoolExecutor(3) as hands:
            acts, one, two = hands.submit(act), hands.submit(renew), hands.submit(renew)
        submitted = openings.row(match_id).submitted

        assert (acts.result(), submitted) in (("played", [1]), ("replaced", []))
        assert one.result() == two.result()
        assert seat_of(match_id).generation == 2


# --- by the operator


def test_the_operator_replaces_the_links_of_somebody_who_has_none_left(
    writing_room: Flask,
) -> None:
    match_id = giants()
    bid(match_id, 1)
    seat, mine = seat_of(match_id), person()
    people.relink(" Bruno@moai.example", LATER)
    delivery.deliver(lambda: LATER)

    assert why(lambda: looking.sight(seat, match_id)) == "replaced"
    assert person() == tokens.Player(mine.player, 2)
    assert [one.status for one in of_links()] == ["sent"]


def test_the_operator_is_told_where_no_letter_would_come(writing_room: Flask) -> None:
    giants()
    change(fault="550 gone")

    with pytest.raises(OperatingError, match="Nothing was replaced: No letter reaches you"):
        people.relink(ADDRESS, LATER)
    with pytest.raises(OperatingError, match="Nobody is known here"):
        people.relink("nobody@moai.example", LATER)
