"""Composing: from the rows, as the recipient may see them, to the bytes of a letter."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from flask import current_app
from sqlalchemy.orm import Session

from service import (
    agreed,
    links,
    messages,
    outlook,
    pacing,
    reminders,
    staying,
    story,
    table,
    talking,
    tokens,
    vault,
)
from service.mail import envelope, templates
from service.mail.envelope import Content, Envelope
from service.outlook import Shown
from service.post import doors, linked, picture, standing, timing
from service.post.case import Case
from service.post.policy import Policy
from service.settings import Settings
from service.store import matches, outbox
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.players import Player


@dataclass(frozen=True)
class Draft:
    """A letter's bytes, and the last entry that it tells of."""

    text: bytes
    told: int


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
    written = addressed(session, player, letter, facts, now)
    return Draft(envelope.build(written, _content(case, facts)), told)


def addressed(
    session: Session, player: Player, letter: Letter, facts: dict[str, Any], now: datetime
) -> Envelope:
    settings: Settings = current_app.extensions["settings"]
    thread = outbox.thread(session, letter.match_id, player.id, letter.id)
    return Envelope(
        sender=settings.mail_from,
        recipient=str(player.address),
        name=player.name,
        subject=facts["subject"],
        message_id=letter.message_id,
        date=now.replace(microsecond=0),
        thread=tuple(thread),
        unsubscribe=facts["unsubscribe"],
        language=facts["language"],
    )


def _content(case: Case, facts: dict[str, Any]) -> Content:
    """The same facts twice: in plain text, and with a picture."""
    language, notices = case.language, case.notices
    return Content(
        text=templates.text(language, facts, notices),
        html=templates.html(language, facts, notices),
        picture=picture.of(case),
        content_id=facts["content_id"],
    )


def _facts(case: Case) -> dict[str, Any]:
    unsubscribe = tokens.Unsubscribe(case.player.id, case.match.id, case.player.generation)
    known = {
        "unsubscribe": links.to(unsubscribe),
        "pictured": picture.wanted(),
        "content_id": envelope.content_id(case.letter.message_id),
        **known_of(case),
        **_seen(case),
    }
    return {**known, "subject": templates.subject(case.language, case.letter.kind, known)}


def known_of(case: Case) -> dict[str, Any]:
    """What is said of a match in every letter, without a look at its table."""
    row, player = case.match, case.player
    button, *beside = doors.of(case)
    return {
        "name": player.name,
        "moment": partial(_moment, case),
        "day": partial(_day, case),
        "language": case.language,
        "game": table.game_of(row).meta.title,
        "match_id": row.id,
        "phase": _phase(case, row.phase),
        "phase_of": partial(_phase, case),
        "sentences_of": partial(_sentences, case),
        "message_of": partial(_message, case),
        "number": row.number,
        "head": row.head,
        "seed_hash": row.seed_hash,
        "seed": vault.unseal(row.seed).hex() if row.status == "finished" else None,
        "stopped": case.stopped,
        "button": button,
        "beside": beside,
        "linked": linked.told(case),
        "programs_of": partial(_programs, case),
        "letters_of": partial(_letters, case),
        **_people(case),
    }


def _moment(case: Case, written: str) -> str:
    at = datetime.fromisoformat(written)
    return templates.moment(at, case.player.time_zone, case.language)


def _day(case: Case, written: str) -> str:
    return templates.day(date.fromisoformat(written), case.language)


def _phase(case: Case, code: str | None) -> str:
    """Named as its game names it, once there is a table."""
    if code is None or case.match.state is None:
        return ""
    played = table.load(case.match)
    return played.game.show(played.game.view(played.state, None), "phase", code, case.tongue)


def _sentences(case: Case, number: int) -> list[str]:
    """What the reader was told of one entry, if that may still be told."""
    if case.seat is None:
        return []
    played = table.load(case.match)
    view = played.game.view(played.state, case.seat.number)
    shown = Shown(played.game, view, case.tongue)
    found = story.since(case.session, case.match, played, number - 1)
    parts = (one for one in found if one.placed and one.entry.number == number)
    telling = partial(outlook.told, case.match, played, shown, case.seat.number)
    return [one for part in parts for one in telling(part)]


def _message(case: Case, message_id: str) -> dict[str, Any]:
    """What was said, if it is still there to be read."""
    seat = case.seat
    said = None if seat is None else talking.one(case.session, case.match, seat, message_id)
    text = None if said is None else said.text
    return {
        "author": None if said is None else said.name,
        "to_all": said is not None and said.to is None,
        "lines": [] if text is None else messages.unlinked(text).split("\n"),
    }


def _programs(case: Case, scope: str) -> list[str]:
    """What was kept as links were replaced."""
    own = [] if case.seat is None else [case.seat]
    seats = staying.held_by(case.session, case.player) if scope == "player" else own
    return [
        one.told(case.tongue, _moment(case, one.since.isoformat()))
        for one in staying.of_seats(case.session, seats)
    ]


def _letters(case: Case, scope: str) -> tuple[Policy, list[int]]:
    """When the reader's letters come now, of all matches or of this one; and its reminders."""
    match_id = None if scope == "player" else case.match.id
    return timing.policy_of(case.player, match_id), reminders.wanted(case.player)


def _people(case: Case) -> dict[str, Any]:
    row = case.match
    seats = matches.seats_of(case.session, row.id)
    pace = pacing.read(row.pace)
    return {
        "host_name": case.session.get_one(Player, row.host_id).name,
        "seats": {seat.number: seat.name for seat in seats},
        "guests": [{"name": seat.name, "bot": seat.player_id is None} for seat in seats],
        "options": _options(case),
        "turn_hours": pace.turn_hours,
        "sealed_hours": pace.sealed_hours,
        "pace": agreed.pace(pace, case.tongue),
    }


def _options(case: Case) -> list[tuple[str, str]]:
    """What was agreed otherwise than usual."""
    chosen = case.match.options
    unusual = [
        option
        for option in table.game_of(case.match).meta.options
        if chosen.get(option.name, option.default) != option.default
    ]
    return agreed.said(unusual, chosen, case.tongue)


def _seen(case: Case) -> dict[str, Any]:
    """What the seat's own view shows, once there is a table to see."""
    seat = case.shown
    if seat is None:
        return {"outlook": None, "news": None, "due": None, "left": None}
    seen = outlook.look(case.session, case.match, seat, case.tongue)
    due = None if case.stopped else seen.due_at
    said = None if due is None else templates.moment(due, case.player.time_zone, case.language)
    return {
        "outlook": seen,
        "news": outlook.news(case.session, case.match, seat, seat.told, case.tongue),
        "due": said,
        "left": None if due is None else templates.left(due - case.now, case.language),
    }
