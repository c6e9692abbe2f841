"""Substitutes are asked in their order, each for two days, and a bot plays meanwhile."""

from datetime import timedelta

import pytest
from flask import Flask

from service import (
    handovers,
    hosting,
    invitations,
    lobby,
    looking,
    opening,
    resigning,
    sealed,
    stand_ins,
    substitutes,
    tokens,
)
from service.handovers import AnySubstitute
from service.invitations import Reply
from service.opening import Guest, HostSeat
from service.players import Person
from service.refusals import Refusal
from service.store.database import reading
from service.store.entries import all_of
from tests.parts import openings
from tests.parts.openings import BRUNO, CLARA, DARIA, NOON

TWO_DAYS = timedelta(hours=48)
DAY = timedelta(hours=24)
SECOND = timedelta(seconds=1)
EVA = Person("Eva", "eva@moai.example")
FINN = Person("Finn", "finn@moai.example")


def giants(*beside: Person) -> str:
    """A sealed auction has begun; these would step in."""
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    for person in beside:
        substitutes.add(openings.host_token(match_id), person, NOON)
    return match_id


def resigned(*beside: Person) -> str:
    match_id = giants(*beside)
    resigning.resign(openings.seat_token(match_id, 1), NOON)
    return match_id


def statuses(match_id: str) -> list[str]:
    return [one.status for one in substitutes.listed(openings.host_token(match_id))]


def refused(match_id: str, person: Person) -> object:
    with pytest.raises(Refusal) as caught:
        substitutes.add(openings.host_token(match_id), person, NOON)
    return caught.value.facts.get("reason", caught.value.code)


def invited(match_id: str) -> list[str]:
    names = {name for name, *_ in openings.told(match_id, "invitation")}
    return sorted(names - {"Bruno", "Clara"})


def test_who_is_named_gets_no_letter_before_a_seat_is_free(writing_room: Flask) -> None:
    match_id = giants(EVA, FINN)

    assert lobby.one(match_id).substitutes == ["Eva", "Finn"]
    assert invited(match_id) == []


def test_the_first_is_asked_and_a_bot_plays_until_it_accepts(writing_room: Flask) -> None:
    match_id = resigned(EVA, FINN)
    seen = lobby.one(match_id)

    assert invited(match_id) == ["Eva"]
    assert statuses(match_id) == ["asked", "waiting"]
    assert (seen.seats[1].kind, seen.seats[1].status, seen.seats[1].bot) == (
        "person",
        "invited",
        "greedy",
    )
    assert stand_ins.act(match_id, NOON)
    assert openings.row(match_id).submitted == [1]


def test_who_accepts_holds_the_seat_with_its_full_time_and_all_are_told(
    writing_room: Flask,
) -> None:
    """What the bot had sealed is not theirs: it is destroyed, and they are asked."""
    match_id = resigned(EVA)
    stand_ins.act(match_id, NOON)
    openings.accept(match_id, 1, now=NOON + DAY)
    row, seat = openings.row(match_id), openings.seats(match_id)[1]
    taken = [name for name, _, why, _ in openings.told(match_id, "handover") if "taken" in why]

    assert (seat.name, seat.status, seat.bot) == ("Eva", "accepted", None)
    assert (row.submitted, row.helped, seat.due_at) == ([], [], NOON + DAY + DAY)
    assert statuses(match_id) == ["seated"]
    assert sorted(taken) == ["Ann", "Clara"]
    assert ("Eva", "your_turn") in [(name, kind) for name, kind, *_ in openings.told(match_id)]
    with reading() as session:
        holders = [one.public["holder"] for one in all_of(session, match_id)[-2:]]
    assert holders == ["bot", "person"]


def test_before_it_accepts_nothing_of_the_seat_is_seen(writing_room: Flask) -> None:
    match_id = resigned(EVA)
    generation = openings.seats(match_id)[1].generation
    phase = str(openings.row(match_id).phase)
    own = tokens.Seat(match_id, 1, generation)
    ways = (
        lambda: looking.mark(own, match_id),
        lambda: sealed.own_sealed(own),
        lambda: sealed.own_sealed(tokens.Turn(match_id, 1, generation, phase)),
    )
    for way in ways:
        with pytest.raises(Refusal) as caught:
            way()
        assert caught.value.code == "unauthenticated"

    kinds = [kind for name, kind, *_ in openings.told(match_id) if name == "Eva"]
    assert kinds == ["invitation"]


def test_each_has_two_days_to_the_second_and_then_the_next_is_asked(writing_room: Flask) -> None:
    match_id = resigned(EVA, FINN)
    eva = openings.invitation(match_id, 1)
    early = substitutes.go_on(NOON + TWO_DAYS - SECOND)
    late = substitutes.go_on(NOON + TWO_DAYS)
    with pytest.raises(Refusal) as caught:
        invitations.accept(eva, Reply(), NOON + TWO_DAYS)

    assert (early, late) == (0, 1)
    assert caught.value.code == "unauthenticated"
    assert statuses(match_id) == ["silent", "asked"]
    assert invited(match_id) == ["Eva", "Finn"]
    assert openings.accept(match_id, 1, now=NOON + TWO_DAYS).match.seats[1].name == "Finn"


