"""A key for each match, under which all that is hidden of it is sealed.

`make seal` seals what is there already: it needs the secret keys, which no migration has.
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

UNSEALED = sa.text("state IS NOT NULL AND sealing_key IS NULL")


def upgrade() -> None:
    op.add_column("match", sa.Column("sealing_key", sa.LargeBinary(), nullable=True))
    op.create_index(
        "ix_match_unsealed", "match", ["id"], sqlite_where=UNSEALED, postgresql_where=UNSEALED
    )


def downgrade() -> None:
    """Only while nothing is sealed: without their keys the matches would be lost."""
    sealed = sa.text("SELECT count(*) FROM match WHERE sealing_key IS NOT NULL")
    if op.get_bind().execute(sealed).scalar():
        raise RuntimeError("matches are sealed with keys that the schema before this cannot hold")
    op.drop_index("ix_match_unsealed", table_name="match")
    with op.batch_alter_table("match") as match:
        match.drop_column("sealing_key")
