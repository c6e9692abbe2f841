"""Gathering: the notices that wait for one player become one letter, of one match or of many.

What is due takes along all that waits for the same player of the same match: one letter for it all.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from flask import current_app
from sqlalchemy.orm import Session

from service.post import faults, standing, truth
from service.settings import Settings
from service.store import handles, matches, outbox
from service.store.database import writing
from service.store.letters import Letter, Notice, Section
from service.store.matches import Match
from service.store.players import Player
from service.store.rows import ensure

DIGEST = "digest"  # the kind of a letter of many matches

# A letter is headed by the first of these that it covers.
ORDER = (
    "confirm",
    "invitation",
    "cancelled",
    "finished",
    "paused",
    "plan",
    "your_turn",
    "reminder",
    "missed",
    "correction",
    "started",
    "resumed",
    "resolved",
    "extended",
    "vote",
    "handover",
    "away",
    "links",
    "message",
    "keys",
    "seat_link",
    "player_link",
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
        waiting = sorted(outbox.waiting(session, match_id), key=attrgetter("player_id", "id"))
        for player_id, group in groupby(waiting, key=attrgetter("player_id")):
            player = session.get_one(Player, player_id)
            notices = list(group)
            due = [one for one in notices if one.after <= now and not one.digest]
            kept = _taken(session, row, player, notices, due)
            for apart in _apart(kept):
                _cover(session, row, player, apart, now)
            if any(one.reason == truth.FAULTY for one in notices):
                _tell_of_fault(session, row, player, now)


def _apart(notices: list[Notice]) -> Iterator[list[Notice]]:
    """What goes in a letter of its own, and the rest in another."""
    alone = [one for one in notices if one.kind in outbox.ALONE]
    rest = [one for one in notices if one.kind not in outbox.ALONE]
    yield from (part for part in (alone, rest) if part)


def _tell_of_fault(session: Session, row: Match, player: Player, now: datetime) -> None:
    """Letters of another match came back: the host of this one does not know yet."""
    seat = standing.held_by(session, row, player)
    if seat is not None:
        faults.tell_host(session, row, player, seat.number, "address_faulty", now)


def gather_digest(player_id: str, now: datetime) -> None:
    """One letter for all matches whose news wait for this hour; of one alone, that match's own.

    All of them are held, in one order: two who gather never wait for each other crosswise.
    """
    with writing() as session:
        found = [matches.locked(session, one) for one in outbox.digested(session, player_id, now)]
        player = session.get_one(Player, player_id)
        sections = [(row, _struck(session, row, player, now)) for row in found if row is not None]
        told = [(row, notices) for row, notices in sections if notices]
        if len(told) == 1:
            ((row, notices),) = told
            _cover(session, row, player, notices, now)
        elif told:
            _cover_many(session, player, told, now)


def _struck(session: Session, row: Match, player: Player, now: datetime) -> list[Notice]:
    """All that waits for a player of a match, if the hour has struck for any of it."""
    waiting = outbox.waiting(session, row.id)
    mine = (one for one in waiting if one.player_id == player.id)
    notices = [one for one in mine if one.kind not in outbox.ALONE]
    due = [one for one in notices if one.after <= now and one.digest]
    return _taken(session, row, player, notices, due)


def _taken(
    session: Session, row: Match, player: Player, notices: list[Notice], due: list[Notice]
) -> list[Notice]:
    """What is due and true, with the rest that is true; nothing where none of it is both."""
    kept = standing.sift(session, row, player, due)
    if not kept:
        return []
    return kept + standing.sift(session, row, player, [one for one in notices if one not in due])


def _cover(
    session: Session, row: Match, player: Player, notices: list[Notice], now: datetime
) -> None:
    # A letter that could not leave yet takes the news along: no flood once it can.
    alone = notices[0].kind in outbox.ALONE
    letter = None if alone else outbox.unsent(session, row.id, player.id)
    if letter is None:
        seat = standing.number_of(session, row, player)
        letter = _letter(session, player, notices[0], now, match_id=row.id, seat=seat)
    _put(session, letter, notices)
    letter.kind = leading(one.kind for one in outbox.covered(session, letter.id))


def _cover_many(
    session: Session, player: Player, told: list[tuple[Match, list[Notice]]], now: datetime
) -> None:
    letter = outbox.unsent(session, None, player.id)
    if letter is None:
        letter = _letter(session, player, told[0][1][0], now, kind=DIGEST)
    for row, notices in told:
        seat = standing.number_of(session, row, player)
        ensure(session, Section, letter_id=letter.id, match_id=row.id, seat=seat, told=0)
        _put(session, letter, notices)


def _put(session: Session, letter: Letter, notices: list[Notice]) -> None:
    for notice in notices:
        notice.status, notice.letter_id = outbox.POSTED, letter.id
    session.flush()


def _letter(
    session: Session, player: Player, first: Notice, now: datetime, **columns: Any
) -> Letter:
    handle = handles.new()
    letter = Letter(
        player_id=player.id,
        handle=handle,
        message_id=message_id(handle),
        first_notice=first.id,
        status=outbox.READY,
        next_at=now,
        created_at=now,
        **{"kind": first.kind, **columns},
    )
    session.add(letter)
    session.flush()
    return letter


def message_id(handle: str) -> str:
    """One for all attempts: it is kept with the letter."""
    settings: Settings = current_app.extensions["settings"]
    host = settings.mail_from.rpartition("@")[2]
    return f"<{handle}@{host}>"


def leading(kinds: Iterable[str]) -> str:
    return min(kinds, key=lambda kind: ORDER.index(kind) if kind in ORDER else len(ORDER))
