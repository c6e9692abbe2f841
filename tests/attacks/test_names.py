"""A name that a mail library would decode enters by no door: every operation that takes one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.lobby_examples import OPENING
from tests.contract.test_lobby import API, ann, bearer, confirmed, invitation

EVIL = "=?utf-8?q?a=0AReply-To:e@e=2Eio?="
WIDE = "\uff1d\uff1futf-8?q?a?="  # the same once a library has normalised it
ADDRESS = "eve@moai.example"
BOT = {"kind": "bot", "bot": "random"}
# Each operation's every name, as JSON; written by hand from the contract.
DOORS: dict[str, list[str]] = {
    "openMatch": ["host.name", "seats.name", "substitutes.name"],
    "changeMatch": ["seats.name"],
    "acceptInvitation": ["name"],
    "replaceSeat": ["holder.name"],
    "addSubstitute": ["name"],
    "importRecord": ["names"],
    "changeMe": ["name"],
}


def _named(schema: dict[str, Any], spec: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The paths of all properties called name or names; a record's own are public and nobody's."""
    while "$ref" in schema:
        schema = spec["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for key, part in schema.get("properties", {}).items():
        if key in ("name", "names"):
            yield ".".join((*path, key))
        elif key != "record":
            yield from _named(part, spec, (*path, key))
    for part in [schema.get("items"), *schema.get("oneOf", ()), *schema.get("anyOf", ())]:
        if part is not None:
            yield from _named(part, spec, path)


def test_every_operation_that_takes_a_name_is_tried_here() -> None:
    spec = yaml.safe_load(Path("openapi.yaml").read_text())
    found: dict[str, list[str]] = {}
    for operations in spec["paths"].values():
        for operation in operations.values():
            body = operation.get("requestBody") if isinstance(operation, dict) else None
            for content in (body or {}).get("content", {}).values():
                names = sorted(set(_named(content["schema"], spec, ())))
                if names:
                    found[operation["operationId"]] = names

    assert found == {door: sorted(names) for door, names in DOORS.items()}


def opening(where: str, name: str) -> dict[str, Any]:
    host, seats, beside = dict(OPENING["host"]), [*OPENING["seats"]], []
    if where == "host.name":
        host["name"] = name
    elif where == "bot":
        seats = [{"kind": "host"}, {**BOT, "name": name}, BOT]
    elif where == "seats.name":
        seats = [{"kind": "host"}, {"kind": "player", "name": name, "address": ADDRESS}, BOT]
    else:
        beside = [{"name": name, "address": ADDRESS}]
    return {**OPENING, "host": host, "seats": seats, "substitutes": beside}


def refused(answer: TestResponse) -> bool:
    assert answer.json is not None
    return answer.status_code == 400 and answer.json["facts"]["reason"] == "bad_name"


@pytest.mark.parametrize("name", [EVIL, WIDE])
@pytest.mark.parametrize("where", ["host.name", "seats.name", "bot", "substitutes.name"])
def test_no_match_is_opened_with_an_encoded_word(
    client: FlaskClient, where: str, name: str
) -> None:
    assert refused(client.post(f"{API}/matches", json=opening(where, name)))


@pytest.mark.parametrize("name", [EVIL, WIDE])
def test_no_name_becomes_an_encoded_word_later(client: FlaskClient, app: Flask, name: str) -> None:
    made = confirmed(client, app)
    url, host = f"{API}/matches/{made['match']['match']}", bearer(made["host_token"], app)
    person = {"kind": "player", "name": name, "address": ADDRESS}
    guest = invitation(made["match"]["match"], 1, app)

    assert refused(client.patch(url, json={"seats": [{"seat": 1, "name": name}]}, headers=host))
    assert refused(client.post(f"{url}/invitation/accept", json={"name": name}, headers=guest))
    for holder in (person, {**BOT, "name": name}):
        answer = client.post(f"{url}/seats/1/replace", json={"holder": holder}, headers=host)
        assert refused(answer)
    beside = {"name": name, "address": ADDRESS}
    assert refused(client.post(f"{url}/substitutes", json=beside, headers=host))
    me = client.patch(f"{API}/me", json={"name": name}, headers=ann(app))
    assert refused(me)


def test_a_record_is_brought_in_without_an_encoded_word(client: FlaskClient) -> None:
    book = Path("tests/engine/rapanui/records/2-moai.json")
    answer = client.post(
        f"{API}/records", json={"record": yaml.safe_load(book.read_text()), "names": [EVIL, "Ben"]}
    )

    assert refused(answer)
