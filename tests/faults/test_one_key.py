"""Twenty requests with one Idempotency-Key at the same instant: one effect, and the same answer."""

import json
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import func, select

from service import tokens
from service.store.database import reading
from service.store.matches import Match
from service.store.players import Player
from service.store.submissions import Submission
from tests.parts import calling
from tests.parts.house import House
from tests.parts.site import Answer
from tests.parts.tally import Tally
from tests.scale import times
from tests.service.tables import Table, begin

REQUESTS = times(20, 100)
BID = "bid 1 marker, chief"

Effect = tuple[Callable[[dict[str, str]], Answer], Callable[[], int]]


def at_once(ask: Callable[[dict[str, str]], Answer], headers: dict[str, str]) -> list[Answer]:
    gate = threading.Barrier(REQUESTS)

    def one(_: int) -> Answer:
        gate.wait()
        return ask(headers)

    with ThreadPoolExecutor(REQUESTS) as pool:
        return list(pool.map(one, range(REQUESTS)))


def dealt(house: House, *, picking: bool) -> tuple[Table, str]:
    """A table of three; its first seat's token."""
    game = "rapa-nui" if picking else "giants"
    with house.app.app_context():
        table = begin(game, 3, now=datetime.now(UTC))
        seat = table.row().awaited[0]
        return table, tokens.sign(table.seat(seat))


def submissions(house: House, table: Table) -> Callable[[], int]:
    def count() -> int:
        with house.app.app_context(), reading() as session:
            query = select(func.count()).select_from(Submission)
            return session.scalar(query.where(Submission.match_id == table.id)) or 0

    return count


def a_bid(house: House) -> Effect:
    table, token = dealt(house, picking=False)
    body = {"turn": 0, "text": BID}
    url = house.api(f"/matches/{table.id}/turns")
    return (lambda head: calling.send(url, body, token, **head)), submissions(house, table)


def an_opening(house: House) -> Effect:
    address = f"ann.{secrets.token_hex(4)}@players.example"
    body = {
        "game": "rapa-nui",
        "host": {"name": "Ann", "address": address},
        "seats": [{"kind": "host"}, {"kind": "bot", "bot": "random"}],
    }

    def count() -> int:
        with house.app.app_context(), reading() as session:
            mine = select(Player.id).where(Player.address == address)
            query = select(func.count()).select_from(Match).where(Match.host_id.in_(mine))
            return session.scalar(query) or 0

    return (lambda head: calling.send(house.api("/matches"), body, **head)), count


KINDS = pytest.mark.parametrize("kind", [a_bid, an_opening])


def essence(answer: Answer) -> Any:
    """The answer but for the id of its own request."""
    return answer.status, answer.json


@KINDS
def test_one_key_sent_by_twenty_at_once_has_one_effect(
    house: House, kind: Callable[[House], Effect], tally: Tally
) -> None:
    """I11 too: whoever comes while the first is still running is told so, or waits."""
    ask, count = kind(house)
    answers = at_once(ask, {"Idempotency_Key": secrets.token_hex(16)})
    done = [json.dumps(essence(one), sort_keys=True) for one in answers if one.status < 300]

    assert {one.status for one in answers} <= {201, 202, 409}
    assert len(set(done)) == 1
    assert count() == 1
    tally.keep(requests=REQUESTS, effects=1)


@KINDS
def test_control_without_a_key_each_has_its_effect(
    house: House, kind: Callable[[House], Effect]
) -> None:
    ask, count = kind(house)
    answers = at_once(ask, {})

    assert {one.status for one in answers} <= {201, 202}
    assert count() == REQUESTS


def test_an_open_turn_is_played_once_and_answered_alike(house: House) -> None:
    """The first answer again, though the match has moved on since."""
    table, token = dealt(house, picking=True)
    offer = calling.call(house.api(f"/matches/{table.id}/choices"), token=token).json["choices"]
    play = offer["plays"][0]
    action = {"kind": "play", "card": play["card"], "count": play["count"]}
    body, url = {"turn": 0, "action": action}, house.api(f"/matches/{table.id}/turns")
    answers = at_once(
        lambda head: calling.send(url, body, token, **head), {"Idempotency_Key": "once"}
    )

    assert {one.status for one in answers} == {201}
    assert len({json.dumps(one.json, sort_keys=True) for one in answers}) == 1
    assert submissions(house, table)() == 1
