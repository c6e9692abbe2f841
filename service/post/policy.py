"""A player's policy: which letters come and when, everywhere and in one match. Pure: JSON only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# What everyone must be told, and what asks something of a person, cannot be switched off.
SWITCHABLE = (
    "resolved",
    "reminder",
    "receipt",
    "extended",
    "paused",
    "resumed",
    "away",
    "message",
)
MOST_DELAY = 24 * 60  # minutes
HOURS = range(24)
MOST_OWN = 200  # matches with a policy of their own
EVERYWHERE, OWN, MUTED = "letters", "matches", "muted"  # in a player's row


@dataclass(frozen=True)
class Quiet:
    """Hours of the day, in the player's time zone, in which no letter comes."""

    since: int
    until: int

    def holds(self, hour: int) -> bool:
        """Also past midnight."""
        return (hour - self.since) % 24 < (self.until - self.since) % 24


@dataclass(frozen=True)
class Policy:
    """What holds for a player in one match."""

    delay: int  # minutes that a letter waits for more to tell
    digest: int | None = None  # the hour of the day of one letter for many matches
    quiet: Quiet | None = None
    off: frozenset[str] = frozenset()  # kinds


Chosen = dict[str, Any]  # delay, digest, quiet and off, as far as somebody chose; JSON


def of(kept: Mapping[str, Any], match_id: str | None, usual: int) -> Policy:
    """What a match's own policy leaves open is as everywhere, and that as usual."""
    chosen = {**everywhere(kept), **own(kept, match_id)}
    quiet, delay = chosen.get("quiet"), chosen.get("delay")
    return Policy(
        delay=usual if delay is None else delay,
        digest=chosen.get("digest"),
        quiet=None if quiet is None else Quiet(quiet["from"], quiet["to"]),
        off=frozenset(chosen.get("off") or ()) & frozenset(SWITCHABLE),
    )


def everywhere(kept: Mapping[str, Any]) -> Chosen:
    return dict(kept.get(EVERYWHERE, {}))


def own(kept: Mapping[str, Any], match_id: str | None) -> Chosen:
    """What was chosen for one match alone."""
    return dict(kept.get(OWN, {}).get(match_id, {}))


def with_everywhere(kept: Mapping[str, Any], chosen: Chosen) -> dict[str, Any]:
    """What is chosen anew changes, the rest stays."""
    return {**kept, EVERYWHERE: {**everywhere(kept), **chosen}}


def with_own(kept: Mapping[str, Any], match_id: str, chosen: Chosen) -> dict[str, Any]:
    """The match's own policy is this and nothing else; the newest are kept."""
    others = {match: one for match, one in kept.get(OWN, {}).items() if match != match_id}
    mine = {**others, match_id: chosen} if chosen else others
    return {**kept, OWN: dict(list(mine.items())[-MOST_OWN:])}


def muted(kept: Mapping[str, Any], match_id: str) -> bool:
    return match_id in kept.get(MUTED, ())
