"""New links: whoever fears that somebody has theirs replaces them, and gets a letter with others.

The old ones are dead at once, with all that was laid down by them. No new one is ever shown to who
asks, who may be a thief: it goes to the address that is kept. See docs/adr/new-links.md.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from engine.words import N_
from service import keyring, limits, notices, seating, stand_ins, staying, tokens
from service.hooks import keeping
from service.invitations import LOST_ANSWER
from service.notices import Telling
from service.post import standing
from service.refusals import Refusal
from service.staying import Program
from service.store import matches, outbox, personal, plans
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.players import Player
from service.store.rows import hold

NO_LETTERS = N_("No letter reaches you, so new links could not either. Yours stay as they are.")
OVER = ("finished", "cancelled")

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Renewal:
    """All that is said to who asks."""

    replaced_at: datetime


@dataclass(frozen=True)
class Offered:
    """What is said before anybody asks."""

    reached: bool  # a letter would bring the new links
    programs: list[Program]  # that would stay, were they to be kept


@dataclass
class Gone:
    """What acted for somebody's seats beside their links, and does no more."""

    keys: list[str] = field(default_factory=list)
    webhooks: int = 0
    laid: bool = False  # a plan or standing preferences
    kept: bool = False  # keys and webhooks, as was asked


def look(token: tokens.Seat | tokens.Host | tokens.Player) -> Offered:
    """A link that was replaced opens nothing, not even the page that would replace it."""
    with reading() as session:
        player, seats = _whose(session, token)
        return Offered(_reads(session, player), staying.of_seats(session, seats))


def _whose(
    session: Session, token: tokens.Seat | tokens.Host | tokens.Player
) -> tuple[Player | None, list[Seat]]:
    if isinstance(token, tokens.Player):
        player = seating.demand_player(session, token)
        return player, staying.held_by(session, player)
    row = seating.read(session, token.match)
    if isinstance(token, tokens.Seat):
        number = seating.demand_seat(session, row, token).number
        seat = seating.demand_number(session, row, number)
        return session.get(Player, seat.player_id), [seat]
    seating.demand_host(row, token)
    host = session.get_one(Player, row.host_id)
    own = standing.held_by(session, row, host)
    return host, [] if own is None else [own]


