"""Deadlines: each awaited seat's own, by its holder's calendar, and the first of them on the match.

The match's is when to look. A sealed action leaves it as it is, for sealing must stay cheap:
whoever looks finds that its seat no longer counts, and the next one is kept.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from service import calendars, keys, pacing
from service.calendars import Calendar
from service.pacing import Pace
from service.store import absences, matches
from service.store.absences import Absence
from service.store.held import AnyMatch
from service.store.matches import Match, Seat
from service.store.players import Player

REMINDERS = "reminders"  # in a player's policy: hours before the deadline
USUAL_REMINDERS = (24,)
LONGEST_SPREAD = timedelta(minutes=10)
SPREAD_SHARE = 1 / 60  # a minute for each hour: quick matches stay quick
DIGITS = 12  # of a hash: finer than a microsecond
MOST_DRAWN = float(16**DIGITS)


class Timed(Protocol):
    """As much of a match as its time hangs on."""

    @property
    def turn(self) -> int: ...

    @property
    def sealed(self) -> bool: ...

    @property
    def pace(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Holder:
    """A person on a seat, and when they are away; an absence that they came back from is none."""

    seat: Seat
    player: Player
    absences: tuple[Absence, ...]

    def calendar(self, pace: Pace) -> Calendar:
        """By which this person's time runs; only where the table waits, not while they are away."""
        away = tuple((one.first_day, one.last_day) for one in self.absences)
        return Calendar(
            calendars.zone(self.player.time_zone),
            frozenset(pacing.WEEKDAYS.index(day) for day in pace.free_days),
            pace.window,
            away if pace.absence == "wait" else (),
        )

    def away(self, now: datetime) -> Absence | None:
        """The absence that it is now."""
        today = calendars.today(now, calendars.zone(self.player.time_zone))
        present = (one for one in self.absences if one.first_day <= today <= one.last_day)
        return next(present, None)

    def back(self, absence: Absence) -> datetime:
        """When an absence is over."""
        return calendars.ended(absence.last_day, calendars.zone(self.player.time_zone))

    def leaves(self, now: datetime) -> datetime | None:
        """When the present or the next absence begins."""
        zone = calendars.zone(self.player.time_zone)
        coming = [one.first_day for one in self.absences if self.back(one) > now]
        return calendars.began(min(coming), zone) if coming else None


def holders(session: Session, row: Match) -> dict[int, Holder]:
    """The people of a match by seat; bots hold seats too, and have all the time they want."""
    query = select(Seat, Player).join(Player, Player.id == Seat.player_id)
    found = session.execute(query.where(Seat.match_id == row.id).order_by(Seat.number)).all()
    away = absences.of_players(session, [player.id for _, player in found])
    return {
        seat.number: Holder(seat, player, _counted(seat, away.get(player.id, [])))
        for seat, player in found
    }


def _counted(seat: Seat, declared: Iterable[Absence]) -> tuple[Absence, ...]:
    return tuple(one for one in declared if one.id != seat.present)


def waits_for(row: AnyMatch, seat: Seat) -> bool:
    """Whether nothing goes on without this seat's holder."""
    awaited = seat.number in row.awaited and seat.number not in row.submitted
    return awaited and seat.player_id is not None and seat.bot is None and seat.stand_in is None


def shown(row: Match, seats: Iterable[Seat]) -> datetime | None:
    """The first deadline that is still open."""
    open_ = (seat.due_at for seat in seats if row.status == "running" and waits_for(row, seat))
    return min((at for at in open_ if at is not None), default=None)


# --- giving


def time_for(row: Timed) -> timedelta:
    """How long the present phase or turn may take."""
    pace = pacing.read(row.pace)
    return timedelta(hours=pace.sealed_hours if row.sealed else pace.turn_hours)


def spread(row: Timed, match_id: str, seat: int) -> timedelta:
    """How long after a seat's deadline it is enforced: each time the same, and not to be foreseen.

    With hours of play all that was due by night would else come at one second.
    """
    longest = min(LONGEST_SPREAD, time_for(row) * SPREAD_SHARE)
    drawn = keys.fingerprint("spread", f"{match_id}:{row.turn}:{seat}".encode())[:DIGITS]
    return longest * (int(drawn, 16) / MOST_DRAWN)


def assign(session: Session, row: Match, now: datetime) -> None:
    """A new turn or phase: its full time to everyone who is awaited, and none to the others."""
    known = holders(session, row)
    for holder in known.values():
        if waits_for(row, holder.seat):
            _give(row, holder, now)
        else:
            _place(holder, None, now)
    _settle(row, known, now)


def give(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """Its full time to one seat, if it is awaited."""
    seat.due_at = None
    settle(session, row, now)


def _give(row: Match, holder: Holder, now: datetime) -> None:
    calendar = holder.calendar(pacing.read(row.pace))
    _place(holder, calendars.due(calendar, now, time_for(row)), now)


def _place(holder: Holder, at: datetime | None, now: datetime) -> None:
    holder.seat.due_at = at
    holder.seat.remind_at = None if at is None else next_reminder(holder.player.policy, at, now)


def next_reminder(policy: dict[str, Any], due: datetime, now: datetime) -> datetime | None:
    """Of the reminders that a player wants, the next; one whose hour has passed is not sent."""
    moments = (due - timedelta(hours=hours) for hours in policy.get(REMINDERS, USUAL_REMINDERS))
    return min((at for at in moments if at > now), default=None)


# --- moving


def settle(session: Session, row: Match, now: datetime) -> None:
    """Keep on the match when to look next; who is awaited and has no time yet gets it."""
    known = holders(session, row)
    for holder in known.values():
        if waits_for(row, holder.seat) and holder.seat.due_at is None:
            _give(row, holder, now)
    _settle(row, known, now)


def _settle(row: Match, known: dict[int, Holder], now: datetime) -> None:
    by_dates = pacing.read(row.pace).absence == "wait"
    moments: list[datetime | None] = []
    for holder in known.values():
        if waits_for(row, holder.seat):
            moments += [holder.seat.due_at, None if by_dates else holder.leaves(now)]
    row.due_at = min((at for at in moments if at is not None), default=None)


def shift(session: Session, row: Match, by: timedelta) -> None:
    """Every deadline that is still to come, later by so much, and its reminder too."""
    row.due_at = None if row.due_at is None else row.due_at + by
    for seat in matches.seats_of(session, row.id):
        seat.due_at = None if seat.due_at is None else seat.due_at + by
        seat.remind_at = None if seat.remind_at is None else seat.remind_at + by


def extend(session: Session, row: Match, by: timedelta, now: datetime) -> None:
    """More time for whoever is still awaited."""
    known = holders(session, row)
    for holder in known.values():
        if waits_for(row, holder.seat) and holder.seat.due_at is not None:
            _place(holder, holder.seat.due_at + by, now)
    _settle(row, known, now)


def recount(row: Match, holder: Holder, before: Holder, now: datetime) -> None:
    """The holder's days changed: as much of its time is left as was."""
    due, pace = holder.seat.due_at, pacing.read(row.pace)
    if due is None or due <= now or not waits_for(row, holder.seat):
        return
    left = calendars.ran(before.calendar(pace), now, due)
    _place(holder, calendars.due(holder.calendar(pace), now, left), now)


def clear(session: Session, row: Match) -> None:
    """Nothing is due any more."""
    row.due_at = None
    for seat in matches.seats_of(session, row.id):
        seat.due_at = seat.remind_at = None
