"""Whether a notice is still worth a letter, or the reason why not. Pure: it looks at rows only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from service.store.letters import Notice
from service.store.matches import Match, Seat
from service.store.players import Player

ERASED = "the player was erased"
NO_ADDRESS = "the player has no address"
FAULTY = "the address is faulty"
BLOCKED = "the address wants no letters"
UNSUBSCRIBED = "the player wants no letters of this match"
CANCELLED = "the match was cancelled"
OVER = "the match is over"
NOT_OVER = "the match is not over"
CHANGED_HANDS = "the seat changed hands"
ACTED = "the turn was made"
ANSWERED = "the invitation was answered"
BEGUN = "the match has begun"
CONFIRMED = "the address was confirmed"
STOPPED = "the match is stopped"
RESUMED = "the match goes on"
STRANGER = "the player was never told of the match"


@dataclass(frozen=True)
class Standing:
    """How things stand for one notice: its match, the seat it speaks of, its recipient."""

    match: Match
    seat: Seat | None
    player: Player
    blocked: bool
    acquainted: bool = True  # has a seat or an earlier letter of this match


def reason_to_drop(notice: Notice, now: Standing) -> str | None:
    """The first reason found; None while the notice holds."""
    return (
        unreachable(now)
        or _ended(notice, now)
        or _changed_hands(notice, now)
        or _overtaken(notice, now)
        or _RULES.get(notice.kind, _holds)(now)
    )


def unreachable(now: Standing) -> str | None:
    """Why no letter at all goes to this player."""
    player = now.player
    reasons = (
        (player.erased_at is not None, ERASED),
        (player.address is None, NO_ADDRESS),
        (now.blocked, BLOCKED),
        (player.fault is not None, FAULTY),
        (now.match.id in player.policy.get("muted", ()), UNSUBSCRIBED),
    )
    return next((reason for applies, reason in reasons if applies), None)


# What is told of a match that has ended is its end, and nothing of what came before.
_ENDS = {"cancelled": ("cancelled", CANCELLED), "finished": ("finished", OVER)}


def _ended(notice: Notice, now: Standing) -> str | None:
    if notice.kind in _ENDS:
        return _end_itself(notice, now)
    if now.match.status not in _ENDS or notice.kind == "receipt":
        return None  # what was received was received
    return _ENDS[now.match.status][1]


def _end_itself(notice: Notice, now: Standing) -> str | None:
    if now.match.status != notice.kind:
        return NOT_OVER
    return None if now.acquainted else STRANGER


def _changed_hands(notice: Notice, now: Standing) -> str | None:
    """The former holder is still told that the seat has gone."""
    if notice.seat is None or notice.kind == "handover":
        return None
    held = now.seat is not None and now.seat.player_id == notice.player_id
    return None if held else CHANGED_HANDS


def _overtaken(notice: Notice, now: Standing) -> str | None:
    """A reminder is of one turn, though the seat may be awaited again since."""
    stale = notice.kind == "reminder" and notice.facts.get("turn") != now.match.turn
    return ACTED if stale else None


def _holds(_: Standing) -> None:
    return None


def _confirm(now: Standing) -> str | None:
    return None if now.match.status == "unconfirmed" else CONFIRMED


def _ready(now: Standing) -> str | None:
    return None if now.match.status == "gathering" else BEGUN


def _paused(now: Standing) -> str | None:
    return RESUMED if now.match.paused_at is None else None


def _resumed(now: Standing) -> str | None:
    return None if now.match.paused_at is None else STOPPED


def _invitation(now: Standing) -> str | None:
    if now.seat is None or now.seat.status != "invited":
        return ANSWERED
    return None


def _your_turn(now: Standing) -> str | None:
    row, seat = now.match, now.seat
    if row.paused_at is not None or row.quarantined_at is not None:
        return STOPPED
    if seat is None or seat.number not in row.awaited:
        return ACTED
    return ACTED if seat.number in row.submitted else None


_RULES: Mapping[str, Callable[[Standing], str | None]] = {
    "confirm": _confirm,
    "invitation": _invitation,
    "ready": _ready,
    "paused": _paused,
    "resumed": _resumed,
    "your_turn": _your_turn,
    "reminder": _your_turn,
}
