"""How people play slowly: when they sit down, whether they plan, and what comes in between."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

ZONES = ("Europe/Rome", "America/New_York", "Asia/Tokyo", "UTC")


@dataclass(frozen=True)
class Habit:
    """Somebody's days: `hours` of sitting down where they live, `plans` or not.

    `away` are days without any, told beforehand; from `gone` on nobody sits down any more; from
    `lost` to `found` letters come back, and who gets none does not know that it is awaited.
    """

    zone: str = "UTC"
    hours: tuple[int, ...] = (8, 20)
    plans: bool = True
    away: tuple[date, date] | None = None
    gone: date | None = None
    lost: date | None = None
    found: date | None = None

    def sits(self, day: date) -> bool:
        away = self.away is not None and self.away[0] <= day <= self.away[1]
        left = self.gone is not None and day >= self.gone
        return not (away or left or self.unheard(day))

    def unheard(self, day: date) -> bool:
        """Whether letters come back on that day."""
        lost = self.lost is not None and day >= self.lost
        return lost and not (self.found is not None and day >= self.found)

    def sittings(self, since: datetime, until: datetime) -> Iterator[datetime]:
        """The moments at which this person sits down."""
        zone = ZoneInfo(self.zone)
        day = since.astimezone(zone).date()
        while datetime.combine(day, time(), zone) < until:
            for hour in self.hours if self.sits(day) else ():
                at = datetime.combine(day, time(hour), zone)
                if since <= at < until:
                    yield at
            day += timedelta(days=1)
