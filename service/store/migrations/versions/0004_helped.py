"""Seats that a worker acts for: bots were the first of them."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.alter_column("bots", new_column_name="helped")


def downgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.alter_column("helped", new_column_name="bots")
