"""Sitting at a table: all that a seat's page is made of, read at one moment."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine.game import Game, Tagged, Value
from engine.match import Match as Played
from engine.words import Tongue
from service import (
    fingerprints,
    handovers,
    lobby,
    outlook,
    picturing,
    planning,
    preferences,
    sealed,
    seating,
    story,
    table,
    talking,
    undoing,
)
from service.fingerprints import Fingerprints
from service.handovers import Proposal
from service.lobby import VoteSeen
from service.outlook import Outlook, Shown
from service.planning import Own
from service.sealed import OwnSealed
from service.store import matches, substitutes
from service.store.database import reading
from service.store.entries import LogEntry
from service.store.matches import Match
from service.talking import Corner

LATELY = 12  # entries
LOOKED_BACK = 60  # entries, for the seat's own last one


@dataclass(frozen=True)
class Recent:
    """An entry in sentences; `fresh` says that it came after the seat's own last action."""

    number: int | None
    sentences: tuple[str, ...]
    fresh: bool


@dataclass(frozen=True)
class Sitting:
    """A seat's whole table, once it is dealt."""

    match: str
    game: Game[Any, Any]
    state: Any
    seat: int
    status: str  # the row's; or paused, quarantined or resolving while it runs
    seen: Outlook
    names: tuple[str, ...]
    events: tuple[Tagged, ...]  # the last ones, for the picture
    lately: tuple[Recent, ...]
    sealed: OwnSealed | None
    closes_at: datetime | None
    undo: tuple[str, ...] | None  # the step that can be taken back, in sentences
    talk: Corner
    laid: Own  # its plan
    preferences: dict[str, Value]
    fingerprints: Fingerprints
    votes: tuple[VoteSeen, ...] = ()
    handovers: tuple[Proposal, ...] = ()
    substitutes: bool = False  # somebody would step in
    signed_only: bool = False

    @property
    def view(self) -> Any:
        return self.game.view(self.state, self.seat)

    @property
    def acting(self) -> bool:
        """Whether this seat can act now: in its turn, or besides it."""
        free = self.status == "running" and not self.signed_only
        return free and (self.seen.awaited or bool(self.seen.asides))


def sit(token: seating.Actor, tongue: Tongue, now: datetime) -> Sitting:
    """For who comes with a link: its phase must still be the present one."""
    with reading() as session:
        row = seating.read(session, token.match)
        number = seating.demand_seat(session, row, token).number
        seating.demand_phase(row, token)
        played = table.load(row)
        seat = seating.demand_number(session, row, number)
        seen = outlook.look(session, row, seat, tongue)
        return Sitting(
            match=row.id,
            game=played.game,
            state=played.state,
            seat=number,
            status=_status(row, now),
            seen=seen,
            names=tuple(one.name for one in matches.seats_of(session, row.id)),
            events=picturing.last_events(session, row, played),
            lately=_lately(session, row, played, number, tongue),
            sealed=sealed.own_of(session, row, number) if seen.submitted else None,
            closes_at=row.closes_at,
            signed_only=seat.signed_only,
            votes=tuple(lobby.votes_in(session, row)),
            handovers=handovers.pending(session, row),
            substitutes=bool(substitutes.count_waiting(session, row.id)),
            laid=planning.own_of(session, row, seat, tongue),
            preferences=preferences.of_seat(session, row, number),
            fingerprints=fingerprints.of_match(session, row),
            undo=None if seat.signed_only else _undo(session, row, number, now, tongue),
            talk=talking.corner(session, row, seat, now),
        )


def _undo(
    session: Session, row: Match, seat: int, now: datetime, tongue: Tongue
) -> tuple[str, ...] | None:
    """Nothing in a match that is at rest."""
    if _status(row, now) != "running":
        return None
    return undoing.offered(session, row, seat, now, tongue)


def _status(row: Match, now: datetime) -> str:
    if row.status != "running":
        return row.status
    if row.quarantined_at is not None:
        return "quarantined"
    if row.paused_at is not None:
        return "paused"
    return "resolving" if sealed.closed(row, now) else "running"


def _lately(
    session: Session, row: Match, played: Played[Any], seat: int, tongue: Tongue
) -> tuple[Recent, ...]:
    """The last entries that say something, oldest first."""
    found = story.after(session, row, played, max(0, row.number - LOOKED_BACK), LOOKED_BACK)
    own = max((one.until for one in found if _acted(one.entry, seat)), default=0)
    show = Shown(played.game, played.game.view(played.state, seat), tongue)
    told = [
        Recent(
            one.entry.number if one.placed else None,
            tuple(outlook.told(row, played, show, seat, one)),
            0 < own < one.until,
        )
        for one in found
    ]
    return tuple(one for one in told if one.sentences)[-LATELY:]


def _acted(entry: LogEntry, seat: int) -> bool:
    """Whether this seat had a part in it: its own action, or one of those opened together."""
    public = entry.public
    if public["kind"] == "resolve":
        return seat in (one["seat"] for one in public["actions"])
    return public["kind"] in ("play", "default") and public.get("seat") == seat
