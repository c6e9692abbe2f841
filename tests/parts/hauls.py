"""The match of `tests.engine.giants.hauled` as a service's rows."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine import match as engine
from engine.chance import commitment
from engine.game import Setup
from engine.match import Done
from engine.registry import GAMES
from service import table, vault
from service.store.database import writing
from service.store.matches import Match, seats_of
from tests.engine.giants import hauled
from tests.parts.tables import NOON, Table, lay

GIANTS = GAMES["giants"]


def laid(log: Iterable[Done[Any]]) -> Table:
    made = lay(hauled.NAME, start=False, options=hauled.OPTIONS)
    with writing() as session:
        row = session.get_one(Match, made.id)
        row.status, row.started_at, row.seed = "running", NOON, vault.seal(hauled.SEED)
        row.seed_hash = commitment(hauled.SEED)
        for seat in seats_of(session, made.id):
            seat.status = "accepted"
        for done in log:
            table.keep(session, row, done, NOON)
    return made


def erected() -> Iterator[Done[Any]]:
    """As far as Red's first moai on Heki'i; Green has a half-tablet and nothing to haul."""
    done: Done[Any] = engine.start(GIANTS, hauled.NAME, Setup(3, hauled.OPTIONS), hauled.SEED)
    yield done
    for seat, text in hauled.FIRST[: hauled.MID_TRANSPORT - 1]:
        done = hauled.act(done, seat, text.replace("sorcerer F2, use village", "tablet"))
        yield done
