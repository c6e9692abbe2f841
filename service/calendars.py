"""When allowed time has run: by a player's time zone, free days, hours of the day, days away."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

# Clocks differ from UTC, and change, by whole quarters of an hour: within one of UTC's, a local
# clock shows one hour of one day.
QUARTER = timedelta(minutes=15)
FARTHEST = timedelta(days=400)  # that is looked ahead: calendars in which time never runs end too

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Days: TypeAlias = tuple[date, date]  # the first and the last of them


class Window(NamedTuple):
    """The hours of the day in which time runs, from the first to before the last."""

    start: int
    end: int


WHOLE_DAY = Window(0, 24)


@dataclass(frozen=True)
class Calendar:
    """When a player's time runs."""

    zone: ZoneInfo
    free_days: frozenset[int] = frozenset()  # of the week, Monday is 0
    window: Window = WHOLE_DAY
    away: tuple[Days, ...] = ()

    def runs(self, at: datetime) -> bool:
        local = at.astimezone(self.zone)
        return (
            self.window.start <= local.hour < self.window.end
            and local.weekday() not in self.free_days
            and not within(self.away, local.date())
        )

    @property
    def always(self) -> bool:
        return not self.free_days and self.window == WHOLE_DAY and not self.away


def zone(name: str) -> ZoneInfo:
    """A player's time zone; one that is no longer known is as if it were UTC."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def within(spans: tuple[Days, ...], day: date) -> bool:
    return any(first <= day <= last for first, last in spans)


def due(calendar: Calendar, start: datetime, allowed: timedelta) -> datetime:
    """The moment at which so much of a player's time has run."""
    start = start.astimezone(UTC)  # else it would add by the clock on the wall
    if calendar.always:
        return start + allowed
    left = allowed
    for begins, ends in _quarters(start, start + FARTHEST):
        if not calendar.runs(begins):
            continue
        if ends - begins >= left:
            return begins + left
        left -= ends - begins
    return start + FARTHEST


def ran(calendar: Calendar, start: datetime, end: datetime) -> timedelta:
    """How much of a player's time runs from one moment to another."""
    if calendar.always:
        return max(end - start, timedelta())
    spans = (e - b for b, e in _quarters(start, end) if calendar.runs(b))
    return sum(spans, timedelta())


def _quarters(start: datetime, end: datetime) -> Iterator[tuple[datetime, datetime]]:
    """A stretch of time, cut at every quarter of an hour."""
    at, end = start.astimezone(UTC), end.astimezone(UTC)
    while at < end:
        cut = min(at - (at - EPOCH) % QUARTER + QUARTER, end)
        yield at, cut
        at = cut


# --- days as moments


def began(day: date, where: ZoneInfo) -> datetime:
    """When a day begins there."""
    return datetime.combine(day, time(), where).astimezone(UTC)


def ended(day: date, where: ZoneInfo) -> datetime:
    return began(day + timedelta(days=1), where)


def today(now: datetime, where: ZoneInfo) -> date:
    return now.astimezone(where).date()
