"""The start: once every seat is taken, the match is dealt and its log begins."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from engine import match as engine
from engine.game import Setup
from engine.words import N_
from service import keyring, notices, table, vault
from service.notices import Telling
from service.refusals import Refusal, say
from service.store import matches
from service.store.matches import Match, Seat


def begin_if_ready(session: Session, row: Match, now: datetime) -> None:
    """Deal if nobody is missing; where the host wants to say when, tell it that it can."""
    if row.status != "gathering" or missing(matches.seats_of(session, row.id)):
        return
    if row.starts_alone:
        begin(session, row, now)
    else:
        ready = Telling(None, "ready", f"ready:{row.revision}")
        notices.tell_player(session, row, row.host_id, ready, now)


def missing(seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in seats if seat.status != "accepted"]


def begin(session: Session, row: Match, now: datetime) -> None:
    """Nonces are mixed in seat order; the seed was committed to before any of them was known."""
    seats = matches.seats_of(session, row.id)
    demand_complete(seats)
    setup = Setup(row.seats, row.options)
    nonces = [seat.nonce or b"" for seat in seats]
    done = engine.start(table.game_of(row), row.id, setup, vault.unseal(row.seed), nonces)
    row.status, row.started_at = "running", now
    table.keep(session, row, done, now)
    keyring.declare(session, row, now)


def demand_complete(seats: Sequence[Seat]) -> None:
    absent = missing(seats)
    if absent:
        names = ", ".join(seat.name for seat in absent)
        raise Refusal(
            "conflict",
            say(N_("Not everyone has accepted: {names}."), names=names),
            reason="seats_missing",
            seats=[seat.number for seat in absent],
        )
