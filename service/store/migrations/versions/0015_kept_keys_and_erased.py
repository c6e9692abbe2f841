"""Keys that outlive the secret they were derived from; and erased players, found quickly."""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "kept_key",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_kept_key")),
    )
    op.create_index(op.f("ix_player_erased_at"), "player", ["erased_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_player_erased_at"), table_name="player")
    op.drop_table("kept_key")
