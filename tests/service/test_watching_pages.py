"""The pages of those who watch: lists, a match, each step of it, and what stays hidden there."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.match import Match as Played
from engine.rapanui.state import Stage
from engine.registry import GAMES
from engine.words import ENGLISH
from service import looking, play, resolution, stand_ins, tokens, watching
from service.sent import Asked, Sent
from service.store.database import db, reading, writing
from service.store.entries import all_of
from service.store.matches import Match, seats_of
from service.table import load
from tests.parts.dumps import dump
from tests.parts.site import MakeApp
from tests.service.tables import NOON, Table, begin

SENT = Sent(b"", "POST", "moai.example", "/s/<token>")
HASH = re.compile("[0-9a-f]{64}")
COLOURS = ("Blue", "Green", "Red")
QUICK = {"island": "motu-nui", "quick": True, "max_rounds": 2}


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def on(table: Table, most: int = 2000) -> None:
    """Let the bots play."""
    for _ in range(most):
        if not stand_ins.act(table.id, NOON) and not resolution.resolve(table.id, NOON):
            return


def keen(game: str, seats: int, options: dict[str, Any]) -> Table:
    """A table of bots that play to win: by chance alone hardly a moai is raised."""
    table = begin(game, seats, bots=tuple(range(seats)), options=options)
    with writing() as session:
        for seat in seats_of(session, table.id):
            seat.bot = "greedy"
    return table


def finished(game: str = "giants", seats: int = 3) -> Table:
    options = QUICK if game == "giants" else {}
    table = keen(game, seats, options)
    on(table)
    assert table.row().status == "finished"
    return table


def seen(client: FlaskClient, path: str) -> str:
    before = dump()
    pages = [client.get(path), client.head(path), client.get(path)]

    assert {page.status_code for page in pages} == {200}
    assert dump() == before
    return pages[0].text


# --- the list


def test_public_matches_are_listed_and_the_others_are_not(house: FlaskClient) -> None:
    shown, hidden = begin(match_id="shown"), begin(match_id="hidden")
    with writing() as session:
        session.get_one(Match, hidden.id).public = False
    page = seen(house, "/matches")

    assert f'href="/m/{shown.id}"' in page
    assert hidden.id not in re.findall(r"/m/(\w+)", page)


def test_the_list_is_narrowed_by_game_and_status(house: FlaskClient) -> None:
    begin("giants", match_id="stones")
    begin("rapa-nui", match_id="cards")

    assert "/m/cards" not in seen(house, "/matches?game=giants")
    assert "/m/stones" in seen(house, "/matches?game=giants&status=running")
    assert "/m/" not in seen(house, "/matches?status=finished")
    assert "/m/stones" in seen(house, "/matches?game=chess&status=odd")


def test_the_list_is_paged_without_a_match_twice_or_missing(
    house: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.pages.spectators.PAGE", 2)
    names = [begin("rapa-nui", 2, match_id=f"n{number}").id for number in range(5)]
    found, path = [], "/matches?lang=en"
    while path:
        page = seen(house, path)
        found += re.findall(r'href="/m/(\w+)', page)
        after = re.findall(r'rel="next" href="([^"]+)"', page)
        path = after[0].replace("&amp;", "&") if after else ""

    assert sorted(found) == names


def test_a_place_in_the_list_that_never_was_is_refused(house: FlaskClient) -> None:
    assert house.get("/matches?after=nowhere").status_code == 400


# --- a match


def test_a_running_match_shows_the_table_people_and_what_happened(house: FlaskClient) -> None:
    table = begin("giants", 3, bots=(1, 2))
    on(table)
    page = seen(house, f"/m/{table.id}")

    assert page.count("<svg") == 2
    assert page.count("sealed action is in") == 2
    assert "Round 1: the dice show" in page
    assert page.count("<dt>Sealed by") == 4  # each with its hidden part
    assert table.row().seed_hash in page


def test_a_match_that_gathers_has_no_table_yet(house: FlaskClient) -> None:
    table = begin()
    with writing() as session:
        row = session.get_one(Match, table.id)
        row.status, row.state, row.number = "gathering", None, 0
    page = seen(house, f"/m/{table.id}")

    assert "<svg" not in page
    assert "Gathering" in page
    assert house.get(f"/m/{table.id}/replay").status_code == 409


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_match_shows_its_outcome_line_by_line(house: FlaskClient, game: str) -> None:
    """The parts of each seat add up to its total, as the engine reckoned it."""
    table = finished(game)
    page = seen(house, f"/m/{table.id}")
    outcome = table.row().outcome
    assert outcome is not None
    tables = re.findall(r'<table class="outcome">(.*?)</table>', page, re.DOTALL)
    points = [[int(n) for n in re.findall(r'"number">(\d+)</td>\s*</tr>', one)] for one in tables]

    assert sorted(one[-1] for one in points) == sorted(outcome["totals"])
    assert all(sum(one[:-1]) == one[-1] for one in points)
    assert page.count("winner</span>") == len(outcome["winners"])
    assert f"/api/v1/matches/{table.id}/record" in page


def test_there_is_no_page_of_a_match_that_is_not(house: FlaskClient) -> None:
    assert house.get("/m/nowhere").status_code == 404
    assert house.get("/m/nowhere/replay").status_code == 404


# --- step by step


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_match_can_be_seen(house: FlaskClient, game: str) -> None:
    table = finished(game)
    last = table.row().number
    for entry in {1, 2, last // 2, last - 1, last}:
        page = seen(house, f"/m/{table.id}/replay?entry={entry}")
        assert f"entry {entry} of {last}" in page
        assert page.count("<svg") == 2


def test_links_lead_to_the_first_previous_next_and_last_step(house: FlaskClient) -> None:
    table = finished("rapa-nui", 2)
    last = table.row().number
    middle = seen(house, f"/m/{table.id}/replay?entry=5&lang=de")
    ends = [seen(house, f"/m/{table.id}/replay?entry={entry}") for entry in (1, last)]

    assert re.findall(r'href="\?entry=(\d+)&amp;lang=de"', middle)[:4] == ["1", "4", "6", str(last)]
    assert ['rel="prev"' in page for page in ends] == [False, True]
    assert ['rel="next"' in page for page in ends] == [True, False]


@pytest.mark.parametrize(("entry", "status"), [("0", 404), ("99999", 404), ("x", 400), ("-1", 400)])
def test_a_step_that_is_not_there_is_refused(house: FlaskClient, entry: str, status: int) -> None:
    table = begin()

    assert house.get(f"/m/{table.id}/replay?entry={entry}").status_code == status


def test_the_last_step_is_the_table_as_it_stands(house: FlaskClient) -> None:
    table = begin("rapa-nui", 3, bots=(0, 1, 2))
    on(table, 30)
    step = watching.step(table.id, None, ENGLISH)
    now = watching.look(table.id, ENGLISH).scene

    assert now is not None
    assert step.scene is not None
    assert step.scene.view == now.view


def test_a_seats_own_replay_shows_its_hand_and_a_strangers_does_not(house: FlaskClient) -> None:
    table = begin("rapa-nui", 2, bots=(0, 1))
    on(table, 10)
    own = seen(house, f"/s/{tokens.sign(table.seat(0))}/replay?entry=3")
    strangers = seen(house, f"/m/{table.id}/replay?entry=3")

    assert "My hand" in own
    assert "My hand" not in strangers


def test_a_seats_replay_is_for_its_own_token_alone(house: FlaskClient) -> None:
    table = begin()
    turn = tokens.sign(table.turn(0, str(table.row().phase)))
    revoked = tokens.sign(tokens.Seat(table.id, 0, 2))

    assert house.get(f"/s/{turn}/replay").status_code == 403
    assert house.get(f"/s/{revoked}/replay").status_code == 401


# --- what stays hidden


Laid = Callable[[str], tuple[FlaskClient, Table]]


@pytest.fixture
def laid(make_app: MakeApp, migrated_sqlite: Path, tmp_path: Path) -> Iterator[Laid]:
    """A match up to its first sacrifice round, in which the active player lays this good."""
    with ExitStack() as contexts:

        def made(good: str) -> tuple[FlaskClient, Table]:
            path = tmp_path / f"{good}.sqlite3"
            path.write_bytes(migrated_sqlite.read_bytes())
            app = make_app(DATABASE_URL=f"sqlite:///{path}", SECRET_KEY="k" * 40)
            contexts.enter_context(app.app_context())
            table = begin("rapa-nui", 3, match_id="m1")
            while not _laid(table, good):
                pass
            return app.test_client(), table

        yield made


def _laid(table: Table, good: str) -> bool:
    """One step that depends on nothing but what came before; whether it laid the good."""
    row = table.row()
    played = load(row)
    seat = min(set(row.awaited) - set(row.submitted))
    laying: bool = played.state.stage == Stage.LAY
    words = f"lay {good}, add potato" if laying else _chosen(played, seat)
    play.submit(table.seat(seat), SENT, Asked(row.turn, None, words), NOON)
    resolution.resolve(table.id, NOON)
    return laying


def _chosen(played: Played[Any], seat: int) -> str:
    """A moai as soon as there is the wood for one."""
    dice = Random(played.number)  # noqa: S311  # the dice of a test
    words = [played.game.say(played.state, one) for one in played.game.choices(played.state, seat)]
    return "play moai" if "play moai" in words else dice.choice(words)


def test_strangers_see_the_same_steps_whatever_is_laid_face_down(laid: Laid) -> None:
    """Noninterference: the same match but for one hidden card looks the same, step by step."""
    pages = []
    for good in ("fish", "grain"):
        client, table = laid(good)
        last = table.row().number
        steps = (1, last // 2, last - 2, last - 1, last)
        whole = [client.get(f"/m/m1/replay?entry={entry}").text for entry in steps]
        pages.append([HASH.sub("<hash>", page) for page in (*whole, seen(client, "/m/m1"))])

    assert "<svg" in pages[0][-2]
    assert pages[0] == pages[1]


def test_control_the_seat_itself_sees_what_it_laid(laid: Laid) -> None:
    views = []
    for good in ("fish", "grain"):
        client, table = laid(good)
        seat = looking.sight(None, table.id).view["active"]
        views.append(seen(client, f"/s/{tokens.sign(table.seat(seat))}/replay"))

    assert views[0] != views[1]


def test_a_running_match_no_longer_shows_who_erected_in_earlier_steps_g18(
    house: FlaskClient,
) -> None:
    """The step named the owner while it was fresh; two rounds later its table is shut.

    The table would say whose turn it was before and after.
    """
    table, erected = raised()
    step = watching.step(table.id, erected, ENGLISH)

    assert (step.scene, step.told.sentences) == (None, ())
    assert "cannot be replayed step by step until the match ends" in seen(
        house, f"/m/{table.id}/replay?entry={erected}"
    )


def test_the_tables_that_are_still_shown_do_not_name_who_erected_g18(house: FlaskClient) -> None:
    table, erected = raised()
    whole = range(1, table.row().number + 1)
    steps = [watching.step(table.id, number, ENGLISH) for number in whole]
    later = [one.scene for one in steps[erected:] if one.scene is not None]

    assert any(base.size for scene in later for base in scene.view.bases)
    assert all(base.owner is None for scene in later for base in scene.view.bases if base.size)
    assert not any(event.kind == "erected" for scene in later for event in scene.events)


def test_at_the_end_it_is_shown_again_g18(house: FlaskClient) -> None:
    table = finished()
    erected = _erected(table)
    step = watching.step(table.id, erected, ENGLISH)

    assert step.scene is not None
    assert any(one.owner is not None and one.size for one in step.scene.view.bases)


def _erected(table: Table) -> int:
    with reading() as session:
        return next(
            one.number
            for one in all_of(session, table.id)
            if any(event["kind"] == "erected" for event in one.events)
        )


def raised() -> tuple[Table, int]:
    """A match that still runs in the placement of a round after one in which a moai was raised."""
    table = keen("giants", 3, QUICK | {"max_rounds": 15})
    for _ in range(500):
        on(table, 3)
        view = looking.sight(None, table.id).view
        told = [one for one in view["bases"] if one["size"] and one["owner"] is None]
        if told and view["stage"] == "placement":
            with reading() as session:
                return table, next(
                    one.number
                    for one in all_of(session, table.id)
                    for event in one.events
                    if event["kind"] == "erected" and event["ahu"] == told[0]["ahu"]
                )
    pytest.fail("no moai was ever raised")
