"""A digest: one letter of many matches, a section each, those that wait for its reader first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy.orm import Session

from service import languages, links, outlook, tokens
from service.mail import envelope, templates
from service.mail.envelope import Content
from service.post import composing, standing
from service.post.case import Case
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.players import Player

MOST_NEWS = 10  # sentences a match; the log has the others
NEVER = datetime.max.replace(tzinfo=UTC)

Told: TypeAlias = Sequence[tuple[Match, list[Notice]]]


@dataclass(frozen=True)
class Draft:
    """A digest's bytes, and the last entry that it tells of in each match."""

    text: bytes
    told: dict[str, int]


def compose(session: Session, player: Player, letter: Letter, told: Told, now: datetime) -> Draft:
    cases = [
        Case(session, row, player, standing.held_by(session, row, player), notices, letter, now)
        for row, notices in told
    ]
    facts = _facts(player, sorted(cases, key=_urgency))
    written = composing.addressed(session, player, letter, facts, now)
    language = facts["language"]
    content = Content(
        text=templates.digest_text(language, facts), html=templates.digest_html(language, facts)
    )
    entries = {case.match.id: case.match.number for case in cases if case.shown is not None}
    return Draft(envelope.build(written, content), entries)


def _urgency(case: Case) -> tuple[bool, datetime]:
    return not case.awaited, _deadline(case) or NEVER


def _facts(player: Player, cases: Sequence[Case]) -> dict[str, Any]:
    language = languages.spoken(player.language)
    known = {
        "name": player.name,
        "language": language,
        "waits": sum(case.awaited for case in cases),
        "matches": [_section(case) for case in cases],
        "unsubscribe": links.to(tokens.Unsubscribe(player.id, "", player.generation)),
    }
    return {**known, "subject": templates.digest_subject(language, known)}


def _section(case: Case) -> dict[str, Any]:
    """What is said of one match: no table, which is a click away."""
    known = composing.known_of(case)
    mine = None if case.seat is None else case.seat.number
    return {
        **known,
        "notices": case.notices,
        "others": [name for number, name in known["seats"].items() if number != mine],
        "awaited": case.awaited,
        "outlook": None,
        **_due(case),
        **_news(case),
    }


def _deadline(case: Case) -> datetime | None:
    """The player's own, while the match waits for it."""
    return case.seat.due_at if case.awaited and case.seat is not None else None


def _due(case: Case) -> dict[str, Any]:
    at = _deadline(case)
    if at is None:
        return {"due": None, "left": None}
    zone = case.player.time_zone
    return {
        "due": templates.moment(at, zone, case.language),
        "left": templates.left(at - case.now, case.language),
    }


def _news(case: Case) -> dict[str, Any]:
    seat = case.shown
    if seat is None:
        return {"news": (), "earlier": False, "reckoning": ()}
    news = outlook.news(case.session, case.match, seat, seat.told, case.tongue)
    return {
        "news": news.sentences[-MOST_NEWS:],
        "earlier": bool(news.left_out) or len(news.sentences) > MOST_NEWS,
        "reckoning": _reckoning(case),
    }


def _reckoning(case: Case) -> Sequence[outlook.Reckoned]:
    if case.match.status != "finished" or case.seat is None:
        return ()
    return outlook.look(case.session, case.match, case.seat, case.tongue).reckoning
