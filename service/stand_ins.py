"""Bots at the table: they see what their seat sees, and act through the same doors as people."""

import secrets
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine import match as engine
from engine.match import Match as Played
from engine.registry import BOTS
from service import resolution, sealed, table
from service.sent import Sent
from service.store import matches
from service.store.database import writing
from service.store.matches import Match, Seat

BY_BOT = Sent(body=b"", method="", authority="", path="")


def act(match_id: str, now: datetime) -> bool:
    """One step of one awaited bot; whether there was one."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or not _may_act(row):
            return False
        awaited = [s for s in row.awaited if s in row.bots and s not in row.submitted]
        seat = matches.seat_of(session, row.id, awaited[0]) if awaited else None
        if seat is None or seat.bot is None:
            row.restless = False
            return False
        _step(session, row, seat, now)
        return True


def stumbled(match_id: str, now: datetime) -> None:
    """A bot's step failed: count it, and take the match out of play when it keeps failing."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or not _may_act(row):
            return
        row.attempts += 1
        if row.attempts >= resolution.MOST_ATTEMPTS:
            resolution.quarantine(session, row, "a bot could not play", now)


def _may_act(row: Match) -> bool:
    running = row.status == "running" and row.restless
    return running and row.quarantined_at is None and row.paused_at is None


def _step(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    played = table.load(row)
    action = choose(played, seat)
    if not row.sealed:
        table.keep(session, row, engine.play(played, seat.number, action, "bot"), now)
        return
    made = sealed.submission(row, seat.number, played, action, BY_BOT, now)
    made.by = "bot"
    session.add(made)
    sealed.note_submitted(session, row, seat.number, now)


def choose(played: Played[Any], seat: Seat) -> object:
    """From the seat's view alone; its luck is its own, not the match's."""
    game = played.game
    bot = BOTS[game.meta.slug][str(seat.bot)]
    view = game.view(played.state, seat.number)
    return bot(view, game.choices(played.state, seat.number), secrets.randbelow)
