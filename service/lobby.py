"""What anyone may see of matches from outside: the list of them, and where one stands."""

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.orm import Session

from engine.words import N_
from service import players, seating
from service.store import handovers, matches, submissions
from service.store.database import reading
from service.store.handovers import Handover
from service.store.matches import Match, Place, Seat
from service.store.submissions import Submission

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,16}")
STATUSES = ("gathering", "running", "finished", "cancelled")
PAGE = 50


@dataclass(frozen=True)
class SeatSeen:
    """A seat by number and name; who is behind the name is nobody's business."""

    seat: int
    name: str
    kind: str
    bot: str | None
    status: str
    host: bool


@dataclass(frozen=True)
class Committed:
    """What was published when a seat's sealed action came in."""

    seat: int
    commitment: str
    hidden_commitment: str


@dataclass(frozen=True)
class HandoverSeen:
    """A seat that is about to change hands, and when, unless somebody objects."""

    seat: int
    name: str
    kind: str
    approvals: list[int]
    effective_at: datetime


@dataclass(frozen=True)
class Brief:
    """A match in a list."""

    match: str
    game: str
    status: str
    public: bool
    options: dict[str, Any]
    pace: dict[str, Any]
    cooling: int
    start: str
    seats: list[SeatSeen]
    turn: int
    phase: str | None
    awaited: list[int]
    due_at: datetime | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


@dataclass(frozen=True)
class Standing(Brief):
    """Where one match stands, as anyone with its id may know."""

    sealed: bool
    submitted: list[int]
    commitments: list[Committed]
    closes_at: datetime | None
    paused_at: datetime | None
    quarantined: bool
    handovers: list[HandoverSeen]
    seed_hash: str
    head: str | None
    entries: int
    outcome: dict[str, Any] | None
    revision: int


def revision(match_id: str) -> int:
    """What the ETag is made of."""
    with reading() as session:
        found = matches.revision_of(session, match_id)
    if found is None:
        raise seating.no_match(match_id)
    return found


def one(match_id: str) -> Standing:
    with reading() as session:
        return standing(session, seating.read(session, match_id))


def standing(session: Session, row: Match) -> Standing:
    in_force = submissions.in_force(session, row.id, str(row.phase)) if row.sealed else []
    return Standing(
        **_brief(row, matches.seats_of(session, row.id)),
        sealed=row.sealed,
        submitted=list(row.submitted),
        commitments=[_committed(made) for made in in_force],
        closes_at=row.closes_at,
        paused_at=row.paused_at,
        quarantined=row.quarantined_at is not None,
        handovers=[_handover(waiting) for waiting in handovers.waiting_in(session, row.id)],
        seed_hash=row.seed_hash,
        head=row.head,
        entries=row.number,
        outcome=row.outcome,
        revision=row.revision,
    )


def _brief(row: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    return {
        "match": row.id,
        "game": row.game,
        "status": row.status,
        "public": row.public,
        "options": row.options,
        "pace": row.pace,
        "cooling": row.cooling,
        "start": "auto" if row.starts_alone else "host",
        "seats": [_seat(row, seat) for seat in seats],
        "turn": row.turn,
        "phase": row.phase,
        "awaited": list(row.awaited),
        "due_at": row.due_at,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
    }


def _seat(row: Match, seat: Seat) -> SeatSeen:
    return SeatSeen(
        seat=seat.number,
        name=seat.name,
        kind=_kind(seat.bot),
        bot=seat.bot,
        status=seat.status,
        host=seat.player_id == row.host_id,
    )


def _kind(bot: str | None) -> str:
    return "person" if bot is None else "bot"


def _committed(made: Submission) -> Committed:
    return Committed(made.seat, str(made.commitment), str(made.hidden_commitment))


def _handover(waiting: Handover) -> HandoverSeen:
    return HandoverSeen(
        waiting.seat,
        waiting.name,
        _kind(waiting.bot),
        list(waiting.approvals),
        waiting.effective_at,
    )


# --- lists, paged by the key of their last row


@dataclass(frozen=True)
class Page:
    items: list[Brief]
    next: str | None


def listed(game: str | None, status: str | None, after: str | None, limit: int = PAGE) -> Page:
    place = None if after is None else read_place(after)
    with reading() as session:
        return page(session, matches.listed(session, game, status, place, limit + 1), limit)


def page(session: Session, rows: Sequence[Match], limit: int) -> Page:
    """One row more than wanted was asked for: it shows whether there is a next page."""
    wanted = rows[:limit]
    seats = matches.seats_of_all(session, [row.id for row in wanted])
    items = [Brief(**_brief(row, seats.get(row.id, []))) for row in wanted]
    return Page(items, _place(wanted[-1]) if len(rows) > limit else None)


def _place(row: Match) -> str:
    text = f"{row.created_at.isoformat()} {row.id}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_place(text: str) -> Place:
    found = _read_place(text)
    if found is None:
        players.wrong("after", "bad_key", N_("after should be the next of an earlier page."))
    return found


def _read_place(text: str) -> Place | None:
    try:
        plain = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True).decode()
        moment, match_id = plain.split(" ")
        place = Place(datetime.fromisoformat(moment).astimezone(UTC), match_id)
    except (binascii.Error, ValueError, OverflowError):
        return None
    return place if MATCH_ID.fullmatch(match_id) else None
