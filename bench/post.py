"""Letters a second, gathered, composed and handed over, beside a loop that only hands over."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from smtplib import SMTP

from sqlalchemy import text

from bench import bare_letter, mailbox, postgres, stored
from bench.harness import Bench
from bench.scale import times
from service import drawing
from service.post import delivery
from service.store.database import db

TITLE = "Workers: letters a second"
SEATS = 3
TABLES = times(4, 40)
FIRST = {"giants": 0x1, "rapa-nui": 0x100000}
BESIDE = "a loop that sends a bare letter on a kept SMTP connection"
RESTOCK = (
    "UPDATE notice SET status = 'waiting', letter_id = NULL",
    "DELETE FROM letter",
)


def benches() -> Iterator[Bench]:
    with ExitStack() as stack:
        server = stack.enter_context(postgres.running())
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sink = stack.enter_context(mailbox.taking(SEATS))
        stack.enter_context(stored.inside(server.database(), data, SMTP_URL=sink.url))
        connection = stack.enter_context(SMTP("127.0.0.1", sink.port))
        for game, first in FIRST.items():
            stock = stored.lay(game, SEATS, first, TABLES)
            yield from _of_game(game, [*stock.ids()], connection)


def _of_game(game: str, ids: list[str], connection: SMTP) -> Iterator[Bench]:
    tables = cycle(ids)

    def restock() -> None:
        with db.engine.begin() as within:
            for statement in RESTOCK:
                within.execute(text(statement))

    def ours() -> None:
        """All letters of the next table, once more."""
        match = next(tables)
        if delivery.deliver(lambda: datetime.now(UTC), match) < 1:
            raise RuntimeError(f"no letter of {match} was due")

    def drawn() -> None:
        drawing.small_png.cache_clear()
        ours()

    def bare() -> None:
        for _ in range(SEATS):
            connection.sendmail("moai@moai.example", "p.bare@players.example", bare_letter.letter())

    yield Bench(f"{game}: letters", ours, bare, BESIDE, SEATS, prepare=restock, inside=True)
    yield Bench(
        f"{game}: letters, pictures drawn", drawn, bare, BESIDE, SEATS, prepare=restock, inside=True
    )
