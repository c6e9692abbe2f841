"""Players, matches, seats, submissions, entries, and the outbox."""

import sqlalchemy as sa
from alembic import op

from service.store.times import Moment

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "allowance",
        sa.Column("what", sa.String(length=120), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("what", "since", name=op.f("pk_allowance")),
    )
    op.create_table(
        "block",
        sa.Column("address_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("address_hash", name=op.f("pk_block")),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=True),
        sa.Column("confirmed_at", Moment(), nullable=True),
        sa.Column("language", sa.String(length=5), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("policy", sa.JSON(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("fault", sa.String(length=200), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("erased_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("address", name=op.f("uq_player_address")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("starts_alone", sa.Boolean(), nullable=False),
        sa.Column("pace", sa.JSON(), nullable=False),
        sa.Column("cooling", sa.Integer(), nullable=False),
        sa.Column("host_id", sa.String(length=16), nullable=False),
        sa.Column("host_generation", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("seed_hash", sa.String(length=64), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=True),
        sa.Column("phase", sa.String(length=40), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=True),
        sa.Column("sealed", sa.Boolean(), nullable=False),
        sa.Column("awaited", sa.JSON(), nullable=False),
        sa.Column("submitted", sa.JSON(), nullable=False),
        sa.Column("submissions", sa.Integer(), nullable=False),
        sa.Column("bots", sa.JSON(), nullable=False),
        sa.Column("restless", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("closes_at", Moment(), nullable=True),
        sa.Column("due_at", Moment(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("attempted_at", Moment(), nullable=True),
        sa.Column("quarantined_at", Moment(), nullable=True),
        sa.Column("fault", sa.Text(), nullable=True),
        sa.Column("paused_at", Moment(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=True),
        sa.Column("fingerprint", sa.String(length=64), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("started_at", Moment(), nullable=True),
        sa.Column("finished_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["host_id"], ["player.id"], name=op.f("fk_match_host_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_match_key_hash")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index("ix_match_closes_at", ["closes_at"], unique=False)
        batch_op.create_index("ix_match_due_at", ["due_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_match_host_id"), ["host_id"], unique=False)
        batch_op.create_index("ix_match_restless", ["restless"], unique=False)
        batch_op.create_index("ix_match_listed", ["public", "created_at", "id"], unique=False)
        batch_op.create_index(
            "ix_match_listed_by_status", ["public", "status", "created_at", "id"], unique=False
        )

    op.create_table(
        "entry",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("public", sa.JSON(), nullable=False),
        sa.Column("private", sa.JSON(), nullable=False),
        sa.Column("salt", sa.LargeBinary(length=16), nullable=False),
        sa.Column("sealed", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_entry_match_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_entry")),
    )
    op.create_table(
        "handover",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=True),
        sa.Column("bot", sa.String(length=20), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("approvals", sa.JSON(), nullable=False),
        sa.Column("proposed_at", Moment(), nullable=False),
        sa.Column("effective_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_handover_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_handover_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handover")),
    )
    with op.batch_alter_table("handover", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_handover_match_id"), ["match_id"], unique=False)
        batch_op.create_index("ix_handover_waiting", ["status", "effective_at"], unique=False)

    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("message_id", sa.String(length=120), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("unsure", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("next_at", Moment(), nullable=True),
        sa.Column("copy", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("sent_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_letter_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_letter_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("message_id", name=op.f("uq_letter_message_id")),
    )
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_letter_match_id"), ["match_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_player_id"), ["player_id"], unique=False)
        batch_op.create_index("ix_letter_waiting", ["status", "next_at"], unique=False)

    op.create_table(
        "seat",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=True),
        sa.Column("bot", sa.String(length=20), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("nonce", sa.LargeBinary(length=64), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("invitations", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("defaults", sa.Integer(), nullable=False),
        sa.Column("accepted_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_seat_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_player_id"), ["player_id"], unique=False)

    op.create_table(
        "submission",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("phase", sa.String(length=40), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=8), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("action", sa.LargeBinary(), nullable=True),
        sa.Column("salt", sa.LargeBinary(length=16), nullable=True),
        sa.Column("hidden_salt", sa.LargeBinary(length=16), nullable=True),
        sa.Column("commitment", sa.String(length=64), nullable=True),
        sa.Column("hidden_commitment", sa.String(length=64), nullable=True),
        sa.Column("method", sa.String(length=8), nullable=False),
        sa.Column("authority", sa.String(length=255), nullable=False),
        sa.Column("path", sa.String(length=255), nullable=False),
        sa.Column("key", sa.String(length=280), nullable=True),
        sa.Column("fingerprint", sa.String(length=64), nullable=True),
        sa.Column("proof", sa.JSON(), nullable=True),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_submission_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submission")),
        sa.UniqueConstraint("match_id", "number", name=op.f("uq_submission_match_id_number")),
        sa.UniqueConstraint(
            "match_id", "seat", "key", name=op.f("uq_submission_match_id_seat_key")
        ),
    )
    with op.batch_alter_table("submission", schema=None) as batch_op:
        batch_op.create_index("ix_submission_phase", ["match_id", "phase", "status"], unique=False)

    op.create_table(
        "notice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("cause", sa.String(length=60), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=60), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("after", Moment(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_notice_letter_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_notice_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_notice_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint(
            "match_id",
            "player_id",
            "kind",
            "cause",
            name=op.f("uq_notice_match_id_player_id_kind_cause"),
        ),
    )
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notice_letter_id"), ["letter_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notice_player_id"), ["player_id"], unique=False)
        batch_op.create_index("ix_notice_waiting", ["status", "after"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.drop_index("ix_notice_waiting")
        batch_op.drop_index(batch_op.f("ix_notice_player_id"))
        batch_op.drop_index(batch_op.f("ix_notice_letter_id"))

    op.drop_table("notice")
    with op.batch_alter_table("submission", schema=None) as batch_op:
        batch_op.drop_index("ix_submission_phase")

    op.drop_table("submission")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_player_id"))

    op.drop_table("seat")
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.drop_index("ix_letter_waiting")
        batch_op.drop_index(batch_op.f("ix_letter_player_id"))
        batch_op.drop_index(batch_op.f("ix_letter_match_id"))

    op.drop_table("letter")
    with op.batch_alter_table("handover", schema=None) as batch_op:
        batch_op.drop_index("ix_handover_waiting")
        batch_op.drop_index(batch_op.f("ix_handover_match_id"))

    op.drop_table("handover")
    op.drop_table("entry")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index("ix_match_listed_by_status")
        batch_op.drop_index("ix_match_listed")
        batch_op.drop_index(batch_op.f("ix_match_host_id"))
        batch_op.drop_index("ix_match_due_at")
        batch_op.drop_index("ix_match_closes_at")

    op.drop_table("match")
    op.drop_table("player")
    op.drop_table("block")
    op.drop_table("allowance")