def of_seat(token: tokens.Seat, now: datetime, *, keep_programs: bool = False) -> Renewal:
    """Whatever opens this seat, the links of a host who holds it among them."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seat = matches.seat_of(session, row.id, token.seat)
        done = (
            None if seat is None else _done(token.generation, seat.generation, seat.renewed_at, now)
        )
        if done is not None:
            return done
        seating.demand_seat(session, row, token)
        seat = seating.demand_number(session, row, token.seat)
        player = _demand_reader(session, session.get(Player, seat.player_id))
        limits.demand_renewal(session, f"{row.id}:{seat.number}:{seat.holder}", now)
        gone = Gone(kept=keep_programs)
        _renew_seat(session, row, seat, gone, now, keep_programs=keep_programs)
        hosts = row.host_id == player.id
        if hosts:
            _renew_host(row, now)
        facts = {"scope": "seat", "hosts": hosts, **asdict(gone)}
        cause = f"links:{seat.number}:{seat.generation}"
        _tell(session, row, player, Telling(seat.number, "links", cause, facts), now)
        return Renewal(now)


def of_host(token: tokens.Host, now: datetime, *, keep_programs: bool = False) -> Renewal:
    """The tools of one match, and the seat that the host holds there: their page opens it."""
    with writing() as session:
        row = seating.hold(session, token.match)
        done = _done(token.generation, row.host_generation, row.host_renewed_at, now)
        if done is not None:
            return done
        seating.demand_host(row, token)
        player = _demand_reader(session, session.get(Player, row.host_id))
        limits.demand_renewal(session, f"{row.id}:host", now)
        gone, seat = Gone(kept=keep_programs), standing.held_by(session, row, player)
        if seat is not None:
            _renew_seat(session, row, seat, gone, now, keep_programs=keep_programs)
        _renew_host(row, now)
        facts = {"scope": "host", "hosts": True, **asdict(gone)}
        cause = f"links:host:{row.host_generation}"
        _tell(session, row, player, Telling(None, "links", cause, facts), now)
        return Renewal(now)


def of_player(token: tokens.Player, now: datetime, *, keep_programs: bool = False) -> Renewal:
    """Everything that a person holds: their own links, those of every seat, and of every match."""
    with writing() as session:
        rows, player = _hold_all(session, token.player)
        if player is not None and player.erased_at is None:
            done = _done(token.generation, player.generation, player.renewed_at, now)
            if done is not None:
                return done
        player = _demand_reader(session, seating.demand_player(session, token))
        limits.demand_renewal(session, player.id, now)
        _renew_all(session, rows, player, now, keep_programs=keep_programs)
        return Renewal(now)


def of_person(player_id: str, now: datetime) -> Renewal:
    """For the operator, who is asked by somebody without any link."""
    with writing() as session:
        rows, player = _hold_all(session, player_id)
        _renew_all(session, rows, _demand_reader(session, player), now, keep_programs=False)
        return Renewal(now)


def _done(given: int, present: int, at: datetime | None, now: datetime) -> Renewal | None:
    """The answer once more, to who asks again with the very link that asking has killed."""
    again = at is not None and given == present - 1 and now - at <= LOST_ANSWER
    return Renewal(at) if again and at is not None else None


def _demand_reader(session: Session, player: Player | None) -> Player:
    """Links that reach nobody would shut their holder out."""
    if player is None or not _reads(session, player):
        raise Refusal("conflict", NO_LETTERS, reason="no_letters")
    return player


def _reads(session: Session, player: Player | None) -> bool:
    return (
        player is not None
        and player.address is not None
        and player.fault is None
        and not standing.blocked(session, player)
    )


# --- what dies


def _hold_all(session: Session, player_id: str) -> tuple[list[Match], Player | None]:
    """Every match locked first and in one order, as where somebody is erased."""
    ids = personal.matches_of(session, player_id)
    rows = [row for one in ids if (row := matches.locked(session, one)) is not None]
    return rows, hold(session, Player, player_id)


def _renew_all(
    session: Session, rows: Sequence[Match], player: Player, now: datetime, *, keep_programs: bool
) -> None:
    """Invitations too: whoever took a letter may have taken those."""
    player.generation += 1
    player.renewed_at = now
    gone = Gone(kept=keep_programs)
    for row in rows:
        for seat in matches.seats_of(session, row.id):
            if seat.player_id == player.id:
                _renew_seat(session, row, seat, gone, now, keep_programs=keep_programs)
        if row.host_id == player.id:
            _renew_host(row, now)
    facts = {"scope": "player", "hosts": False, **asdict(gone)}
    told = Telling(None, "links", f"links:player:{player.generation}", facts)
    _tell(session, _bearer(rows), player, told, now)


def _renew_seat(
    session: Session, row: Match, seat: Seat, gone: Gone, now: datetime, *, keep_programs: bool
) -> None:
    """What is sealed stays: it is the seat's, and its holder may change it by the new links.

    Nothing that anyone else could see changes, unless keys were in force: those the log names.
    """
    if not keep_programs:
        gone.keys += keyring.revoke_all(session, row, seat, now)
        gone.webhooks += keeping.remove_all(session, row, seat)
    seat.generation += 1
    seat.renewals += 1
    seat.renewed_at = now
    seat.revision += 1
    gone.laid |= _drop_laid(session, row, seat)


def _drop_laid(session: Session, row: Match, seat: Seat) -> bool:
    """Plans and preferences; a seat that is awaited and was left to them is asked after all."""
    laid = (plans.plan_of, plans.preference_of)
    if all(find(session, row.id, seat.number) is None for find in laid):
        return False
    plans.destroy(session, row.id, seat.number)
    if row.status == "running":
        stand_ins.attend(session, row)
    return True


def _renew_host(row: Match, now: datetime) -> None:
    row.host_generation += 1
    row.host_renewed_at = now


# --- the letter


def _bearer(rows: Sequence[Match]) -> Match:
    """Each letter is of a match: the newest one that goes on, or else the newest."""
    return max(rows, key=lambda row: (row.status not in OVER, row.created_at, row.id))


def _tell(session: Session, row: Match, player: Player, told: Telling, now: datetime) -> None:
    session.flush()
    log.warning("links_replaced", player=player.id, match=row.id, scope=told.facts["scope"])
    outbox.write_anew(session, player.id)
    notices.tell_player(session, row, player.id, told, now)
