"""People who play on whatever happens: each action has a key and is sent until it is answered."""

import http.client
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from service import tokens
from tests.faults.siege import Siege
from tests.parts import calling, tables
from tests.parts.audit import Heard
from tests.parts.choosing import choose, dice
from tests.parts.site import PATIENCE, Answer

SILENCE = (OSError, http.client.HTTPException)
BUSY = 503
PEOPLE = ("Anna", "Bruno", "Carla")
GIANTS: dict[str, Any] = {"island": "motu-nui", "quick": True, "max_rounds": 2}
BETWEEN = 0.1  # seconds, so that a few people are a load and no flood


@dataclass
class Table:
    """A match with the tokens of its seats, and how its people speak to the service."""

    siege: Siege
    id: str
    seats: list[str] = field(repr=False)

    def url(self, path: str = "") -> str:
        return self.siege.api(f"/matches/{self.id}{path}")

    def look(self) -> Any:
        return insisted(lambda: calling.call(self.url())).json

    def send(self, seat: int, body: dict[str, Any], key: str | None) -> Answer:
        """One request, which may stay without an answer."""
        named = {} if key is None else {"Idempotency_Key": key}
        answer = calling.send(self.url("/turns"), body, self.seats[seat], **named)
        self.siege.heard.append(Heard(self.id, answer))
        return answer

    def submit(self, seat: int, body: dict[str, Any], key: str | None = "") -> Answer:
        """The same request until there is an answer to it."""
        own = secrets.token_hex(8) if key == "" else key
        return insisted(lambda: self.send(seat, body, own))

    def bid(self, seat: int, text: str = "bid nothing", key: str | None = "") -> Answer:
        return self.submit(seat, {"turn": 0, "text": text}, key)


def insisted(ask: Any) -> Answer:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            answer: Answer = ask()
        except SILENCE:
            time.sleep(0.05)
            continue
        if answer.status != BUSY:
            return answer
        time.sleep(0.2)
    raise TimeoutError("nobody answers")


def sit(siege: Siege, game: str = "giants", bots: tuple[int, ...] = ()) -> Table:
    """A table that was dealt just now."""
    options = GIANTS if game == "giants" else None
    with siege.app.app_context():
        name = f"s{secrets.token_hex(3)}"
        tables.lay(name, game, PEOPLE, now=datetime.now(UTC), options=options, bots=bots)
        signed = [tokens.sign(tokens.Seat(name, seat, 1)) for seat in range(len(PEOPLE))]
    return Table(siege, name, signed)


# --- a load


@contextmanager
def playing(siege: Siege, seed: int, count: int = 3) -> Iterator[list[Table]]:
    """So many tables at which people act all the time; a table that is over is followed by one."""
    stop, sat, broken = threading.Event(), list[Table](), list[BaseException]()

    def keep_on(number: int) -> None:
        try:
            _play(siege, number, dice(seed + number), sat, stop)
        except BaseException as fault:  # noqa: BLE001  # told by the test's own thread
            broken.append(fault)

    threads = [threading.Thread(target=keep_on, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield sat
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)
    for fault in broken:
        raise fault


def _play(siege: Siege, number: int, luck: Random, sat: list[Table], stop: threading.Event) -> None:
    while not stop.is_set():
        game = ("giants", "rapa-nui")[number % 2]
        table = sit(siege, game, bots=(2,) if number == 0 else ())
        sat.append(table)
        while not stop.is_set() and (seen := table.look())["status"] == "running":
            for seat in seen["awaited"]:
                if seat not in seen["submitted"] and not stop.is_set():
                    _act(table, seat, luck)
            stop.wait(BETWEEN)


def _act(table: Table, seat: int, luck: Random) -> None:
    """One of the choices; a seat that a bot has meanwhile acted for is answered that it is late."""
    token = table.seats[seat]
    offered = insisted(lambda: calling.call(table.url("/choices"), token=token))
    if offered.status == 200 and offered.json["choices"]:
        action = choose(offered.json["choices"], luck)
        table.submit(seat, {"turn": offered.json["turn"], "action": action})
