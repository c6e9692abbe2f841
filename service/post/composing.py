"""Composing: from the rows, as the recipient may see them, to the bytes of a letter."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from flask import current_app
from sqlalchemy.orm import Session

from engine.words import N_
from service import links, outlook, table, tokens, vault
from service.mail import envelope, templates
from service.mail.envelope import Envelope
from service.post import standing
from service.settings import Settings
from service.store import matches, outbox
from service.store.letters import Letter, Notice
from service.store.matches import Match, Seat
from service.store.players import Player

PLAY = N_("Play here. The link is yours alone, and good until this phase is over:")
SEE = N_("See the table. The link is yours alone, and good until this phase is over:")
CONFIRM = N_("Say yes here:")
ANSWER = N_("Accept or decline here:")


@dataclass(frozen=True)
class Draft:
    """A letter's bytes, and the last entry that it tells of."""

    text: bytes
    told: int


@dataclass(frozen=True)
class Link:
    words: str
    url: str


@dataclass(frozen=True)
class Case:
    """All that a letter is written from."""

    session: Session
    match: Match
    player: Player
    seat: Seat | None  # that the player holds
    notices: Sequence[Notice]
    letter: Letter
    now: datetime

    @property
    def plays(self) -> bool:
        return self.seat is not None and self.seat.status == "accepted"


def compose(
    session: Session,
    row: Match,
    player: Player,
    letter: Letter,
    notices: list[Notice],
    now: datetime,
) -> Draft:
    held = standing.held_by(session, row, player)
    case = Case(session, row, player, held, notices, letter, now)
    facts = _facts(case)
    told = row.number if facts["news"] is not None else 0
    return Draft(
        envelope.build(_envelope(case, facts), templates.body(facts, notices)),
        told,
    )


def _envelope(case: Case, facts: dict[str, Any]) -> Envelope:
    settings: Settings = current_app.extensions["settings"]
    letter, player = case.letter, case.player
    thread = outbox.thread(case.session, letter.match_id, player.id, letter.id)
    return Envelope(
        sender=settings.mail_from,
        recipient=str(player.address),
        name=player.name,
        subject=templates.subject(letter.kind, facts),
        message_id=letter.message_id,
        date=case.now.replace(microsecond=0),
        thread=tuple(thread),
        unsubscribe=facts["unsubscribe"],
        language=templates.spoken(player.language),
    )


def _facts(case: Case) -> dict[str, Any]:
    row, player = case.match, case.player
    return {
        "name": player.name,
        "moment": partial(_moment, player),
        "game": table.game_of(row).meta.title,
        "match_id": row.id,
        "phase": row.phase,
        "number": row.number,
        "head": row.head,
        "seed_hash": row.seed_hash,
        "seed": vault.unseal(row.seed).hex() if row.status == "finished" else None,
        "link": _link(case),
        "host_link": _host_link(case),
        "voice": partial(_voice, case),
        "unsubscribe": links.to(tokens.Unsubscribe(player.id, row.id, player.generation)),
        **_people(case),
        **_seen(case),
    }


def _moment(player: Player, written: str) -> str:
    at = datetime.fromisoformat(written)
    return templates.moment(at, player.time_zone, player.language)


def _people(case: Case) -> dict[str, Any]:
    row = case.match
    seats = matches.seats_of(case.session, row.id)
    return {
        "host_name": case.session.get_one(Player, row.host_id).name,
        "seats": {seat.number: seat.name for seat in seats},
        "guests": [
            {"number": seat.number + 1, "name": seat.name, "bot": seat.bot is not None}
            for seat in seats
        ],
        "options": row.options,
        "turn_hours": row.pace.get("turn_hours", 0),
    }


def _seen(case: Case) -> dict[str, Any]:
    """What the seat's own view shows, once there is a table to see."""
    if case.seat is None or not case.plays or case.match.state is None:
        return {"outlook": None, "news": None, "due": None, "left": None}
    seen = outlook.look(case.session, case.match, case.seat)
    player, due = case.player, seen.due_at
    said = None if due is None else templates.moment(due, player.time_zone, player.language)
    return {
        "outlook": seen,
        "news": outlook.news(case.session, case.match, case.seat, case.seat.told),
        "due": said,
        "left": None if due is None else templates.left(due - case.now, player.language),
    }


# --- the one link, and the rarer ones


def _link(case: Case) -> Link | None:
    row, seat = case.match, case.seat
    if case.letter.kind == "confirm":
        token = tokens.Confirm(row.id, row.host_id, row.host_generation)
        return Link(CONFIRM, links.to(token))
    if case.letter.kind == "invitation" and seat is not None:
        return Link(ANSWER, links.to(tokens.Invitation(row.id, seat.number, seat.generation)))
    if seat is not None and case.plays and row.status == "running":
        turn = tokens.Turn(row.id, seat.number, seat.generation, str(row.phase))
        return Link(PLAY if seat.number in row.awaited else SEE, links.to(turn))
    return None


def _voice(case: Case, handover: int) -> str | None:
    """Where the seat has its say in a change of hands; good in every phase, unlike the other."""
    row, seat = case.match, case.seat
    if seat is None or not case.plays or row.status != "running":
        return None
    return links.to(tokens.Voice(row.id, seat.number, seat.generation, handover))


def _host_link(case: Case) -> str | None:
    """Only where the letter is about what a host sees to: the token opens much."""
    row = case.match
    is_hosts = any(one.seat is None and one.kind != "confirm" for one in case.notices)
    if case.player.id != row.host_id or not is_hosts:
        return None
    return links.to(tokens.Host(row.id, row.host_generation))
