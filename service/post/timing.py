"""The time of a notice, read from the rows: its player's policy, its seat's deadline."""

from datetime import datetime
from typing import Protocol

from flask import current_app
from sqlalchemy.orm import Session

from service import moments
from service.post import policy, when
from service.post.policy import Policy
from service.post.when import Told, When
from service.settings import Settings
from service.store import matches
from service.store.matches import Match
from service.store.players import Player

DUE = {"your_turn", "reminder", "plan"}  # kinds whose reader has to act before a deadline


class Named(Protocol):
    """A notice, written or about to be: its kind, and the seat that it speaks to."""

    @property
    def kind(self) -> str: ...

    @property
    def seat(self) -> int | None: ...


def policy_of(player: Player, match_id: str | None) -> Policy:
    settings: Settings = current_app.extensions["settings"]
    return policy.of(player.policy, match_id, settings.letter_delay)


def of(
    session: Session, player: Player, match_id: str, one: Named, since: datetime, now: datetime
) -> When:
    """When this notice, known since then, may be gathered."""
    told = Told(one.kind, since, _deadline(session, match_id, one))
    zone = moments.zone(player.time_zone)
    return when.gathered(told, policy_of(player, match_id), zone, now)


def calm(session: Session, player: Player, row: Match, one: Named, now: datetime) -> datetime:
    """When what is late already may leave: its delay and its hour are over, quiet hours are not."""
    chosen = Policy(delay=0, quiet=policy_of(player, row.id).quiet)
    told = Told(one.kind, now, _deadline(session, row.id, one))
    return when.gathered(told, chosen, moments.zone(player.time_zone), now).at


def _deadline(session: Session, match_id: str, one: Named) -> datetime | None:
    """The seat's own."""
    if one.kind not in DUE or one.seat is None:
        return None
    seat = matches.seat_of(session, match_id, one.seat)
    return None if seat is None else seat.due_at
