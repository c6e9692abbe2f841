"""Talk at a table: what seats say to all or to one, kept with the match, read by whom it is for.

Only seats notice it: a message grows the revisions of the seats that may read it, and no other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from engine.words import N_
from service import limits, messages, notices, players, seating, sent as sent_, vault
from service.notices import Telling
from service.refusals import Refusal, say
from service.sent import Sent
from service.store import matches, messages as rows
from service.store.database import reading, writing
from service.store.held import Chair
from service.store.matches import Match, Seat
from service.store.messages import Message

AFTERWARDS = timedelta(days=30)  # that a table may still talk once its match is over
WAIT = timedelta(minutes=5)  # before a letter: what goes to and fro is one letter
PAGE = 50
SHOWN = 20  # on a page


@dataclass(frozen=True)
class Words:
    """What is to be said, and to which seat; None: to all."""

    text: str
    to: int | None


@dataclass(frozen=True)
class Said:
    """A message as one of its readers finds it."""

    message: str
    seat: int
    name: str | None  # None: somebody who held the seat before
    to: int | None
    to_name: str | None
    mine: bool
    text: str | None  # None: erased
    at: datetime


@dataclass(frozen=True)
class Talk:
    items: list[Said]
    next: str | None


@dataclass(frozen=True)
class Corner:
    """What a seat's page has of the talk: the last of it, and to whom more can be said."""

    said: tuple[Said, ...]
    earlier: bool  # than these
    readers: tuple[tuple[int, str], ...]
    open: bool


# --- saying


def post(token: seating.Actor, words: Words, sent: Sent, now: datetime) -> Said:
    """One transaction: kept, counted, and told to whom it is for."""
    text = messages.read(words.text)
    with writing() as session:
        row = seating.hold(session, token.match)
        chair = seating.demand_seat(session, row, token)
        seating.demand_phase(row, token)
        sent = sent.of(chair.holder)
        seats = matches.seats_of(session, row.id)
        made = _earlier(session, row, chair, sent)
        if made is None:
            demand_open(row, now)
            limits.demand_talk(session, row, chair.number, chair.holder, now)
            made = _made(row, chair, _reader(seats, chair, words.to), text, sent, now)
            made.number = rows.next_number(session, row.id)
            session.add(made)
            _notice(session, row, seats, made, now)
        return _said(seats, chair, made)


def demand_open(row: Match, now: datetime) -> None:
    """From when one is seated till a while after the end."""
    if not is_open(row, now):
        raise Refusal(
            "match_over",
            say(N_("The match has been over for more than {days} days."), days=AFTERWARDS.days),
            status=row.status,
            turn=row.turn,
        )


def is_open(row: Match, now: datetime) -> bool:
    return row.finished_at is None or now <= row.finished_at + AFTERWARDS


def _earlier(session: Session, row: Match, chair: Chair, sent: Sent) -> Message | None:
    """What came with the same key before, if the request was the same too."""
    if sent.key is None:
        return None
    found = rows.by_key(session, row.id, chair.number, sent.key)
    sent_.demand_same(None if found is None else found.fingerprint, sent)
    return found


def _reader(seats: Sequence[Seat], chair: Chair, to: int | None) -> Seat | None:
    if to is None:
        return None
    found = next((seat for seat in readers(seats, chair.number) if seat.number == to), None)
    if found is None:
        players.wrong("to", "no_reader", say(N_("Nobody reads messages at seat {seat}."), seat=to))
    return found


def readers(seats: Sequence[Seat], author: int) -> list[Seat]:
    """The other people at the table: bots read nothing, nor does who has not accepted."""
    return [
        seat
        for seat in seats
        if seat.status == "accepted" and seat.player_id is not None and seat.number != author
    ]


def _made(
    row: Match, chair: Chair, reader: Seat | None, text: str, sent: Sent, now: datetime
) -> Message:
    return Message(
        id=players.new_id(),
        match_id=row.id,
        seat=chair.number,
        generation=chair.holder,
        player_id=chair.player_id,
        to_seat=None if reader is None else reader.number,
        to_generation=None if reader is None else reader.holder,
        text=vault.seal(text.encode()),
        key=sent.key,
        fingerprint=sent_.fingerprint(sent) if sent.key else None,
        created_at=now,
    )


def _notice(
    session: Session, row: Match, seats: Sequence[Seat], made: Message, now: datetime
) -> None:
    """Their pages change, and theirs alone; a letter follows, which finds the words by their id."""
    others = readers(seats, made.seat)
    told = [seat for seat in others if made.to_seat in (None, seat.number)]
    for seat in seats:
        seat.revision += seat in told or seat.number == made.seat
    for seat in told:
        facts = {"message": made.id, "generation": seat.holder}
        telling = Telling(seat.number, "message", f"message:{made.id}", facts)
        notices.tell_player(session, row, str(seat.player_id), telling, now, wait=WAIT)


# --- reading


def read(token: seating.Actor, after: str | None, limit: int = PAGE) -> Talk:
    """Oldest first, after a message that this seat has read."""
    with reading() as session:
        row = seating.read(session, token.match)
        chair = seating.demand_seat(session, row, token)
        seating.demand_phase(row, token)
        number = 0 if after is None else _number(session, row, chair, after)
        found = rows.after(session, row.id, chair.number, chair.holder, number, limit + 1)
        seats = matches.seats_of(session, row.id)
        items = [_said(seats, chair, one) for one in found[:limit]]
        return Talk(items, items[-1].message if len(found) > limit else None)


def _number(session: Session, row: Match, chair: Chair, after: str) -> int:
    """A message that is not this seat's to read is as one that is not there."""
    found = rows.seen(session, after, chair.number, chair.holder)
    if found is None or found.match_id != row.id:
        players.wrong("after", "bad_key", N_("There is no such message to go on from."))
    return found.number


def look(token: seating.Actor, now: datetime) -> Corner:
    with reading() as session:
        row = seating.read(session, token.match)
        chair = seating.demand_seat(session, row, token)
        seating.demand_phase(row, token)
        return corner(session, row, chair, now)


def corner(session: Session, row: Match, chair: Chair | Seat, now: datetime) -> Corner:
    """For who has the row already: a page."""
    found = rows.newest(session, row.id, chair.number, chair.holder, SHOWN + 1)
    seats = matches.seats_of(session, row.id)
    return Corner(
        said=tuple(_said(seats, chair, one) for one in found[-SHOWN:]),
        earlier=len(found) > SHOWN,
        readers=tuple((seat.number, seat.name) for seat in readers(seats, chair.number)),
        open=is_open(row, now),
    )


def one(session: Session, row: Match, seat: Seat, message_id: str) -> Said | None:
    """For a letter: the message, if this holder of the seat may read it."""
    found = rows.seen(session, message_id, seat.number, seat.holder)
    return None if found is None else _said(matches.seats_of(session, row.id), seat, found)


def _said(seats: Sequence[Seat], reader: Chair | Seat, made: Message) -> Said:
    return Said(
        message=made.id,
        seat=made.seat,
        name=_name(seats, made.seat, made.generation),
        to=made.to_seat,
        to_name=None
        if made.to_seat is None
        else _name(seats, made.to_seat, made.to_generation or 0),
        mine=(made.seat, made.generation) == (reader.number, reader.holder),
        text=None if made.text is None else vault.unseal(made.text).decode(),
        at=made.created_at,
    )


def _name(seats: Sequence[Seat], number: int, generation: int) -> str | None:
    """Of who holds the seat still: what somebody said is not put into another's mouth."""
    seat = next(one for one in seats if one.number == number)
    return seat.name if seat.holder == generation else None
