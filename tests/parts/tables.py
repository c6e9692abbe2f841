"""Tables for tests: people with addresses round a match that was dealt, straight into the rows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine import match as engine
from engine.chance import commitment
from engine.game import Setup
from service import play, seating, table, tokens, vault
from service.sent import Asked, Sent
from service.store import outbox
from service.store.database import reading, writing
from service.store.letters import Letter, Notice
from service.store.matches import Match, Seat
from service.store.players import Player
from service.store.webhooks import Call

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SEED = b"a seed of thirty-two bytes, kept"
BY_LETTER = Sent(body=b"", method="POST", authority="moai.example", path="/t/<token>")


@dataclass(frozen=True)
class Table:
    """A match of people; seat 0 is the host's."""

    id: str
    people: tuple[str, ...]

    def row(self) -> Match:
        with reading() as session:
            row = session.get_one(Match, self.id)
            session.expunge_all()
            return row

    def turn_token(self, seat: int) -> tokens.Turn:
        return tokens.Turn(self.id, seat, 1, str(self.row().phase))

    def submit(self, seat: int, text: str, now: datetime = NOON) -> None:
        token: seating.Actor = self.turn_token(seat)
        play.submit(token, BY_LETTER, Asked(self.row().turn, None, text), now)


def lay(
    name: str = "m1",
    game: str = "giants",
    people: Sequence[str] = ("Anna", "Bruno", "Carla"),
    *,
    start: bool = True,
    now: datetime = NOON,
    options: Mapping[str, Any] | None = None,
    bots: Sequence[int] = (),
) -> Table:
    """A match with these people, dealt unless told otherwise; at some seats a bot instead."""
    with writing() as session:
        for person in people:
            session.add(_player(name, person, now))
        session.flush()
        row = _match(name, game, len(people), now)
        row.options, row.helped = dict(options or {}), list(bots)
        session.add(row)
        session.flush()
        for number, person in enumerate(people):
            status = "accepted" if start or number == 0 else "invited"
            session.add(_seat(name, number, person, status, bot=number in bots))
        session.flush()
        if start:
            begin(session, row, now)
    return Table(name, tuple(f"{name}-{person}"[:16] for person in people))


def begin(session: Session, row: Match, now: datetime) -> None:
    done = engine.start(table.game_of(row), row.id, Setup(row.seats, row.options), SEED)
    row.status, row.started_at = "running", now
    table.keep(session, row, done, now)


def _player(name: str, person: str, now: datetime) -> Player:
    return Player(
        id=f"{name}-{person}"[:16],
        name=person,
        address=f"{person.lower()}.{name}@players.example",
        language="en",
        time_zone="Europe/Rome",
        policy={},
        created_at=now,
    )


def _match(name: str, game: str, seats: int, now: datetime) -> Match:
    return Match(
        id=name,
        game=game,
        options={},
        seats=seats,
        status="gathering",
        public=False,
        starts_alone=True,
        pace={"turn_hours": 24, "sealed_hours": 48},
        cooling=0,
        host_id=f"{name}-Anna",
        seed=vault.seal(SEED),
        seed_hash=commitment(SEED),
        created_at=now,
    )


def _seat(name: str, number: int, person: str, status: str, *, bot: bool) -> Seat:
    return Seat(
        match_id=name,
        number=number,
        player_id=None if bot else f"{name}-{person}"[:16],
        bot="random" if bot else None,
        name=person,
        status=status,
    )


# --- the outbox, as a test looks at it


def at(minutes: float = 1) -> Callable[[], datetime]:
    """A clock that stands so long after noon."""
    return lambda: NOON + timedelta(minutes=minutes)


def letters(match_id: str = "m1") -> list[Letter]:
    with reading() as session:
        found = sorted(outbox.of_match(session, match_id, 1000), key=lambda one: one.id)
        session.expunge_all()
        return found


def notices(match_id: str = "m1") -> list[Notice]:
    with reading() as session:
        query = select(Notice).where(Notice.match_id == match_id).order_by(Notice.id)
        found = list(session.scalars(query))
        session.expunge_all()
        return found


def calls() -> list[Call]:
    """Of webhooks."""
    with reading() as session:
        found = list(session.scalars(select(Call).order_by(Call.id)))
        session.expunge_all()
        return found


def parsed(letter: Letter) -> EmailMessage:
    text = vault.unseal(letter.copy or b"")
    return message_from_bytes(text, policy=default)


def words(letter: Letter) -> str:
    """A letter's text, line by line."""
    return "\n".join(plain(parsed(letter)).splitlines())


def plain(message: EmailMessage) -> str:
    return _part(message, "plain")


def page(message: EmailMessage) -> str:
    """A letter's HTML."""
    return _part(message, "html")


def _part(message: EmailMessage, form: str) -> str:
    part = message.get_body((form,))
    assert part is not None
    text: str = part.get_content()
    return text
