"""A new secret key: what the old one made still works, and sealed anew the old can be dropped."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask, current_app
from sqlalchemy import select

from service import keyring, play, players, sealed, talking, tokens, vault
from service.hooks import keeping
from service.mail import returning
from service.opening import HostSeat
from service.operating import checking, rekeying
from service.post import delivery, silence
from service.refusals import Refusal
from service.sent import Asked, Sent
from service.settings import Settings
from service.store.database import db, reading, writing
from service.store.letters import Letter
from service.store.matches import Match
from service.store.plans import PlanRow, PreferenceRow
from service.talking import Words
from tests.parts import openings, tables
from tests.parts.openings import BRUNO, CLARA, NOON
from tests.parts.site import MakeApp

OLD, NEW = "the first secret of a year ago - kept", "the second secret of this morning - new"
SECRET = b"what a seat has laid down"
HANDLE = "0123456789abcdef" * 2
SENT = Sent(b'{"turn": 0, "text": "bid nothing"}', "POST", "moai.example", "/turns", "once")


@contextmanager
def opened(make_app: MakeApp, url: str, *secrets: str) -> Iterator[Flask]:
    """The service with these secrets, the newest first."""
    made = make_app(
        DATABASE_URL=url,
        SECRET_KEY=secrets[0],
        OLD_SECRET_KEYS=",".join(secrets[1:]),
        BOUNCE_DOMAIN="bounce.moai.example",
    )
    with made.app_context():
        yield made
        db.session.remove()
        db.engine.dispose()


def settings() -> Settings:
    found: Settings = current_app.extensions["settings"]
    return found


def bid(match_id: str, sent: Sent = SENT) -> object:
    asked = Asked(0, None, "bid nothing")
    return play.submit(openings.seat_token(match_id, 1), sent, asked, NOON)


def lived() -> dict[str, str]:
    """A match with something of everything that a secret makes; texts that people have got."""
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    seat = openings.seat_token(match_id, 1)
    bid(match_id)
    talking.post(seat, Words("Good morning", None), SENT, NOON)
    keeping.make(seat, "http://hooks.example/", NOON)
    keyring.register(seat, bytes(range(32)), NOON)
    delivery.deliver(tables.at(30), match_id)
    with writing() as session:
        session.add(
            PlanRow(
                match_id=match_id,
                seat=1,
                kept=vault.seal(SECRET),
                method="",
                authority="",
                path="",
                created_at=NOON,
            )
        )
        session.add(PreferenceRow(match_id=match_id, seat=1, kept=vault.seal(SECRET)))
    clara = openings.player("clara@moai.example")
    silence.block(tokens.Unsubscribe(clara.id, match_id, 1), NOON)
    return {
        "match": match_id,
        "seat": tokens.sign(seat),
        "return": returning.sender(settings(), HANDLE),
    }


def works(known: dict[str, str]) -> dict[str, bool]:
    """Whether each thing that a secret makes is still good."""
    match_id = known["match"]
    seat = openings.seat_token(match_id, 1)
    ways: dict[str, Callable[[], bool]] = {
        "links": lambda: tokens.read(known["seat"]) == seat,
        "return addresses": lambda: _returns(known["return"]) == HANDLE,
        "seed and log": lambda: checking.check(match_id).fault is None,
        "sealed actions": lambda: sealed.own_sealed(seat).text == "bid nothing",
        "messages": lambda: talking.read(seat, None).items[0].text == "Good morning",
        "webhooks": lambda: keeping.listed(seat)[0].url == "http://hooks.example/",
        "letters": _letters,
        "plans, preferences": lambda: _laid_down(match_id),
        "idempotency": lambda: bid(match_id) is not None and _reused(match_id),
        "blocks": lambda: _blocked("clara@moai.example"),
    }
    return {name: _holds(way) for name, way in ways.items()}


def _holds(way: Callable[[], bool]) -> bool:
    try:
        return way()
    except (Refusal, vault.VaultError):
        return False


def _returns(address: str) -> str | None:
    return returning.letter_of(settings(), address)


def _laid_down(match_id: str) -> bool:
    with reading() as session:
        plan = session.get_one(PlanRow, (match_id, 1)).kept
        preference = session.get_one(PreferenceRow, (match_id, 1)).kept
        return {vault.unseal(one) for one in (plan, preference)} == {SECRET}


def _letters() -> bool:
    with reading() as session:
        copies = [one.copy for one in session.scalars(select(Letter)) if one.copy is not None]
        return bool(copies) and all(vault.unseal(one) for one in copies)


def _reused(match_id: str) -> bool:
    """The same key with another body is known to be another request."""
    with pytest.raises(Refusal) as caught:
        bid(match_id, Sent(b"{}", "POST", "moai.example", "/turns", "once"))
    return caught.value.code == "key_reused"


def _blocked(address: str) -> bool:
    with reading() as session:
        return players.blocked(session, address)


ALL = {
    "links",
    "return addresses",
    "seed and log",
    "sealed actions",
    "messages",
    "webhooks",
    "letters",
    "plans, preferences",
    "idempotency",
    "blocks",
}
SIGNED = {"links", "return addresses"}  # which no rekeying can make anew: they are in inboxes


def good(known: dict[str, str]) -> set[str]:
    return {name for name, holds in works(known).items() if holds}


def test_after_a_rotation_all_holds_and_after_rekeying_the_old_key_can_go(
    make_app: MakeApp, database_url: str
) -> None:
    with opened(make_app, database_url, OLD):
        known = lived()
        first = good(known)
    with opened(make_app, database_url, NEW, OLD) as app:
        rotated = good(known)
        ran = app.test_cli_runner().invoke(args=["rekey"])
        again = app.test_cli_runner().invoke(args=["rekey"])
        rekeyed = good(known)
    with opened(make_app, database_url, NEW):
        dropped = good(known)

    assert first == rotated == rekeyed == ALL
    assert ran.exit_code == 0
    assert "Lost: 0." in ran.stdout
    assert "Sealed anew: 0. Lost: 0." in again.stdout
    assert dropped == ALL - SIGNED


def test_control_without_rekeying_the_old_key_takes_everything_with_it(
    make_app: MakeApp, sqlite_url: str
) -> None:
    with opened(make_app, sqlite_url, OLD):
        known = lived()
    with opened(make_app, sqlite_url, NEW) as app:
        left = good(known)
        ran = app.test_cli_runner().invoke(args=["rekey"])

    assert left == set()
    assert ran.exit_code == 1
    assert "Lost: 0." not in ran.stdout


def test_what_is_written_beside_a_rekeying_is_not_lost(make_app: MakeApp, sqlite_url: str) -> None:
    """Batch by batch, and between two of them somebody changes a row that is yet to come."""
    with opened(make_app, sqlite_url, OLD):
        known = lived()
    with opened(make_app, sqlite_url, NEW, OLD):
        for tally in rekeying.rekey(NOON):
            if tally.rows == 1:
                bid(known["match"], Sent(b"{}", "POST", "moai.example", "/turns", "twice"))
        with reading() as session:
            seed = session.get_one(Match, known["match"]).seed
    with opened(make_app, sqlite_url, NEW):
        assert vault.resealed(seed) is None
        assert "sealed actions" in good(known)


@pytest.mark.parametrize(
    "left",
    [b"", b"\0" * 40, b"gAAAA", b"an open seed of thirty-two bytes"],
    ids=["empty", "wiped", "cut", "open"],
)
def test_a_seed_that_nothing_opens_is_counted_as_lost_whatever_it_looks_like(
    make_app: MakeApp, sqlite_url: str, left: bytes
) -> None:
    with opened(make_app, sqlite_url, OLD):
        match_id = lived()["match"]
        with writing() as session:
            session.get_one(Match, match_id).seed = left
    with opened(make_app, sqlite_url, NEW, OLD) as app:
        ran = app.test_cli_runner().invoke(args=["rekey"])

    assert ran.exit_code == 1
    assert "Lost: 1." in ran.stdout
