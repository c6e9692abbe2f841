"""What anyone may see of matches from outside: the list of them, and where one stands."""

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy.orm import Session

from engine.words import N_
from service import due, pacing, players, seating
from service.store import absences, handovers, matches, submissions, substitutes, votes
from service.store.database import reading
from service.store.handovers import Handover
from service.store.matches import Match, Place, Seat
from service.store.votes import Vote

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,16}")
STATUSES = ("gathering", "running", "finished", "cancelled")
PAGE = 50


@dataclass(frozen=True)
class Away:
    """Days on which a seat's holder is away, both among them, where they live."""

    first_day: date
    last_day: date


@dataclass(frozen=True)
class SeatSeen:
    """A seat by number and name; who is behind the name is nobody's business."""

    seat: int
    name: str
    kind: str
    bot: str | None
    status: str
    host: bool
    due_at: datetime | None  # while the table waits for it
    stand_in: str | None  # the bot that plays for its holder
    away: list[Away]


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
class VoteSeen:
    """What the table is asked about its time, and how many of it must agree."""

    vote: int
    kind: str
    hours: int | None
    seat: int
    agreed: list[int]
    disagreed: list[int]
    needed: int
    lapses_at: datetime


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
    votes: list[VoteSeen]
    substitutes: list[str]
    seed_hash: str
    head: str | None
    entries: int
    imported: bool
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
    seats = matches.seats_of(session, row.id)
    return Standing(
        **_brief(row, seats) | {"seats": _with_absences(session, row, seats)},
        sealed=row.sealed,
        submitted=list(row.submitted),
        commitments=committed_in(session, row),
        closes_at=row.closes_at,
        paused_at=row.paused_at,
        quarantined=row.quarantined_at is not None,
        handovers=[_handover(waiting) for waiting in handovers.waiting_in(session, row.id)],
        votes=votes_in(session, row),
        substitutes=[one.name for one in substitutes.waiting_in(session, row.id)],
        seed_hash=row.seed_hash,
        head=row.head,
        entries=row.number,
        imported=row.imported,
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
        "pace": pacing.whole(row.pace),
        "cooling": row.cooling,
        "start": "auto" if row.starts_alone else "host",
        "seats": [_seat(row, seat) for seat in seats],
        "turn": row.turn,
        "phase": row.phase,
        "awaited": list(row.awaited),
        "due_at": due.shown(row, seats),
        "created_at": row.created_at,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
    }


def _with_absences(session: Session, row: Match, seats: Sequence[Seat]) -> list[SeatSeen]:
    """For who asks for this one match: a list of many does not tell who is away from home."""
    declared = absences.of_players(session, (seat.player_id for seat in seats if seat.player_id))
    away = {
        player: [Away(one.first_day, one.last_day) for one in found]
        for player, found in declared.items()
    }
    return [replace(_seat(row, seat), away=away.get(str(seat.player_id), [])) for seat in seats]


def _seat(row: Match, seat: Seat) -> SeatSeen:
    return SeatSeen(
        seat=seat.number,
        name=seat.name,
        kind=_kind(None if seat.player_id else seat.bot),
        bot=seat.bot,
        status=seat.status,
        host=seat.player_id == row.host_id,
        due_at=seat.due_at if row.status == "running" and due.waits_for(row, seat) else None,
        stand_in=seat.stand_in,
        away=[],
    )


def _kind(bot: str | None) -> str:
    return "person" if bot is None else "bot"


def committed_in(session: Session, row: Match) -> list[Committed]:
    """What was published of the sealed actions that wait to be opened."""
    waiting = submissions.in_force(session, row.id, str(row.phase)) if row.sealed else []
    return [
        Committed(made.seat, str(made.commitment), str(made.hidden_commitment)) for made in waiting
    ]


def _handover(waiting: Handover) -> HandoverSeen:
    return HandoverSeen(
        waiting.seat,
        waiting.name,
        "substitute" if waiting.substitutes else _kind(waiting.bot),
        list(waiting.approvals),
        waiting.effective_at,
    )


def votes_in(session: Session, row: Match) -> list[VoteSeen]:
    """What can still be decided."""
    found = votes.open_in(session, row)
    needed = majority(len(matches.people_of(session, row.id))) if found else 0
    return [_vote(one, needed) for one in found]


def majority(people: int) -> int:
    """More than half of them."""
    return people // 2 + 1


def _vote(one: Vote, needed: int) -> VoteSeen:
    return VoteSeen(
        vote=one.called,
        kind=one.kind,
        hours=one.hours,
        seat=one.seat,
        agreed=list(one.agreed),
        disagreed=list(one.disagreed),
        needed=needed,
        lapses_at=one.lapses_at,
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
