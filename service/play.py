"""Acting at a table: one door for open turns, sealed actions and peeks."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy.orm import Session

from engine.match import Done, Match as Played
from engine.words import N_
from service import (
    driving,
    hidden,
    looking,
    receipts,
    returning,
    sealed,
    seating,
    sent as sent_,
    standing,
    table,
)
from service.refusals import Refusal
from service.sealed import Receipt
from service.sent import Asked, Sent
from service.standing import Standing
from service.store import submissions
from service.store.database import writing
from service.store.held import Held
from service.store.matches import Match
from service.store.submissions import Submission

Only: TypeAlias = Literal["aside", "sealed"]


@dataclass(frozen=True)
class Answer:
    """An open turn's: the entry, what happened, and what the seat sees now."""

    row: Match
    seat: int
    done: Done[Any]
    at: datetime
    stood: Standing


def submit(
    token: seating.AnyActor, sent: Sent, asked: Asked, now: datetime, only: Only | None = None
) -> Answer | Receipt:
    """One transaction: the match is locked first, then everything is decided on what it holds."""
    with writing() as session:
        row = seating.hold_for_action(session, token.match)
        seat = seating.demand_seat(session, row, token)
        seating.demand_signed(seat, token)
        sent = sent.of(seat.holder)
        earlier = sent_.earlier(session, row, seat.number, sent)
        if earlier is not None:
            return _again(session, row, earlier)
        seating.demand_running(row)
        seating.demand_phase(row, token)
        seating.demand_turn(row, asked.turn)
        returning.acted(session, row, seat, now)
        answer = _accept(session, row, seat.number, sent, asked, now, only)
        receipts.promise(session, row, seat, _slip(row, answer, now), now)
        return answer


def _slip(row: Held, answer: Answer | Receipt, now: datetime) -> dict[str, Any]:
    """What a receipt says: that something was taken, and its mark in the log, never what it was."""
    taken = {"phase": row.phase, "received_at": now.isoformat()}
    if isinstance(answer, Receipt):
        return taken | {
            "submission": answer.submission,
            "commitment": answer.commitment,
            "hidden_commitment": answer.hidden_commitment,
        }
    entry = answer.done.entry
    return taken | {
        "submission": answer.row.submissions,
        "entry": entry.number,
        "hash": entry.hash,
    }


def _accept(
    session: Session,
    row: Held,
    seat: int,
    sent: Sent,
    asked: Asked,
    now: datetime,
    only: Only | None,
) -> Answer | Receipt:
    sealed.demand_unclosed(row, now)
    played = table.load(row)
    action = driving.read_action(row, played, seat, asked)
    aside = played.game.aside(action)
    _demand_kind(row, only, aside=aside)
    if aside or not row.sealed:
        return _play(session, seating.read(session, row.id), seat, played, action, sent, now)
    return sealed.seal(session, row, seat, played, action, sent, now)


def _demand_kind(row: Held, only: Only | None, *, aside: bool) -> None:
    """Some doors take one sort of action alone."""
    if only == "aside" and not aside:
        raise Refusal(
            "illegal", N_("Only what may be done out of turn is done here."), turn=row.turn
        )
    if only == "sealed" and (aside or not row.sealed):
        raise Refusal("illegal", N_("Only an action of a sealed phase is sealed."), turn=row.turn)


def _play(
    session: Session,
    row: Match,
    seat: int,
    played: Played[Any],
    action: Any,
    sent: Sent,
    now: datetime,
) -> Answer:
    key = None if sent.signed is None else sent.signed.key
    done = driving.play(row, played, seat, action, number=row.submissions + 1, key=key)
    kind = "peek" if done.entry.kind == "peek" else "turn"
    made = sent_.row_of(row, seat, kind, sent, now)
    made.status, made.entry = submissions.PLAYED, done.entry.number
    session.add(made)
    table.keep(session, row, done, now)
    return fresh(session, row, done, made)


def fresh(session: Session, row: Match, done: Done[Any], made: Submission) -> Answer:
    """The answer to what was just entered, and how it can be given again."""
    stood = _stood(session, row, done, made)
    hidden.keep_standing(row, made, standing.write(stood))
    return Answer(row, made.seat, done, made.created_at, stood)


def _again(session: Session, row: Held, made: Submission) -> Answer | Receipt:
    """The first answer once more, found again from where it points."""
    if made.entry is None or made.kind == "sealed":
        return sealed.receipt(row, made)
    return answered(session, seating.read(session, row.id), made)


def answered(session: Session, row: Match, made: Submission) -> Answer:
    """What was answered to a submission that is in the log."""
    done = table.replayed(session, row, made.entry)
    return Answer(row, made.seat, done, made.created_at, _stood(session, row, done, made))


def _stood(session: Session, row: Match, done: Done[Any], made: Submission) -> Standing:
    """Then; now, for what came in before that was kept."""
    kept = hidden.standing(row, made)
    if kept is not None:
        return standing.read(kept)
    return standing.now(row, done.match, made.seat, looking.deadline(session, row, made.seat))
