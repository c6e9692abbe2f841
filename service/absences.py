"""Absence: from a day to a day, over all a player's matches, told to whom it concerns."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from sqlalchemy.orm import Session

from engine.words import N_
from service import calendars, due, limits, notices, pacing, players, returning, seating
from service.due import Holder
from service.notices import Telling
from service.players import wrong
from service.refusals import Refusal, say
from service.store import absences, matches
from service.store.absences import Absence
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.players import Player
from service.store.rows import lock
from service.tokens import Player as PlayerToken

LONGEST = 60  # days
MOST_A_YEAR = 120  # days
YEAR = timedelta(days=365)
ID = re.compile(r"[a-z0-9]{1,16}")  # a database refuses some texts with an error
KEPT = timedelta(days=2)  # longer than any two time zones differ


@dataclass(frozen=True)
class Days:
    """From the first to the last of them, where the player lives."""

    absence: str
    first_day: date
    last_day: date


def listed(token: PlayerToken, now: datetime) -> list[Days]:
    """Mine that are not over, the next one first."""
    with reading() as session:
        player = seating.demand_player(session, token)
        today = _today(player, now)
        mine = absences.of_player(session, player.id)
        return [_days(one) for one in mine if one.last_day >= today]


def declare(token: PlayerToken, first: date, last: date, now: datetime) -> Days:
    """Everyone at my running tables is told; what is due for me moves, where the table waits."""
    with _held(token) as (session, rows, player):
        mine = absences.of_player(session, player.id)
        _demand_sane(first, last, _today(player, now))
        _demand_apart(first, last, mine)
        _demand_few(first, last, mine, _today(player, now))
        limits.demand_absence(session, player, now)
        made = Absence(
            id=players.new_id(),
            player_id=player.id,
            first_day=first,
            last_day=last,
            created_at=now,
        )
        for row in rows:
            _apply(session, row, player, made, now)
        session.add(made)
        session.flush()
        for row in rows:
            due.settle(session, row, now)
        return _days(made)


def withdraw(token: PlayerToken, absence: str, now: datetime) -> None:
    """I am there after all: from now on it is as if I had never said so."""
    with _held(token) as (session, rows, player):
        found = session.get(Absence, absence) if ID.fullmatch(absence) else None
        if found is None or found.player_id != player.id:
            raise Refusal("not_found", N_("There is no such absence of yours."))
        for row in rows:
            _undo(session, row, player, found, now)
        session.delete(found)
        session.flush()
        for row in rows:
            due.settle(session, row, now)


def forget(now: datetime) -> int:
    """For the sweep: days long over are nobody's business any more."""
    with writing() as session:
        return absences.forget(session, (now - KEPT).date())


# --- what may be declared


def _today(player: Player, now: datetime) -> date:
    return calendars.today(now, calendars.zone(player.time_zone))


def _demand_sane(first: date, last: date, today: date) -> None:
    if first < today:
        wrong("first_day", "past", N_("An absence cannot begin in the past."))
    if last < first:
        wrong("last_day", "backwards", N_("The last day cannot be before the first."))
    if (last - first).days >= LONGEST:
        wrong(
            "last_day",
            "too_long",
            say(N_("An absence can have at most {most} days."), most=LONGEST),
        )
    if last > today + YEAR:
        wrong("last_day", "too_far_ahead", N_("An absence can lie at most a year ahead."))


def _demand_apart(first: date, last: date, mine: list[Absence]) -> None:
    for one in mine:
        if one.first_day <= last and first <= one.last_day:
            raise Refusal(
                "conflict",
                N_("You have said already that you are away on some of these days."),
                reason="overlap",
                first_day=one.first_day.isoformat(),
                last_day=one.last_day.isoformat(),
            )


def _demand_few(first: date, last: date, mine: list[Absence], today: date) -> None:
    spans = [(first, last), *((one.first_day, one.last_day) for one in mine)]
    ahead = sum((end - max(begin, today)).days + 1 for begin, end in spans if end >= today)
    if ahead > MOST_A_YEAR:
        raise Refusal(
            "conflict",
            say(N_("You can be away on at most {most} days in a year."), most=MOST_A_YEAR),
            reason="too_many_days",
            most=MOST_A_YEAR,
        )


# --- what it does at each table


@contextmanager
def _held(token: PlayerToken) -> Iterator[tuple[Session, list[Match], Player]]:
    """A player with its running matches, all locked: the matches first, as everywhere, in order."""
    with writing() as session:
        player_id = seating.demand_player(session, token).id
        found = [matches.locked(session, one) for one in matches.seats_in_play(session, player_id)]
        player = lock(session, Player, player_id)
        if player is None:
            raise LookupError(player_id)
        yield session, [row for row in found if row and row.status == "running"], player


def _holder(session: Session, row: Match, player: Player) -> Holder | None:
    found = due.holders(session, row).values()
    return next((one for one in found if one.player.id == player.id), None)


def _apply(session: Session, row: Match, player: Player, made: Absence, now: datetime) -> None:
    holder = _holder(session, row, player)
    if holder is None:
        return  # the seat has changed hands meanwhile
    due.recount(row, replace(holder, absences=(*holder.absences, made)), holder, now)
    facts = {
        "step": "dates",
        "seat": holder.seat.number,
        "name": holder.seat.name,
        "since": made.first_day.isoformat(),
        "until": made.last_day.isoformat(),
        "policy": pacing.read(row.pace).absence,
    }
    others = (number for number in range(row.seats) if number != holder.seat.number)
    tellings = [Telling(number, "away", f"absence:{made.id}", facts) for number in others]
    row.revision += 1
    notices.write(session, row, tellings, now)


def _undo(session: Session, row: Match, player: Player, gone: Absence, now: datetime) -> None:
    holder = _holder(session, row, player)
    if holder is None:
        return
    left = tuple(one for one in holder.absences if one.id != gone.id)
    due.recount(row, replace(holder, absences=left), holder, now)
    row.revision += 1
    if holder.seat.stand_in_until is not None:
        returning.end(session, row, holder.seat, now)
        returning.give_turn(session, row, holder.seat, now)


def _days(one: Absence) -> Days:
    return Days(one.id, one.first_day, one.last_day)
