"""One mailbox, many spellings: what is counted and blocked by one holds for all of them."""

from datetime import timedelta

import pytest
from flask import Flask

from service import invitations, limits, mailboxes, opening, players
from service.opening import Guest, HostSeat
from service.players import Person
from service.post import silence
from service.refusals import Refusal
from service.store import allowances
from service.store.database import writing
from service.store.players import Block
from service.tokens import Player, Unsubscribe
from tests.parts import openings
from tests.parts.openings import BOT, HERE, NOON

DAY = timedelta(days=1)
SPELLINGS = ("a.b@gmail.com", "ab@gmail.com", "AB@googlemail.com", "a.b+x@gmail.com")


def person(address: str, name: str = "Vic") -> Person:
    """As a door reads it."""
    return Person(name, players.read_address(address, "address"))


def confirmation(host: Person, by: Player | None = None) -> str:
    """What becomes of the letter that asks this host to confirm."""
    made = opening.open_match(
        openings.terms(), host, (HostSeat(), BOT), HERE, NOON, by=by
    ).match.match
    ((_, _, _, state),) = openings.told(made, "confirm")
    return state


@pytest.mark.parametrize(
    ("typed", "mailbox", "counted"),
    [
        ("Ann@Moai.Example", "ann@moai.example", "ann@moai.example"),
        ("a.b@moai.example", "a.b@moai.example", "a.b@moai.example"),
        ("ann+one@moai.example", "ann+one@moai.example", "ann@moai.example"),
        ("A.N.N+one@GMail.com", "ann@gmail.com", "ann@gmail.com"),
        ("a.nn@googlemail.com", "ann@gmail.com", "ann@gmail.com"),
        ("ann@\uff47\uff4d\uff41\uff49\uff4c.com", "ann@gmail.com", "ann@gmail.com"),
        ("ann@bücher.example", "ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example"),
        ("ann@notgmail.com", "ann@notgmail.com", "ann@notgmail.com"),
        ("ann@gmail.com.example", "ann@gmail.com.example", "ann@gmail.com.example"),
        ("+one@moai.example", "+one@moai.example", "+one@moai.example"),
    ],
)
def test_an_address_is_folded_as_far_as_its_provider_says(
    typed: str, mailbox: str, counted: str
) -> None:
    address = players.read_address(typed, "address")

    assert (mailboxes.of(address), mailboxes.counted(address)) == (mailbox, counted)


# --- openings that nobody has confirmed


def test_a_mailbox_is_asked_three_times_a_day_to_confirm_however_it_is_spelt(
    stored: Flask,
) -> None:
    first = [confirmation(person(one)) for one in SPELLINGS]
    plain = [confirmation(person(f"vic+{number}@moai.example")) for number in range(4)]

    assert first == plain == ["waiting", "waiting", "waiting", "dropped"]


def test_control_without_folding_each_spelling_is_asked(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailboxes, "counted", lambda address: address)

    assert [confirmation(person(one)) for one in SPELLINGS] == ["waiting"] * 4


def test_the_letter_goes_to_the_address_that_was_typed(stored: Flask) -> None:
    match_id = openings.opened(HostSeat(), BOT, host=person("a.b+x@googlemail.com"))

    assert openings.player("a.b+x@googlemail.com").id == openings.row(match_id).host_id


def test_the_next_day_it_may_be_asked_again(stored: Flask) -> None:
    for _ in range(4):
        confirmation(person("vic@moai.example"))
    later = openings.opened(HostSeat(), BOT, host=person("vic@moai.example"), now=NOON + DAY)

    assert [state for *_, state in openings.told(later, "confirm")] == ["waiting"]


def test_who_has_confirmed_once_is_asked_as_often_as_by_any_letter(stored: Flask) -> None:
    """A stranger who spends the three keeps nobody out who has read a letter of ours before."""
    openings.confirmed(HostSeat(), BOT, host=person("vic@moai.example"))

    assert {confirmation(person("vic@moai.example")) for _ in range(6)} == {"waiting"}


def test_one_of_the_three_letters_is_enough_to_open_more(stored: Flask) -> None:
    made = openings.opened(HostSeat(), BOT, host=person("vic@moai.example"))
    states = [confirmation(person("vic@moai.example")) for _ in range(3)]
    invitations.confirm(openings.confirm_token(made), NOON)

    assert states == ["waiting", "waiting", "dropped"]
    assert confirmation(person("vic@moai.example")) == "waiting"


def test_who_opens_with_its_own_token_is_never_kept_waiting_by_a_count(stored: Flask) -> None:
    vic, other = person("vic@moai.example"), person("other@moai.example", "Other")
    for one in (vic, other):
        openings.opened(HostSeat(), BOT, host=one)
    for _ in range(3):
        confirmation(vic)
    keys = {one: openings.player(str(one.address)) for one in (vic, other)}
    tokens = {one: Player(found.id, found.generation) for one, found in keys.items()}

    assert confirmation(vic, tokens[vic]) == "waiting"
    assert confirmation(vic, tokens[other]) == "dropped"


