"""When a notice may be gathered into a letter: policy, kind, moment, time zone and deadline. Pure.

No policy loses anybody a turn: what would come too late for the deadline comes sooner.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from service.post.policy import MOST_DELAY, Policy, Quiet

# At once, whatever the policy: it cannot wait, or somebody else may hold one's seat.
URGENT = {
    "confirm",
    "invitation",
    "handover",
    "vote",
    "keys",
    "seat_link",
    "player_link",
    "links",
}
# Asks nothing of its reader: it waits longer, so that it goes with what does.
NEWS = {"resolved", "extended", "paused", "resumed", "away", "message", "finished", "cancelled"}
LONGER = 5  # times
LEAST_LEFT = timedelta(hours=6)  # before a deadline; half of the time, where that is less


@dataclass(frozen=True)
class When:
    """From when on, and whether with the news of other matches in one letter."""

    at: datetime
    digest: bool = False


@dataclass(frozen=True)
class Told:
    """A notice, as far as its time depends on it."""

    kind: str
    since: datetime
    deadline: datetime | None = None  # by which its reader has to act


def gathered(told: Told, policy: Policy, zone: ZoneInfo, now: datetime) -> When:
    """The first way that leaves time enough: the digest, the end of quiet hours, at once."""
    if told.kind in URGENT:
        return When(now)
    soon = max(now, told.since + delay(policy, told.kind))
    ways = [When(calm(policy.quiet, zone, soon)), When(soon)]
    if policy.digest is not None:
        struck = strike(policy.digest, zone, max(now, told.since))
        ways.insert(0, When(calm(policy.quiet, zone, struck), digest=True))
    if told.deadline is None:
        return ways[0]
    latest = max(now, _latest(now, told.deadline))
    return next((way for way in ways if way.at <= latest), When(min(soon, latest)))


def delay(policy: Policy, kind: str) -> timedelta:
    times = LONGER if kind in NEWS else 1
    return timedelta(minutes=min(policy.delay * times, MOST_DELAY))


def _latest(now: datetime, deadline: datetime) -> datetime:
    return deadline - min(LEAST_LEFT, (deadline - now) / 2)


def calm(quiet: Quiet | None, zone: ZoneInfo, at: datetime) -> datetime:
    """The first moment from this one on that is in no quiet hour."""
    if quiet is None or not quiet.holds(at.astimezone(zone).hour):
        return at
    return strike(quiet.until, zone, at)


def strike(hour: int, zone: ZoneInfo, at: datetime) -> datetime:
    """When clocks there next strike this hour; one that is left out strikes as the next does."""
    today = at.astimezone(zone).date()
    days = (today + timedelta(days=day) for day in range(3))
    struck = (datetime.combine(day, time(hour), zone).astimezone(UTC) for day in days)
    return next(one for one in struck if one >= at)
