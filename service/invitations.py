"""Invitations: sent once the host has confirmed, taken or left by who got them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from engine.words import N_
from service import (
    admission,
    holding,
    limits,
    lobby,
    mailboxes,
    names,
    notices,
    players,
    reminders,
    seating,
    starting,
    tokens,
)
from service.admission import Admission
from service.lobby import Standing
from service.notices import Telling
from service.refusals import Refusal, say
from service.store import letters, matches, substitutes
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.players import Player

MOST_INVITATIONS = 2  # to one mailbox in one match: an invitation and a reminder
LONGEST_NONCE = 32
LOST_ANSWER = timedelta(minutes=10)  # in which a client that lost its tokens may ask again


# --- the host shows that it reads its letters


def confirm(token: tokens.Confirm, now: datetime) -> Admission:
    """Only now do invitations leave. Asked again, it does nothing more and answers `_again`."""
    with writing() as session:
        row = seating.hold(session, token.match)
        _demand_asked(row, token)
        host = session.get_one(Player, row.host_id)
        if row.status == "unconfirmed":
            _answered(host, _seat_name(session, row), now)
            gather(session, row, host, now)
            starting.begin_if_ready(session, row, now)
            return admission.of_host(session, row, host)
        if not _again(row, row.started_at, now):
            return admission.nothing_more(session, row)
        return admission.of_host(session, row, host)


def look_at_opening(token: tokens.Confirm) -> Standing:
    """Where the match stands that its host is asked about; a replaced link does not show it."""
    with reading() as session:
        row = seating.read(session, token.match)
        _demand_asked(row, token)
        return lobby.standing(session, row)


def _demand_asked(row: Match, token: tokens.Confirm) -> None:
    if token.player != row.host_id:
        raise tokens.unauthenticated(seating.REVOKED)
    seating.demand_host(row, tokens.Host(token.match, token.generation))


def _again(row: Match, since: datetime | None, now: datetime) -> bool:
    """Whether a letter's link still gives tokens to who has used it.

    Before the start, and a little longer for who has lost the answer; else whoever finds an old
    letter would hold a seat.
    """
    if row.status == "gathering":
        return True
    return row.status == "running" and since is not None and now - since <= LOST_ANSWER


def gather(session: Session, row: Match, host: Player, now: datetime) -> None:
    """Seat the host and invite the others."""
    row.status = "gathering"
    row.revision += 1
    seats = matches.seats_of(session, row.id)
    for seat in seats:
        if seat.player_id == host.id:
            seat.status, seat.accepted_at = "accepted", now
    guests = [seat for seat in seats if seat.status == "invited"]
    named = substitutes.count_waiting(session, row.id)
    limits.demand_guests(session, row, len(guests) + named, now)
    for seat in sorted(guests, key=lambda one: _mailbox(session, str(one.player_id))):
        invite(session, row, seat, now)


def _mailbox(session: Session, player_id: str) -> str:
    """In this order letters are counted, so that no two transactions wait for each other."""
    return mailboxes.counted(session.get_one(Player, player_id).address or "")


def invite(
    session: Session, row: Match, seat: Seat, now: datetime, until: datetime | None = None
) -> None:
    """A letter to the seat's player, the first or the second to its mailbox, never a third.

    `until` is for a substitute, after whom another is asked.
    """
    demand_known_host(session, row)
    player = session.get_one(Player, seat.player_id)
    dropped: str | None = "limit"
    if welcome(session, row, player.id):
        dropped = limits.unwelcome(session, player, now)
    count = letters.count_notices(session, row.id, player.id, "invitation")
    seat.invitations += 1
    facts = {} if until is None else {"until": until.isoformat()}
    telling = Telling(seat.number, "invitation", f"invitation:{count + 1}", facts)
    notices.tell_player(session, row, player.id, telling, now, dropped)


def has_known_host(session: Session, row: Match) -> bool:
    """Whether the host has shown that it reads its letters: nobody else causes any to strangers."""
    host = session.get_one(Player, row.host_id)
    return host.address is not None and host.confirmed_at is not None


def demand_known_host(session: Session, row: Match) -> None:
    if not has_known_host(session, row):
        raise Refusal(
            "conflict",
            N_("To invite people, the host needs an address that it has confirmed."),
            reason="host_unconfirmed",
        )


def welcome(session: Session, row: Match, player_id: str) -> bool:
    """Whether a player may still be invited to this match; seats do not matter, letters do."""
    address = session.get_one(Player, player_id).address
    if address is None:
        return letters.count_notices(session, row.id, player_id, "invitation") < MOST_INVITATIONS
    mailbox = mailboxes.counted(address)
    told = letters.addresses_told(session, row.id, "invitation")
    return sum(mailboxes.counted(one) == mailbox for one in told) < MOST_INVITATIONS


def demand_welcome(session: Session, row: Match, player_id: str, name: str) -> None:
    if not welcome(session, row, player_id):
        raise Refusal(
            "conflict",
            say(
                N_("{name} has had an invitation and a reminder for this match; no more are sent."),
                name=name,
            ),
            reason="invited_enough",
        )


def remind(token: tokens.Host, number: int, now: datetime) -> Standing:
    """The host's second letter to who has not answered, or one to whom the table waits for."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seating.demand_host(row, token)
        seating.demand_unfinished(row)
        seat = seating.demand_number(session, row, number)
        if row.status == "running" and seat.status == "accepted":
            reminders.remind(session, row, seat, now)
        else:
            _invite_again(session, row, seat, now)
        row.revision += 1
        return lobby.standing(session, row)


