"""People: what their addresses, languages and time zones must be; finding and making them."""

import re
import secrets
import zoneinfo
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import NoReturn

from sqlalchemy.orm import Session

from engine.words import N_
from service import keys, mailboxes, names
from service.refusals import Refusal, Saying, say
from service.store import players
from service.store.players import Block, Player
from service.store.rows import ensure, hold

LANGUAGES = ("en", "it", "de", "ru")
LONGEST_ADDRESS = 254
LONGEST_LOCAL = 64
ATOM = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
LOCAL = re.compile(rf"{ATOM}(\.{ATOM})*")
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is easily taken for another
ID_LENGTH = 16


@dataclass(frozen=True)
class Person:
    """Somebody as a host or a program names them, already checked; no address: only this once."""

    name: str
    address: str | None
    language: str = "en"
    time_zone: str = "UTC"


def new_id() -> str:
    """Opaque, fit for an address line, and too long to guess: 79 bits."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


# --- what is asked of each part


def wrong(field: str, reason: str, saying: str | Saying) -> NoReturn:
    raise Refusal("malformed", saying, field=field, reason=reason)


def read_address(text: str, field: str) -> str:
    """The address as it is kept: small letters, its domain in ASCII. One person, one spelling."""
    local, at, domain = text.strip(" ").lower().rpartition("@")
    labels = _ascii(domain).split(".")
    address = f"{local}@{'.'.join(labels)}"
    fits = (
        at
        and len(address) <= LONGEST_ADDRESS
        and len(local) <= LONGEST_LOCAL
        and LOCAL.fullmatch(local)
        and names.ENCODED_WORD not in local
        and len(labels) > 1
        and all(LABEL.fullmatch(label) for label in labels)
        and not labels[-1].isdigit()
    )
    if not fits:
        wrong(
            field,
            "bad_address",
            say(N_("{field} should be an address, as in ann@moai.example."), field=field),
        )
    return address


def _ascii(domain: str) -> str:
    try:
        return domain.encode("idna").decode()
    except UnicodeError:
        return ""


def read_language(text: str, field: str) -> str:
    if text not in LANGUAGES:
        wrong(
            field,
            "bad_language",
            say(
                N_("{field} should be one of these: {known}."),
                field=field,
                known=", ".join(LANGUAGES),
            ),
        )
    return text


@cache
def time_zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def read_time_zone(text: str, field: str) -> str:
    if text not in time_zones():
        wrong(
            field,
            "bad_time_zone",
            say(N_("{field} should be a time zone, as in Europe/Rome."), field=field),
        )
    return text


# --- finding and making


def fingerprint(address: str) -> str:
    """What a block knows an address by."""
    return keys.fingerprint("address", address.encode())


def blocked(session: Session, address: str) -> bool:
    """Whether whoever reads it wants no letter, ever.

    Blocks of earlier releases know the address as it was written. Who blocked an address without
    a tag meant its tags too; one with a tag may be all that its owner wants to be rid of.
    """
    mailbox = mailboxes.of(address)
    spellings = {address, mailbox, mailboxes.counted(address)}
    return players.any_blocked(session, [fingerprint(one) for one in spellings])


def block(session: Session, address: str, now: datetime) -> None:
    hashed = fingerprint(mailboxes.of(address))
    ensure(session, Block, address_hash=hashed, created_at=now)


def found_or_made(session: Session, people: Iterable[Person], now: datetime) -> dict[str, Player]:
    """The players of these addresses. Who has answered a letter is changed by nobody else.

    Of others we know only what somebody said, maybe in bad faith: who names them last is believed.
    In the order of addresses, so that two transactions never wait for each other crosswise.
    """
    known = {person.address: person for person in people if person.address is not None}
    return {address: _made_sure(session, known[address], now) for address in sorted(known)}


def _made_sure(session: Session, person: Person, now: datetime) -> Player:
    ensure(session, Player, **_row(person, now))
    found = players.by_address(session, str(person.address))
    if found is None:
        raise RuntimeError("a player that was just made sure of is not there")
    return found if found.confirmed_at else _named_anew(session, found, person)


def _named_anew(session: Session, found: Player, person: Person) -> Player:
    said = (person.name, person.language, person.time_zone)
    if said == (found.name, found.language, found.time_zone):
        return found
    held = hold(session, Player, found.id)
    if held is not None and held.confirmed_at is None:
        held.name, held.language, held.time_zone = said
        session.flush()  # in the order of addresses, too
    return found


def made_without_address(session: Session, person: Person, now: datetime) -> Player:
    """Somebody who plays now, in this browser only."""
    made = Player(**_row(person, now))
    session.add(made)
    session.flush()
    return made


def _row(person: Person, now: datetime) -> dict[str, object]:
    return {
        "id": new_id(),
        "name": person.name,
        "address": person.address,
        "language": person.language,
        "time_zone": person.time_zone,
        "policy": {},
        "generation": 1,
        "created_at": now,
    }
