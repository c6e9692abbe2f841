"""Steps that may be taken back, and messages at the table."""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0010"
down_revision = "0008"


def upgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("back", sa.JSON(), nullable=False, server_default="[]"))
    op.create_table(
        "message",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("to_seat", sa.Integer(), nullable=True),
        sa.Column("to_generation", sa.Integer(), nullable=True),
        sa.Column("text", sa.LargeBinary(), nullable=True),
        sa.Column("key", sa.String(length=280), nullable=True),
        sa.Column("fingerprint", sa.String(length=64), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_message_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_message_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
        sa.UniqueConstraint("match_id", "number", name=op.f("uq_message_match_id_number")),
        sa.UniqueConstraint("match_id", "seat", "key", name=op.f("uq_message_match_id_seat_key")),
    )
    with op.batch_alter_table("message") as message:
        message.create_index(message.f("ix_message_player_id"), ["player_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("message") as message:
        message.drop_index(message.f("ix_message_player_id"))
    op.drop_table("message")
    with op.batch_alter_table("match") as match:
        match.drop_column("back")
