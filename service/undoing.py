"""Taking a step back: one's own last, while nothing has answered it. See docs/adr/undo.md."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine import match as engine
from engine.errors import Illegal, Refusal as Said
from engine.match import Done
from engine.words import N_, Tongue
from service import (
    corrections,
    limits,
    outlook,
    play,
    receipts,
    sealed,
    seating,
    sent as sent_,
    story,
    table,
    way_back,
)
from service.outlook import Shown
from service.play import Answer
from service.refusals import Refusal
from service.sent import Sent
from service.store import entries, submissions
from service.store.database import writing
from service.store.entries import LogEntry
from service.store.matches import Match
from service.way_back import Step


def undo(token: seating.AnyActor, sent: Sent, turn: int, now: datetime) -> Answer:
    """One transaction, as every action; the log is replayed only once there is a way back."""
    with writing() as session:
        row = seating.hold(session, token.match)
        chair = seating.demand_seat(session, row, token)
        seating.demand_signed(chair, token)
        sent = sent.of(chair.holder)
        earlier = sent_.earlier(session, row, chair.number, sent)
        if earlier is not None:
            return play.answered(session, row, earlier)
        seating.demand_running(row)
        seating.demand_phase(row, token)
        seating.demand_turn(row, turn)
        sealed.demand_unclosed(row, now)
        step = _demand_step(session, row, chair.number, now)
        told = corrections.is_told(session, row, step.seat, step.entry)
        limits.demand_undo(session, row, step.seat, now, told=told)
        answer = _take_back(session, row, step, sent, now)
        receipts.promise(session, row, chair, _slip(row, step, answer.done, now), now)
        return answer


def _take_back(session: Session, row: Match, step: Step, sent: Sent, now: datetime) -> Answer:
    key = None if sent.signed is None else sent.signed.key
    done = _undone(session, row, step.seat, key)
    made = sent_.row_of(row, step.seat, "undo", sent, now)
    made.status, made.entry = submissions.PLAYED, done.entry.number
    session.add(made)
    table.keep(session, row, done, now)
    corrections.follow(session, row, done.entry, now)
    return play.fresh(session, row, done, made)


def _undone(session: Session, row: Match, seat: int, key: bytes | None) -> Done[Any]:
    try:
        played = table.replayed(session, row).match
        return engine.undo(played, seat, submission=row.submissions + 1, key=key)
    except Said as said:
        raise table.refused(row, said) from said


def _slip(row: Match, step: Step, done: Done[Any], now: datetime) -> dict[str, Any]:
    return {
        "phase": row.phase,
        "received_at": now.isoformat(),
        "submission": row.submissions,
        "entry": done.entry.number,
        "hash": done.entry.hash,
        "undoes": step.entry,
    }


def offered(
    session: Session, row: Match, seat: int, now: datetime, tongue: Tongue
) -> tuple[str, ...] | None:
    """What the seat could take back now, in sentences; nothing is replayed for it."""
    step = way_back.last(row, seat)
    if step is None or way_back.late(row, step, now):
        return None
    told = corrections.is_told(session, row, seat, step.entry)
    if not limits.may_undo(session, row, seat, now, told=told):
        return None
    played = table.load(row)
    show = Shown(played.game, played.game.view(played.state, seat), tongue)
    (entry,) = entries.after(session, row.id, step.entry - 1, 1)
    return tuple(outlook.told(row, played, show, seat, story.part(played, entry)))


# --- why not


def _demand_step(session: Session, row: Match, seat: int, now: datetime) -> Step:
    step = way_back.last(row, seat)
    if step is None:
        raise _no_way_back(session, row, seat)
    if way_back.late(row, step, now):
        raise _conflict(
            row, N_("The time to take that step back is over; it stands."), "undo_too_late"
        )
    return step


def _no_way_back(session: Session, row: Match, seat: int) -> Refusal:
    if row.submitted:
        saying = N_("A sealed action is in: what led to it stands.")
        return _conflict(row, saying, "sealed_since")
    (last,) = entries.after(session, row.id, row.number - 1, 1)
    if _others(last, seat):
        return _conflict(row, N_("Somebody else has acted since."), "another_acted")
    if _for_the_seat(last, seat):
        saying = N_("That step was made in your name, and not by you; it stands.")
        return _conflict(row, saying, "not_your_own")
    return table.refused(row, Illegal(_silence(last, seat)))


def _conflict(row: Match, saying: str, reason: str) -> Refusal:
    return Refusal("conflict", saying, reason=reason, turn=row.turn)


def _others(last: LogEntry, seat: int) -> bool:
    """Where an entry names no seat, all have acted together, or nobody yet."""
    return bool(last.public.get("seat", seat) != seat)


def _for_the_seat(last: LogEntry, seat: int) -> bool:
    return last.public.get("seat") == seat and last.public.get("by", "person") != "person"


def _silence(last: LogEntry, seat: int) -> str:
    """The engine's own reasons: something came to light, or there is nothing."""
    answered = last.public["kind"] in ("play", "peek") and last.public.get("seat") == seat
    return "final_step" if answered else "nothing_to_undo"
