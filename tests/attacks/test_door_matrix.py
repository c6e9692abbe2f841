"""Every button of every page behind a link against every kind of link: those named by hand act."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service import seating, tokens
from tests.attacks import keyrings
from tests.attacks.keyrings import UNSOUND, Lobby
from tests.attacks.token_matrix import DOORS, LETTERS, PAGES
from tests.parts.dumps import dump

REFUSED = (401, 403)
PAGES_OF_OURS = Path("service/pages")
BUTTON = re.compile(r'name="do" value="([\w-]+)|Button\(\s*"(\w+)"')
NUMBERED = re.compile(r"-\d*$")
FIELDS = {"turn": "0", "text": "draw 1", "revision": "0", "otherwise": "stop"}
ABOUT_ME = {"name": "Ann", "language": "en", "time_zone": "UTC"}
FIRST = {kind: do for page, do, kinds in reversed(DOORS) for kind in kinds if page in PAGES}
EVERY = sorted(LETTERS.items())
LINKS = "".join(LETTERS.values())


@pytest.fixture
def lobby(app: Flask) -> Iterator[Lobby]:
    with app.app_context():
        yield keyrings.set_up()


def below(page: str) -> tuple[str, str]:
    """A page's own name, and what stands after its link in an address."""
    name, slash, rest = page.partition("/")
    return name, slash + rest


def posted(app: Flask, path: str, do: str) -> int:
    form = FIELDS | ({"do": do} if do else {})
    return app.test_client().post(path, data=form).status_code


def match_of(lobby: Lobby, page: str) -> str:
    return lobby.match_for(frozenset(PAGES[below(page)[0]]))


def wrong_cells(app: Flask, lobby: Lobby, page: str, do: str) -> list[str]:
    """Links that act though they should not, at each of the addresses that the page has."""
    name, rest = below(page)
    (kinds,) = [worth for one, button, worth in DOORS if (one, button) == (page, do)]
    held = lobby.tokens[match_of(lobby, page)]
    return [
        f"{kind} at /{LETTERS[door]}"
        for door in PAGES[name]
        for kind, _ in EVERY
        if (kind != door or kind not in kinds)
        and posted(app, f"/{LETTERS[door]}/{tokens.sign(held[kind])}{rest}", do) not in REFUSED
    ]


@pytest.mark.parametrize(
    ("page", "do", "kinds"), DOORS, ids=[f"{page} {do}" for page, do, _ in DOORS]
)
def test_exactly_the_right_links_act(
    app: Flask, lobby: Lobby, page: str, do: str, kinds: frozenset[str]
) -> None:
    """And what is refused has changed nothing."""
    before = dump()

    assert wrong_cells(app, lobby, page, do) == []
    assert dump() == before
    held = lobby.tokens[match_of(lobby, page)]
    for kind in sorted(kinds):
        path = f"/{LETTERS[kind]}/{tokens.sign(held[kind])}{below(page)[1]}"
        assert posted(app, path, do) not in REFUSED, kind


def test_every_door_and_every_button_has_its_row(app: Flask) -> None:
    """Looked for in the pages themselves; what each is worth stands in the table alone."""
    rules = [one for one in app.url_map.iter_rules() if "POST" in (one.methods or ())]
    doors = {one.rule for one in rules if re.match(f"/[{LINKS}]/<token>", one.rule)}
    named = {
        f"/{LETTERS[kind]}/<token>{below(page)[1]}"
        for page, _, _ in DOORS
        for kind in PAGES[below(page)[0]]
    }
    sources = [*PAGES_OF_OURS.glob("*.py"), *PAGES_OF_OURS.glob("templates/*.html")]
    found = {a or b for one in sources for a, b in BUTTON.findall(one.read_text())}
    buttons = {NUMBERED.sub("", do.partition(" ")[0]) for _, do, _ in DOORS}

    assert doors == named
    assert {NUMBERED.sub("", one) for one in found} == buttons - {""}


def test_control_a_button_that_is_opened_to_a_phase_s_link_is_found(
    app: Flask, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        seating, "demand_whole", lambda one: tokens.Seat(one.match, one.seat, one.generation)
    )

    for do in ("resign", "prefer", "agree 1", "return"):
        assert wrong_cells(app, lobby, "table", do)[:1] == ["turn at /t"], do
        lobby = keyrings.set_up()


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("door", LETTERS)
def test_a_letters_link_opens_its_own_door_alone(
    app: Flask, lobby: Lobby, door: str, method: str
) -> None:
    client, held = app.test_client(), lobby.tokens[lobby.match_for(frozenset({door}))]
    form = {} if method == "GET" else FIELDS | ABOUT_ME | {"do": FIRST[door]}
    before = dump()
    for kind, token in held.items():
        texts = {f"{how} {kind}": make(token) for how, make in UNSOUND.items()}
        if kind != door:
            texts[kind] = tokens.sign(token)
        if kind == "unsubscribe":
            texts.pop("revoked unsubscribe")  # what stops letters is never revoked
        for name, text in texts.items():
            status = client.open(f"/{LETTERS[door]}/{text}", method=method, data=form).status_code
            looked = method == "GET" and name == f"revoked {door}"
            assert status in REFUSED or looked, (name, status)
    assert dump() == before

    own = tokens.sign(held[door])
    right = client.open(f"/{LETTERS[door]}/{own}", method=method, data=form)
    assert right.status_code in (200, 409, 422)


def test_a_link_of_a_closed_phase_does_nothing_i8(app: Flask, lobby: Lobby) -> None:
    old = tokens.sign(tokens.Turn(lobby.running, 1, 1, "a phase that is over"))
    before = dump()
    asked = [(page, do) for page, do, kinds in DOORS if "turn" in kinds]
    statuses = {posted(app, f"/t/{old}{below(page)[1]}", do) for page, do in asked}
    looked = app.test_client().get(f"/t/{old}").status_code

    assert (statuses, looked) == ({409}, 409)
    assert dump() == before
