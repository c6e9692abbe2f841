"""Mail is not a weapon: how many matches, guests and letters anybody can cause."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from service import app as service_app, handovers, hosting, invitations, limits
from service.opening import Guest, HostSeat, Origin
from service.players import Person
from service.refusals import Refusal
from service.settings import Settings
from service.store.database import db
from tests.parts import openings
from tests.parts.openings import BOT, NOON


@pytest.fixture
def strict(make_settings: Callable[..., Settings], database_url: str):  # type: ignore[no-untyped-def] # noqa: ANN201  # a fixture of the app
    small = {"OPENINGS_PER_HOUR": "3", "GUESTS_PER_DAY": "4", "UNASKED_PER_DAY": "2"}
    made = service_app.create(make_settings(DATABASE_URL=database_url, **small))
    with made.app_context():
        yield made
        db.session.remove()
        db.engine.dispose()


def test_one_place_opens_so_many_matches_an_hour(strict: Flask) -> None:
    for _ in range(3):
        openings.opened(HostSeat(), BOT)
    with pytest.raises(Refusal) as caught:
        openings.opened(HostSeat(), BOT, now=NOON + timedelta(minutes=59))
    openings.opened(HostSeat(), BOT, origin=Origin("192.0.2.8"))
    openings.opened(HostSeat(), BOT, now=NOON + timedelta(minutes=60))

    assert caught.value.code == "too_many"
    assert caught.value.facts == {"retry_after": 61}


def test_asking_again_with_the_same_key_spends_nothing_and_is_never_too_many(
    strict: Flask,
) -> None:
    keyed = Origin("192.0.2.7", openings.KEY, b"{}")
    first = openings.opened(HostSeat(), BOT, origin=keyed)
    again = [openings.opened(HostSeat(), BOT, origin=keyed) for _ in range(4)]
    for _ in range(2):
        openings.opened(HostSeat(), BOT)
    last = openings.opened(HostSeat(), BOT, origin=keyed)
    with pytest.raises(Refusal) as caught:
        openings.opened(HostSeat(), BOT)

    assert {*again, last} == {first}
    assert caught.value.code == "too_many"


def test_a_subscriber_s_many_ipv6_addresses_are_one_place(strict: Flask) -> None:
    for last in range(3):
        openings.opened(HostSeat(), BOT, origin=Origin(f"2001:db8::{last}"))

    with pytest.raises(Refusal):
        openings.opened(HostSeat(), BOT, origin=Origin("2001:db8::ffff:1"))
    openings.opened(HostSeat(), BOT, origin=Origin("2001:db8:0:1::1"))


def test_an_ipv4_address_is_itself_however_a_socket_writes_it() -> None:
    """Where a server listens on both kinds, all of IPv4 would else be one place."""
    found = [limits.network(one) for one in ("192.0.2.7", "::ffff:192.0.2.7", "::ffff:192.0.2.8")]

    assert found == ["192.0.2.7", "192.0.2.7", "192.0.2.8"]


def test_one_address_gets_so_many_unasked_letters_a_day_from_all_hosts_together(
    strict: Flask,
) -> None:
    """The host is answered alike; the letters are dropped, each with its reason."""
    found = []
    for number in range(3):
        host = Person(f"Host {number}", f"host{number}@moai.example")
        victim = Guest(Person("Vic", f"vic+{number}@moai.example"))
        match_id = openings.confirmed(HostSeat(), victim, host=host)
        found += [state for _, _, _, state in openings.told(match_id, "invitation")]

    assert found == ["waiting", "waiting", "dropped"]


def test_one_host_invites_so_many_people_a_day(strict: Flask) -> None:
    openings.confirmed(*openings.TABLE)
    openings.confirmed(*openings.TABLE)
    third = openings.opened()
    with pytest.raises(Refusal) as caught:
        invitations.confirm(openings.confirm_token(third), NOON)

    assert caught.value.code == "too_many"
    assert openings.row(third).status == "unconfirmed"
    assert openings.told(third, "invitation") == []


@pytest.mark.parametrize("status", ["gathering", "running"])
def test_who_is_to_replace_another_counts_as_invited(strict: Flask, status: str) -> None:
    made = openings.confirmed if status == "gathering" else openings.running
    match_id = made(HostSeat(), openings.BRUNO, openings.CLARA)
    token = openings.host_token(match_id)
    for number in range(2):
        guest = Guest(Person(f"Guest {number}", f"g{number}@moai.example"))
        handovers.replace(token, 1, guest, NOON)

    with pytest.raises(Refusal) as caught:
        handovers.replace(token, 1, openings.DARIA, NOON)

    assert openings.row(match_id).status == status
    assert caught.value.code == "too_many"
    assert "invited" in caught.value.detail


def test_a_host_cannot_flood_its_own_table(stored: Flask) -> None:
    match_id = openings.running()
    token = openings.host_token(match_id)
    for _ in range(limits.TOLD_PER_DAY):
        hosting.extend(token, 1, NOON)

    with pytest.raises(Refusal) as caught:
        hosting.extend(token, 1, NOON)

    assert caught.value.code == "too_many"
    assert len(openings.told(match_id, "extended")) == 3 * limits.TOLD_PER_DAY


def test_a_match_can_be_resumed_however_many_letters_there_were(stored: Flask) -> None:
    match_id = openings.running()
    token = openings.host_token(match_id)
    for _ in range(limits.TOLD_PER_DAY - 1):
        hosting.extend(token, 1, NOON)
    hosting.pause(token, NOON)
    resumed = hosting.resume(token, NOON)
    with pytest.raises(Refusal) as caught:
        hosting.pause(token, NOON)

    assert resumed.paused_at is None
    assert caught.value.code == "too_many"


def test_counts_are_forgotten_after_two_weeks(stored: Flask) -> None:
    """Of the network, of letters nobody asked for, and of openings nobody has confirmed."""
    openings.opened(HostSeat(), BOT)

    assert limits.forget(NOON + timedelta(days=13)) == 0
    assert limits.forget(NOON + timedelta(days=16)) == 3


def test_who_never_answered_gets_no_letter_of_cancelling(strict: Flask) -> None:
    """They never joined: nobody causes them a letter that is counted nowhere."""
    match_id = openings.confirmed()
    openings.accept(match_id, 1)
    hosting.cancel(openings.host_token(match_id), NOON)

    assert [name for name, *_ in openings.told(match_id, "cancelled")] == ["Ann", "Bruno"]
