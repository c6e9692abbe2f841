"""Erasing a person: all that is known of them goes, and the matches they were in stay whole.

The log names seats by number only, so the chain holds. The row stays, empty, for others point to
it. See docs/adr/erasure.md.
"""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, Final

import structlog
from sqlalchemy.orm import Session

from service import holding, hosting, invitations, one_by_one, players, resigning, seating, tokens
from service.post.truth import ERASED
from service.refusals import Refusal
from service.store import matches, messages, personal, substitutes
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.outbox import WAITING
from service.store.players import Player
from service.store.rows import hold

NOBODY: Final = "Erased"
SEAT: Final = "Seat {number}"  # as seats of a match that was brought in are called
NAMES: Final = ("from", "to", "name")  # of people, among a notice's facts
SWEEP = 50
OVER = ("finished", "cancelled")

log = structlog.get_logger(__name__)


def erase_me(token: tokens.Player, now: datetime) -> None:
    """Whoever has the player's token may ask for it; asked again, the token is dead."""
    with writing() as session:
        seating.demand_player(session, token)
        _erase(session, token.player, now)


def erase(player_id: str, now: datetime) -> bool:
    """For the operator and for retention; whether there was somebody to erase."""
    with writing() as session:
        player = session.get(Player, player_id)
        if player is None or player.erased_at is not None:
            return False
        _erase(session, player_id, now)
        return True


def _erase(session: Session, player_id: str, now: datetime) -> None:
    """One transaction, every match locked first and in one order: all of it or nothing."""
    ids = personal.matches_of(session, player_id)
    rows = [row for match_id in ids if (row := matches.locked(session, match_id)) is not None]
    player = hold(session, Player, player_id)
    if player is None or player.erased_at is not None:
        return  # somebody was quicker
    names = {player.name} | set(_names(session, player_id))
    _unname(session, ids, names)
    _blank(session, player, now)
    for row in rows:
        _part(session, row, player_id, now)
        row.revision += 1
    personal.burn_copies(session, ids)
    log.warning("erased", player=player_id, matches=len(ids))


def _names(session: Session, player_id: str) -> Iterator[str]:
    """What they were called, at each table and beside it."""
    for found in (personal.seats_of, personal.standing_by, personal.proposals_of):
        for one in found(session, player_id):
            yield one.name


# --- the person


def _blank(session: Session, player: Player, now: datetime) -> None:
    player.name, player.address, player.fault = NOBODY, None, None
    player.language, player.time_zone = players.LANGUAGES[0], "UTC"
    player.policy, player.confirmed_at = {}, None
    player.generation += 1
    player.erased_at = now
    session.flush()
    messages.blank(session, player.id)
    personal.silence(session, player.id, ERASED)
    personal.forget_absences(session, player.id)


def _unname(session: Session, match_ids: Collection[str], names: Collection[str]) -> None:
    """What others are yet to be told keeps its sense; what they were told needs no name at all.

    So a name goes that they had at a table which they have left since.
    """
    unsent = personal.unsent(session, match_ids)
    for notice in personal.notices_in(session, match_ids):
        told = notice.status != WAITING and notice.letter_id not in unsent
        facts = {key: _without(key, fact, names, told) for key, fact in notice.facts.items()}
        if facts != notice.facts:
            notice.facts = facts


def _without(key: str, fact: Any, names: Collection[str], told: bool) -> Any:  # noqa: FBT001  # beside the notice's own facts
    if key not in NAMES or not isinstance(fact, str):
        return fact
    return ", ".join(NOBODY if told or one in names else one for one in fact.split(", "))


# --- their matches


def _part(session: Session, row: Match, player_id: str, now: datetime) -> None:
    """From a match that is locked: as its host, at its table and beside it."""
    for proposal in personal.proposals_of(session, player_id):
        if proposal.match_id == row.id:
            proposal.name = NOBODY
            proposal.status = "stopped" if proposal.status == "waiting" else proposal.status
    for one in personal.standing_by(session, player_id):
        if one.match_id == row.id:
            one.name = NOBODY
            one.status = substitutes.PASSED if one.status == substitutes.WAITING else one.status
    for seat in matches.seats_of(session, row.id):
        seat.revision += 1  # what they said is gone from everyone's page
        if seat.player_id == player_id:
            _unseat(session, row, seat, now)
    if row.host_id == player_id:
        _unhost(session, row, now)


def _unseat(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """The seat's links and keys die at once, though it may be left only when play goes on."""
    personal.forget_holder(session, seat, now)
    seat.name = SEAT.format(number=seat.number + 1)
    seat.nonce = None  # the log has it, without a name
    holding.release(seat)
    seat.signed_only = False
    session.flush()
    _leave(session, row, seat, now)


def _leave(session: Session, row: Match, seat: Seat, now: datetime) -> bool:
    """As who resigns, or declines; whether it could be done now."""
    if row.status in OVER or seat.status == "declined":
        return False
    if row.status == "running" and seat.status == "accepted":
        if not _at_rest(row, now):
            return False
        resigning.leave(session, row, seat, now)
    else:
        invitations.leave(session, row, seat, now)
    return True


def _at_rest(row: Match, now: datetime) -> bool:
    try:
        holding.demand_at_rest(row, now)
    except Refusal:
        return False
    return True


def _unhost(session: Session, row: Match, now: datetime) -> None:
    """Before the start nobody could begin it any more; after it the table decides by votes."""
    row.host_generation += 1
    row.key_hash = row.fingerprint = None  # by which the new tokens could be asked for
    row.opened_from = None
    if row.status in ("unconfirmed", "gathering"):
        hosting.call_off(session, row, now)


# --- what could not be left at once


def go_on(now: datetime) -> int:
    """For the sweep: seats of erased players that were being resolved, or out of play."""
    with reading() as session:
        found = personal.left_behind(session, SWEEP)
    return one_by_one.see_to("erased seat", found, lambda one: _left(*one, now))


def _left(match_id: str, number: int, now: datetime) -> bool:
    with writing() as session:
        row = matches.locked(session, match_id)
        seat = matches.seat_of(session, match_id, number)
        if row is None or seat is None or not _of_nobody(session, seat):
            return False
        return _leave(session, row, seat, now)


def _of_nobody(session: Session, seat: Seat) -> bool:
    player = None if seat.player_id is None else session.get(Player, seat.player_id)
    return player is not None and player.erased_at is not None
