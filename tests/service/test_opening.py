"""Opening a match, and the host's confirmation: what is refused, kept, mailed and not mailed."""

import hashlib
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from service import invitations, opening, players, vault
from service.opening import BotSeat, Chair, Guest, HostSeat
from service.players import Person
from service.refusals import Refusal
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.players import Block
from service.tokens import Confirm
from tests.parts import openings
from tests.parts.openings import ANN, BOT, BRUNO, CLARA, HERE, NOON, TABLE


def refused(*chairs: Chair, host: Person = ANN, **changes: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        openings.opened(*chairs, host=host, **changes)  # type: ignore[arg-type]  # terms' own types
    return caught.value


def test_an_opened_match_waits_for_its_host_and_only_the_host_is_written_to(stored: Flask) -> None:
    match_id = openings.opened()

    assert openings.row(match_id).status == "unconfirmed"
    assert openings.told(match_id) == [("Ann", "confirm", "confirm:1", "waiting")]


def test_the_seed_is_committed_to_at_once_and_kept_encrypted(stored: Flask) -> None:
    row = openings.row(openings.opened())
    seed = vault.unseal(row.seed)

    assert len(seed) == 32
    assert hashlib.sha256(seed).hexdigest() == row.seed_hash
    assert seed not in row.seed


def test_confirming_sends_each_invitation_once_however_often_it_is_done(stored: Flask) -> None:
    match_id = openings.opened()
    first = invitations.confirm(openings.confirm_token(match_id), NOON)
    again = invitations.confirm(openings.confirm_token(match_id), NOON + timedelta(hours=1))

    assert sorted(openings.told(match_id, "invitation")) == [
        ("Bruno", "invitation", "invitation:1", "waiting"),
        ("Clara", "invitation", "invitation:1", "waiting"),
    ]
    assert first.seat == again.seat == 0
    assert first.host_token
    assert first.seat_token
    assert first.match == again.match
    assert openings.player("ann@moai.example").confirmed_at == NOON
    assert openings.player("bruno@moai.example").confirmed_at is None


@pytest.mark.parametrize("change", ["player", "generation"])
def test_a_confirmation_of_another_or_of_before_is_refused(stored: Flask, change: str) -> None:
    match_id = openings.opened()
    good = openings.confirm_token(match_id)
    other = openings.player("bruno@moai.example").id if change == "player" else good.player
    bad = Confirm(match_id, other, good.generation + (change == "generation"))

    with pytest.raises(Refusal) as caught:
        invitations.confirm(bad, NOON)

    assert caught.value.code == "unauthenticated"
    assert openings.row(match_id).status == "unconfirmed"


@pytest.mark.parametrize(
    ("chairs", "field", "reason"),
    [
        ((HostSeat(), HostSeat()), "seats", "two_host_seats"),
        ((HostSeat(), BRUNO, BRUNO), "seats.2.address", "same_address"),
        ((HostSeat(), Guest(Person("Other", ANN.address))), "seats.1.address", "same_address"),
        ((HostSeat(), BotSeat("genius")), "seats.1.bot", "unknown_bot"),
        (
            (HostSeat(), BRUNO, Guest(Person("bruno", "b@moai.example"))),
            "seats.2.name",
            "same_name",
        ),
        ((HostSeat(), BotSeat("random", "ann")), "seats.1.name", "same_name"),
    ],
)
def test_seats_that_do_not_fit_each_other_are_refused_by_field(
    stored: Flask, chairs: tuple[Chair, ...], field: str, reason: str
) -> None:
    refusal = refused(*chairs)

    assert refusal.code == "malformed"
    assert refusal.facts == {"field": field, "reason": reason}
    assert count_matches() == 0


def test_one_seat_too_many_and_unknown_options_are_refused_in_the_game_s_words(
    stored: Flask,
) -> None:
    many = refused(HostSeat(), BRUNO, CLARA, BOT, BOT)
    option = refused(*TABLE, options={"dragons": True})
    game = refused(*TABLE, game="chess")

    assert many.facts == {
        "reason": "wrong_seats",
        "game": "Rapa Nui",
        "allowed": [2, 3, 4],
        "seats": 5,
    }
    assert option.facts["reason"] == "unknown_option"
    assert game.facts == {"field": "game", "reason": "unknown_game"}


def test_bots_have_names_of_their_own_that_nobody_at_the_table_has(stored: Flask) -> None:
    first = Guest(Person(opening.BOT_NAMES[0].upper(), "x@moai.example"))
    match_id = openings.opened(HostSeat(), BOT, BOT, first)
    names = [seat.name.casefold() for seat in openings.seats(match_id)]

    assert len(set(names)) == 4


def test_alone_against_bots_needs_no_address_and_starts_at_once(stored: Flask) -> None:
    made = opening.open_match(
        openings.terms("giants"), Person("Ann", None), (BOT, HostSeat(), BOT), HERE, NOON
    )

    assert made.match.status == "running"
    assert made.seat == 1
    assert made.host_token
    assert made.seat_token
    assert openings.row(made.match.match).helped == [0, 2]


def test_without_an_address_nobody_can_be_invited_and_somebody_must_play(stored: Flask) -> None:
    nameless = Person("Ann", None)

    assert refused(*TABLE, host=nameless).facts["reason"] == "no_address"
    assert refused(BOT, BOT, BOT, host=nameless).facts["reason"] == "nobody_plays"


def test_a_host_with_an_address_confirms_it_also_against_bots(stored: Flask) -> None:
    match_id = openings.opened(HostSeat(), BOT)
    made = invitations.confirm(openings.confirm_token(match_id), NOON)

    assert made.match.status == "running"
    assert made.seat == 0


def test_a_known_player_is_found_again_and_not_changed_by_a_stranger(stored: Flask) -> None:
    openings.accept(openings.confirmed(), 1)
    before = openings.player("bruno@moai.example")
    liar = Guest(Person("Bruna", "BRUNO@moai.example".lower(), "ru", "Asia/Tokyo"))
    match_id = openings.opened(HostSeat(), liar)
    after = openings.player("bruno@moai.example")

    assert after.id == before.id
    assert (after.name, after.language, after.time_zone) == ("Bruno", "it", "Europe/Rome")
    assert openings.seats(match_id)[1].name == "Bruna"


def test_known_blocked_and_new_addresses_are_answered_alike(stored: Flask) -> None:
    """An opening tells nobody whose address it is, and a blocked one gets nothing."""
    openings.confirmed()
    with writing() as session:
        address_hash = players.fingerprint("clara@moai.example")
        session.add(Block(address_hash=address_hash, created_at=NOON))
    new = Guest(Person("Nora", "nora@moai.example"))
    made = opening.open_match(openings.terms("giants"), ANN, (BRUNO, CLARA, new), HERE, NOON)
    invitations.confirm(openings.confirm_token(made.match.match), NOON)
    seen = [(seat.status, seat.kind) for seat in made.match.seats]
    told = {name: state for name, _, _, state in openings.told(made.match.match, "invitation")}

    assert seen == [("invited", "person")] * 3
    assert told == {"Bruno": "waiting", "Clara": "dropped", "Nora": "waiting"}
    assert [seat.invitations for seat in openings.seats(made.match.match)] == [1, 1, 1]


def test_a_blocked_host_gets_no_letter_and_the_opener_does_not_learn_it(stored: Flask) -> None:
    with writing() as session:
        address_hash = players.fingerprint("ann@moai.example")
        session.add(Block(address_hash=address_hash, created_at=NOON))
    made = opening.open_match(openings.terms(), ANN, TABLE, HERE, NOON)

    assert made.match.status == "unconfirmed"
    assert openings.told(made.match.match) == [("Ann", "confirm", "confirm:1", "dropped")]


def count_matches() -> int:
    with reading() as session:
        return session.scalar(select(func.count(Match.id))) or 0
