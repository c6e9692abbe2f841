"""Votes of a table, substitutes, and outages whose time is given back."""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "outage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.Column("until", Moment(), nullable=False),
        sa.Column("moved", sa.Integer(), nullable=False),
        sa.Column("settled_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outage")),
        sa.UniqueConstraint("since", name=op.f("uq_outage_since")),
    )
    op.create_table(
        "substitute",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("until", Moment(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_substitute_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_substitute_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_substitute")),
        sa.UniqueConstraint("match_id", "player_id", name=op.f("uq_substitute_match_id_player_id")),
    )
    op.create_index("ix_substitute_asked", "substitute", ["status", "until"])
    op.create_index(op.f("ix_substitute_player_id"), "substitute", ["player_id"])
    op.create_table(
        "vote",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("hours", sa.Integer(), nullable=True),
        sa.Column("phase", sa.String(length=40), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("disagreed", sa.JSON(), nullable=False),
        sa.Column("proposed_at", Moment(), nullable=False),
        sa.Column("lapses_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_vote_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vote")),
    )
    op.create_index(op.f("ix_vote_match_id"), "vote", ["match_id"])
    op.create_index("ix_vote_waiting", "vote", ["status", "lapses_at"])
    op.add_column("match", sa.Column("outage_id", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "handover",
        sa.Column("substitutes", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    with op.batch_alter_table("handover") as handover:
        handover.drop_column("substitutes")
    with op.batch_alter_table("match") as match:
        match.drop_column("outage_id")
    op.drop_table("vote")
    op.drop_table("substitute")
    op.drop_table("outage")
