"""Whether letters arrive: for the host, who sees states and never a letter, and for the figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from service import seating, tokens
from service.post import places
from service.store import matches, outbox
from service.store.database import AnyFault, reading
from service.store.letters import Letter
from service.store.matches import Match

MOST = 200
MOST_A_SEAT = 8
ON_ITS_WAY, SENT, BOUNCED = "on_its_way", "sent", "bounced"
UNDELIVERED, NOT_NEEDED = "undelivered", "not_needed"
STATES = {
    outbox.READY: ON_ITS_WAY,
    outbox.SENDING: ON_ITS_WAY,
    outbox.SENT: SENT,
    outbox.BOUNCED: BOUNCED,
    outbox.DEAD: UNDELIVERED,
    outbox.DROPPED: NOT_NEEDED,
}
FAILURES = (outbox.BOUNCED, outbox.DEAD)
# What a whole table knows of, or a host causes. That there was another letter, such as a receipt
# for each change of a sealed action, is between the service and its reader.
COMMON = (
    "confirm",
    "invitation",
    "ready",
    "declined",
    "started",
    "your_turn",
    "reminder",
    "missed",
    "resolved",
    "paused",
    "resumed",
    "extended",
    "vote",
    "handover",
    "away",
    "correction",
    "finished",
    "cancelled",
    "problem",
)


@dataclass(frozen=True)
class Tracked:
    """A letter to a seat's holder, or to the host without one, as the host may know of it."""

    seat: int | None
    kind: str | None  # None: what it was about is its reader's business
    state: str
    at: datetime


@dataclass(frozen=True)
class Trail:
    """Letters of a match, the newest first."""

    items: list[Tracked]
    next: str | None


def trail(token: tokens.Host, after: str | None, limit: int) -> Trail:
    """All that the host may know of the match's letters, page by page."""
    with reading() as session:
        row = seating.read(session, token.match)
        seating.demand_host(row, token)
        before = places.read(session, after, lambda one: outbox.tells_of(session, one, row.id))
        found = _letters(session, row, before, limit + 1)
        return Trail(_tracked(session, row, found[:limit]), places.after(found, limit))


def by_seat(match_id: str) -> dict[int, list[Tracked]]:
    """Each seat's newest letters, for whoever has shown to be the host."""
    with reading() as session:
        row = seating.read(session, match_id)
        found: dict[int, list[Tracked]] = {}
        for one in _tracked(session, row, _letters(session, row, None, MOST)):
            if one.seat is not None:
                found.setdefault(one.seat, []).append(one)
    return {seat: letters[:MOST_A_SEAT] for seat, letters in found.items()}


def _letters(session: Session, row: Match, before: int | None, limit: int) -> list[Letter]:
    """Of who was only invited the host learns failures alone: not who wants no mail."""
    seats = matches.seats_of(session, row.id)
    known = {seat.player_id for seat in seats if seat.player_id and seat.status == "accepted"}
    holders = {seat.player_id for seat in seats if seat.player_id}
    told = outbox.Told(known | {row.host_id}, COMMON, holders, FAILURES)
    return outbox.tracked(session, row.id, told, before, limit)


def _tracked(session: Session, row: Match, letters: Sequence[Letter]) -> list[Tracked]:
    seats = {seat.player_id: seat.number for seat in matches.seats_of(session, row.id)}
    return [
        Tracked(
            seats.get(one.player_id),
            one.kind if one.kind in COMMON else None,
            STATES[one.status],
            one.sent_at or one.created_at,
        )
        for one in letters
    ]


def counts() -> dict[str, int]:
    """How many letters are in each state; nothing while the database is away."""
    try:
        with reading() as session:
            return outbox.counts(session)
    except AnyFault:
        return {}
