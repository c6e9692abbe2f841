"""A link that was replaced: dead at every door at once, and nobody else can tell that it was."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from service import planning, renewals, tokens
from service.post import delivery
from tests.attacks import keyrings
from tests.attacks.keyrings import Lobby
from tests.parts import openings
from tests.parts.dumps import dump
from tests.parts.openings import NOON
from tests.parts.operations import OPERATIONS, Operation

GUARDED = [one for one in OPERATIONS if one.kinds]
READING = [one for one in OPERATIONS if one.method == "GET"]
FORMS = {
    "h": {"do": "cancel"},
    "v": {"do": "object"},
    "r": {"do": "return"},
    "d": {"do": "drop"},
    "c": {},
    "i": {},
}
DOORS = [one for one in tokens.KINDS if one != "u"]  # what stops letters is never revoked


@pytest.fixture
def lobby(app: Flask) -> Iterator[Lobby]:
    with app.app_context():
        yield keyrings.set_up()


def renew(*people: str) -> None:
    for address in people:
        found = openings.player(address)
        renewals.of_player(tokens.Player(found.id, found.generation), NOON)


def accepted(app: Flask, lobby: Lobby) -> set[str]:
    """Operations that take any of these tokens."""
    client, found = app.test_client(), set()
    for operation in GUARDED:
        match = lobby.match_for(operation.kinds)
        for kind in operation.kinds:
            text = tokens.sign(lobby.tokens[match][kind])
            if operation.ask(client, match, text).status_code != 401:
                found.add(operation.name)
    return found


def test_no_operation_takes_a_token_that_was_replaced(app: Flask, lobby: Lobby) -> None:
    """Those of the host and of a seat, in a match that runs and in one that gathers."""
    renew("ann@moai.example", "bruno@moai.example")
    before = dump()

    assert accepted(app, lobby) == set()
    assert dump() == before


def test_control_were_the_generations_not_raised_every_operation_would(
    app: Flask, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewals, "_renew_all", lambda *_, **__: None)
    renew("ann@moai.example", "bruno@moai.example")

    assert {"submitTurn", "pauseMatch", "getMe", "acceptInvitation"} & accepted(app, lobby)


@pytest.mark.parametrize("letter", DOORS)
def test_a_page_behind_a_replaced_link_says_where_the_new_one_is(
    app: Flask, lobby: Lobby, letter: str
) -> None:
    kind = tokens.KINDS[letter].__name__.lower()
    match = lobby.match_for(frozenset({kind}))
    path = f"/{letter}/{tokens.sign(lobby.tokens[match][kind])}?lang=en"
    client = app.test_client()
    renew("ann@moai.example", "bruno@moai.example")
    looked, acted = client.get(path), client.post(path, data=FORMS.get(letter, {"do": "play"}))
    before = dump()

    assert acted.status_code == 401
    assert "replaced" in acted.text
    assert looked.status_code == 401
    assert "replaced" in looked.text
    assert "resigned" not in looked.text
    assert dump() == before


# --- noninterference


def seen(app: Flask, match: str, held: list[tokens.Token]) -> list[str]:
    """Every answer to these, with its tags, and what anyone may see."""
    client = app.test_client()
    texts = [None, *map(tokens.sign, held)]
    found = [answer(app, one, match, text) for one in READING for text in texts]
    return [*found, client.get(f"/m/{match}").text]


def answer(app: Flask, operation: Operation, match: str, text: str | None) -> str:
    got = operation.ask(app.test_client(), match, text)
    body = re.sub(r'"request_id": "[0-9a-f]+"', "", got.get_data(as_text=False).decode("latin-1"))
    return f"{operation.name} {got.status_code} {got.headers.get('ETag')} {body}"


def others(match: str) -> list[tokens.Token]:
    """A rival at the table, and the host of it, who plays too."""
    phase = str(openings.row(match).phase)
    ann = openings.player("ann@moai.example")
    return [
        openings.seat_token(match, 2),
        tokens.Turn(match, 2, 1, phase),
        openings.host_token(match),
        openings.seat_token(match, 0),
        tokens.Player(ann.id, 1),
    ]


@pytest.mark.parametrize("whole", [False, True])
def test_nobody_else_can_tell_that_links_were_replaced(app: Flask, whole: bool) -> None:  # noqa: FBT001  # a parameter
    """Neither by what is said of the match, nor by a tag, nor by the letters that a host sees."""
    with app.app_context():
        match = openings.running(game="giants")
        seat = openings.seat_token(match, 1)
        planning.prefer(seat, {"idle": True}, NOON)
        delivery.deliver(lambda: NOON)
        before = seen(app, match, others(match))
        if whole:
            renew("bruno@moai.example")
        else:
            renewals.of_seat(seat, NOON)
        delivery.deliver(lambda: NOON)

        assert seen(app, match, others(match)) == before


def test_control_were_the_match_marked_as_changed_they_could(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop = renewals._drop_laid

    def loud(session: object, row: object, seat: object) -> bool:
        row.revision += 1  # type: ignore[attr-defined]  # a match's
        return drop(session, row, seat)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(renewals, "_drop_laid", loud)
    with app.app_context():
        match = openings.running(game="giants")
        before = seen(app, match, others(match))
        renewals.of_seat(openings.seat_token(match, 1), NOON)

        assert seen(app, match, others(match)) != before
