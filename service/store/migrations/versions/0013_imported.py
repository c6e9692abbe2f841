"""Whether a match was played elsewhere and brought in by its record."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.add_column(
            sa.Column("imported", sa.Boolean(), nullable=False, server_default=sa.false())
        )


def downgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.drop_column("imported")
