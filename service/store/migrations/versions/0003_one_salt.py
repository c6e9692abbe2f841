"""A submission keeps one salt, from the reveal on; the other never leaves the vault."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("submission") as submission:
        submission.drop_column("hidden_salt")


def downgrade() -> None:
    with op.batch_alter_table("submission") as submission:
        submission.add_column(sa.Column("hidden_salt", sa.LargeBinary(length=16), nullable=True))
