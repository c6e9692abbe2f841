"""Whether a notice is still worth a letter, or the reason why not. Pure: it looks at rows only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.words import N_
from service import corrections
from service.post import policy
from service.store.letters import Notice
from service.store.matches import Match, Seat
from service.store.players import Player

ERASED = N_("the player was erased")
NO_ADDRESS = N_("the player has no address")
FAULTY = N_("the address is faulty")
BLOCKED = N_("the address wants no letters")
UNSUBSCRIBED = N_("the player wants no letters of this match")
SWITCHED_OFF = N_("the player wants no letters of this kind")
CANCELLED = N_("the match was cancelled")
OVER = N_("the match is over")
NOT_OVER = N_("the match is not over")
CHANGED_HANDS = N_("the seat changed hands")
ACTED = N_("the turn was made")
STOOD_IN = N_("a bot plays for the player")
ANSWERED = N_("the invitation was answered")
BEGUN = N_("the match has begun")
CONFIRMED = N_("the address was confirmed")
STOPPED = N_("the match is stopped")
RESUMED = N_("the match goes on")
PHASE_OVER = N_("the phase is over")
STRANGER = N_("the player was never told of the match")
TAKEN_BACK = N_("the step was taken back")
RESTORED = N_("a backup was restored")  # and it may have left before


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
        unreachable(now, notice.kind)
        or _switched_off(notice, now)
        or _ended(notice, now)
        or _changed_hands(notice, now)
        or _overtaken(notice, now)
        or _RULES.get(notice.kind, _holds)(now)
    )


# Who has asked for these links may have no others, whatever they want to hear of the match.
_ASKED_FOR = {"links", "player_link"}
# Whose links are dead has no others at all. Where no letter was wanted new ones were refused; a
# block that came later may be the thief's.
_OWED = {"links"}


def unreachable(now: Standing, kind: str) -> str | None:
    """Why no such letter goes to this player."""
    player = now.player
    reasons = (
        (player.erased_at is not None, ERASED),
        (player.address is None, NO_ADDRESS),
        (kind not in _OWED and now.blocked, BLOCKED),
        (player.fault is not None, FAULTY),
        (kind not in _ASKED_FOR and policy.muted(player.policy, now.match.id), UNSUBSCRIBED),
    )
    return next((reason for applies, reason in reasons if applies), None)


def _switched_off(notice: Notice, now: Standing) -> str | None:
    off = policy.of(now.player.policy, now.match.id, usual=0).off
    return SWITCHED_OFF if notice.kind in off else None


# What is told of a match that has ended is its end, and nothing of what came before.
_ENDS = {"cancelled": ("cancelled", CANCELLED), "finished": ("finished", OVER)}
# What was received was received, and what was said was said.
_OUTLIVES = {"receipt", "message", "links", "player_link"}


def _ended(notice: Notice, now: Standing) -> str | None:
    if notice.kind in _ENDS:
        return _end_itself(notice, now)
    if now.match.status not in _ENDS or notice.kind in _OUTLIVES:
        return None
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
    """A step was taken back; a reminder is of one turn, though the seat may be awaited again."""
    if corrections.is_taken_back(notice):
        return TAKEN_BACK
    if notice.kind == "message" and not _heard_by(notice, now):
        return CHANGED_HANDS
    if notice.kind == "vote":
        return _outvoted(notice, now)
    stale = notice.kind == "reminder" and notice.facts.get("turn") != now.match.turn
    return ACTED if stale else None


def _outvoted(notice: Notice, now: Standing) -> str | None:
    """What the table was asked, and what has happened by itself since."""
    kind, row = notice.facts.get("kind"), now.match
    if kind == "extend":
        return None if notice.facts.get("phase") == row.phase else PHASE_OVER
    if kind == "pause":
        return None if row.paused_at is None else STOPPED
    return RESUMED if row.paused_at is None else None


def _heard_by(notice: Notice, now: Standing) -> bool:
    """What was said to one holder of a seat is not for the next, though it be the same person."""
    return now.seat is not None and now.seat.holder == notice.facts.get("generation")


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
    if seat.stand_in is not None:
        return STOOD_IN
    return ACTED if seat.number in row.submitted else None


_RULES: Mapping[str, Callable[[Standing], str | None]] = {
    "confirm": _confirm,
    "invitation": _invitation,
    "ready": _ready,
    "paused": _paused,
    "resumed": _resumed,
    "plan": _your_turn,
    "your_turn": _your_turn,
    "reminder": _your_turn,
}
