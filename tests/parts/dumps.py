"""A database as text, row by row, to be compared or searched."""

from collections.abc import Collection

from sqlalchemy import select

from service.store.database import Row, db

# What is sealed, and what is drawn anew each time; nothing else is left out.
SEALED_COLUMNS = (
    "submission.body",
    "submission.action",
    "submission.salt",
    "submission.fingerprint",
    "submission.proof",
    "submission.standing",
    "entry.private",
    "entry.salt",
    "entry.told",
    "match.seed",
    "match.sealing_key",
    "match.state",
    "match.back",
    "plan.kept",
    "preference.kept",
    "letter.copy",
    "message.text",
    "message.key",
    "message.fingerprint",
)


def dump(without: Collection[str] = ()) -> list[str]:
    """Every row of every table but these, `table.column` leaving out one column; sorted."""
    lines: list[str] = []
    with db.engine.connect() as connection:
        if db.engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        for table in Row.metadata.sorted_tables:
            if table.name in without:
                continue
            kept = [one for one in table.c if f"{table.name}.{one.name}" not in without]
            rows = connection.execute(select(*kept))
            lines += [f"{table.name}: {row._asdict()!r}" for row in rows]
    return sorted(lines)