def test_who_declines_makes_room_at_once(writing_room: Flask) -> None:
    match_id = resigned(EVA, FINN)
    invitations.decline(openings.invitation(match_id, 1), NOON + SECOND)

    assert substitutes.go_on(NOON + SECOND) == 1
    assert statuses(match_id) == ["declined", "asked"]


def test_with_nobody_left_the_bot_holds_the_seat(writing_room: Flask) -> None:
    match_id = resigned(EVA)
    substitutes.go_on(NOON + TWO_DAYS)
    seen = lobby.one(match_id)

    assert (seen.seats[1].kind, seen.seats[1].status) == ("bot", "accepted")
    assert seen.seats[1].name not in ("Bruno", "Eva")
    assert openings.row(match_id).helped == [1]
    assert substitutes.go_on(NOON + 2 * TWO_DAYS) == 0


def test_a_pause_takes_none_of_the_two_days(writing_room: Flask) -> None:
    match_id = resigned(EVA, FINN)
    hosting.pause(openings.host_token(match_id), NOON + DAY)
    in_pause = substitutes.go_on(NOON + TWO_DAYS)
    hosting.resume(openings.host_token(match_id), NOON + TWO_DAYS)

    assert in_pause == 0
    assert substitutes.go_on(NOON + TWO_DAYS + DAY - SECOND) == 0
    assert substitutes.go_on(NOON + TWO_DAYS + DAY) == 1


def test_a_seat_is_given_to_a_substitute_as_the_table_lets_it(writing_room: Flask) -> None:
    match_id = giants(EVA, FINN)
    proposed = handovers.replace(openings.host_token(match_id), 1, AnySubstitute(), NOON)
    before = openings.seats(match_id)[1].name
    ripened = handovers.ripen(NOON + DAY)

    assert [(one.kind, one.name) for one in proposed.handovers] == [("substitute", "Eva")]
    assert (before, ripened) == ("Bruno", 1)
    assert openings.seats(match_id)[1].name == "Eva"
    assert statuses(match_id) == ["asked", "waiting"]


def test_without_a_substitute_no_seat_goes_to_one(writing_room: Flask) -> None:
    match_id = giants()
    with pytest.raises(Refusal) as caught:
        handovers.replace(openings.host_token(match_id), 1, AnySubstitute(), NOON)

    assert caught.value.facts["reason"] == "no_substitutes"


def test_who_was_asked_is_not_put_back_after_the_seat_went_elsewhere(writing_room: Flask) -> None:
    match_id = resigned(EVA)
    handovers.replace(openings.host_token(match_id), 1, DARIA, NOON)
    handovers.ripen(NOON + DAY)

    assert statuses(match_id) == ["passed"]
    assert substitutes.go_on(NOON + TWO_DAYS) == 0
    assert openings.seats(match_id)[1].name == "Daria"


def test_while_a_seat_is_offered_nobody_is_put_on_the_list(writing_room: Flask) -> None:
    """Else a host could wait for a seat to fall free and then send a friend."""
    offered, proposed = resigned(EVA), giants(EVA)
    handovers.replace(openings.host_token(proposed), 1, AnySubstitute(), NOON)

    assert refused(offered, FINN) == "seat_on_offer"
    assert refused(proposed, FINN) == "seat_on_offer"


def test_a_name_or_an_address_that_is_there_already_is_refused(writing_room: Flask) -> None:
    match_id = giants(EVA)

    assert refused(match_id, Person("eva", "other@moai.example")) == "same_name"
    assert refused(match_id, Person("Other", "eva@moai.example")) == "same_address"
    assert refused(match_id, Person("Other", "clara@moai.example")) == "same_address"


def test_there_are_so_many_and_no_more_and_one_can_be_struck(writing_room: Flask) -> None:
    people = [Person(f"P{n}", f"p{n}@moai.example") for n in range(opening.MOST_SUBSTITUTES)]
    match_id = giants(*people)
    enough = refused(match_id, EVA)
    token = openings.host_token(match_id)
    left = substitutes.strike(token, substitutes.listed(token)[0].substitute)

    assert enough == "substitutes_enough"
    assert [one.name for one in left] == ["P1", "P2", "P3"]


def test_only_a_host_that_is_known_names_anybody(writing_room: Flask) -> None:
    match_id = openings.opened(HostSeat(), openings.BOT, host=Person("Ann", None))

    assert refused(match_id, EVA) == "host_unconfirmed"


def test_they_may_be_named_when_the_match_is_opened(writing_room: Flask) -> None:
    made = opening.open_match(
        openings.terms(), openings.ANN, openings.TABLE, openings.HERE, NOON, [EVA, FINN]
    )
    with pytest.raises(Refusal) as caught:
        opening.open_match(
            openings.terms(),
            openings.ANN,
            openings.TABLE,
            openings.HERE,
            NOON,
            [EVA, Person("Else", "bruno@moai.example")],
        )

    assert made.match.substitutes == ["Eva", "Finn"]
    assert caught.value.facts["field"] == "substitutes.1.address"


def test_who_has_taken_another_seat_meanwhile_is_passed_over(writing_room: Flask) -> None:
    match_id = giants(EVA, FINN)
    handovers.replace(openings.host_token(match_id), 2, Guest(EVA), NOON)
    handovers.consent(openings.seat_token(match_id, 2), 2, NOON)
    resigning.resign(openings.seat_token(match_id, 1), NOON)

    assert statuses(match_id) == ["passed", "asked"]
    assert openings.seats(match_id)[1].name == "Finn"
