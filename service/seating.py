"""Who may act at a table: tokens held against the rows that can revoke them."""

from datetime import datetime
from typing import TypeAlias

from sqlalchemy.orm import Session

from engine.words import N_
from service import signatures, tokens
from service.refusals import Refusal, Saying, say
from service.signed import Signed
from service.store import held, matches, seat_keys
from service.store.held import AnyMatch, Chair, Held
from service.store.matches import Glance, Match, Seat
from service.store.players import Player

Actor: TypeAlias = tokens.Seat | tokens.Turn
AnyActor: TypeAlias = Actor | Signed

REVOKED = N_("That token has been revoked.")
_OVER = {
    "finished": N_("This match is finished."),
    "cancelled": N_("This match is cancelled."),
}


def demand_match(found: Match | None, match_id: str) -> Match:
    if found is None:
        raise no_match(match_id)
    return found


def no_match(match_id: str) -> Refusal:
    return Refusal("not_found", say(N_("There is no match “{match}”."), match=match_id))


def read(session: Session, match_id: str) -> Match:
    return demand_match(session.get(Match, match_id), match_id)


def hold(session: Session, match_id: str) -> Match:
    """The match, locked: the first statement of every transaction that changes one."""
    return demand_match(matches.locked(session, match_id), match_id)


def hold_for_action(session: Session, match_id: str) -> Held:
    """The same, with no more of the match than acting reads."""
    found = held.locked(session, match_id)
    if found is None:
        raise no_match(match_id)
    return found


def demand_seat(session: Session, row: AnyMatch, token: AnyActor) -> Chair:
    """The seat that this token holds in this match, if it still does."""
    if token.match != row.id:
        raise Refusal("not_seated", N_("That token is for another match."))
    seat = held.chair(session, row.id, token.seat)
    if seat is None or seat.generation != token.generation or seat.status != "accepted":
        raise revoked_seat(session, row.id, token)
    if isinstance(token, Signed) and seat_keys.in_force(session, row.id, token.keyid) is None:
        raise signatures.unknown_key(token.keyid)  # revoked since the signature was checked
    return seat


def revoked_seat(session: Session, match_id: str, token: AnyActor) -> Refusal:
    """Why a token does not hold its seat any more."""
    seat = matches.seat_of(session, match_id, token.seat)
    if seat is None or token.generation < seat.holder or seat.status != "accepted":
        return tokens.unauthenticated(REVOKED)
    return revoked(token.generation, seat.generation, seat.renewed_at)


def revoked(given: int, present: int, renewed_at: datetime | None) -> Refusal:
    """Why a token of another generation opens nothing: its holder has newer ones, or never had it.

    Said to whoever holds an old link, which is mostly its rightful holder with an old letter.
    """
    if renewed_at is None or given >= present:
        return tokens.unauthenticated(REVOKED)
    day = renewed_at.date().isoformat()
    return Refusal(
        "unauthenticated",
        say(N_("These links were replaced on {day}. The newest are in your inbox."), day=day),
        reason="replaced",
        replaced_at=renewed_at.isoformat(),
    )


def demand_signed(seat: Chair, token: AnyActor) -> None:
    """Where a seat has bound itself to its keys, nothing else acts for it."""
    if seat.signed_only and not isinstance(token, Signed):
        raise Refusal(
            "unsigned", N_("This seat acts by signed requests alone: links and tokens only show.")
        )


def demand_whole(token: Actor) -> tokens.Seat:
    """What reaches beyond a phase needs the seat's own link: see docs/adr/links.md."""
    if isinstance(token, tokens.Turn):
        raise Refusal(
            "forbidden",
            N_("This link is for one phase: for that you need your seat's own link."),
            reason="one_phase",
        )
    return token


def demand_phase(row: AnyMatch | Glance, token: AnyActor) -> None:
    """A letter's link is good for its phase alone."""
    if isinstance(token, tokens.Turn) and token.phase != row.phase:
        raise stale(row, N_("That link was for a phase that is over."))


def demand_host(row: Match, token: tokens.Host) -> None:
    if token.match != row.id:
        raise Refusal("forbidden", N_("That token is for another match."))
    if token.generation != row.host_generation:
        raise revoked(token.generation, row.host_generation, row.host_renewed_at)


def demand_player(session: Session, token: tokens.Player) -> Player:
    player = session.get(Player, token.player)
    if player is None or player.erased_at is not None:
        raise tokens.unauthenticated(REVOKED)
    if player.generation != token.generation:
        raise revoked(token.generation, player.generation, player.renewed_at)
    return player


def demand_number(session: Session, row: Match, number: int) -> Seat:
    """The seat of this number, whoever holds it."""
    seat = matches.seat_of(session, row.id, number)
    if seat is None:
        raise Refusal(
            "not_found", say(N_("This match has no seat {number}."), number=number), seats=row.seats
        )
    return seat


def demand_unfinished(row: AnyMatch) -> None:
    if row.status in _OVER:
        raise Refusal("match_over", _OVER[row.status], status=row.status, turn=row.turn)


def demand_running(row: AnyMatch) -> None:
    """Refuse to change what is not being played, and say why."""
    demand_started(row)
    demand_sound(row)
    if row.paused_at is not None:
        raise Refusal("paused", N_("This match is paused."))


def demand_started(row: AnyMatch) -> None:
    """Begun and not over: paused or not."""
    demand_unfinished(row)
    if row.status != "running":
        raise Refusal("not_started", N_("This match has not started."), status=row.status)


def demand_sound(row: AnyMatch) -> None:
    if row.quarantined_at is not None:
        raise Refusal("quarantined", N_("This match waits for its host's operator: see its page."))


def demand_turn(row: AnyMatch, turn: int) -> None:
    if turn != row.turn:
        raise stale(
            row,
            say(
                N_("You quoted turn {turn}; the match is at turn {present}."),
                turn=turn,
                present=row.turn,
            ),
        )


def stale(row: AnyMatch | Glance, why: str | Saying) -> Refusal:
    return Refusal("stale", why, turn=row.turn, phase=row.phase)
