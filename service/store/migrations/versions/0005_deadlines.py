"""A deadline for each seat, who plays for it meanwhile, days of absence, and what is held."""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0005"
down_revision = "0004"

# Until now a match had one deadline for all: whoever is awaited keeps that.
KEPT = """
UPDATE seat SET due_at = (SELECT due_at FROM match WHERE match.id = seat.match_id)
WHERE player_id IS NOT NULL
AND match_id IN (SELECT id FROM match WHERE status = 'running')
"""


def upgrade() -> None:
    op.create_table(
        "absence",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_absence_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absence")),
    )
    with op.batch_alter_table("absence") as absence:
        absence.create_index(op.f("ix_absence_player_id"), ["player_id"])
        absence.create_index(op.f("ix_absence_last_day"), ["last_day"])
    op.create_table(
        "hold",
        sa.Column("duty", sa.String(length=20), nullable=False),
        sa.Column("held_at", Moment(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("released_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("duty", name=op.f("pk_hold")),
    )
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("due_at", Moment(), nullable=True))
        seat.add_column(sa.Column("remind_at", Moment(), nullable=True))
        seat.add_column(sa.Column("stand_in", sa.String(length=20), nullable=True))
        seat.add_column(sa.Column("stand_in_until", Moment(), nullable=True))
        seat.add_column(sa.Column("present", sa.String(length=16), nullable=True))
        seat.create_index(op.f("ix_seat_remind_at"), ["remind_at"])
        seat.create_index(op.f("ix_seat_stand_in_until"), ["stand_in_until"])
    op.execute(KEPT)


def downgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        seat.drop_index(op.f("ix_seat_stand_in_until"))
        seat.drop_index(op.f("ix_seat_remind_at"))
        for column in ("present", "stand_in_until", "stand_in", "remind_at", "due_at"):
            seat.drop_column(column)
    op.drop_table("hold")
    op.drop_table("absence")
