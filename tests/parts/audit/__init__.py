"""The audit: every invariant, I1 to I11, looked for after a run; each breach is named."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from flask import Flask
from sqlalchemy import select

from service.store.database import reading
from service.store.matches import Match
from tests.parts.audit import doors, play, post, rows
from tests.parts.audit.doors import Heard

__all__ = ["Evidence", "Heard", "faults", "of_run"]


@dataclass(frozen=True)
class Evidence:
    """What a run left outside the database: at the mail server, with its clients, in its words."""

    copies: Mapping[str, int] = field(default_factory=dict)  # of each Message-ID at the sink
    extra: int = 0  # copies that a kill or an ambiguous answer accounts for
    heard: Sequence[Heard] = ()
    canaries: Collection[str] = ()  # words of bids that are still sealed
    places: Mapping[str, str] = field(default_factory=dict)  # logs, the broker's memory, letters


def of_run(app: Flask, evidence: Evidence, now: datetime | None = None) -> list[str]:
    """Everything wrong with all that a database holds, and with what was seen of it."""
    moment = now or datetime.now(UTC)
    with app.app_context():
        with reading() as session:
            begun = select(Match.id).where(Match.number > 0, Match.imported.is_(False))
            ids = list(session.scalars(begun))
        found = [f"{one}: {fault}" for one in ids for fault in _of_match(one, evidence, moment)]
        found += doors.links(app, ids)
        found += doors.acknowledged(evidence.heard)
        found += post.extra_copies(evidence.copies, evidence.extra)
        found += rows.integrity()
        found += rows.traces(evidence.canaries, evidence.places)
    return found + list(doors.answers(evidence.heard))


def _of_match(match_id: str, evidence: Evidence, now: datetime) -> list[str]:
    with reading() as session:
        row = session.get_one(Match, match_id)
        found = [
            *play.faults(session, row, now),
            *post.faults(session, match_id, evidence.copies, now),
        ]
    return [*found, *play.record_faults(match_id)]


def faults(match_id: str, copies: Mapping[str, int], extra: int = 0) -> list[str]:
    """The same of one match that was played out, and of the mail that came of it."""
    evidence, now = Evidence(copies, extra), datetime.now(UTC)
    with reading() as session:
        own = post.own(session, match_id, copies)
    found = _of_match(match_id, evidence, now)
    return [*found, *post.extra_copies(own, extra), *rows.integrity()]
