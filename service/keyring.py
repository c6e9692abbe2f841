"""A seat's keys: registered and revoked with its token, and each change an entry of the log.

Keys belong to whoever holds the seat: a later holder begins with none. See docs/adr/signatures.md.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from engine import match as engine
from engine.signing import thumbprint
from engine.words import N_
from service import limits, notices, public_keys, sealed, seating, table, tokens
from service.notices import Telling
from service.refusals import Refusal, say
from service.store import matches, seat_keys
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.seat_keys import SeatKey

MOST = 4  # in force at once: enough to change from one to the next on two machines


@dataclass(frozen=True)
class Key:
    keyid: str
    jwk: dict[str, str]
    created_at: datetime


@dataclass(frozen=True)
class Keyring:
    """What a seat signs with, and whether it acts in no other way."""

    seat: int
    signed_only: bool
    items: list[Key]
    next: None = None


def look(token: tokens.Seat) -> Keyring:
    with reading() as session:
        row = seating.read(session, token.match)
        number = seating.demand_seat(session, row, token).number
        return _ring(session, seating.demand_number(session, row, number))


def register(token: tokens.Seat, key: bytes, now: datetime) -> Keyring:
    """Another key beside those in force; the same one again changes nothing."""
    with _changing(token, now) as (session, row, seat):
        keyid = thumbprint(key)
        known = {one.keyid: one for one in _all(session, seat)}
        if keyid in known:
            _demand_unrevoked(known[keyid])
            return _ring(session, seat)
        _demand_free(session, row, keyid)
        _demand_room(_in_force(session, seat))
        limits.demand_key_change(session, row, seat.number, now)
        session.add(
            SeatKey(
                match_id=row.id,
                seat=seat.number,
                generation=seat.holder,
                keyid=keyid,
                public=key,
                created_at=now,
            )
        )
        _changed(session, row, seat, "registered", now, keyid)
        return _ring(session, seat)


def revoke(token: tokens.Seat, keyid: str, now: datetime) -> Keyring:
    """At once, and for good. What it signed before stays signed."""
    with _changing(token, now) as (session, row, seat):
        found = next((one for one in _all(session, seat) if one.keyid == keyid), None)
        if found is None:
            raise Refusal("not_found", N_("This seat has no such key."))
        if found.revoked_at is None:
            found.revoked_at = now
            _changed(session, row, seat, "revoked", now, keyid)
        return _ring(session, seat)


def bind(token: tokens.Seat, now: datetime, *, signed_only: bool) -> Keyring:
    """Whether this seat acts by signature alone, its links and tokens only show from then on."""
    with _changing(token, now) as (session, row, seat):
        if signed_only and not _in_force(session, seat):
            raise _conflict("no_key", N_("Register a key first: without one this seat is stuck."))
        if seat.signed_only != signed_only:
            if signed_only:
                limits.demand_key_change(session, row, seat.number, now)
            seat.signed_only = signed_only
            _changed(session, row, seat, "bound" if signed_only else "unbound", now)
        return _ring(session, seat)


def declare(session: Session, row: Match, now: datetime) -> None:
    """At the start: what was registered before there was a log."""
    for seat in matches.seats_of(session, row.id):
        if _in_force(session, seat):
            _enter(session, row, seat, now)


def revoke_all(session: Session, row: Match, seat: Seat, now: datetime) -> list[str]:
    """Those of a holder who has new links; their letter names them. The seat is bound no more.

    The log says which keys are in force, so it says this too. Of a match that is out of play it
    can say nothing: there the seat stays bound, until its holder lifts that.
    """
    gone = _in_force(session, seat)
    if not gone and not seat.signed_only:
        return []
    running = row.status == "running"
    if running and row.quarantined_at is None:
        sealed.demand_unclosed(row, now)
    for one in gone:
        one.revoked_at = now
    if not running or row.quarantined_at is None:
        seat.signed_only = False
        session.flush()
        if running:
            _enter(session, row, seat, now)
    return [one.keyid for one in gone]


# --- what may be


@contextmanager
def _changing(token: tokens.Seat, now: datetime) -> Iterator[tuple[Session, Match, Seat]]:
    """Also in a pause: a key that was stolen cannot wait for the host."""
    with writing() as session:
        row = seating.hold(session, token.match)
        number = seating.demand_seat(session, row, token).number
        seating.demand_unfinished(row)
        seating.demand_sound(row)
        sealed.demand_unclosed(row, now)
        yield session, row, seating.demand_number(session, row, number)


def _conflict(reason: str, saying: str) -> Refusal:
    return Refusal("conflict", saying, reason=reason)


def _demand_unrevoked(known: SeatKey) -> None:
    if known.revoked_at is not None:
        raise _conflict("key_revoked", N_("This key was revoked. Make another."))


def _demand_free(session: Session, row: Match, keyid: str) -> None:
    """A key names its seat by itself, so no two seats of a match can share one."""
    if seat_keys.in_force(session, row.id, keyid) is not None:
        raise _conflict("key_taken", N_("Another seat of this match signs with this key."))


def _demand_room(present: Sequence[SeatKey]) -> None:
    if len(present) >= MOST:
        saying = say(N_("A seat has at most {most} keys in force: revoke one first."), most=MOST)
        raise Refusal("conflict", saying, reason="too_many_keys", most=MOST)


# --- what follows


def _all(session: Session, seat: Seat) -> list[SeatKey]:
    return seat_keys.of_holder(session, seat.match_id, seat.number, seat.holder)


def _in_force(session: Session, seat: Seat) -> list[SeatKey]:
    return [one for one in _all(session, seat) if one.revoked_at is None]


def _ring(session: Session, seat: Seat) -> Keyring:
    held = [
        Key(one.keyid, public_keys.as_jwk(one.public), one.created_at)
        for one in _in_force(session, seat)
    ]
    return Keyring(seat.number, seat.signed_only, held)


def _changed(
    session: Session, row: Match, seat: Seat, step: str, now: datetime, keyid: str | None = None
) -> None:
    """The log says it, and a letter to the holder: who did not do it must know at once."""
    session.flush()
    if row.status == "running":
        _enter(session, row, seat, now)
    else:
        row.revision += 1
    facts = {"step": step, "keyid": keyid, "signed_only": seat.signed_only}
    telling = Telling(seat.number, "keys", f"keys:{row.revision}", facts)
    notices.write(session, row, [telling], now)


def _enter(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    keys = [one.public for one in _in_force(session, seat)]
    played = table.load(row)
    done = engine.sign_with(played, seat.number, keys, signed_only=seat.signed_only)
    table.keep(session, row, done, now)
