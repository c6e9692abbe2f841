"""Whose is it: every operation by owner, rival, spectator, outsider and nobody."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from service import seating, tokens
from service.store.database import reading
from service.store.submissions import Submission
from tests.attacks import token_matrix
from tests.parts.operations import OPERATIONS, Operation
from tests.service.tables import Table, begin

OWNER, RIVAL = 0, 1
BID = "bid 2 markers, sorcerer; take 3 or 1, then 2"
# About oneself: an absence of long ago or of nobody is no secret, and a match is one's own.
OWN = {200, 201, 202, 204, 400, 404}
ANYONE = {"openMatch": {201}}


def kinds(operation: Operation) -> frozenset[str]:
    """Of tokens that it takes, as the table written by hand has them."""
    return token_matrix.OPERATIONS[operation.name] & set(token_matrix.KINDS)


WITH_TOKEN = [one for one in OPERATIONS if kinds(one)]


@dataclass(frozen=True)
class Scene:
    """A table at which the owner has sealed a bid, and another table's people."""

    app: Flask
    table: Table
    other: Table

    def tokens(self, table: Table, seat: int) -> dict[str, str]:
        """All that one person holds."""
        held: dict[str, tokens.Token] = {
            "seat": table.seat(seat),
            "turn": table.turn(seat, str(table.row().phase)),
            "player": tokens.Player(f"{table.id}{seat}", 1),
            "invitation": tokens.Invitation(table.id, seat, 1),
        }
        if seat == OWNER:  # who hosts as well
            held["host"] = tokens.Host(table.id, 1)
            held["confirm"] = tokens.Confirm(table.id, f"{table.id}{seat}", 1)
        return {kind: tokens.sign(token) for kind, token in held.items()}

    def ask(self, operation: Operation, holder: str) -> list[TestResponse]:
        """What this person gets with whatever it holds; nothing where it holds no such token."""
        client, match = self.app.test_client(), self.table.id
        if holder in ("spectator", "nobody"):
            return [operation.ask(client, match, None)]
        whose = (self.other, OWNER) if holder == "outsider" else (self.table, RIVAL)
        held = self.tokens(*whose)
        asked = [held[kind] for kind in kinds(operation) if kind in held]
        return [operation.ask(client, match, token) for token in asked]

    def bid(self) -> dict[str, Any]:
        with reading() as session:
            found = session.scalars(
                select(Submission).where(
                    Submission.match_id == self.table.id, Submission.seat == OWNER
                )
            ).one()
            return {name: value for name, value in vars(found).items() if name[0] != "_"}


@pytest.fixture
def scene(app: Flask) -> Iterator[Scene]:
    with app.app_context():
        made = Scene(app, begin("giants", 3, match_id="here"), begin("giants", 3, match_id="there"))
        body = {"turn": 0, "text": BID}
        head = {"Authorization": f"Bearer {tokens.sign(made.table.seat(OWNER))}"}
        url = "/api/v1/matches/here/turns"
        assert app.test_client().post(url, json=body, headers=head).status_code == 202
        yield made


def told(answers: list[TestResponse]) -> str:
    return "".join(answer.data.decode(errors="replace") for answer in answers)


def secrets_in(text: str) -> bool:
    return "take 3 or 1" in text or "[[3,1],[2]]" in text.replace(" ", "")


@pytest.mark.parametrize("holder", ["rival", "spectator", "outsider", "nobody"])
def test_only_the_owner_reads_or_changes_what_is_its_own(scene: Scene, holder: str) -> None:
    before = scene.bid()
    for operation in OPERATIONS:
        answers = scene.ask(operation, holder)
        assert all(answer.status_code < 500 for answer in answers)
        assert not secrets_in(told(answers)), operation.name

    assert scene.bid() == before


@pytest.mark.parametrize("operation", WITH_TOKEN, ids=lambda one: one.name)
def test_outsiders_and_nobody_are_turned_away_at_every_door(
    scene: Scene, operation: Operation
) -> None:
    """But for what is about oneself, and what anyone may look at."""
    outside = {answer.status_code for answer in scene.ask(operation, "outsider")}
    nobody = {answer.status_code for answer in scene.ask(operation, "nobody")}

    assert outside <= ({403} if "{match}" in operation.path else OWN)
    assert nobody == (ANYONE.get(operation.name, {200}) if operation.open else {401})


def test_control_the_owner_reads_it(scene: Scene) -> None:
    (sealed,) = [one for one in OPERATIONS if one.name == "getSealed"]
    mine = scene.tokens(scene.table, OWNER)["seat"]

    assert secrets_in(sealed.ask(scene.app.test_client(), "here", mine).text)


def test_control_a_door_that_looks_up_the_wrong_seat_is_found(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were the seat taken from anywhere but the token, the owner's bid would be found."""
    find = seating.demand_seat
    monkeypatch.setattr(
        seating, "demand_seat", lambda session, row, _: find(session, row, scene.table.seat(OWNER))
    )
    (sealed,) = [one for one in OPERATIONS if one.name == "getSealed"]

    assert secrets_in(told(scene.ask(sealed, "rival")))
