"""The matches that the gallery shows: laid out once, and played so far by bots of fixed luck."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from random import Random
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from engine.giants.actions import Bid
from service import handovers, notices, substitutes, table, talking, tokens, votes
from service.mail.reports import Returned
from service.notices import Telling
from service.opening import Guest
from service.players import Person
from service.post import bounces, delivery
from service.sent import Sent
from service.store.database import reading, writing
from service.store.handovers import Handover
from service.store.letters import Letter, Notice
from service.store.matches import Match, Seat
from service.store.players import Player
from service.store.votes import waiting_in
from service.talking import Words
from tests.parts import letter_scenes, tables
from tests.parts.letter_scenes import PEOPLE, Chosen
from tests.parts.tables import NOON, at

DUE = timedelta(days=1, hours=6)


@dataclass(frozen=True)
class Position:
    """Where a match is to stand; `luck` is that of the bots who play it there."""

    name: str
    game: str
    stands: Callable[[Any, Chosen], bool]
    luck: int = 3
    planned: bool = True  # whether bids say what they would pick


def called(name: str) -> str:
    """A match's id, which looks like any other and is always the same."""
    return sha256(name.encode()).hexdigest()[:10]


def player(match: str, person: str) -> str:
    return f"{match}-{person}"[:16]


def seat_link(name: str, seat: int) -> str:
    return tokens.sign(tokens.Seat(called(name), seat, 1))


def say(name: str, seat: int, text: str, to: int | None = None) -> None:
    """Once, however often the scene is drawn."""
    match_id = called(name)
    sent = Sent(b"", "POST", "", "", key=sha256(text.encode()).hexdigest())
    talking.post(tokens.Seat(match_id, seat, 1), Words(text, to), sent, NOON)


# --- laying out


def lay(positions: tuple[Position, ...]) -> None:
    for position in positions:
        _reach(position)
    for name in ("confirming", "gathering", "hosting"):
        tables.lay(called(name), people=PEOPLE, start=name == "hosting")
    with writing() as session:
        session.execute(update(Match).values(public=True))
        session.execute(update(Player).values(confirmed_at=NOON))
        session.get_one(Match, called("confirming")).status = "unconfirmed"
        session.get_one(Seat, (called("gathering"), 1)).status = "accepted"
        _seat_anna(session)
        session.get_one(Seat, (called("hosting"), 3)).stand_in = "greedy"
    _propose()


def _reach(position: Position) -> None:
    match_id = called(position.name)
    tables.lay(match_id, position.game, PEOPLE)
    luck = Random(position.luck)  # noqa: S311  # a scene, no secret
    with writing() as session:
        row = session.get_one(Match, match_id)
        while not position.stands(table.load(row).state, chosen := letter_scenes.chosen(row, luck)):
            if not chosen:
                raise ValueError(f"{position.name}: never so")
            acts = chosen if position.planned else {s: _bare(a) for s, a in chosen.items()}
            table.keep(session, row, letter_scenes.stepped(row, acts), NOON)
        due = NOON + DUE if row.status == "running" else None
        session.execute(update(Seat).where(Seat.match_id == match_id).values(due_at=due))
        _read(session, row)


def _read(session: Session, row: Match) -> None:
    """Everyone has had letters of what is past, and none yet of the last entries."""
    session.execute(update(Notice).where(Notice.match_id == row.id).values(status="dropped"))
    for seat in row.awaited:
        telling = Telling(seat, "your_turn", "scene", {"turn": row.turn})
        notices.tell_player(session, row, player(row.id, PEOPLE[seat]), telling, NOON)
    told = max(0, row.number - letter_scenes.NEWS)
    session.execute(update(Seat).where(Seat.match_id == row.id).values(told=told))


def _bare(action: Any) -> Any:
    return replace(action, plan=None) if isinstance(action, Bid) else action


def _seat_anna(session: Session) -> None:
    """One Anna sits in several matches, so that her page has something to show."""
    anna = session.get_one(Player, player(called("hosting"), "Anna"))
    anna.address = "anna@moai.example"
    for name in ("giants-place", "rapa-nui-play", "rapa-nui-finished", "gathering"):
        session.get_one(Seat, (called(name), 0)).player_id = anna.id
    session.get_one(Match, called("gathering")).host_id = anna.id


def _propose() -> None:
    """The host wants another person on Carla's seat; Dmitri wants more time."""
    host = tokens.Host(called("hosting"), 1)
    eve = Guest(Person("Eleonora", "eleonora@moai.example", "it", "Europe/Rome"))
    handovers.replace(host, 2, eve, NOON)
    substitutes.add(host, Person("Filippo", "filippo@moai.example", "it"), NOON)
    votes.propose(tokens.Seat(called("hosting"), 3, 1), "extend", 48, NOON)


def vote() -> int:
    with reading() as session:
        (found,) = waiting_in(session, called("hosting"))
        return found.called


def handover() -> int:
    with reading() as session:
        query = select(Handover).where(Handover.match_id == called("hosting"))
        return session.scalars(query).one().called


# --- letters


def write_letters(language: str) -> None:
    """Invitations for the host to see the way of, and a mailbox with something in it."""
    gathering = called("gathering")
    with writing() as session:
        session.execute(update(Player).values(language=language))
        row = session.get_one(Match, gathering)
        for seat in (2, 3):
            telling = Telling(seat, "invitation", "scene", {})
            notices.tell_player(session, row, player(gathering, PEOPLE[seat]), telling, NOON)
    for name in ("gathering", "hosting", "giants-place"):
        delivery.deliver(at(), called(name))
    _bring_back("Dmitri")


def _bring_back(person: str) -> None:
    """A letter that his mailbox had no room for."""
    match = called("hosting")
    letters = [one for one in tables.letters(match) if one.player_id == player(match, person)]
    bounces.take(letters[0].called, Returned("550 5.2.2 mailbox full", address=True), at()())


def newest_letter() -> int:
    """Of those that say whose turn it is."""
    with reading() as session:
        query = select(Letter.id).where(Letter.kind == "your_turn")
        return session.scalars(query.order_by(Letter.id.desc())).first() or 0
