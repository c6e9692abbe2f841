"""New links of a host, and of a person with everything that it holds."""

import pytest
from flask import Flask

from service import hosting, invitations, keyring, looking, me, renewals, tokens
from service.invitations import Reply
from service.opening import HostSeat
from service.post import silence
from tests.parts import openings
from tests.parts.openings import CLARA, NOON
from tests.parts.post_office import PostOffice
from tests.service.test_renewals import (
    BRUNO,
    KEY,
    LATER,
    by_every_link,
    giants,
    keys_in,
    of_links,
    person,
    posted,
    why,
)

# --- a host


def test_a_hosts_page_opens_its_own_seat_so_that_goes_with_it(
    posting: Flask, post_office: PostOffice
) -> None:
    """Whoever had the page may have copied the seat's link from it."""
    match_id = giants()
    host, seat = openings.host_token(match_id), openings.seat_token(match_id, 0)
    copied = tokens.read(str(hosting.own_seat(host)))
    renewals.of_host(host, LATER)
    found = keys_in(posted(post_office, "ann@moai.example"))

    assert copied == seat
    assert why(lambda: hosting.pause(host, LATER)) == "replaced"
    assert why(lambda: looking.sight(seat, match_id)) == "replaced"
    assert found["h"] == openings.host_token(match_id) == tokens.Host(match_id, 2)
    assert found["s"] == openings.seat_token(match_id, 0) == tokens.Seat(match_id, 0, 2)
    hosting.pause(openings.host_token(match_id), LATER)


def test_control_with_the_hosts_own_seat_left_alone_the_copied_link_would_open_it(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewals, "_renew_seat", lambda *_, **__: None)
    match_id = giants()
    seat = openings.seat_token(match_id, 0)
    renewals.of_host(openings.host_token(match_id), LATER)

    assert looking.sight(seat, match_id).seat == 0


def test_keys_of_the_hosts_seat_go_unless_they_are_kept(stored: Flask) -> None:
    match_id = giants()
    keyring.register(openings.seat_token(match_id, 0), KEY, NOON)
    renewals.of_host(openings.host_token(match_id), LATER, keep_programs=True)
    kept = keyring.look(openings.seat_token(match_id, 0)).items
    renewals.of_host(openings.host_token(match_id), LATER)
    left = keyring.look(openings.seat_token(match_id, 0)).items

    assert (len(kept), len(left)) == (1, 0)


def test_a_host_without_a_seat_gets_another_key_to_its_tools(
    posting: Flask, post_office: PostOffice
) -> None:
    match_id = openings.running(BRUNO, CLARA)
    seats = [openings.seat_token(match_id, number) for number in (0, 1)]
    renewals.of_host(openings.host_token(match_id), LATER)
    found = keys_in(posted(post_office, "ann@moai.example"))

    assert found["h"] == tokens.Host(match_id, 2)
    assert "s" not in found
    assert [openings.seat_token(match_id, number) for number in (0, 1)] == seats


def test_the_letter_that_asked_a_host_to_confirm_gives_no_keys_any_more(stored: Flask) -> None:
    match_id = openings.confirmed()
    confirm = openings.confirm_token(match_id)
    assert invitations.confirm(confirm, NOON).host_token
    renewals.of_host(openings.host_token(match_id), NOON)

    assert why(lambda: invitations.confirm(confirm, NOON)) == "replaced"


# --- a person


def test_a_person_replaces_all_that_it_holds_and_nothing_of_anybody_else(
    posting: Flask, post_office: PostOffice
) -> None:
    first, second = giants(), giants()
    hosted = openings.confirmed(HostSeat(), CLARA, host=BRUNO.person)
    old = [*by_every_link(first, 1).values(), *by_every_link(second, 1).values()]
    host, mine = openings.host_token(hosted), person()
    theirs = [openings.seat_token(first, 2), openings.seat_token(second, 0)]
    renewals.of_player(mine, LATER)
    found = keys_in(posted(post_office))

    assert {why(look) for look in old} == {"replaced"}
    assert why(lambda: hosting.look(host)) == "replaced"
    assert why(lambda: me.look(mine)) == "replaced"
    assert found["p"] == person() == tokens.Player(mine.player, 2)
    opened = me.keys(person(), me.my_matches(person(), None).items)
    assert tokens.read(str(opened[first].seat)) == openings.seat_token(first, 1)
    assert tokens.read(str(opened[hosted].host)) == openings.host_token(hosted)
    for one in theirs:
        assert looking.sight(one, one.match).seat == one.seat
    assert len(of_links()) == 1


def test_who_finds_an_old_invitation_cannot_get_at_the_person_by_it(
    posting: Flask, post_office: PostOffice
) -> None:
    """Whoever accepts is given a seat of theirs: so invitations are asked anew."""
    seated, waiting = giants(), openings.confirmed()
    unconfirmed = openings.opened(HostSeat(), CLARA, host=BRUNO.person)
    asked, confirm = openings.invitation(waiting, 1), openings.confirm_token(unconfirmed)
    renewals.of_player(person(), LATER)
    found = keys_in(posted(post_office))

    assert why(lambda: invitations.accept(asked, Reply(), LATER)) == "replaced"
    assert why(lambda: invitations.confirm(confirm, LATER)) == "replaced"
    assert (found["i"], found["c"]) == (
        openings.invitation(waiting, 1),
        openings.confirm_token(unconfirmed),
    )
    assert invitations.accept(openings.invitation(waiting, 1), Reply(), LATER).seat_token
    assert seated != waiting


def test_what_stops_letters_is_never_revoked(stored: Flask) -> None:
    match_id = giants()
    mine = person()
    stop = tokens.Unsubscribe(mine.player, match_id, mine.generation)
    renewals.of_player(mine, LATER)
    silence.mute(stop, LATER)

    assert silence.look(stop).muted
