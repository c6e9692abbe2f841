"""A letter's case: the rows that it is written from, and the language that it speaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from engine.words import Tongue
from service import languages, reminders
from service.post import gathering
from service.store.letters import Letter, Notice
from service.store.matches import Match, Seat
from service.store.players import Player

BRIEF = {
    "receipt",
    "message",
    "keys",
    "seat_link",
    "player_link",
    "links",
}  # kinds that need no table beside them


@dataclass(frozen=True)
class Case:
    """All that a letter is written from."""

    session: Session
    match: Match
    player: Player
    seat: Seat | None  # that the player holds
    notices: Sequence[Notice]
    letter: Letter
    now: datetime

    @property
    def kind(self) -> str:
        """Of the notice that leads."""
        return gathering.leading(one.kind for one in self.notices)

    @property
    def plays(self) -> bool:
        return self.seat is not None and self.seat.status == "accepted"

    @property
    def shown(self) -> Seat | None:
        """The seat whose table is shown; none before there is one, nor in a brief letter."""
        brief = all(one.kind in BRIEF for one in self.notices)
        return None if brief or not self.plays or self.match.state is None else self.seat

    @property
    def awaited(self) -> bool:
        """Whether the match waits for this player."""
        seat = self.seat if self.plays else None
        running = self.match.status == "running" and not self.stopped
        return running and seat is not None and reminders.awaited(self.match, seat)

    @property
    def stopped(self) -> bool:
        """Paused or out of play: nothing can be done, and nothing is due."""
        return self.match.paused_at is not None or self.match.quarantined_at is not None

    @property
    def language(self) -> str:
        return languages.spoken(self.player.language)

    @property
    def tongue(self) -> Tongue:
        return languages.tongue(self.language)
