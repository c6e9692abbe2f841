"""Corrections: letters of a step that was taken back do not leave, and who has one is told so."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine.record import Entry
from service import notices
from service.notices import Telling
from service.store import entries, matches, outbox
from service.store.letters import Notice
from service.store.matches import Match, Seat

TAKEN_BACK = "taken_back"  # among a notice's facts


def is_taken_back(notice: Notice) -> bool:
    return bool(notice.facts.get(TAKEN_BACK))


def is_told(session: Session, row: Match, seat: int, entry: int) -> bool:
    """Whether anybody else at the table has, or may have, a letter that tells of this entry."""
    return any(one.number != seat for one in _readers(session, row, entry))


def _readers(session: Session, row: Match, entry: int) -> list[Seat]:
    readers = outbox.readers_of(session, row.id, entry)
    return [one for one in matches.seats_of(session, row.id) if one.player_id in readers]


def follow(session: Session, row: Match, undo: Entry, now: datetime) -> None:
    """In the transaction that takes the step back."""
    undone = undo.public["undoes"]
    for notice in outbox.of_cause(session, row.id, f"entry:{undone}"):
        notice.facts = {**notice.facts, TAKEN_BACK: True}
    told = [_telling(one.number, undo.public) for one in _readers(session, row, undone)]
    _write(session, row, told, now)


def catch_up(session: Session, row: Match, seat: int, told: int, now: datetime) -> None:
    """A letter has left that told this seat so far: some of it was perhaps taken back meanwhile."""
    if not 0 < told < row.number:
        return
    since = (one.public for one in entries.after(session, row.id, told, row.number - told))
    undos = [one for one in since if one["kind"] == "undo" and one["undoes"] <= told]
    _write(session, row, [_telling(seat, one) for one in undos], now)


def _telling(reader: int, undo: Mapping[str, Any]) -> Telling:
    facts = {"entry": undo["undoes"], "seat": undo["seat"]}
    return Telling(reader, "correction", f"entry:{undo['number']}", facts)


def _write(session: Session, row: Match, told: list[Telling], now: datetime) -> None:
    """But for who took it back, and knows."""
    notices.write(session, row, [one for one in told if one.seat != one.facts["seat"]], now)
