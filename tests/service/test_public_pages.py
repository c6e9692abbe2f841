"""The pages that anyone may open: their frame, their languages, the rules and the help."""

import re
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.errors import Refusal
from engine.game import Game
from engine.rapanui.state import Stage as Step
from engine.registry import GAMES
from service.drawing import THEMES
from service.pages.notations import SHEETS
from tests.engine.giants.test_notation import STATES
from tests.engine.rapanui.test_notation import at

PUBLIC = (
    "/",
    "/open",
    "/matches",
    "/import",
    "/rules",
    "/rules/giants",
    "/rules/rapa-nui",
    "/help",
    "/docs",
)


@pytest.mark.parametrize("path", PUBLIC)
def test_a_page_names_its_language_and_itself_in_the_others(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}?lang=de").text

    assert '<html lang="de">' in page
    for language in ("en", "it", "de", "ru"):
        there = f"http://127.0.0.1:8000{path}?lang={language}"
        assert f'<link rel="alternate" hreflang="{language}" href="{there}">' in page


@pytest.mark.parametrize("path", PUBLIC)
def test_links_between_pages_keep_the_language_that_was_asked_for(
    client: FlaskClient, path: str
) -> None:
    page = client.get(f"{path}?lang=it").text
    header = page[page.index("<header") : page.index("</header>")]
    links = re.findall(r'href="([^"]+)"', header)

    assert links
    assert all("?lang=it" in link for link in links)


def test_without_an_explicit_language_the_browsers_is_taken_and_links_stay_plain(
    client: FlaskClient,
) -> None:
    page = client.get("/help", headers={"Accept-Language": "ru, en;q=0.5"}).text

    assert '<html lang="ru">' in page
    assert 'href="/rules"' in page


def test_the_switch_keeps_what_else_was_asked_for(client: FlaskClient) -> None:
    page = client.get("/matches?status=running&lang=de").text

    assert 'href="?status=running&amp;lang=it"' in page


@pytest.mark.parametrize("path", PUBLIC)
def test_headings_go_down_one_level_at_a_time(client: FlaskClient, path: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", client.get(path).text)]

    # The documentation's list of contents stands beside its heading.
    assert path == "/docs" or levels[0] == 1
    assert levels.count(1) == 1
    assert path == "/docs" or all(after <= before + 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("path", PUBLIC)
def test_nothing_is_styled_or_scripted_inside_a_page(client: FlaskClient, path: str) -> None:
    """The policy would drop it silently."""
    page = client.get(path).text

    assert " style=" not in page
    assert "<style" not in page
    assert re.findall(r"<script(?![^>]* src=)", page) == []


@pytest.mark.parametrize("path", PUBLIC)
def test_every_field_has_a_label(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    named = set(re.findall(r'<label for="([^"]+)"', page))
    fields = re.findall(r'<(?:input|select)(?![^>]*type="(?:hidden|checkbox)")[^>]*>', page)

    for field in fields:
        found = re.search(r' id="([^"]+)"', field)
        assert found is not None, field
        assert found[1] in named


def test_an_error_speaks_the_language_of_the_link(client: FlaskClient) -> None:
    answer = client.get("/nowhere?lang=ru")

    assert answer.status_code == 404
    assert '<html lang="ru">' in answer.text


def test_the_colours_of_pictures_are_those_of_the_two_themes(client: FlaskClient) -> None:
    sheet = client.get("/palette.css")
    day, night = sheet.text.split("@media")

    assert sheet.content_type == "text/css; charset=utf-8"
    assert f"--moai-sea: {THEMES['light'].sea};" in day
    assert f"--moai-depths-3: {THEMES['light'].depths[3]};" in day
    assert f"--moai-sea: {THEMES['dark'].sea};" in night


@pytest.mark.parametrize("game", GAMES)
def test_the_front_page_shows_each_game_and_its_picture(client: FlaskClient, game: str) -> None:
    page = client.get("/").text

    assert f'<input type="hidden" name="game" value="{game}">' in page
    for theme in ("light", "dark"):
        picture = f"/static/scenes/{game}-{theme}.png"
        assert picture in page
        with client.get(picture) as answer:
            assert answer.data.startswith(b"\x89PNG")


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_name_every_option_and_the_designer(client: FlaskClient, game: str) -> None:
    page = client.get(f"/rules/{game}").text

    assert GAMES[game].meta.designer in page
    for option in GAMES[game].meta.options:
        assert option.summary in page


def test_there_are_no_rules_of_an_unknown_game(client: FlaskClient) -> None:
    assert client.get("/rules/chess").status_code == 404


# --- notation

UNREAD = ("unreadable", "unknown_word", "ambiguous")

EXAMPLES = [
    (game, one.stage, example)
    for game, sheet in SHEETS.items()
    for one in sheet
    for example in one.examples
]


@pytest.mark.parametrize(("game", "stage", "example"), EXAMPLES)
def test_an_example_of_the_cheat_sheet_can_be_read(
    client: FlaskClient, game: str, stage: str, example: str
) -> None:
    """At a table in that stage it is understood; whether it may be done there is another matter."""
    assert f'<code lang="en">{example}</code>' in client.get("/help").text
    state = STATES[stage] if game == "giants" else at(Step(stage))  # type: ignore[index]  # a stage
    assert refusal_of(GAMES[game], state, example) not in UNREAD


def refusal_of(game: Game[Any, Any], state: Any, text: str) -> str | None:
    try:
        game.parse(state, 0, text)
    except Refusal as refusal:
        return refusal.code
    return None


def test_control_what_is_no_notation_is_unreadable() -> None:
    assert refusal_of(GAMES["giants"], STATES["placement"], "walk the moai") in UNREAD


@pytest.mark.parametrize("game", GAMES)
def test_every_stage_in_which_something_is_written_has_an_example(game: str) -> None:
    stages = set(STATES) if game == "giants" else {one.value for one in Step} - {"over"}

    assert {one.stage for one in SHEETS[game]} == stages
