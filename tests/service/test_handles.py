"""Handles: what letters and calls are named by outside tells nothing of the rest of the service."""

import re
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import make_url, update

from service import hosting, notices, tokens
from service.hooks import calling, keeping
from service.mail.reports import Returned
from service.notices import Telling
from service.post import bounces, delivery, gathering
from service.settings import Settings
from service.store import handles
from service.store.database import db, reading, writing
from service.store.letters import Letter
from service.store.matches import Match
from service.store.migrate import migrate
from service.store.webhooks import Call
from tests.parts import tables
from tests.parts.inbox import letter, return_address, sent
from tests.parts.post_office import PostOffice, sending
from tests.parts.receiver import Receiver
from tests.parts.site import MakeApp
from tests.parts.tables import NOON, at

GONE = Returned("550 5.1.1 user unknown", address=True)
HOST = tokens.Host("m1", 1)
DRAWN = re.compile(r"<[0-9a-f]{32}@moai\.example>")

Named = tuple[str, str]  # Message-ID and return address


@pytest.fixture
def service(
    make_app: MakeApp, sqlite_url: str, post_office: PostOffice
) -> Iterator[tuple[Flask, PostOffice]]:
    made = make_app(
        DATABASE_URL=sqlite_url,
        SMTP_URL=post_office.url,
        BOUNCE_DOMAIN="bounce.moai.example",
        MAIL_FROM="post@moai.example",
    )
    settings: Settings = made.extensions["settings"]
    with made.app_context(), sending(settings):
        yield made, post_office
        db.session.remove()


def tell(match: str, number: int, name: str = "Bruno") -> None:
    """A notice, and the letter for it."""
    with writing() as session:
        row = session.get_one(Match, match)
        told = Telling(1, "resumed", f"resumed:{number}")
        notices.tell_player(session, row, f"{match}-{name}", told, NOON)


def deliver(match: str, number: int) -> None:
    tell(match, number)
    delivery.deliver(at(10 * number), match)


def named(app: Flask, match: str = "m1") -> list[Named]:
    return [(one.message_id, return_address(app, one.id)) for one in tables.letters(match)]


# --- nothing of others


def of_one_match(app: Flask, others: int, *, numbered: bool) -> list[Named]:
    """Two letters of a match, and how busy other tables are before and between them."""
    draws = iter([f"{'a' * 31}{n}" for n in range(10)])
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    tables.lay("m2", "rapa-nui", ("Anna", "Bruno"))
    for number in (1, 2):
        for other in range(others):
            deliver("m2", 100 * number + other)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(handles, "new", lambda: next(draws))
            tell("m1", number)
            gathering.gather("m1", at(10 * number)())
        if numbered:
            with writing() as session:
                session.execute(update(Letter).values(handle=None))
    return named(app)


@pytest.mark.parametrize("numbered", [False, True])
def test_how_much_others_were_written_to_changes_nothing_of_a_matchs_letters(
    make_app: MakeApp, tmp_path: Path, *, numbered: bool
) -> None:
    """The control lets letters go by their number: then a gap counts those of others."""
    found = []
    for others in (0, 3):
        url = f"sqlite:///{tmp_path}/{others}.sqlite3"
        migrate(url)
        app = make_app(
            DATABASE_URL=url,
            BOUNCE_DOMAIN="bounce.moai.example",
            SECRET_KEY="k" * 40,
        )
        with app.app_context():
            found.append(of_one_match(app, others, numbered=numbered))
            db.session.remove()
            db.engine.dispose()

    assert (found[0] == found[1]) is not numbered


def test_message_ids_are_128_bits_of_chance_and_nothing_else(
    service: tuple[Flask, PostOffice],
) -> None:
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    for number in range(1, 13):
        deliver("m1", number)
    ids = [one.message_id for one in tables.letters()]

    assert all(DRAWN.fullmatch(one) for one in ids)
    assert len(set(ids)) == len(ids) >= 12
    assert ids != sorted(ids)  # by chance they are once in 479 million


# --- a database that fell back


