"""What a world of slow matches comes to: days, sittings a round, letters; a row of a table."""

from dataclasses import dataclass
from datetime import timedelta
from statistics import mean, median

from service.store.database import reading
from service.store.matches import Match
from tests.pace.world import World

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Figures:
    """Of several matches together."""

    matches: int
    days: float  # the median
    longest: float
    sittings: float  # of a player in a round, or in a whole match of cards
    letters: float  # to a player a day
    most_letters: int  # to one player on one day


def of(world: World) -> Figures:
    matches = sorted({one.match for one in world.sitters})
    days = [world.took(match) / DAY for match in matches]
    rounds = {match: _rounds(match) for match in matches}
    lived = sum(world.took(one.match) / DAY for one in world.sitters)
    return Figures(
        matches=len(matches),
        days=median(days),
        longest=max(days),
        sittings=mean(one.sittings / rounds[one.match] for one in world.sitters),
        letters=sum(world.letters.values()) / lived,
        most_letters=max(world.letters.values()),
    )


def _rounds(match: str) -> int:
    """Rounds of Giants; a match of cards is one."""
    with reading() as session:
        row = session.get_one(Match, match)
        name, _, count = str(row.phase).rpartition(" ")
        return int(count) if row.game == "giants" and name else 1


def row(name: str, found: Figures) -> str:
    return (
        f"| {name} | {found.matches} | {found.days:.0f} | {found.longest:.0f} | "
        f"{found.sittings:.1f} | {found.letters:.1f} |"
    )