def _invite_again(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    if seat.status == "accepted":
        saying = say(N_("{name} has accepted already."), name=seat.name)
        raise Refusal("conflict", saying, reason="accepted")
    if seat.status == "declined":
        raise Refusal(
            "conflict",
            say(
                N_("{name} has declined, and may still accept; or give the seat to another."),
                name=seat.name,
            ),
            reason="declined",
        )
    demand_known_host(session, row)
    demand_welcome(session, row, str(seat.player_id), seat.name)
    limits.demand_guests(session, row, 1, now)
    invite(session, row, seat, now)


# --- who was invited answers


@dataclass(frozen=True)
class Reply:
    """What somebody who accepts may say of themselves, already checked."""

    nonce: bytes | None = None
    name: str | None = None
    language: str | None = None
    time_zone: str | None = None


def accept(token: tokens.Invitation, reply: Reply, now: datetime) -> Admission:
    """Take the seat; the last one starts the match. Accepting twice does no harm: see `_again`."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seat = _invited(session, row, token)
        if seat.status != "accepted":
            seating.demand_unfinished(row)
            _seat_down(session, row, seat, reply, now)
            _introduce(session.get_one(Player, seat.player_id), seat, reply, now)
            starting.begin_if_ready(session, row, now)
        elif not _again(row, seat.accepted_at, now):
            return admission.nothing_more(session, row, seat.number)
        return admission.of_seat(session, row, seat)


def decline(token: tokens.Invitation, now: datetime) -> Standing:
    """Leave the seat; until it is given to another, it may still be accepted."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seat = _invited(session, row, token)
        seating.demand_unfinished(row)
        if seat.status == "accepted" and row.status == "running":
            raise Refusal(
                "conflict",
                N_("The match has started: ask its host to replace you."),
                reason="started",
            )
        if seat.status != "declined":
            leave(session, row, seat, now)
        return lobby.standing(session, row)


def look(token: tokens.Invitation) -> Standing:
    """Where the match stands, for who is still asked: a dead invitation does not show it."""
    with reading() as session:
        row = seating.read(session, token.match)
        _invited(session, row, token)
        return lobby.standing(session, row)


def _invited(session: Session, row: Match, token: tokens.Invitation) -> Seat:
    seat = matches.seat_of(session, row.id, token.seat)
    if seat is None or token.generation < seat.holder or seat.player_id is None:
        raise Refusal(
            "unauthenticated", N_("That invitation has been withdrawn."), reason="withdrawn"
        )
    if seat.generation != token.generation:
        raise seating.revoked(token.generation, seat.generation, seat.renewed_at)
    if row.status == "unconfirmed":
        raise tokens.unauthenticated(N_("That invitation was never sent."))
    return seat


def _seat_down(session: Session, row: Match, seat: Seat, reply: Reply, now: datetime) -> None:
    if reply.name is not None:
        rename(session, row, seat, reply.name, "name")
    if row.status == "gathering":
        seat.nonce = reply.nonce
    if row.status == "running" and seat.bot is not None:
        holding.take(session, row, seat, now)
        _tell_taken(session, row, seat, now)
    seat.status, seat.accepted_at = "accepted", now
    seat.revision += 1
    row.revision += 1
    if row.status == "running" and seat.number in row.awaited:
        turn = Telling(seat.number, "your_turn", f"entry:{row.number}")
        notices.write(session, row, [turn], now)


def _tell_taken(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """The others: the log says that a seat changed hands, and never to whom."""
    facts = {"step": "taken", "seat": seat.number, "to": seat.name, "kind": "person"}
    cause = f"taken:{seat.number}:{seat.holder}"
    others = (number for number in range(row.seats) if number != seat.number)
    notices.write(session, row, [Telling(one, "handover", cause, facts) for one in others], now)


def rename(session: Session, row: Match, seat: Seat, name: str, field: str) -> None:
    others = [one for one in matches.seats_of(session, row.id) if one.number != seat.number]
    if names.alike(name, (one.name for one in others)):
        same = say(N_("Another seat is called “{name}”, or nearly so."), name=name)
        players.wrong(field, "same_name", same)
    seat.name = name


def _seat_name(session: Session, row: Match) -> str | None:
    """What the host said it is called at its own table, if it sits there."""
    mine = (one.name for one in matches.seats_of(session, row.id) if one.player_id == row.host_id)
    return next(mine, None)


def _answered(player: Player, name: str | None, now: datetime) -> None:
    """They read a letter: what they agreed to be called there outweighs what others said since."""
    if player.confirmed_at is None:
        player.confirmed_at = now
        player.name = name or player.name


def _introduce(player: Player, seat: Seat, reply: Reply, now: datetime) -> None:
    """They read their letter; what they say of themselves outweighs what a host said."""
    _answered(player, seat.name, now)
    player.name = reply.name or player.name
    player.language = reply.language or player.language
    player.time_zone = reply.time_zone or player.time_zone


def leave(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """For who has locked the match; its host is told."""
    seat.status, seat.accepted_at, seat.nonce = "declined", None, None
    asked = substitutes.asked_for(session, row.id, seat.number)
    if asked is not None:
        asked.until = now  # the next sweep asks the next one
    seat.revision += 1
    row.revision += 1
    facts = {"seat": seat.number, "name": seat.name}
    telling = Telling(None, "declined", f"declined:{seat.number}:{seat.holder}", facts)
    notices.tell_player(session, row, row.host_id, telling, now)
