"""Keys that seats sign with, and seats that act in no other way."""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "seat_key",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("keyid", sa.String(length=43), nullable=False),
        sa.Column("public", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("revoked_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_seat_key_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat_key")),
        sa.UniqueConstraint(
            "match_id",
            "keyid",
            "seat",
            "generation",
            name=op.f("uq_seat_key_match_id_keyid_seat_generation"),
        ),
    )
    with op.batch_alter_table("seat") as seat:
        seat.add_column(
            sa.Column("signed_only", sa.Boolean(), nullable=False, server_default=sa.false())
        )


def downgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        seat.drop_column("signed_only")
    op.drop_table("seat_key")
