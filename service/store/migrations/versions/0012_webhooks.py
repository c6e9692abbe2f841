"""Webhooks, and the calls that are to be made to them."""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "webhook",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("url", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("failing_since", Moment(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_webhook_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook")),
    )
    op.create_index("ix_webhook_seat", "webhook", ["match_id", "seat"])
    op.create_table(
        "webhook_call",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("webhook_id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("cause", sa.String(length=60), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", Moment(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhook.id"], name=op.f("fk_webhook_call_webhook_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_call")),
        sa.UniqueConstraint(
            "webhook_id", "kind", "cause", name=op.f("uq_webhook_call_webhook_id_kind_cause")
        ),
    )
    op.create_index("ix_webhook_call_waiting", "webhook_call", ["status", "next_at"])
    with op.batch_alter_table("match") as match:
        match.add_column(
            sa.Column("hooked", sa.Boolean(), nullable=False, server_default=sa.false())
        )


def downgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.drop_column("hooked")
    op.drop_table("webhook_call")
    op.drop_table("webhook")
