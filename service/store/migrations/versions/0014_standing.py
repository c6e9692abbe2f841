"""How a match stood when a submission was answered."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    with op.batch_alter_table("submission") as submission:
        submission.add_column(sa.Column("standing", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("submission") as submission:
        submission.drop_column("standing")