def copied(source: str, target: str) -> None:
    """As SQLite's own backup does it, whatever its journal holds."""
    from_, to = (sqlite3.connect(make_url(one).database or "") for one in (source, target))
    with from_, to:
        from_.backup(to)
    from_.close()
    to.close()


def lived_twice(app: Flask, sqlite_url: str, tmp_path: Path, *, numbered: bool) -> list[set[str]]:
    """What two letters were called, and two again after the database fell back behind the first."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    delivery.deliver(at(5), "m1")
    before = {one.id for one in tables.letters()}
    copy = f"sqlite:///{tmp_path}/copy.sqlite3"
    copied(sqlite_url, copy)
    lives = []
    for life in (1, 2):
        if life > 1:
            db.engine.dispose()
            copied(copy, sqlite_url)
        for number in (1, 2):
            deliver("m1", 10 * life + number)
        if numbered:
            with writing() as session:
                session.execute(update(Letter).values(handle=None))
        fresh = [one for one in tables.letters() if one.id not in before]
        lives.append({one.message_id for one in fresh if not numbered})
        lives[-1] |= {return_address(app, one.id) for one in fresh}
    return lives


@pytest.mark.parametrize("numbered", [False, True])
def test_a_database_that_fell_back_some_seconds_gives_no_name_twice(
    service: tuple[Flask, PostOffice], sqlite_url: str, tmp_path: Path, *, numbered: bool
) -> None:
    """The control lets letters go by their number: the second life gives the first one's again."""
    first, second = lived_twice(service[0], sqlite_url, tmp_path, numbered=numbered)

    assert first
    assert second
    assert bool(first & second) is numbered


def test_no_mail_of_the_second_life_has_a_message_id_of_the_first(
    service: tuple[Flask, PostOffice], sqlite_url: str, tmp_path: Path
) -> None:
    app, office = service
    lived_twice(app, sqlite_url, tmp_path, numbered=False)

    assert len(office.copies()) >= 5
    assert set(office.copies().values()) == {1}


# --- names from before


def test_a_letter_from_before_comes_back_by_its_number(service: tuple[Flask, PostOffice]) -> None:
    app, _ = service
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    old = sent(handle=None)

    assert return_address(app, old).startswith(f"bounces+{old}.")
    assert bounces.take(str(old), GONE, at()())


def test_the_number_of_a_letter_that_has_a_handle_is_nobodys_name(
    service: tuple[Flask, PostOffice],
) -> None:
    """So an address of a life that was lost reaches no letter of this one."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    new = sent()

    assert not bounces.take(str(new), GONE, at()())


def test_a_thread_goes_on_from_a_letter_of_before(service: tuple[Flask, PostOffice]) -> None:
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    old = "<m1.17@moai.example>"
    letter(status="sent", sent_at=NOON, handle=None, message_id=old)
    deliver("m1", 1)
    newest = [one for one in tables.letters() if one.player_id == "m1-Bruno"][-1]

    assert tables.parsed(newest)["In-Reply-To"] == old
    assert tables.parsed(newest)["References"] == old


# --- calls of webhooks


def told(receiver: Receiver) -> list[str]:
    return [head["webhook-id"] for head, _ in receiver.calls]


def hooked(receiver: Receiver) -> None:
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    keeping.make(tokens.Seat("m1", 0, 1), f"{receiver.url}/told", NOON)
    hosting.pause(HOST, NOON)


def test_a_calls_id_is_128_bits_of_chance(
    service: tuple[Flask, PostOffice], receiver: Receiver
) -> None:
    hooked(receiver)
    hosting.resume(HOST, NOON + timedelta(minutes=1))
    calling.call(at(2))

    assert len(set(told(receiver))) == len(told(receiver)) >= 2
    assert all(re.fullmatch(r"msg_[0-9a-f]{32}", one) for one in told(receiver))


def test_a_call_from_before_keeps_the_id_by_which_it_is_known(
    service: tuple[Flask, PostOffice], receiver: Receiver
) -> None:
    hooked(receiver)
    with writing() as session:
        session.execute(update(Call).values(handle=None))
    with reading() as session:
        number = session.query(Call).one().id
    calling.call(at(1))

    assert told(receiver) == [f"msg_{number}"]
