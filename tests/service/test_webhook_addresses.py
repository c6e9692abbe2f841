"""Where a webhook may lead: out, at a known port, by a name that is looked up once and quickly."""

import ipaddress
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from service import tokens, vault
from service.hooks import addresses, calling, keeping, reaching
from service.hooks.reaching import Target, UnreachableError
from service.refusals import Refusal
from service.store import webhooks
from service.store.database import writing
from service.store.webhooks import Webhook
from tests.parts import tables
from tests.parts.receiver import Receiver
from tests.parts.site import MakeApp
from tests.parts.tables import Table

NOW = datetime.now(UTC)
SEAT = tokens.Seat("m1", 0, 1)
PRODUCTION = {
    "MODE": "production",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz",
    "BASE_URL": "https://moai.example",
    "SMTP_URL": "smtps://post.moai.example",
}


@pytest.fixture
def home(make_app: MakeApp, sqlite_url: str) -> Iterator[Flask]:
    made = make_app(DATABASE_URL=sqlite_url)
    with made.app_context():
        yield made


@pytest.fixture
def abroad(make_app: MakeApp, sqlite_url: str) -> Iterator[Flask]:
    """In production, where nothing on this machine is meant."""
    made = make_app(DATABASE_URL=sqlite_url, **PRODUCTION)
    with made.app_context():
        yield made


def lay() -> Table:
    return tables.lay("m1", "rapa-nui", ("Anna", "Bruno"), now=NOW)


def refused(url: str) -> Any:
    with pytest.raises(Refusal) as caught:
        keeping.make(SEAT, url, NOW)
    return caught.value.facts["reason"]


def target(host: str, port: int = 443) -> Target:
    return Target(True, host, port, "/", at_home=False)  # noqa: FBT003  # secure


@pytest.mark.parametrize(
    "url",
    [
        "http://bot.example/x",
        "ftp://bot.example/x",
        "https://ann:pw@bot.example/",
        "https://bot.example/#part",
        "https:///nowhere",
        "https://bot.example/a b",
        "https://bot.example/\u00e9",
        "https://\uff11\uff12\uff17.0.0.1/",
        "https://bot.example:99999/",
        "https://[::1/",
        "https://[fe80::1%25lo]/",
        "https://[fe80::1%lo]/",
        "https://%31%32%37.0.0.1/",
        "https://bot.example/" + "x" * 500,
    ],
)
def test_an_address_that_cannot_be_called_is_refused(url: str) -> None:
    with pytest.raises(Refusal) as caught:
        reaching.read(url, "url", at_home=False)

    assert caught.value.facts["reason"] == "bad_url"


# --- ports


@pytest.mark.parametrize("port", [0, 22, 25, 80, 444, 5432, 6379, 8000, 8080, 9200, 65535])
def test_a_port_at_which_other_services_listen_is_refused(port: int) -> None:
    with pytest.raises(Refusal) as caught:
        reaching.read(f"https://bot.example:{port}/", "url", at_home=False)

    assert caught.value.facts == {"field": "url", "reason": "bad_port"}


@pytest.mark.parametrize("end", ["", ":443", ":8443"])
def test_the_ports_of_https_are_called(end: str) -> None:
    assert reaching.read(f"https://bot.example{end}/", "url", at_home=False).secure


def test_at_home_a_bot_listens_where_it_may() -> None:
    ports = [
        reaching.read(f"http://127.0.0.1{end}/", "url", at_home=True).port for end in ("", ":8765")
    ]
    with pytest.raises(Refusal):
        reaching.read("http://127.0.0.1:25/", "url", at_home=True)

    assert ports == [80, 8765]


# --- addresses

INSIDE = """
127.0.0.1 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1
255.255.255.255 192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 198.19.255.255 240.0.0.1 192.0.0.1
192.0.0.9 192.88.99.1 :: ::1 fe80::1 fc00::1 fd12::1 ff02::1 ff0e::1 fec0::1 fec0:0:0:1::1 feff::1
::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:0:127.0.0.1 ::10.0.0.1 ::8.8.8.8 64:ff9b::7f00:1
64:ff9b::a9fe:a9fe 64:ff9b::6440:1 64:ff9b:1::a00:1 64:ff9b:1::808:808 2002:7f00:1:: 2002:a00:1::1
2002:c0a8:101:: 2001:0:4136:e378:8000:63bf:80ff:fffe 2001:0:a00:1:: 2001:db8::1 3fff::1 5f00::1
2001:20::1 100::1 4000::1
"""


