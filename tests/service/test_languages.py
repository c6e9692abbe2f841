"""Four languages: every sentence in each, terms in their forms, numbers, boards and answers."""

from string import Formatter
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import words as shared
from engine.giants.events import Placed
from engine.rapanui.cards import Card
from engine.registry import GAMES
from engine.words import ENGLISH, FAULTS, UNCHECKED, Sentence, Term, Unless, facts, tell, texts
from service import drawing, languages, outlook
from service.drawing import Look
from service.drawing.look import NARROW
from service.drawing.rapanui.symbols import KINDS
from service.refusals import Refusal, say
from tests.engine.giants.tables import GAME as GIANTS, at
from tests.engine.giants.test_sketch import crowded
from tests.engine.rapanui.table import GAME as RAPA_NUI, table as rapa_nui, tribe
from tests.service.tables import Table, begin, caller

OTHERS = ("it", "de", "ru")
GAME_VIEWS: dict[str, Any] = {
    "giants": GIANTS.view(crowded(), 0),
    "rapa-nui": RAPA_NUI.view(rapa_nui(tribe(), tribe()), 0),
}
SAMPLES: dict[str, Any] = {
    **dict.fromkeys(("seat", "first", "owner", "holder", "count", "logs", "size"), 2),
    **dict.fromkeys(("bid", "held", "there"), 2),
    **dict.fromkeys(("quarry", "sizes"), (1, 2)),
    "figure": "sorcerer",
    "helped": [{"seat": 1, "units": 2}],
    "good": "fish",
    "goods": ["fish", "grain"],
    "card": "priest",
    "cards": ["moai", "grain"],
}


def sampled(sentence: Sentence) -> dict[str, Any]:
    """Facts for whatever a sentence names."""
    names = {name for form in texts(sentence) for _, name, _, _ in Formatter().parse(form) if name}
    return {name: SAMPLES.get(name, "x") for name in names}


# --- sentences


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", GAMES)
def test_every_sentence_of_a_game_is_told_in_every_language(slug: str, language: str) -> None:
    game, view, tongue = GAMES[slug], GAME_VIEWS[slug], languages.tongue(language)
    for code, sentence in game.words.items():
        known = sampled(sentence)
        by = sentence.by if isinstance(sentence, Unless) else ()
        nothing = {name: type(known[name])() for name in by}
        for these in (known, known | nothing):
            told = tell(game.words, code, these, lambda n, v: game.show(view, n, v, tongue), tongue)

            assert "{" not in told, code
        assert told != tell(game.words, code, known, lambda n, v: game.show(view, n, v)), code


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("table", [shared.REFUSALS, FAULTS, UNCHECKED, outlook.ENTRIES])
def test_sentences_of_no_game_are_told_too(table: shared.Words, language: str) -> None:
    """Plain facts have no forms, so that no sentence can fail for want of one."""
    for code, sentence in table.items():
        told = tell(table, code, sampled(sentence), tongue=languages.tongue(language))

        assert "{" not in told
        assert told != tell(table, code, sampled(sentence))


@pytest.mark.parametrize(
    ("language", "logs", "sentence"),
    [
        ("en", 0, "Blue puts a sorcerer on D3."),
        ("en", 1, "Blue puts a sorcerer on D3, with 1 log."),
        ("en", 2, "Blue puts a sorcerer on D3, with 2 logs."),
        ("it", 0, "Blu piazza uno stregone su D3."),
        ("it", 1, "Blu piazza uno stregone su D3 con 1 tronco."),
        ("it", 2, "Blu piazza uno stregone su D3 con 2 tronchi."),
        ("de", 0, "Blau stellt einen Medizinmann auf D3."),
        ("de", 1, "Blau stellt einen Medizinmann auf D3, mit 1 Baumstamm."),
        ("de", 2, "Blau stellt einen Medizinmann auf D3, mit 2 Baumstämmen."),
        ("ru", 0, "Синий ставит шамана на D3."),
        ("ru", 1, "Синий ставит шамана на D3, с 1 бревном."),  # noqa: RUF001  # Russian
        ("ru", 2, "Синий ставит шамана на D3, с 2 брёвнами."),  # noqa: RUF001  # Russian
    ],
)
def test_a_term_stands_in_the_form_that_a_sentence_asks_for(
    language: str, logs: int, sentence: str
) -> None:
    tongue, view = languages.tongue(language), GAME_VIEWS["giants"]
    event = Placed(0, "sorcerer", at("D3"), logs)

    told = tell(
        GIANTS.words,
        event.kind,
        facts(event),
        lambda name, value: GIANTS.show(view, name, value, tongue),
        tongue,
    )

    assert told == sentence


def test_a_term_without_a_form_is_said_in_its_plain_one() -> None:
    assert f"{Term(languages.tongue('ru'), 'headdress'):gen}" == "пукау"
    assert f"{Term(ENGLISH, 'worker'):acc}" == "worker"


@pytest.mark.parametrize(
    ("logs", "sentence"),
    [
        (1, "Синий вырубает лес B3: 1 бревно."),
        (2, "Синий вырубает лес B3: 2 бревна."),
        (5, "Синий вырубает лес B3: 5 брёвен."),
        (11, "Синий вырубает лес B3: 11 брёвен."),
        (21, "Синий вырубает лес B3: 21 бревно."),
    ],
)
def test_russian_has_three_forms_by_number(logs: int, sentence: str) -> None:
    tongue, view = languages.tongue("ru"), GAME_VIEWS["giants"]
    known = {"seat": 0, "at": "B3", "logs": logs}

    told = tell(
        GIANTS.words,
        "cut",
        known,
        lambda name, value: GIANTS.show(view, name, value, tongue),
        tongue,
    )

    assert told == sentence


