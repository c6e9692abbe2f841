"""Gathering: the notices that wait for one player of one match become one letter."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from flask import current_app
from sqlalchemy.orm import Session

from service.post import standing
from service.settings import Settings
from service.store import matches, outbox
from service.store.database import writing
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.players import Player

# A letter is headed by the first of these that it covers.
ORDER = (
    "confirm",
    "invitation",
    "cancelled",
    "finished",
    "paused",
    "your_turn",
    "reminder",
    "started",
    "resumed",
    "resolved",
    "extended",
    "handover",
    "away",
    "receipt",
    "ready",
    "declined",
    "problem",
)


def gather(match_id: str, now: datetime) -> None:
    """One letter a player for all that waits; the match is held, so that nobody else gathers."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None:
            return
        waiting = sorted(outbox.waiting(session, match_id, now), key=attrgetter("player_id", "id"))
        for player_id, group in groupby(waiting, key=attrgetter("player_id")):
            player = session.get_one(Player, player_id)
            kept = standing.sift(session, row, player, list(group))
            if kept:
                _cover(session, row, player, kept, now)


def _cover(
    session: Session, row: Match, player: Player, notices: list[Notice], now: datetime
) -> None:
    # A letter that could not leave yet takes the news along: no flood once it can.
    letter = outbox.unsent(session, row.id, player.id)
    if letter is None:
        letter = _letter(session, row, player, notices[0], now)
    for notice in notices:
        notice.status, notice.letter_id = outbox.POSTED, letter.id
    session.flush()
    letter.kind = leading(one.kind for one in outbox.covered(session, letter.id))


def _letter(session: Session, row: Match, player: Player, first: Notice, now: datetime) -> Letter:
    seat = standing.held_by(session, row, player)
    letter = Letter(
        match_id=row.id,
        player_id=player.id,
        seat=None if seat is None else seat.number,
        kind=first.kind,
        message_id=message_id(first),
        status=outbox.READY,
        next_at=now,
        created_at=now,
    )
    session.add(letter)
    session.flush()
    return letter


def message_id(first: Notice) -> str:
    """From the first notice covered, which no other letter covers: one for all attempts."""
    settings: Settings = current_app.extensions["settings"]
    host = settings.mail_from.rpartition("@")[2]
    return f"<{first.match_id}.{first.id}@{host}>"


def leading(kinds: Iterable[str]) -> str:
    return min(kinds, key=lambda kind: ORDER.index(kind) if kind in ORDER else len(ORDER))
