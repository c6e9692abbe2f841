"""I6 and I10: no word of a sealed bid where others look, and a database that is whole."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from sqlalchemy import ForeignKeyConstraint, exists, func, select, text
from sqlalchemy.orm import Session

from service.store.database import Row, db, reading
from tests.parts.dumps import SEALED_COLUMNS, dump


def traces(canaries: Collection[str], places: Mapping[str, str]) -> Iterator[str]:
    """I6: no trace of an unopened bid outside its sealed column."""
    if not canaries:
        return
    kept = dict(places) | {"the database": "\n".join(dump(SEALED_COLUMNS))}
    if db.engine.dialect.name == "sqlite":
        kept["its file"] = Path(str(db.engine.url.database)).read_bytes().decode("latin-1")
    for where, words in kept.items():
        if any(one in words for one in canaries):
            yield f"I6: a sealed bid shows in {where}"


def integrity() -> Iterator[str]:
    """I10: the database finds nothing wrong with itself."""
    with reading() as session:
        if session.get_bind().dialect.name == "sqlite":
            said = session.execute(text("PRAGMA integrity_check")).scalar_one()
            if said != "ok":
                yield f"I10: {said}"
        yield from _dangling(session)
    dump()  # PostgreSQL checks the sum of every page that it reads, and says so by an error


def _dangling(session: Session) -> Iterator[str]:
    """Rows that point to nothing, whatever the database believes of its constraints."""
    for table in Row.metadata.sorted_tables:
        for key in table.constraints:
            if isinstance(key, ForeignKeyConstraint):
                there = key.referred_table.alias("there")
                same = [part.parent == there.c[part.column.name] for part in key.elements]
                filled = [part.parent.is_not(None) for part in key.elements]
                query = select(func.count()).select_from(table).where(*filled)
                found = session.scalar(query.where(~exists().where(*same))) or 0
                if found:
                    yield f"I10: {found} rows of {table.name} point to nothing"
