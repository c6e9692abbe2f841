"""Matches opened, confirmed and joined through the use cases, for tests that start from there."""

from datetime import UTC, datetime

from sqlalchemy import select

from service import invitations, opening, tokens
from service.admission import Admission
from service.invitations import Reply
from service.opening import BotSeat, Chair, Guest, HostSeat, Origin, Terms
from service.players import Person
from service.store import matches
from service.store.database import reading
from service.store.letters import Notice
from service.store.matches import Match, Seat
from service.store.players import Player, by_address

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HERE = Origin("192.0.2.7")
KEY = "8c1f2f0c-6b77-4f0e-9a35-2f1f6f0d7b52"  # as uuidgen draws them
ANN = Person("Ann", "ann@moai.example", "en", "Europe/London")
BRUNO = Guest(Person("Bruno", "bruno@moai.example", "it", "Europe/Rome"))
CLARA = Guest(Person("Clara", "clara@moai.example", "de", "Europe/Berlin"))
DARIA = Guest(Person("Daria", "daria@moai.example", "ru", "Europe/Moscow"))
TABLE: tuple[Chair, ...] = (HostSeat(), BRUNO, CLARA)
BOT = BotSeat("random")


def terms(game: str = "rapa-nui", **changes: object) -> Terms:
    given: dict[str, object] = {
        "game": game,
        "options": {},
        "turn_hours": 48,
        "sealed_hours": 24,
        "cooling": 0,
        "public": True,
        "starts_alone": True,
    }
    return Terms(**given | changes)  # type: ignore[arg-type]  # the fields' types are theirs


def opened(
    *chairs: Chair,
    host: Person = ANN,
    now: datetime = NOON,
    origin: Origin = HERE,
    **changes: object,
) -> str:
    """The id of a match that waits for its host's word."""
    made = opening.open_match(terms(**changes), host, chairs or TABLE, origin, now)  # type: ignore[arg-type]  # as above
    return made.match.match


def confirmed(*chairs: Chair, now: datetime = NOON, **changes: object) -> str:
    """The id of a match whose invitations have left."""
    match_id = opened(*chairs, now=now, **changes)  # type: ignore[arg-type]  # as above
    invitations.confirm(confirm_token(match_id), now)
    return match_id


def running(*chairs: Chair, now: datetime = NOON, **changes: object) -> str:
    """The id of a match in which everyone has accepted."""
    match_id = confirmed(*chairs, now=now, **changes)
    for seat in seats(match_id):
        if seat.status == "invited":
            accept(match_id, seat.number, now=now)
    return match_id


def accept(match_id: str, seat: int, reply: Reply | None = None, now: datetime = NOON) -> Admission:
    return invitations.accept(invitation(match_id, seat), reply or Reply(), now)


def row(match_id: str) -> Match:
    with reading() as session:
        found = session.get_one(Match, match_id)
        session.expunge(found)
        return found


def seats(match_id: str) -> list[Seat]:
    with reading() as session:
        found = matches.seats_of(session, match_id)
        session.expunge_all()
        return found


def player(address: str) -> Player:
    with reading() as session:
        found = by_address(session, address)
        assert found is not None
        session.expunge(found)
        return found


def told(match_id: str, kind: str | None = None) -> list[tuple[str, str, str, str]]:
    """Who was to be told what for which cause, and what became of it."""
    query = (
        select(Player.name, Notice.kind, Notice.cause, Notice.status)
        .join(Player, Player.id == Notice.player_id)
        .where(Notice.match_id == match_id)
        .order_by(Notice.id)
    )
    with reading() as session:
        rows = [(name, what, why, state) for name, what, why, state in session.execute(query)]
    return [one for one in rows if kind is None or one[1] == kind]


def confirm_token(match_id: str) -> tokens.Confirm:
    found = row(match_id)
    return tokens.Confirm(match_id, found.host_id, found.host_generation)


def host_token(match_id: str) -> tokens.Host:
    return tokens.Host(match_id, row(match_id).host_generation)


def invitation(match_id: str, seat: int) -> tokens.Invitation:
    return tokens.Invitation(match_id, seat, seats(match_id)[seat].generation)


def seat_token(match_id: str, seat: int) -> tokens.Seat:
    return tokens.Seat(match_id, seat, seats(match_id)[seat].generation)
