"""Names for outside, drawn by chance; openings' keys are secrets.

Rows that are there have none, and keep the names that others know them by. What was known of
openings' keys goes: their hashes hold the network that a key came from.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

TABLES = ("letter", "webhook_call")
NUMBERED = ("vote", "handover", "substitute")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("handle", sa.String(length=32), nullable=True))
        op.create_index(op.f(f"ix_{table}_handle"), table, ["handle"], unique=True)
    op.add_column("letter", sa.Column("first_notice", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_letter_first_notice"), "letter", ["first_notice"], unique=True)
    for table in NUMBERED:
        op.add_column(table, sa.Column("number", sa.Integer(), nullable=True))
    op.execute("UPDATE match SET key_hash = NULL, fingerprint = NULL WHERE key_hash IS NOT NULL")


def downgrade() -> None:
    for table in reversed(NUMBERED):
        with op.batch_alter_table(table) as changed:
            changed.drop_column("number")
    op.drop_index(op.f("ix_letter_first_notice"), table_name="letter")
    with op.batch_alter_table("letter") as changed:
        changed.drop_column("first_notice")
    for table in reversed(TABLES):
        op.drop_index(op.f(f"ix_{table}_handle"), table_name=table)
        with op.batch_alter_table(table) as changed:
            changed.drop_column("handle")
