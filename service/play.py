"""Acting at a table: open turns, sealed actions, peeks, and dry runs of them."""

import json
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from sqlalchemy.orm import Session

from engine import codec, match as engine
from engine.errors import Refusal as Said
from engine.match import Done, Match as Played
from engine.record import By
from engine.sealing import Sealed
from service import bell, keys, looking, seating, table, vault
from service.refusals import Refusal
from service.store import submissions
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.submissions import Submission

SALT_BYTES = 16
Only: TypeAlias = Literal["aside", "sealed"]


@dataclass(frozen=True)
class Sent:
    """A request as it came, to the byte: what a signature would cover."""

    body: bytes
    method: str
    authority: str
    path: str
    key: str | None = None  # the Idempotency-Key


@dataclass(frozen=True)
class Asked:
    """What the body says: a turn, and an action as JSON or in words."""

    turn: int
    action: dict[str, Any] | None
    text: str | None


@dataclass(frozen=True)
class Answer:
    """An open turn's: the entry, what happened, and what the seat sees now."""

    row: Match
    seat: int
    done: Done[Any]
    at: datetime


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


def submit(
    token: seating.Actor, sent: Sent, asked: Asked, now: datetime, only: Only | None = None
) -> Answer | Receipt:
    """One transaction: the match is locked first, then everything is decided on what it holds."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seat = seating.demand_seat(session, row, token)
        earlier = _earlier(session, row, seat.number, sent)
        if earlier is not None:
            return _again(session, row, earlier)
        seating.demand_running(row)
        seating.demand_phase(row, token)
        seating.demand_turn(row, asked.turn)
        return _accept(session, row, seat, sent, asked, now, only)


def _accept(
    session: Session,
    row: Match,
    seat: Seat,
    sent: Sent,
    asked: Asked,
    now: datetime,
    only: Only | None,
) -> Answer | Receipt:
    demand_unclosed(row, now)
    played = table.load(row)
    action = read_action(row, played, seat.number, asked)
    aside = played.game.aside(action)
    _demand_kind(row, only, aside=aside)
    if aside or not row.sealed:
        return _play(session, row, seat, played, action, sent, now)
    return _seal(session, row, seat, played, action, sent, now)


def _demand_kind(row: Match, only: Only | None, *, aside: bool) -> None:
    """Some doors take one sort of action alone."""
    if only == "aside" and not aside:
        raise Refusal("illegal", "Only what may be done out of turn is done here.", turn=row.turn)
    if only == "sealed" and (aside or not row.sealed):
        raise Refusal("illegal", "Only an action of a sealed phase is sealed.", turn=row.turn)


def read_action(row: Match, played: Played[Any], seat: int, asked: Asked) -> Any:
    """The action that is meant; words are read at the table as it stands."""
    game = played.game
    try:
        if asked.text is not None:
            return game.parse(played.state, seat, asked.text)
        return codec.read(game.action_type, asked.action, "$.action")
    except Said as said:
        raise table.refused(row, said, game.view(played.state, seat)) from said


# --- open turns and peeks


def _play(
    session: Session,
    row: Match,
    seat: Seat,
    played: Played[Any],
    action: Any,
    sent: Sent,
    now: datetime,
) -> Answer:
    done = _driven(row, played, seat.number, action, number=row.submissions + 1)
    kind = "peek" if done.entry.kind == "peek" else "turn"
    made = _submission(row, seat.number, kind, sent, now)
    made.body, made.status, made.entry = sent.body, submissions.PLAYED, done.entry.number
    session.add(made)
    seat.revision += 1
    table.keep(session, row, done, now)
    return Answer(row, seat.number, done, now)


def _driven(
    row: Match, played: Played[Any], seat: int, action: Any, by: By = "person", number: int = 0
) -> Done[Any]:
    try:
        return engine.play(played, seat, action, by, number or None)
    except Said as said:
        raise table.refused(row, said, played.game.view(played.state, seat)) from said


def _submission(row: Match, seat: int, kind: str, sent: Sent, now: datetime) -> Submission:
    row.submissions += 1
    return Submission(
        match_id=row.id,
        number=row.submissions,
        seat=seat,
        kind=kind,
        phase=row.phase,
        turn=row.turn,
        by="person",
        method=sent.method,
        authority=sent.authority,
        path=sent.path,
        key=sent.key,
        fingerprint=_fingerprint(sent) if sent.key else None,
        created_at=now,
    )


# --- sealed actions


def _seal(
    session: Session,
    row: Match,
    seat: Seat,
    played: Played[Any],
    action: Any,
    sent: Sent,
    now: datetime,
) -> Receipt:
    _checked(row, played, seat.number, action)
    if seat.number in row.submitted:
        _retire(session, row, seat.number, submissions.REPLACED)
    made = sealed_submission(row, seat.number, played, action, sent, now)
    session.add(made)
    seat.revision += 1
    note_submitted(session, row, seat.number, now)
    return _receipt(row, made)


def demand_unclosed(row: Match, now: datetime) -> None:
    """Between the close of a sealed phase and its resolution nothing changes."""
    if row.closes_at is not None and row.closes_at <= now:
        raise Refusal("resolving", "The phase is closed and is being resolved.", retry_after=2)


def sealed_submission(
    row: Match, seat: int, played: Played[Any], action: Any, sent: Sent, now: datetime
) -> Submission:
    made = _submission(row, seat, "sealed", sent, now)
    made.salt, made.hidden_salt = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(SALT_BYTES)
    opened = Sealed(action, "person", made.salt, made.hidden_salt)
    made.commitment, made.hidden_commitment = engine.commitments(played, seat, opened)
    made.body = vault.seal(sent.body)
    made.action = vault.seal(json.dumps(codec.write(type(action), action)).encode())
    made.status = submissions.SEALED
    return made


def note_submitted(session: Session, row: Match, seat: int, now: datetime) -> None:
    """Count the seat in; with the last one the phase closes, in this same transaction."""
    row.submitted = sorted({*row.submitted, seat})
    row.revision += 1
    row.restless = any(s in row.bots and s not in row.submitted for s in row.awaited)
    if row.submitted == row.awaited:
        row.closes_at = now + timedelta(seconds=row.cooling)
        if not row.cooling:
            bell.ring_after(session, "matches.resolve", match_id=row.id)


def _retire(session: Session, row: Match, seat: int, status: str) -> None:
    former = submissions.of_seat(session, row.id, str(row.phase), seat)
    if former is not None:
        former.status = status


def _receipt(row: Match, made: Submission) -> Receipt:
    return Receipt(
        submission=made.number,
        seat=made.seat,
        phase=made.phase,
        turn=made.turn,
        commitment=str(made.commitment),
        hidden_commitment=str(made.hidden_commitment),
        received_at=made.created_at,
        closes_at=row.closes_at if made.phase == row.phase else None,
    )


def withdraw(token: seating.Actor, now: datetime) -> None:
    """Take a sealed action back; while the phase cools off, this reopens it."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seat = seating.demand_seat(session, row, token)
        seating.demand_running(row)
        seating.demand_phase(row, token)
        demand_unclosed(row, now)
        if not row.sealed or seat.number not in row.submitted:
            raise Refusal("not_found", "There is no sealed action of this seat to withdraw.")
        _retire(session, row, seat.number, submissions.WITHDRAWN)
        row.submitted = [s for s in row.submitted if s != seat.number]
        row.closes_at = None
        row.revision += 1
        seat.revision += 1


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
        found = submissions.of_seat(session, row.id, str(row.phase), seat.number)
        if found is None:
            raise Refusal("not_found", "This seat has sealed nothing in this phase.")
        played = table.load(row)
        action = opened_action(played, found)
        said = played.game.say(played.state, action)
        return OwnSealed(_receipt(row, found), codec.write(type(action), action), said)


