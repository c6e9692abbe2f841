"""Canary bids and plans: words that nobody else would write, looked for in all that is kept."""

import json
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service import bell
from service.store.database import db, writing
from service.store.letters import Notice
from tests.journeys.test_matches import GIANTS
from tests.parts import calling
from tests.parts.choosing import dice
from tests.parts.dumps import SEALED_COLUMNS, dump
from tests.parts.house import House
from tests.parts.people import Game, Person, gather
from tests.parts.site import wait_for

# As it is sent, as the service says it again, and as the codec writes its plan.
SENT = "BID 2 MaRkErS, sOrCeReR, cHiEf; TaKe 3 oR 1 oR 2, ThEn 1 Or 3"
SAID = "bid 2 markers, sorcerer, chief; take 3 or 1 or 2, then 1 or 3"
PLAN = [[3, 1, 2], [1, 3]]
STEPS = "wOrKeR c3 WiTh 2 LoGs"
WORDS = [STEPS, "with 2 logs", SENT, SAID, "TaKe 3", "3 or 1"]
WORDS += [json.dumps(PLAN), json.dumps(PLAN, separators=(",", ":"))]


@pytest.fixture
def sealed(house: House) -> Game:
    """A match with all bids but one in, a canary among them."""
    people = [Person(name, "client") for name in ("Ann", "Bruno", "Clara", "Daria")]
    game = gather(house, GIANTS, people, dice(3))
    for person, text in zip(people[:3], (SENT, "bid nothing", "bid 1 marker"), strict=True):
        answer = calling.send(game.url("/turns"), {"turn": 0, "text": text}, person.seat_token)
        assert answer.status == 202, answer.body
    own = calling.call(game.url("/sealed"), token=people[0].seat_token)
    assert (own.json["text"], own.json["action"]["plan"]) == (SAID, PLAN)
    again = calling.send(
        game.url("/sealed"), {"turn": 0, "text": SENT}, people[0].seat_token, "PUT"
    )
    assert again.status == 202
    plan = {"steps": [{"text": STEPS}, {"text": "pass"}]}
    laid = calling.send(game.url("/plan"), plan, people[0].seat_token, "PUT")
    assert (laid.status, laid.json["steps"][0]["text"]) == (200, "worker C3 with 2 logs")
    return game


def places(house: House) -> Iterator[tuple[str, str]]:
    """Everywhere a word could have been left."""
    yield "logs", house.logs()
    yield "the broker's memory", house.heard_by_broker().decode(errors="replace")
    yield "letters", "\n".join(one.text + one.html for one in house.post.letters())
    yield "figures", house.site.get("/metrics").body.decode()
    with house.app.app_context():
        yield "the database", "\n".join(dump(SEALED_COLUMNS))
        if db.engine.dialect.name == "sqlite":
            yield "its file", Path(str(db.engine.url.database)).read_bytes().decode("latin-1")


def found(house: House, *words: str) -> list[str]:
    return [where for where, text in places(house) if any(word in text for word in words)]


def test_no_trace_of_an_unopened_bid_or_plan_anywhere_but_in_its_column_i6(
    house: House, sealed: Game
) -> None:
    assert game_is_known(house, sealed)

    assert found(house, *WORDS) == []


def game_is_known(house: House, game: Game) -> bool:
    """The search is worth something: what may be told of the match is found in every place."""
    wait_for(lambda: game.id in "".join(one.text for one in house.post.letters()), "its letters")
    seen = dict(places(house))
    return all(game.id in seen[where] for where in ("the broker's memory", "the database", "logs"))


def leak_to_the_broker(house: House, game: Game, word: str) -> None:
    bell.make(house.broker.url, lambda: 0.0).ring("matches.resolve", match_id=word)


def leak_to_a_notice(house: House, game: Game, word: str) -> None:
    with house.app.app_context(), writing() as session:
        notice = session.query(Notice).filter_by(match_id=game.id).first()
        assert notice is not None
        notice.facts = {"plan": word}


@pytest.mark.parametrize(
    ("leak", "where"),
    [(leak_to_the_broker, "the broker's memory"), (leak_to_a_notice, "the database")],
)
def test_control_a_leak_is_found(
    house: House, sealed: Game, leak: Callable[[House, Game, str], None], where: str
) -> None:
    """With a word of its own: the house stands for other tests too."""
    word = f"canary {secrets.token_hex(8)}"
    before = found(house, word)
    leak(house, sealed, word)
    wait_for(lambda: where in found(house, word), f"the canary in {where}", 10)

    assert before == []
