"""Every kind of token against every operation: exactly the right cells accept."""

from collections.abc import Iterator

import pytest
from flask import Flask

from service import tokens
from tests.attacks import keyrings
from tests.attacks.keyrings import KINDS, UNSOUND, Lobby
from tests.parts.dumps import dump
from tests.parts.operations import OPERATIONS, Operation

REFUSED = (401, 403)
ONCE = {"resignSeat", "eraseMe"}  # which leaves no seat, or nobody, to do it again
GUARDED = [one for one in OPERATIONS if one.kinds]
FORMS = {
    "h": {"do": "cancel"},
    "s": {"do": "play", "turn": "0", "text": "draw 1"},
    "t": {"do": "play", "turn": "0", "text": "draw 1"},
    "v": {"do": "object"},
    "r": {"do": "return"},
    "p": {"name": "Ann", "language": "en", "time_zone": "UTC"},
}
DOORS = {
    "c": "confirm",
    "i": "invitation",
    "h": "host",
    "s": "seat",
    "t": "turn",
    "u": "unsubscribe",
    "v": "voice",
    "r": "return",
    "p": "player",
}


@pytest.fixture
def lobby(app: Flask) -> Iterator[Lobby]:
    with app.app_context():
        yield keyrings.set_up()


def accepts(app: Flask, operation: Operation, match: str, token: str | None) -> bool:
    return operation.ask(app.test_client(), match, token).status_code not in REFUSED


def wrong_cells(app: Flask, operation: Operation, lobby: Lobby) -> list[str]:
    """Cells that should refuse and do not: other kinds, other matches, unsound, none, garbage."""
    match = lobby.match_for(operation.kinds)
    other = lobby.running if match == lobby.gathering else lobby.gathering
    cells: dict[str, str | None] = {"garbage": "s.x.y.z"}
    cells |= {} if operation.open else {"none": None}
    for kind in KINDS:
        token = lobby.tokens[match][kind]
        if kind not in operation.kinds:
            cells[kind] = tokens.sign(token)
        elif "{match}" in operation.path:
            cells[f"{kind} of another match"] = tokens.sign(lobby.tokens[other][kind])
        cells |= {f"{how} {kind}": make(token) for how, make in UNSOUND.items()}
    return [name for name, text in cells.items() if accepts(app, operation, match, text)]


@pytest.mark.parametrize("operation", GUARDED, ids=lambda one: one.name)
def test_exactly_the_right_cells_accept(app: Flask, lobby: Lobby, operation: Operation) -> None:
    """And what is refused has changed nothing."""
    match, before = lobby.match_for(operation.kinds), dump()

    assert wrong_cells(app, operation, lobby) == []
    assert dump() == before
    for kind in operation.kinds:
        own = keyrings.set_up() if operation.name in ONCE else lobby
        match = own.match_for(operation.kinds)
        assert accepts(app, operation, match, tokens.sign(own.tokens[match][kind])), kind


def test_what_is_open_asks_for_no_token(app: Flask, lobby: Lobby) -> None:
    for operation in OPERATIONS:
        if operation.open:
            assert accepts(app, operation, lobby.running, None), operation.name


def test_control_without_the_kind_or_the_match_the_matrix_has_wrong_cells(
    app: Flask, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A door that took any token of ours would be found."""
    read, (pause,) = tokens.read, [one for one in OPERATIONS if one.name == "pauseMatch"]
    monkeypatch.setattr("service.api.auth._demand_match", lambda *_: None)
    other_match = wrong_cells(app, pause, lobby)
    monkeypatch.setattr(tokens, "read", lambda text, *_: read(text))

    assert other_match == ["host of another match"]
    assert set(wrong_cells(app, pause, lobby)) >= {"confirm", "host of another match"}


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("door", DOORS)
def test_a_letters_link_opens_its_own_door_alone(
    app: Flask, lobby: Lobby, door: str, method: str
) -> None:
    client, match = app.test_client(), lobby.match_for(frozenset({DOORS[door]}))
    form, before = FORMS.get(door, {}) if method == "POST" else {}, dump()
    for kind in KINDS:
        token = lobby.tokens[match][kind]
        texts = {f"{how} {kind}": make(token) for how, make in UNSOUND.items()}
        if kind != DOORS[door]:
            texts[kind] = tokens.sign(token)
        if kind == "unsubscribe":
            texts.pop("revoked unsubscribe")  # what stops letters is never revoked
        for name, text in texts.items():
            status = client.open(f"/{door}/{text}", method=method, data=form).status_code
            looked = method == "GET" and name == f"revoked {DOORS[door]}"
            assert status in REFUSED or looked, (name, status)
    assert dump() == before

    own = tokens.sign(lobby.tokens[match][DOORS[door]])
    right = client.open(f"/{door}/{own}", method=method, data=form)
    assert right.status_code in (200, 409, 422)


def test_a_link_of_a_closed_phase_does_nothing_and_shows_nothing_i8(
    app: Flask, lobby: Lobby
) -> None:
    match = lobby.running
    old = tokens.sign(tokens.Turn(match, 1, 1, "a phase that is over"))
    before = dump()
    client = app.test_client()
    api = {
        one.name: one.ask(client, match, old).status_code for one in GUARDED if "turn" in one.kinds
    }
    pages = [client.get(f"/t/{old}"), client.post(f"/t/{old}", data=FORMS["t"])]

    assert set(api.values()) == {409}, api
    assert {page.status_code for page in pages} == {409}
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
