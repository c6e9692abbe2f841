"""Heartbeats of workers, beat and recurring duties."""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("beats", sa.Integer(), nullable=False),
        sa.Column("last_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "name", name="pk_heartbeat"),
    )
    op.create_index("ix_heartbeat_last_at", "heartbeat", ["last_at"])


def downgrade() -> None:
    op.drop_table("heartbeat")