def opened_action(played: Played[Any], made: Submission) -> Any:
    if made.action is None:
        raise vault.VaultError("a sealed submission without an action")
    return codec.read(played.game.action_type, json.loads(vault.unseal(made.action)))


# --- dry runs


@dataclass(frozen=True)
class Checked:
    """A legal action in both forms, and what would follow where that can be known."""

    action: dict[str, Any]
    text: str
    foreseen: bool
    events: list[dict[str, Any]]
    sentences: list[str]


def check(token: seating.Actor, asked: Asked, now: datetime) -> Checked:
    """What an action would do; nothing is recorded. A sealed one is only checked."""
    with reading() as session:
        row = seating.read(session, token.match)
        seat = seating.demand_seat(session, row, token)
        seating.demand_running(row)
        seating.demand_phase(row, token)
        seating.demand_turn(row, asked.turn)
        demand_unclosed(row, now)
        played = table.load(row)
        action = read_action(row, played, seat.number, asked)
        if row.sealed or played.game.aside(action):
            _checked(row, played, seat.number, action)
            return _shown(played, seat.number, action, None)
        return _shown(played, seat.number, action, _foreseen(row, played, seat.number, action))


def _checked(row: Match, played: Played[Any], seat: int, action: Any) -> None:
    try:
        engine.check(played, seat, action)
    except Said as said:
        raise table.refused(row, said, played.game.view(played.state, seat)) from said


def _foreseen(row: Match, played: Played[Any], seat: int, action: Any) -> Done[Any] | None:
    """Only what the seat could work out itself: nothing that a die, a card or a base answers."""
    done = _driven(row, played, seat, action)
    return None if done.final or done.entry.public["draws"] else done


def _shown(played: Played[Any], seat: int, action: Any, done: Done[Any] | None) -> Checked:
    events = done.events if done else ()
    return Checked(
        action=codec.write(type(action), action),
        text=played.game.say(played.state, action),
        foreseen=done is not None,
        events=[codec.write(type(event), event) for event in events],
        sentences=list(looking.sentences(done.match, seat, events)) if done else [],
    )


# --- the same submission again


def _fingerprint(sent: Sent) -> str:
    return keys.fingerprint("submission", sent.body)


def _earlier(session: Session, row: Match, seat: int, sent: Sent) -> Submission | None:
    if sent.key is None:
        return None
    found = submissions.by_key(session, row.id, seat, sent.key)
    if found is not None and found.fingerprint != _fingerprint(sent):
        raise Refusal(
            "key_reused", "That Idempotency-Key came with another body before.", key=sent.key
        )
    return found


def _again(session: Session, row: Match, made: Submission) -> Answer | Receipt:
    """The first answer once more, found again from where it points."""
    if made.entry is None or made.kind == "sealed":
        return _receipt(row, made)
    return Answer(row, made.seat, table.replayed(session, row, made.entry), made.created_at)
