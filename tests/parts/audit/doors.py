"""I1, I8 and I11: what clients were told, and what the links of closed phases do."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask
from sqlalchemy import select

from engine import codec
from service import stand_ins, table, tokens
from service.store.database import reading
from service.store.entries import LogEntry
from service.store.matches import Match, Seat
from service.store.submissions import Submission
from tests.parts.site import Answer

PLAYED, SEALED, UNAVAILABLE = 201, 202, 503
MOST_PHASES = 2  # of one match


@dataclass(frozen=True)
class Heard:
    """An answer to a submission, as a client has it."""

    match: str
    answer: Answer


def answers(heard: Iterable[Heard]) -> Iterator[str]:
    """I11: clients saw only 2xx, 4xx, or 503 with Retry-After."""
    for one in heard:
        status = one.answer.status
        busy = status == UNAVAILABLE and "Retry-After" in one.answer.headers
        if not (200 <= status < 300 or 400 <= status < 500 or busy):
            yield f"I11: a client of {one.match} was answered {status}"


def acknowledged(heard: Iterable[Heard]) -> Iterator[str]:
    """I1: every submission that was answered 2xx is there as the answer said."""
    with reading() as session:
        for one in heard:
            if one.answer.status == PLAYED:
                entry = one.answer.json["entry"]
                kept = session.get(LogEntry, (one.match, entry["number"]))
                if kept is None or kept.hash != entry["hash"]:
                    yield f"I1: {one.match} has lost entry {entry['number']}"
            if one.answer.status == SEALED:
                told = one.answer.json
                query = select(Submission.id).where(
                    Submission.match_id == one.match,
                    Submission.number == told["submission"],
                    Submission.commitment == told["commitment"],
                )
                if session.scalar(query) is None:
                    yield f"I1: {one.match} has lost submission {told['submission']}"


# --- links


def links(app: Flask, ids: Sequence[str]) -> Iterator[str]:
    """I8: the link of a closed phase does nothing, even with what would be right at present."""
    client = app.test_client()
    for match_id in ids:
        for token, body in _attempts(match_id):
            before = _revision(match_id)
            head = {"Authorization": f"Bearer {tokens.sign(token)}"}
            answer = client.post(f"/api/v1/matches/{match_id}/turns", json=body, headers=head)
            if answer.status_code < 400 or _revision(match_id) != before:
                yield f"I8: {match_id}: a link of {token.phase} was answered {answer.status_code}"


def _attempts(match_id: str) -> Iterator[tuple[tokens.Turn, dict[str, Any]]]:
    with reading() as session:
        row = session.get_one(Match, match_id)
        query = select(Submission.phase).where(
            Submission.match_id == match_id, Submission.phase != row.phase
        )
        closed = sorted(set(session.scalars(query)))[-MOST_PHASES:]
        seat = session.get_one(Seat, (match_id, row.awaited[0] if row.awaited else 0))
        body = {"turn": row.turn, "action": _action(row, seat.number)}
        made = [tokens.Turn(match_id, seat.number, seat.generation, phase) for phase in closed]
    for token in made:
        yield token, body


def _action(row: Match, seat: int) -> Any:
    """What the seat might do just now; where it is not to act, anything."""
    if row.status != "running" or seat not in row.awaited:
        return {"kind": "pass"}
    action = stand_ins.choose(table.load(row), seat, "random")
    return codec.write(type(action), action)


def _revision(match_id: str) -> int:
    with reading() as session:
        return session.get_one(Match, match_id).revision
