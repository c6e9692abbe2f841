"""Every column that the vault has sealed, read batch by batch in the order of its keys."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import func, inspect, literal, select, tuple_
from sqlalchemy.orm import Session

from service.store.database import Declared
from service.store.kept_keys import KeptKey
from service.store.letters import Letter
from service.store.matches import Match
from service.store.messages import Message
from service.store.plans import PlanRow, PreferenceRow
from service.store.webhooks import Webhook

# The key that hashes are made with comes first: nothing may be dropped before it is kept.
COLUMNS: Final[dict[type[Declared], tuple[str, ...]]] = {
    KeptKey: ("sealed",),
    Match: ("seed", "sealing_key"),  # what is sealed under the latter stays as it is
    PlanRow: ("kept",),
    PreferenceRow: ("kept",),
    Message: ("text",),
    Webhook: ("url", "secret"),
    Letter: ("copy",),
}


def count(session: Session) -> int:
    """How many rows there are to look at."""
    return sum(session.scalar(select(func.count()).select_from(kind)) or 0 for kind in COLUMNS)


def batch(
    session: Session, kind: type[Declared], after: Sequence[Any] | None, limit: int
) -> list[Any]:
    """The next rows, held until the transaction ends."""
    key = inspect(kind).primary_key
    query = select(kind).order_by(*key).limit(limit).with_for_update()
    if after is not None:
        query = query.where(tuple_(*key) > tuple_(*(literal(value) for value in after)))
    return list(session.scalars(query))


def key_of(row: Declared) -> tuple[Any, ...]:
    return tuple(inspect(row).identity or ())
