"""Every kind of token against every operation: exactly the cells that are named by hand accept."""

import json
from collections.abc import Iterator

import pytest
from flask import Flask

from service import keyring, tokens
from tests.attacks import keyrings, token_matrix
from tests.attacks.keyrings import KINDS, UNSOUND, Lobby
from tests.parts.dumps import dump
from tests.parts.openings import NOON
from tests.parts.operations import BY_NAME, OPERATIONS, Operation
from tests.parts.signer import Asked, Signer

REFUSED = (401, 403)
ONCE = {
    "resignSeat",
    "eraseMe",
    "renewLinks",
    "renewMyLinks",
}  # after which the same token does nothing
BESIDE = frozenset(token_matrix.BESIDE)
GUARDED = [name for name, kinds in token_matrix.OPERATIONS.items() if kinds - BESIDE]


@pytest.fixture
def lobby(app: Flask) -> Iterator[Lobby]:
    with app.app_context():
        yield keyrings.set_up()


def test_every_operation_has_its_row_and_every_kind_of_token_is_known() -> None:
    named = frozenset().union(*token_matrix.OPERATIONS.values())

    assert set(token_matrix.OPERATIONS) == set(BY_NAME)
    assert set(token_matrix.KINDS) == set(token_matrix.LETTERS) == set(KINDS)
    assert named <= {*token_matrix.KINDS, *BESIDE}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_the_contract_says_the_same(operation: Operation) -> None:
    row = token_matrix.OPERATIONS[operation.name]

    assert operation.kinds == row - BESIDE
    assert operation.open == ("none" in row)
    assert operation.signed == ("signature" in row)


# --- tokens


def accepts(app: Flask, operation: Operation, match: str, token: str | None) -> bool:
    return operation.ask(app.test_client(), match, token).status_code not in REFUSED


def wrong_cells(app: Flask, name: str, lobby: Lobby) -> list[str]:
    """Cells that should refuse and do not: other kinds, other matches, unsound, none, garbage."""
    operation, row = BY_NAME[name], token_matrix.OPERATIONS[name]
    match = lobby.match_for(row)
    other = lobby.running if match == lobby.gathering else lobby.gathering
    cells: dict[str, str | None] = {"garbage": "s.x.y.z"}
    cells |= {} if "none" in row else {"none": None}
    for kind in KINDS:
        token = lobby.tokens[match][kind]
        if kind not in row:
            cells[kind] = tokens.sign(token)
        elif "{match}" in operation.path:
            cells[f"{kind} of another match"] = tokens.sign(lobby.tokens[other][kind])
        cells |= {f"{how} {kind}": make(token) for how, make in UNSOUND.items()}
    return [cell for cell, text in cells.items() if accepts(app, operation, match, text)]


@pytest.mark.parametrize("name", GUARDED)
def test_exactly_the_right_cells_accept(app: Flask, lobby: Lobby, name: str) -> None:
    """And what is refused has changed nothing."""
    row, before = token_matrix.OPERATIONS[name], dump()

    assert wrong_cells(app, name, lobby) == []
    assert dump() == before
    for kind in sorted(row - BESIDE):
        own = keyrings.set_up() if name in ONCE else lobby
        match = own.match_for(row)
        assert accepts(app, BY_NAME[name], match, tokens.sign(own.tokens[match][kind])), kind


def test_what_is_open_asks_for_no_token(app: Flask, lobby: Lobby) -> None:
    for name, row in token_matrix.OPERATIONS.items():
        assert accepts(app, BY_NAME[name], lobby.running, None) == ("none" in row), name


def test_a_refusal_names_the_kinds_that_are_wanted(app: Flask, lobby: Lobby) -> None:
    turn = tokens.sign(lobby.tokens[lobby.running]["turn"])
    answer = BY_NAME["resignSeat"].ask(app.test_client(), lobby.running, turn)

    assert (answer.status_code, answer.get_json()["code"]) == (403, "forbidden")
    assert "of another kind: seat. Given was: turn." in answer.get_json()["detail"]


def test_control_without_the_kind_or_the_match_the_matrix_has_wrong_cells(
    app: Flask, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A door that took any token of ours would be found."""
    read = tokens.read
    monkeypatch.setattr("service.api.auth._demand_match", lambda *_: None)
    other_match = wrong_cells(app, "pauseMatch", lobby)
    monkeypatch.setattr(tokens, "read", lambda text, *_: read(text))

    assert other_match == ["host of another match"]
    assert set(wrong_cells(app, "pauseMatch", lobby)) >= {"confirm", "host of another match"}


@pytest.mark.parametrize("name", ["resignSeat", "agreeToVote", "putPreferences"])
def test_control_a_door_that_is_opened_to_a_phase_s_link_is_found(
    app: Flask, lobby: Lobby, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    read = tokens.read

    def wide(text: str, *kinds: type[tokens.Token]) -> tokens.Token:
        return read(text, *kinds, *({tokens.Turn} if tokens.Seat in kinds else ()))

    monkeypatch.setattr(tokens, "read", wide)

    assert wrong_cells(app, name, lobby)[:1] == ["turn"]


# --- signatures


def test_a_signature_stands_in_a_token_s_place_exactly_where_it_is_named(
    app: Flask, lobby: Lobby
) -> None:
    signer = Signer(app.extensions["settings"].base_url.partition("://")[2])
    keyring.register(lobby.tokens[lobby.running]["seat"], signer.public, NOON)  # type: ignore[arg-type]  # by its kind
    for name, row in token_matrix.OPERATIONS.items():
        one = BY_NAME[name]
        body = b"" if one.body is None else json.dumps(one.body).encode()
        asked = Asked(one.method, one.url(lobby.running), body, key=name)
        status = signer.send(app.test_client(), asked).status_code
        assert (status not in REFUSED) == bool(row & BESIDE), name


# --- what a token is not


def test_a_link_of_a_closed_phase_does_nothing_i8(app: Flask, lobby: Lobby) -> None:
    match = lobby.running
    old = tokens.sign(tokens.Turn(match, 1, 1, "a phase that is over"))
    before, client = dump(), app.test_client()
    api = {
        name: BY_NAME[name].ask(client, match, old).status_code
        for name, row in token_matrix.OPERATIONS.items()
        if "turn" in row
    }

    assert set(api.values()) == {409}, api
    assert dump() == before


def test_a_rotated_key_still_checks_what_it_signed(app: Flask, lobby: Lobby) -> None:
    old, new = "the key of last year, still known", "the key of this year, which signs"
    with keyrings.signing_with(old):
        mine = tokens.sign(lobby.tokens[lobby.running]["seat"])
    url = f"/api/v1/matches/{lobby.running}/choices"
    head = {"Authorization": f"Bearer {mine}"}
    statuses = []
    for known in ((new, old), (new,)):
        with keyrings.signing_with(*known):
            statuses.append(app.test_client().get(url, headers=head).status_code)

    assert statuses == [200, 401]
