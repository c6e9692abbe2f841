"""Plans and standing preferences, and whom a worker is to try for before anybody is asked."""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "plan",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kept", sa.LargeBinary(), nullable=False),
        sa.Column("method", sa.String(length=8), nullable=False),
        sa.Column("authority", sa.String(length=255), nullable=False),
        sa.Column("path", sa.String(length=255), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_plan_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_plan")),
    )
    op.create_table(
        "preference",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kept", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_preference_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_preference")),
    )
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("unasked", sa.JSON(), nullable=False, server_default="[]"))
    op.execute("UPDATE match SET unasked = awaited WHERE restless")
    with op.batch_alter_table("match") as match:
        match.alter_column("unasked", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.drop_column("unasked")
    op.drop_table("preference")
    op.drop_table("plan")
