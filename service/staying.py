"""What new links leave as it is, if that is wished: each key and webhook of somebody's seats."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from engine.words import N_, Tongue
from service import vault
from service.store import matches, personal, seat_keys, webhooks
from service.store.matches import Seat
from service.store.players import Player

KEY = N_("Signing key {name}… of match {match}, since {moment}")
WEBHOOK = N_("Webhook at {name} of match {match}, since {moment}")
SHORT = 12  # letters of a thumbprint: enough to know one's own by


@dataclass(frozen=True)
class Program:
    """Something that acts or listens for a seat, as its holder may recognise it."""

    words: str
    name: str
    match: str
    since: datetime

    def told(self, tongue: Tongue, moment: str) -> str:
        said = tongue.say(self.words)
        return said.format(name=self.name, match=self.match, moment=moment)


def of_seats(session: Session, seats: Iterable[Seat]) -> list[Program]:
    return [one for seat in seats for one in _of_seat(session, seat)]


def held_by(session: Session, player: Player) -> list[Seat]:
    """Every seat of a person, in all of its matches."""
    return [
        seat
        for match_id in personal.matches_of(session, player.id)
        for seat in matches.seats_of(session, match_id)
        if seat.player_id == player.id
    ]


def _of_seat(session: Session, seat: Seat) -> Iterator[Program]:
    whose = (session, seat.match_id, seat.number, seat.holder)
    for key in seat_keys.of_holder(*whose):
        if key.revoked_at is None:
            yield Program(KEY, key.keyid[:SHORT], seat.match_id, key.created_at)
    for hook in webhooks.of_seat(*whose):
        # Of its address the host alone: the rest may be a secret.
        host = urlsplit(vault.unseal(hook.url).decode()).hostname or ""
        yield Program(WEBHOOK, host, seat.match_id, hook.created_at)
