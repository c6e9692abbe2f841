"""Choosing: a player's policy read and changed, everywhere or in one match; what waits follows."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy.orm import Session

from engine.words import N_
from service import seating, table, tokens
from service.players import wrong
from service.post import policy, timing
from service.post.policy import Chosen, Policy
from service.refusals import Refusal, say
from service.store import matches, outbox
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.players import Player
from service.store.rows import hold

Holder: TypeAlias = tokens.Seat | tokens.Player


@dataclass(frozen=True)
class MatchLetters:
    """The letters of one match: its own policy, and what holds with that of everywhere."""

    match: str
    game: str
    muted: bool
    own: Chosen
    letters: dict[str, Any]


def read(chosen: Chosen, field: str = "") -> Chosen:
    """What was chosen, with nothing in it that contradicts itself; its shape is checked before."""
    quiet = chosen.get("quiet")
    if quiet is not None and quiet["from"] == quiet["to"]:
        wrong(
            f"{field}quiet",
            "bad_quiet",
            N_("Quiet hours should begin and end at different hours of the day."),
        )
    if "off" in chosen:
        return {**chosen, "off": sorted(set(chosen["off"]))}
    return chosen


def shown(one: Policy) -> dict[str, Any]:
    """A policy as JSON has it."""
    quiet = None if one.quiet is None else {"from": one.quiet.since, "to": one.quiet.until}
    off = [kind for kind in policy.SWITCHABLE if kind in one.off]
    return {"delay": one.delay, "digest": one.digest, "quiet": quiet, "off": off}


# --- everywhere


def everywhere(player: Player) -> dict[str, Any]:
    return shown(timing.policy_of(player, None))


def choose(session: Session, player: Player, chosen: Chosen, now: datetime) -> None:
    """In the transaction of whoever holds the player."""
    if chosen:
        player.policy = policy.with_everywhere(player.policy, chosen)
    retime(session, player, now)


def retime(session: Session, player: Player, now: datetime, match_id: str | None = None) -> None:
    """What waits already, all or of one match, follows what holds now: policy, time zone."""
    with session.no_autoflush:
        for notice in outbox.waiting_for(session, player.id, match_id):
            when = timing.of(session, player, notice.match_id, notice, notice.created_at, now)
            notice.after, notice.digest = when.at, when.digest


# --- in one match


def look(token: Holder, match_id: str) -> MatchLetters:
    with reading() as session:
        row = seating.read(session, match_id)
        player = session.get_one(Player, _whose(session, row, token))
        return _letters(row, player)


def choose_own(token: Holder, match_id: str, chosen: Chosen, now: datetime) -> MatchLetters:
    """The match's own policy is this from now on; an empty one is as everywhere."""
    with _held(token, match_id) as (session, row, player):
        player.policy = policy.with_own(player.policy, match_id, read(chosen))
        retime(session, player, now, match_id)
        return _letters(row, player)


@contextmanager
def _held(token: Holder, match_id: str) -> Iterator[tuple[Session, Match, Player]]:
    with writing() as session:
        row = seating.read(session, match_id)
        player = hold(session, Player, _whose(session, row, token))
        if player is None:
            raise LookupError(match_id)
        yield session, row, player


def _whose(session: Session, row: Match, token: Holder) -> str:
    """Whose letters of this match they are; a stranger to it has none to choose of."""
    if isinstance(token, tokens.Seat):
        return str(seating.demand_seat(session, row, token).player_id)
    player = seating.demand_player(session, token)
    seated = matches.seats_held(session, player.id, [row.id])
    if not seated and row.host_id != player.id:
        raise Refusal(
            "not_seated", say(N_("You have no part in the match “{match}”."), match=row.id)
        )
    return player.id


def _letters(row: Match, player: Player) -> MatchLetters:
    return MatchLetters(
        match=row.id,
        game=table.game_of(row).meta.title,
        muted=policy.muted(player.policy, row.id),
        own=policy.own(player.policy, row.id),
        letters=shown(timing.policy_of(player, row.id)),
    )
