"""One letter for many matches: a digest is of no single one, and has a section for each."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    with op.batch_alter_table("letter") as letter:
        letter.alter_column("match_id", existing_type=sa.String(length=16), nullable=True)
    with op.batch_alter_table("notice") as notice:
        # Processes of the version before write notices without it until they are replaced.
        notice.add_column(
            sa.Column("digest", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.create_table(
        "section",
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_section_letter_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_section_match_id")),
        sa.PrimaryKeyConstraint("letter_id", "match_id", name=op.f("pk_section")),
    )
    with op.batch_alter_table("section") as section:
        section.create_index(section.f("ix_section_match_id"), ["match_id"], unique=False)


def downgrade() -> None:
    """A digest has no place in the older form: its notices stay, as told."""
    op.drop_table("section")
    op.execute(
        "UPDATE notice SET letter_id = NULL WHERE letter_id IN "
        "(SELECT id FROM letter WHERE match_id IS NULL)"
    )
    op.execute("DELETE FROM letter WHERE match_id IS NULL")
    with op.batch_alter_table("notice") as notice:
        notice.drop_column("digest")
    with op.batch_alter_table("letter") as letter:
        letter.alter_column("match_id", existing_type=sa.String(length=16), nullable=False)
