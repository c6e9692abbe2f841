"""What webhooks are told: that something happened to a seat, by kind and number, in few facts."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from service import bell
from service.store import handles, webhooks
from service.store.matches import Match
from service.store.rows import ensure
from service.store.webhooks import Call, Webhook

PREFIX = "moai."


def tell(
    session: Session, row: Match, told: Iterable[tuple[int | None, str, str]], now: datetime
) -> None:
    """A call for each webhook of each seat that is told of a kind for a cause."""
    hooks = webhooks.active(session, row.id)
    for seat, kind, cause in told:
        for hook in hooks:
            if hook.seat == seat:
                call(session, row, hook, kind, cause, now)


def call(session: Session, row: Match, hook: Webhook, kind: str, cause: str, now: datetime) -> None:
    """One row, unless it is there, and the bell for it."""
    ensure(
        session,
        Call,
        handle=handles.new(),
        webhook_id=hook.id,
        kind=kind,
        cause=cause,
        facts=_facts(row, hook.seat),
        status=webhooks.WAITING,
        attempts=0,
        next_at=now,
        created_at=now,
    )
    bell.ring_after(session, "hooks.call", match_id=row.id)


def _facts(row: Match, seat: int) -> dict[str, Any]:
    """What anyone with the match's id may know; the rest is asked for with a token."""
    return {
        "match": row.id,
        "game": row.game,
        "status": row.status,
        "seat": seat,
        "turn": row.turn,
        "phase": row.phase,
        "awaited": seat in row.awaited and seat not in row.submitted,
        "revision": row.revision,
    }


def message(made: Call) -> dict[str, Any]:
    """A call's body, the same in every attempt."""
    return {
        "type": PREFIX + made.kind,
        "timestamp": made.created_at.isoformat().replace("+00:00", "Z"),
        "data": made.facts,
    }