@pytest.mark.parametrize("address", INSIDE.split())
def test_no_address_inside_is_public(address: str) -> None:
    """By IANA's registries of special addresses: none of them leads out, mapped or translated."""
    assert not addresses.public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    ["93.184.215.14", "192.0.1.1", "2606:4700::1111", "::ffff:93.184.215.14", "64:ff9b::808:808"],
)
def test_an_address_in_the_open_is_public(address: str) -> None:
    assert addresses.public(ipaddress.ip_address(address))


SPELLINGS = """
127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0x7f.1 0 localhost localhost. 127.0.0.1:8443
10.1 3232235777 0xa9fea9fe 169.254.169.254 [::1] [::ffff:127.0.0.1] [::ffff:7f00:1]
[fec0::1] [64:ff9b::a00:1] [2002:7f00:1::]
"""


@pytest.mark.parametrize("host", SPELLINGS.split())
def test_no_spelling_of_an_inner_address_is_taken(abroad: Flask, host: str) -> None:
    """Read by the system itself: decimal, octal, hexadecimal, short, mapped, or with a dot."""
    lay()

    assert refused(f"https://{host}/hook") == "not_public"


def test_control_without_the_look_at_registration_they_are_taken(
    abroad: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay()
    monkeypatch.setattr(addresses, "public", lambda _: True)

    assert keeping.make(SEAT, "https://0x7f.1/hook", NOW).status == "active"


def test_a_name_that_leads_inside_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """One inner address among public ones is enough."""
    found = [(0, 0, 0, "", (one, 443)) for one in ("93.184.215.14", "10.0.0.5")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    with pytest.raises(UnreachableError, match="not a public one"):
        reaching.looked_up(target("bot.example"))


def test_production_calls_nobody_on_this_machine(receiver: Receiver) -> None:
    port = int(receiver.url.rpartition(":")[2])

    with pytest.raises(UnreachableError):
        reaching.post(target("127.0.0.1", port), b"{}", {})

    assert receiver.calls == []


def test_the_name_is_looked_up_once_and_what_it_gave_is_called(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that changes its mind between the look and the call gains nothing."""
    port = int(receiver.url.rpartition(":")[2])
    asked: list[str] = []
    look = socket.getaddrinfo

    def looked_up(host: str, *rest: Any, **more: Any) -> Any:
        if host == "bot.example":
            asked.append(host)
            return [(0, 0, 0, "", ("127.0.0.1", port))]
        return look(host, *rest, **more)  # of a number: whoever connects reads it so

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    status = reaching.post(
        Target(False, "bot.example", port, "/told", at_home=True),  # noqa: FBT003  # not secure
        b"{}",
        {},
    )

    assert (status, asked) == (204, ["bot.example"])
    assert receiver.calls[0][0]["host"] == f"bot.example:{port}"


# --- kept by an earlier release


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://93.184.215.14:9200/", "port 9200 is not called"),
        ("http://93.184.215.14/", "the address is not one that is called"),
        ("https://[fec0::1]/", "the address is not a public one"),
    ],
)
def test_a_kept_address_that_is_called_no_longer_says_why(
    abroad: Flask, url: str, reason: str
) -> None:
    lay()
    hook = keeping.make(SEAT, "https://bot.example/", NOW)
    with writing() as session:
        session.get_one(Webhook, hook.id).url = vault.seal(url.encode())
    keeping.ping(SEAT, hook.id, NOW)
    calling.call(lambda: NOW + timedelta(seconds=1))

    (kept,) = keeping.listed(SEAT)
    assert (kept.status, kept.reason) == ("active", reason)
    assert [(one.status, one.reason) for one in tables.calls()] == [(webhooks.WAITING, reason)]
    with pytest.raises(Refusal):
        keeping.enable(SEAT, hook.id)
