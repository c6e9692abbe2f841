"""Return addresses: one a letter, and not one that we did not make is taken for ours."""

from collections.abc import Callable

import pytest
from flask import Flask

from service.mail import returning
from service.settings import Settings
from tests.parts.site import MakeApp

DOMAIN = "bounce.moai.example"
KEY, NEWER = "k" * 40, "n" * 40
MakeKeyed = Callable[..., Flask]


@pytest.fixture
def keyed(make_app: MakeApp, sqlite_url: str) -> MakeKeyed:
    def make(**values: str) -> Flask:
        usual = {"DATABASE_URL": sqlite_url, "BOUNCE_DOMAIN": DOMAIN, "SECRET_KEY": KEY}
        return make_app(**(usual | values))

    return make


def settings(app: Flask) -> Settings:
    found: Settings = app.extensions["settings"]
    return found


HANDLE, OTHER = "0123456789abcdef" * 2, "f" * 32
OLD = "17"  # a letter from before letters had handles


def made(app: Flask, letter: str = HANDLE) -> str:
    with app.app_context():
        return returning.sender(settings(app), letter)


def read(app: Flask, address: str) -> str | None:
    with app.app_context():
        return returning.letter_of(settings(app), address)


def test_an_address_leads_back_to_its_letter(keyed: MakeKeyed) -> None:
    app = keyed()
    address = made(app)

    assert address.startswith(f"bounces+{HANDLE}.")
    assert address.endswith(f"@{DOMAIN}")
    assert read(app, address) == HANDLE
    assert made(app, OTHER) != address.replace(HANDLE, OTHER)


def test_the_address_of_a_letter_that_went_by_its_number_is_still_ours(keyed: MakeKeyed) -> None:
    app = keyed()

    assert made(app, OLD).startswith("bounces+17.")
    assert read(app, made(app, OLD)) == OLD


def test_the_longest_local_part_fits_what_mail_allows(keyed: MakeKeyed) -> None:
    local = made(keyed()).rpartition("@")[0]

    assert len(local) <= 64


def test_a_domain_may_be_spelled_in_capitals_on_its_way(keyed: MakeKeyed) -> None:
    app = keyed()
    local = made(app).rpartition("@")[0]

    assert read(app, f"{local}@{DOMAIN.upper()}") == HANDLE


def test_not_one_flipped_bit_in_three_addresses_is_taken(keyed: MakeKeyed) -> None:
    app, taken, tried = keyed(), [], 0
    for letter in (HANDLE, OTHER, OLD):
        local, _, domain = made(app, letter).rpartition("@")
        raw = local.encode()
        for place in range(len(raw)):
            for bit in range(8):
                flipped = raw[:place] + bytes([raw[place] ^ (1 << bit)]) + raw[place + 1 :]
                tried += 1
                if read(app, f"{flipped.decode('latin-1')}@{domain}") is not None:
                    taken.append(flipped)

    assert taken == []
    assert tried > 700


@pytest.mark.parametrize(
    "address",
    [
        "",
        "@",
        "bounces@bounce.moai.example",
        f"bounces+{HANDLE}.{'0' * 20}@bounce.moai.example",
        f"bounces+{HANDLE.upper()}.{'0' * 20}@bounce.moai.example",
        "bounces+17@bounce.moai.example",
        "bounces+17.@bounce.moai.example",
        f"bounces+17.{'0' * 20}@bounce.moai.example",
        f"bounces+{'9' * 400}.{'0' * 20}@bounce.moai.example",
        f"bounces+0.{'0' * 20}@bounce.moai.example",
        f"bounces+\u0661.{'0' * 20}@bounce.moai.example",
    ],
)
def test_what_is_no_address_of_ours_is_nobodys(keyed: MakeKeyed, address: str) -> None:
    assert read(keyed(), address) is None


def test_another_domain_and_another_letters_signature_are_refused(keyed: MakeKeyed) -> None:
    app = keyed()
    mine, others = made(app), made(app, OTHER)
    mac = others.partition(".")[2].partition("@")[0]

    assert read(app, mine.replace(DOMAIN, "moai.example")) is None
    assert read(app, f"bounces+{HANDLE}.{mac}@{DOMAIN}") is None


def test_a_replaced_key_still_checks_and_a_dropped_one_does_not(keyed: MakeKeyed) -> None:
    address = made(keyed())
    rotated, dropped = keyed(SECRET_KEY=NEWER, OLD_SECRET_KEYS=KEY), keyed(SECRET_KEY=NEWER)

    assert read(rotated, address) == HANDLE
    assert read(dropped, address) is None
    assert made(rotated) == made(dropped) != address


def test_without_a_domain_letters_leave_with_the_plain_sender(keyed: MakeKeyed) -> None:
    app = keyed(BOUNCE_DOMAIN="", MAIL_FROM="post@moai.example")

    assert made(app) == "post@moai.example"
    assert read(app, "post@moai.example") is None
