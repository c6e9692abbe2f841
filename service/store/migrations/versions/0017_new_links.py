"""New links: a seat's tokens may die while its holder stays.

Until now every generation of a seat was another holder's: none has been renewed.
"""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0017"
down_revision = "0016"

RENEWED = (("match", "host_renewed_at"), ("player", "renewed_at"), ("seat", "renewed_at"))
# Where a holder is named by generation: the table, its seat and its generation.
HELD = (
    ("seat_key", "seat", "generation"),
    ("webhook", "seat", "generation"),
    ("message", "seat", "generation"),
    ("message", "to_seat", "to_generation"),
)


def upgrade() -> None:
    for table, column in RENEWED:
        op.add_column(table, sa.Column(column, Moment(), nullable=True))
    op.add_column("seat", sa.Column("renewals", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """What is a holder's bears the generation of its newest links again, or it would be nobody's.

    Idempotency-Keys do not: a request that is repeated across this counts as a new one.
    """
    for table, seat, generation in HELD:
        _move(table, seat, generation)
    op.drop_column("seat", "renewals")
    for table, column in RENEWED:
        op.drop_column(table, column)


def _move(table: str, seat: str, generation: str) -> None:
    holds = (
        f"seat.match_id = {table}.match_id AND seat.number = {table}.{seat}"
        f" AND seat.generation - seat.renewals = {table}.{generation}"
    )
    op.execute(
        f"UPDATE {table} SET {generation} = (SELECT seat.generation FROM seat WHERE {holds})"  # noqa: S608  # of the names above
        f" WHERE EXISTS (SELECT 1 FROM seat WHERE {holds})"
    )