def test_a_revoked_token_opens_nothing(stored: Flask) -> None:
    openings.opened(HostSeat(), BOT, host=person("vic@moai.example"))
    known = openings.player("vic@moai.example")

    with pytest.raises(Refusal) as caught:
        confirmation(person("vic@moai.example"), Player(known.id, known.generation + 1))

    assert caught.value.code == "unauthenticated"


# --- invitations


def test_a_match_writes_to_a_mailbox_twice_however_it_is_spelt(stored: Flask) -> None:
    twins = [Guest(person(one, name)) for one, name in zip(SPELLINGS, ("A", "B"), strict=False)]
    match_id = openings.confirmed(HostSeat(), *twins)
    with pytest.raises(Refusal) as caught:
        invitations.remind(openings.host_token(match_id), 1, NOON)

    assert [state for *_, state in openings.told(match_id, "invitation")] == ["waiting"] * 2
    assert caught.value.facts["reason"] == "invited_enough"


def test_a_third_address_of_one_mailbox_is_refused_where_it_stands(stored: Flask) -> None:
    guests = [Guest(person(f"vic+{number}@moai.example", f"V{number}")) for number in range(3)]
    with pytest.raises(Refusal) as seat:
        openings.opened(HostSeat(), *guests)
    with pytest.raises(Refusal) as beside:
        opening.open_match(
            openings.terms(),
            openings.ANN,
            (HostSeat(), *guests[:2]),
            HERE,
            NOON,
            [guests[2].person],
        )

    assert seat.value.facts == {"field": "seats.3.address", "reason": "same_mailbox"}
    assert beside.value.facts == {"field": "substitutes.0.address", "reason": "same_mailbox"}


def test_an_opening_from_before_is_confirmed_and_writes_to_a_mailbox_twice(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier release took three spellings; its host must not be kept from saying yes."""
    guests = [Guest(person(f"vic+{number}@moai.example", f"V{number}")) for number in range(3)]
    with monkeypatch.context() as before:
        before.setattr(opening, "_demand_mailboxes", lambda *_: None)
        match_id = openings.opened(HostSeat(), *guests)
    invitations.confirm(openings.confirm_token(match_id), NOON)

    states = sorted(state for *_, state in openings.told(match_id, "invitation"))
    assert states == ["dropped", "waiting", "waiting"]
    assert openings.row(match_id).status == "gathering"


def test_one_mailbox_invites_so_many_a_day_under_all_its_names(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_settings", Few)
    openings.confirmed(HostSeat(), openings.BRUNO, host=person("a.b@gmail.com"))
    with pytest.raises(Refusal) as caught:
        openings.confirmed(HostSeat(), openings.CLARA, host=person("ab@gmail.com"))

    assert caught.value.code == "too_many"


class Few:
    guests_per_day = 1
    openings_per_hour = unasked_per_day = 20


# --- never again


def block(address: str) -> None:
    match_id = openings.opened(HostSeat(), BOT, host=person(address))
    known = openings.player(players.read_address(address, "address"))
    silence.block(Unsubscribe(known.id, match_id, known.generation), NOON)


@pytest.mark.parametrize(
    ("blocked", "other", "holds"),
    [
        ("a.b@gmail.com", "ab@googlemail.com", True),
        ("ab+moai@googlemail.com", "a.b@gmail.com", True),
        ("ann@moai.example", "ann+one@moai.example", True),
        ("ann+one@moai.example", "ann@moai.example", False),
        ("a.nn@moai.example", "ann@moai.example", False),
    ],
)
def test_never_again_holds_for_every_spelling_and_for_nobody_else(
    stored: Flask, blocked: str, other: str, *, holds: bool
) -> None:
    block(blocked)

    assert confirmation(person(other)) == ("dropped" if holds else "waiting")
    assert confirmation(person(blocked)) == "dropped"


# --- rows of earlier releases


def test_a_block_that_an_earlier_release_kept_still_holds(stored: Flask) -> None:
    """It knows the address as it was written."""
    with writing() as session:
        old = players.fingerprint("a.b@gmail.com")
        session.add(Block(address_hash=old, created_at=NOON))

    assert confirmation(person("a.b@gmail.com")) == "dropped"


def counted_before(what: str, times: int) -> None:
    """A row of today, by the name that an earlier release gave it."""
    with writing() as session:
        for _ in range(times):
            allowances.spend(session, what, limits._began(NOON, DAY), times)


def test_letters_that_an_earlier_release_counted_today_count_on(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = person("a.b@gmail.com")
    openings.confirmed(HostSeat(), BOT, host=host)
    monkeypatch.setattr(limits, "_settings", Few)
    before = confirmation(host)
    counted_before(f"unasked:{players.fingerprint('a.b@gmail.com')}", 18)

    assert (before, confirmation(host)) == ("waiting", "dropped")


def test_guests_that_an_earlier_release_counted_today_count_on(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = person("ann@moai.example")
    openings.confirmed(HostSeat(), BOT, host=host)
    monkeypatch.setattr(limits, "_settings", Few)
    counted_before(f"guests:{openings.player('ann@moai.example').id}", 1)
    with pytest.raises(Refusal) as caught:
        openings.confirmed(HostSeat(), openings.BRUNO, host=host)

    assert caught.value.code == "too_many"
