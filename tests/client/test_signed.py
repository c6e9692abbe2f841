"""Signed turns by the client: a key made, registered, used and revoked, as the service has it."""

import httpx
import pytest
from flask import Flask

from engine import record
from engine.registry import GAMES
from engine.verify import verify
from moaipost import Key, Problem, Service
from tests.client.conftest import URL, Lay, Shell


def service(app: Flask) -> Service:
    return Service(URL, http=httpx.Client(transport=httpx.WSGITransport(app=app)))


def first_choice(shell: Shell) -> str:
    return shell("choices").out.splitlines()[0].strip()


def test_a_registered_key_signs_what_the_seat_sends(shell: Shell, lay: Lay) -> None:
    laid = lay()
    shell("login", laid.to_act)
    made = shell("key", "new", "mine", "--json").json
    registered = shell("key", "register", "mine", "--json")

    played = shell("play", first_choice(shell))

    assert registered.json["items"][0]["keyid"] == made["id"]
    assert (played.code, played.err) == (0, "")
    book = record.parse(shell("record").out)
    assert made["id"] in shell("key").out
    assert verify(book, GAMES[book.game]).fault is None
    assert book.entries[-1].public["key"] is not None


def test_a_key_alone_is_enough_to_act(shell: Shell, lay: Lay) -> None:
    laid = lay()
    shell("login", laid.to_act)
    shell("key", "new", "mine")
    shell("key", "register", "mine")
    words = first_choice(shell)
    shell("logout")
    seat = str(laid.awaited)

    told = shell("login", "--key", "mine", "--match", laid.id, "--seat", seat)
    played = shell("play", words, "--json")

    assert (told.code, told.err) == (0, "")
    assert (played.code, played.err) == (0, "")
    assert played.json["entry"]["seat"] == laid.awaited


def test_a_revoked_key_is_used_no_more(shell: Shell, lay: Lay) -> None:
    shell("login", lay().to_act)
    shell("key", "new", "mine")
    shell("key", "register", "mine")

    revoked = shell("key", "revoke", "mine")

    assert revoked.code == 0
    assert shell("key").out == "This seat has no key.\n"
    assert shell("play", first_choice(shell)).code == 0


def test_control_a_key_that_nobody_registered_is_refused(app: Flask, lay: Lay) -> None:
    laid = lay()
    seat = service(app).signer(laid.id, laid.awaited, Key.new())

    with pytest.raises(Problem) as caught:
        seat.play("draw 1", 0)

    assert (caught.value.status, caught.value.code) == (401, "unknown_key")
