"""The match of `tests.engine.giants.hauled` as a service's rows."""

from collections.abc import Iterable
from typing import Any

from engine.chance import commitment
from engine.match import Done
from service import table, vault
from service.store.database import writing
from service.store.matches import Match, seats_of
from tests.engine.giants import hauled
from tests.parts.tables import NOON, Table, lay


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