# --- boards


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", GAMES)
def test_a_board_in_letters_speaks_the_language_in_the_same_lines(slug: str, language: str) -> None:
    game, view = GAMES[slug], GAME_VIEWS[slug]
    english = game.sketch(view).splitlines()
    told = game.sketch(view, languages.tongue(language)).splitlines()

    assert len(told) == len(english)
    assert not {"points", "nobody", "nothing", "front", "Stone", "awaited", "logs"} & set(
        " ".join(told).replace(",", " ").replace(";", " ").split()
    )


def test_columns_are_as_wide_as_their_words() -> None:
    lines = RAPA_NUI.sketch(GAME_VIEWS["rapa-nui"], languages.tongue("de")).splitlines()
    names = next(line for line in lines if "Maulbeere" in line)
    stacks = next(line for line in lines if line.startswith("Stapel"))

    assert names.index("Maulbeere") == stacks.index("20", stacks.index("20") + 1)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", GAMES)
def test_a_picture_is_described_in_the_language(slug: str, language: str) -> None:
    game, view = GAMES[slug], GAME_VIEWS[slug]
    look = Look(say=languages.tongue(language).say)

    told = drawing.describe(game, view, look)

    assert "{" not in told
    assert not {"points", "awaited", "Awaited", "village", "hand", "markers"} & set(
        told.replace(":", " ").replace(",", " ").replace(";", " ").split()
    )


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_every_cards_name_fits_on_the_narrowest_card(language: str) -> None:
    say = languages.tongue(language).say
    for kind in Card:
        columns = [[kind]] * 4
        view = RAPA_NUI.view(rapa_nui(tribe(), tribe(), columns=columns), None)

        drawn = drawing.draw(RAPA_NUI, view, Look(width=NARROW, say=say))

        assert say(KINDS[kind].name) in drawn
        assert "…" not in drawn


# --- refusals


def test_a_refusal_keeps_its_english_and_is_said_in_any_tongue() -> None:
    refusal = Refusal("conflict", say("{name} has accepted already.", name="{Ann}"), reason="x")

    assert refusal.detail == "{Ann} has accepted already."
    assert str(refusal) == "conflict: {Ann} has accepted already."
    assert refusal.said(languages.tongue("de")) == "{Ann} hat schon zugesagt."
    assert refusal.facts == {"reason": "x"}


@pytest.mark.parametrize(
    ("asked", "language", "detail", "title"),
    [
        ("de", "de", "Es gibt kein Spiel „chess“.", "Hier ist nichts."),
        ("de-AT, en;q=0.5", "de", "Es gibt kein Spiel „chess“.", "Hier ist nichts."),
        ("fr, it;q=0.8", "it", "Non c'è il gioco «chess».", "Qui non c'è niente."),
        ("de;q=0, ru", "ru", "Игры «chess» нет.", "Здесь ничего нет."),
        ("fr", "en", "There is no game “chess”.", "There is nothing here."),
        ("", "en", "There is no game “chess”.", "There is nothing here."),
    ],
)
def test_a_problem_is_told_in_the_language_that_the_header_asks_for(
    client: FlaskClient, asked: str, language: str, detail: str, title: str
) -> None:
    answer = client.get("/api/v1/games/chess", headers={"Accept-Language": asked})

    assert answer.json is not None
    assert (answer.json["detail"], answer.json["title"]) == (detail, title)
    assert answer.json["code"] == "not_found"
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]


def test_the_api_takes_its_language_from_the_header_alone(client: FlaskClient) -> None:
    answer = client.get("/api/v1/games/chess?lang=ru", headers={"Accept-Language": "de"})

    assert answer.headers["Content-Language"] == "de"


def test_what_the_framework_says_is_left_out_where_it_has_no_translation(
    client: FlaskClient,
) -> None:
    german = client.get("/api/v1/nothing", headers={"Accept-Language": "de"}).json
    english = client.get("/api/v1/nothing").json

    assert german is not None
    assert english is not None
    assert "detail" not in german
    assert "detail" in english


def test_an_answer_without_words_has_no_language(client: FlaskClient) -> None:
    answer = client.get("/api/v1/games", headers={"Accept-Language": "de"})

    assert "Content-Language" not in answer.headers


# --- at a table


@pytest.fixture
def table(app: Flask) -> Any:
    with app.app_context():
        yield begin()


def test_the_rules_refuse_in_the_players_language(app: Flask, table: Table) -> None:
    player = caller(app, table.seat(0))
    body = {"turn": 0, "text": "bid 9 markers, worker"}
    paths = f"/matches/{table.id}/turns"

    english, russian = (
        player.post(paths, body),
        player.post(paths, body, **{"Accept-Language": "ru"}),
    )

    assert english.json["detail"] == "You bid 9 markers and hold 2."
    assert russian.json["detail"] == "Маркеров в ставке: 9, а у вас: 2."  # noqa: RUF001  # Russian
    assert english.json["facts"] == russian.json["facts"]


def test_the_log_tells_in_the_readers_language(app: Flask, table: Table) -> None:
    reader = caller(app, None)

    answer = reader.get(f"/matches/{table.id}/log", **{"Accept-Language": "it"})

    assert answer.json["items"][0]["sentences"][0].startswith("Il tavolo è pronto; ")
    assert answer.headers["Content-Language"] == "it"


def test_a_held_picture_is_good_for_its_language_alone(app: Flask, table: Table) -> None:
    path, reader = f"/matches/{table.id}/board.svg", caller(app, None)
    german = reader.get(path, **{"Accept-Language": "de"})
    held = {"If-None-Match": german.headers["ETag"]}

    assert "Würfel" in german.text
    assert reader.get(path, **held, **{"Accept-Language": "de"}).status_code == 304
    assert reader.get(path, **held, **{"Accept-Language": "ru"}).status_code == 200
