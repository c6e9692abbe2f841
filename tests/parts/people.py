"""People who play by letter: each knows its own mailbox, and acts in its own way."""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any

from tests.parts import calling
from tests.parts.choosing import choose
from tests.parts.house import House
from tests.parts.postman import token
from tests.parts.site import PATIENCE, Answer

SEALED, PLAYED = 202, 201


@dataclass
class Person:
    """Somebody with an address; `way` is how it plays.

    `page`: the letter's link in a browser. `letter`: the link's token over the API. `client`: the
    seat's token that accepting answered with.
    """

    name: str
    way: str
    address: str = ""
    seat_token: str | None = None
    link: str | None = None
    done: list[tuple[int, Answer]] = field(default_factory=list)

    def token(self) -> str:
        if self.way == "client":
            assert self.seat_token is not None
            return self.seat_token
        assert self.link is not None
        return token(self.link)


@dataclass
class Game:
    """A match that was gathered by letters, and the people at it in the order of their seats."""

    house: House
    id: str
    people: list[Person]
    luck: Random

    def url(self, path: str = "") -> str:
        return self.house.api(f"/matches/{self.id}{path}")

    def look(self) -> Any:
        return calling.call(self.url()).json

    def accepted(self) -> int:
        """How many of the people's actions were answered with success."""
        return sum(len(person.done) for person in self.people)


def gather(
    house: House,
    asked: dict[str, Any],
    people: Sequence[Person],
    luck: Random,
    before_click: Callable[[Game], None] = lambda _: None,
) -> Game:
    """From POST /matches over the host's letter and the invitations to a match that runs."""
    tag = secrets.token_hex(4)
    for person in people:
        person.address = f"{person.name.lower()}.{tag}@players.example"
    host, *guests = people
    seats = [{"kind": "player", "name": one.name, "address": one.address} for one in guests]
    body = asked | {
        "host": {"name": host.name, "address": host.address},
        "seats": [{"kind": "host"}, *seats],
    }
    opened = calling.send(house.api("/matches"), body, Idempotency_Key=secrets.token_hex(16))
    assert opened.status == 201, opened.body
    game = Game(house, opened.json["match"]["match"], list(people), luck)
    _confirm(game, before_click)
    for guest in guests:
        _accept(game, guest, before_click)
    return game


def _confirm(game: Game, before_click: Callable[[Game], None]) -> None:
    """The host says yes, by a click if it plays by pages."""
    host = game.people[0]
    link = game.house.post.await_link(host.address, "c")
    before_click(game)
    if host.way == "page":
        assert calling.click(game.house.local(link), do="confirm").status == 200
        return
    answer = calling.send(game.url("/confirm"), None, token(link))
    assert answer.status == 200, answer.body
    host.seat_token = answer.json["seat_token"]


def _accept(game: Game, guest: Person, before_click: Callable[[Game], None]) -> None:
    link = game.house.post.await_link(guest.address, "i")
    before_click(game)
    if guest.way == "page":
        answer = calling.click(game.house.local(link), do="accept", text="luck")
        assert b"You are in" in answer.body
        return
    nonce = {"nonce": f"{game.luck.getrandbits(64):016x}"}
    answer = calling.send(game.url("/invitation/accept"), nonce, token(link))
    assert answer.status == 200, answer.body
    guest.seat_token = answer.json["seat_token"]


# --- playing


def play_out(game: Game) -> None:
    """Everyone awaited acts, until it is over."""
    while (seen := settled(game))["status"] == "running":
        for seat in seen["awaited"]:
            if seat not in seen["submitted"]:
                act(game, seat)


def settled(game: Game) -> Any:
    """Where the match stands once somebody is to act, a sealed phase having been resolved."""
    deadline = time.monotonic() + PATIENCE
    while (seen := game.look())["status"] == "running" and seen["closes_at"]:
        assert time.monotonic() < deadline, "a closed phase stays closed"
        time.sleep(0.03)
    return seen


def act(game: Game, seat: int) -> Answer:
    """One action of one seat in its own way; a link of a phase that is over waits for the next."""
    person = game.people[seat]
    if person.way == "client":
        return _noted(game, person, _by_api)
    person.link = person.link or game.house.post.await_link(person.address, "t")
    by = _by_page if person.way == "page" else _by_api
    while (answer := by(game, person)).status == 409:
        person.link = game.house.post.await_link(person.address, "t", person.link)
    return _note(person, answer, game)


def _noted(game: Game, person: Person, by: Any) -> Answer:
    return _note(person, by(game, person), game)


def _note(person: Person, answer: Answer, game: Game) -> Answer:
    assert answer.status in (200, SEALED, PLAYED), (game.id, person, answer)
    person.done.append((answer.status, answer))
    return answer


def _by_api(game: Game, person: Person) -> Answer:
    """One of the choices that the API offers this seat."""
    offered = calling.call(game.url("/choices"), token=person.token())
    if offered.status != 200:
        return offered
    return calling.send(game.url("/turns"), _chosen(game, offered), person.token())


def _chosen(game: Game, offered: Answer) -> dict[str, Any]:
    action = choose(offered.json["choices"], game.luck)
    return {"turn": offered.json["turn"], "action": action}


def _by_page(game: Game, person: Person) -> Answer:
    """The page is opened, its form filled in with words, and sent."""
    assert person.link is not None
    page = game.house.open(person.link)
    if page.status != 200:
        return page
    form = hidden(page.body.decode())
    offered = calling.call(game.url("/choices"), token=person.token())
    said = calling.send(game.url("/check"), _chosen(game, offered), person.token())
    assert said.status == 200, said.body
    filled = form | {"do": "play", "text": said.json["text"]}
    return calling.click(game.house.local(person.link), **filled)


def hidden(page: str) -> dict[str, str]:
    """A form's hidden fields."""
    found = _Hidden()
    found.feed(page)
    return found.fields


class _Hidden(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "input" and named.get("type") == "hidden":
            self.fields[str(named["name"])] = named.get("value") or ""
