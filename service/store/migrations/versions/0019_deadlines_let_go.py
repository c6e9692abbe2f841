"""What the guard of deadlines goes by: the network of an opening, steady sweeps, its own holds.

Of matches that are there no network is known, and how steady the sweeps were is found out anew.
"""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("match", sa.Column("opened_from", sa.String(length=64), nullable=True))
    op.add_column("heartbeat", sa.Column("steady_since", Moment(), nullable=True))
    op.add_column("hold", sa.Column("let_go_at", Moment(), nullable=True))
    op.add_column("hold", sa.Column("times", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    for table, names in (
        ("hold", ("times", "let_go_at")),
        ("heartbeat", ("steady_since",)),
        ("match", ("opened_from",)),
    ):
        with op.batch_alter_table(table) as changed:
            for name in names:
                changed.drop_column(name)
