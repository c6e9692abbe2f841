"""Bodies too large, too deep or not JSON, and a question whose answer is a secret."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import limits
from service.api.lobby_examples import OPENING
from service.post import silence
from service.refusals import Refusal
from service.tokens import Unsubscribe, sign
from tests.attacks import keyrings
from tests.parts import openings
from tests.parts.openings import NOON
from tests.parts.operations import OPERATIONS, Operation
from tests.service.tables import begin, caller

DEEP = 10_000  # within what is read at all
TAKING = [one for one in OPERATIONS if one.body is not None]
BODIES = {
    "deep lists": b"[" * DEEP,
    "deep objects": b'{"a":' * DEEP,
    "closed deep lists": b"[" * DEEP + b"]" * DEEP,
    "a long number": b'{"turn": ' + b"9" * 10_000 + b"}",
    "not a number": b'{"turn": NaN}',
    "not UTF-8": b'{"text": "\xff\xfe"}',
    "half a surrogate": b'{"turn": 0, "text": "\\ud800"}',
    "nothing but a NUL": b"\0",
    "a number": b"7",
}


@pytest.mark.parametrize("operation", TAKING, ids=lambda one: one.name)
def test_no_body_is_a_fault_of_ours(app: Flask, operation: Operation) -> None:
    """I11: each is refused as malformed, whoever sends it."""
    with app.app_context():
        lobby = keyrings.set_up()
        match = lobby.match_for(operation.kinds)
        held = [sign(lobby.tokens[match][kind]) for kind in sorted(operation.kinds)]
    client, head = app.test_client(), {"Content-Type": "application/json"}
    head |= {"Authorization": f"Bearer {held[0]}"} if held else {}
    statuses = {
        name: client.open(
            operation.url(match), method=operation.method, data=body, headers=head
        ).status_code
        for name, body in BODIES.items()
    }

    assert set(statuses.values()) <= {400, 413}, statuses


def test_what_is_too_large_is_not_read(app: Flask) -> None:
    with app.app_context():
        table = begin()
        most = app.extensions["settings"].max_body
        one = caller(app, table.seat(0))
        body = json.dumps({"turn": 0, "text": "x" * most})
        url = f"/api/v1/matches/{table.id}/turns"
        answer = one.client.post(
            url, data=body, headers=one.headers(**{"Content-Type": "application/json"})
        )

    assert (answer.status_code, answer.json and answer.json["code"]) == (413, "too_large")


# --- enumeration


def block(address: str, match: str) -> None:
    """Its reader wants no letter of ours, ever."""
    player = openings.player(address)
    silence.block(Unsubscribe(player.id, match, player.generation), NOON)


def essence(answer: Any) -> tuple[int, str, list[str]]:
    """All of an answer but for what is drawn anew each time."""
    text = re.sub(r'"(match|seed_hash|created_at|request_id)":\s?"[^"]+"', r'"\1"', answer.text)
    return answer.status_code, text, sorted(answer.headers.keys())


def opened(client: FlaskClient, host: str, guest: str) -> Any:
    seats = [{"kind": "host"}, {"kind": "player", "name": "Bruno", "address": guest}]
    return client.post(
        "/api/v1/matches",
        json=OPENING | {"host": {"name": "Ann", "address": host}, "seats": seats},
    )


def answers(app: Flask) -> list[tuple[int, str, list[str]]]:
    """To openings by and for the unknown, the known and the blocked."""
    client = app.test_client()
    with app.app_context():
        openings.running()
        made = opened(client, "eva@moai.example", "fay@moai.example")
        for address in ("eva@moai.example", "fay@moai.example"):
            block(address, made.json["match"]["match"])
    known, strange, other = "bruno@moai.example", "unheard.of@moai.example", "b@moai.example"
    pairs = (
        (strange, other),
        (known, other),
        ("eva@moai.example", other),
        (strange, known),
        (strange, "fay@moai.example"),
    )
    return [essence(opened(client, host, guest)) for host, guest in pairs]


def test_opening_a_match_never_tells_whose_address_is_known_or_blocked(app: Flask) -> None:
    found = answers(app)

    assert found[0][0] == 201
    assert found == [found[0]] * len(found)


def test_control_an_answer_that_tells_is_found(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a blocked host told so, the answers would differ."""
    look = limits.unwelcome_opening

    def telling(session: Any, player: Any, now: Any, *, own: bool) -> str | None:
        if look(session, player, now, own=own) == "blocked":
            raise Refusal("forbidden", "This address wants no letters.")
        return None

    monkeypatch.setattr(limits, "unwelcome_opening", telling)

    assert len({one[0] for one in answers(app)}) == 2


def sixth(app: Flask, host: str) -> tuple[int, str, list[str]]:
    """What the sixth opening of a day in this host's name is answered."""
    client = app.test_client()
    found = [essence(opened(client, host, "guest@moai.example")) for _ in range(6)]
    return found[-1]


def confirmed_host(app: Flask) -> str:
    with app.app_context():
        openings.confirmed()
    return str(openings.ANN.address)


def test_openings_over_the_limit_never_tell_whether_an_address_was_ever_confirmed(
    app: Flask,
) -> None:
    known = confirmed_host(app)
    strange, with_letters = sixth(app, "unheard.of@moai.example"), sixth(app, known)

    assert with_letters[0] == 201
    assert strange == with_letters


def test_control_a_limit_that_refuses_tells_who_has_confirmed(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = confirmed_host(app)
    look = limits.unwelcome_opening

    def refusing(session: Any, player: Any, now: Any, *, own: bool) -> str | None:
        found = look(session, player, now, own=own)
        if found == "limit":
            raise Refusal("too_many", "Too many letters today.", retry_after=60)
        return found

    monkeypatch.setattr(limits, "unwelcome_opening", refusing)

    assert (sixth(app, "unheard.of@moai.example")[0], sixth(app, known)[0]) == (429, 201)
