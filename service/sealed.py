"""Sealed actions: kept where nobody reads them, counted in, and the phase closed with the last."""

import json
import secrets
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy.orm import Session

from engine import codec, match as engine
from engine.match import Match as Played
from engine.record import By
from engine.sealing import Sealed
from engine.words import N_
from service import bell, driving, due, hidden, proofs, seating, sent as sent_, standing, table
from service.refusals import Refusal
from service.sent import Sent
from service.store import held, submissions
from service.store.database import reading, writing
from service.store.held import AnyMatch, Held, Made
from service.store.submissions import Submission

SALT_BYTES = 16


@dataclass(frozen=True)
class Receipt:
    """A sealed action's: that it is in, and what was published of it."""

    submission: int
    seat: int
    phase: str
    turn: int
    commitment: str
    hidden_commitment: str
    received_at: datetime
    closes_at: datetime | None


def demand_unclosed(row: AnyMatch, now: datetime) -> None:
    """Between the close of a sealed phase and its resolution nothing changes."""
    if closed(row, now):
        raise Refusal("resolving", N_("The phase is closed and is being resolved."), retry_after=2)


def closed(row: AnyMatch, now: datetime) -> bool:
    """Whether the phase is closed for good; without a cooling-off no clock is asked."""
    return row.closes_at is not None and (not row.cooling or row.closes_at <= now)


def seal(
    session: Session,
    row: Held,
    seat: int,
    played: Played[Any],
    action: Any,
    sent: Sent,
    now: datetime,
) -> Receipt:
    driving.check(row, played, seat, action)
    if seat in row.submitted:
        _retire(session, row, seat, submissions.REPLACED)
    made = sealed_up(row, seat, played, action, sent, now)
    note_submitted(session, row, seat, now)
    hidden.keep_standing(row, made, {"closes_at": standing.moment(row.closes_at)})
    held.keep(session, row, made)
    return receipt(row, made)


def submission(
    row: AnyMatch, seat: int, played: Played[Any], action: Any, sent: Sent, now: datetime
) -> Submission:
    """As a row, for who has a session at work."""
    return Submission(**asdict(sealed_up(row, seat, played, action, sent, now)))


def sealed_up(
    row: AnyMatch, seat: int, played: Played[Any], action: Any, sent: Sent, now: datetime
) -> Made:
    made = Made(**sent_.facts_of(row, seat, "sealed", sent, now))
    salts = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(SALT_BYTES)
    made.commitment, made.hidden_commitment = engine.commitments(
        played, seat, Sealed(action, "person", *salts)
    )
    hidden.keep_body(row, made, sent.body)
    hidden.keep_action(row, made, _kept(action, *salts))
    made.status = submissions.SEALED
    return made


def _kept(action: Any, salt: bytes, hidden_salt: bytes) -> bytes:
    """Salts and action together: who had the salts could try every bid on the commitments."""
    written = codec.write(type(action), action)
    whole = {"action": written, "salt": salt.hex(), "hidden_salt": hidden_salt.hex()}
    return json.dumps(whole).encode()


def note_submitted(session: Session, row: AnyMatch, seat: int, now: datetime) -> None:
    """Count the seat in; with the last one the phase closes, in this same transaction."""
    row.submitted = sorted({*row.submitted, seat})
    row.revision += 1
    row.restless = table.restless(row)
    if row.submitted == row.awaited and row.closes_at is None:
        row.closes_at = now + timedelta(seconds=row.cooling)
        if not row.cooling:
            bell.ring_after(session, "matches.resolve", match_id=row.id)


def _retire(session: Session, row: AnyMatch, seat: int, status: str) -> None:
    former = submissions.of_seat(session, row.id, str(row.phase), seat)
    if former is not None:
        former.status = status


def receipt(row: AnyMatch, made: Submission | Made) -> Receipt:
    """As it was given when the action came in."""
    stood = hidden.standing(row, made) or {}
    return Receipt(
        submission=made.number,
        seat=made.seat,
        phase=str(made.phase),
        turn=made.turn,
        commitment=str(made.commitment),
        hidden_commitment=str(made.hidden_commitment),
        received_at=made.created_at,
        closes_at=standing.moment_of(stood.get("closes_at")),
    )


def withdraw(token: seating.AnyActor, now: datetime, sent: Sent | None = None) -> None:
    """Take a sealed action back; while the phase cools off, this reopens it."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seat = seating.demand_seat(session, row, token)
        seating.demand_signed(seat, token)
        own = None if sent is None else sent.of(seat.holder)
        if own is not None and sent_.earlier(session, row, seat.number, own) is not None:
            return
        seating.demand_running(row)
        seating.demand_phase(row, token)
        demand_unclosed(row, now)
        if not row.sealed or seat.number not in row.submitted:
            raise Refusal("not_found", N_("There is no sealed action of this seat to withdraw."))
        _retire(session, row, seat.number, submissions.WITHDRAWN)
        row.submitted = [s for s in row.submitted if s != seat.number]
        row.closes_at = None
        row.revision += 1
        row.restless = table.restless(row)
        due.settle(session, row, now)
        if own is not None and own.key is not None:
            session.add(_withdrawal(row, seat.number, own, now))


def _withdrawal(row: AnyMatch, seat: int, sent: Sent, now: datetime) -> Submission:
    """So that the same request, come again after another action was sealed, takes back nothing."""
    made = sent_.row_of(row, seat, "withdraw", sent, now)
    made.status = submissions.WITHDRAWN
    return made


@dataclass(frozen=True)
class OwnSealed:
    """What the seat itself has sealed in this phase."""

    receipt: Receipt
    action: dict[str, Any]
    text: str


def own_sealed(token: seating.Actor) -> OwnSealed:
    with reading() as session:
        row = seating.read(session, token.match)
        seat = seating.demand_seat(session, row, token)
        seating.demand_phase(row, token)
        found = own_of(session, row, seat.number)
        if found is None:
            raise Refusal("not_found", N_("This seat has sealed nothing in this phase."))
        return found


def own_of(session: Session, row: AnyMatch, seat: int) -> OwnSealed | None:
    """For who has the row already: a page."""
    found = submissions.of_seat(session, row.id, str(row.phase), seat)
    if found is None:
        return None
    played = table.load(row)
    action = opened(row, played, found).action
    said = played.game.say(played.state, action)
    given = replace(receipt(row, found), closes_at=row.closes_at)
    return OwnSealed(given, codec.write(type(action), action), said)


def opened(row: AnyMatch, played: Played[Any], made: Submission) -> Sealed:
    """The action and its salts."""
    whole = json.loads(hidden.action(row, made))
    action = codec.read(played.game.action_type, whole["action"])
    salts = bytes.fromhex(whole["salt"]), bytes.fromhex(whole["hidden_salt"])
    return Sealed(action, cast("By", made.by), *salts, made.number, proofs.key_of(row, made))
