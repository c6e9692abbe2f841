"""Addresses and time zones: what is taken, what is refused, and how it is kept."""

import re
import string

import pytest
from flask import Flask
from hypothesis import given, strategies as st

from service import invitations, players
from service.invitations import Reply
from service.opening import HostSeat
from service.players import Person
from service.refusals import Refusal
from tests.parts import openings
from tests.parts.openings import BOT

# What a stranger says of somebody else.
STRANGERS = Person("Loser Face", "bruno@moai.example", "ru", "Europe/Moscow")


@pytest.mark.parametrize(
    ("given_address", "kept"),
    [
        ("Ann@Moai.Example", "ann@moai.example"),
        (" ann@moai.example ", "ann@moai.example"),
        ("ann+moai@moai.example", "ann+moai@moai.example"),
        ("o'hara@moai.example", "o'hara@moai.example"),
        ("ann@пример.рф", "ann@xn--e1afmkfd.xn--p1ai"),
    ],
)
def test_an_address_has_one_spelling(given_address: str, kept: str) -> None:
    assert players.read_address(given_address, "address") == kept


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "ann",
        "@moai.example",
        "ann@",
        "ann@localhost",
        "ann@127.0.0.1",
        "ann@[127.0.0.1]",
        "ann@-moai.example",
        "ann@moai..example",
        ".ann@moai.example",
        "an n@moai.example",
        "ann@moai.example, bob@moai.example",
        "ann@moai.example\nBcc: bob@moai.example",
        "Ann <ann@moai.example>",
        '"a b"@moai.example',
        "änn@moai.example",
        "=?utf-8?q?a=0abcc=3ax?=@moai.example",
        "a=?l1?q?b?=@moai.example",
        "a" * 65 + "@moai.example",
        "ann@" + "a" * 64 + ".example",
        "ann@" + "a." * 130 + "example",
    ],
)
def test_what_is_no_address_is_refused_with_its_field(bad: str) -> None:
    with pytest.raises(Refusal) as caught:
        players.read_address(bad, "host.address")

    assert caught.value.facts == {"field": "host.address", "reason": "bad_address"}


@given(st.text(alphabet=string.printable + "\u0130\u3002é", max_size=40))
def test_whatever_passes_as_an_address_is_one_plain_mailbox(text: str) -> None:
    try:
        address = players.read_address(f"{text}@moai.example", "address")
    except Refusal:
        return

    assert address.isascii()
    assert address.isprintable()
    assert not set(address) & set(' ,;:<>()[]"\\')
    assert address.count("@") == 1
    assert players.read_address(address, "address") == address


def test_time_zones_and_languages_are_those_that_exist() -> None:
    assert players.read_time_zone("Pacific/Easter", "time_zone") == "Pacific/Easter"
    assert players.read_language("ru", "language") == "ru"
    for bad in ("Easter", "../etc/passwd", "", "\x00"):
        with pytest.raises(Refusal):
            players.read_time_zone(bad, "time_zone")
    with pytest.raises(Refusal):
        players.read_language("fr", "language")


def test_ids_are_opaque_short_and_never_alike() -> None:
    made = {players.new_id() for _ in range(1000)}

    assert len(made) == 1000
    assert all(re.fullmatch("[a-z2-9]{16}", one) for one in made)


def test_what_a_stranger_said_of_somebody_holds_only_until_another_names_them(
    stored: Flask,
) -> None:
    """Whoever opened a match in their name, and never confirmed it, decides nothing."""
    openings.opened(HostSeat(), BOT, host=STRANGERS)
    openings.confirmed()
    found = openings.player("bruno@moai.example")

    assert (found.name, found.language, found.time_zone) == ("Bruno", "it", "Europe/Rome")


def test_who_has_answered_a_letter_stays_as_they_are_whoever_names_them(stored: Flask) -> None:
    match_id = openings.confirmed()
    openings.accept(match_id, 1, Reply(name="Brunello", language="de"))
    openings.opened(HostSeat(), BOT, host=STRANGERS)
    found = openings.player("bruno@moai.example")

    assert (found.name, found.language, found.time_zone) == ("Brunello", "de", "Europe/Rome")


def test_who_confirms_is_called_as_they_opened_whatever_others_said_since(stored: Flask) -> None:
    match_id = openings.opened(HostSeat(), BOT)
    openings.opened(HostSeat(), BOT, host=Person("Loser Face", str(openings.ANN.address)))
    invitations.confirm(openings.confirm_token(match_id), openings.NOON)

    assert openings.player("ann@moai.example").name == "Ann"
