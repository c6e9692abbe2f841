"""A plan on a table's page: laid down, seen, rearranged and thrown away without any script."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import planning, tokens
from tests.engine.giants.tables import table as position
from tests.parts.tables import Table
from tests.service.at_table import said
from tests.service.plan_tables import BLUE, GREEN, LEFT, at, lay, left, token, turn, work

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


@pytest.fixture
def house(writing_room: Flask) -> FlaskClient:
    return writing_room.test_client()


def placing(**parts: Any) -> Table:
    clans = {"blue": LEFT, "green": LEFT, "red": LEFT}
    return at(position(**{"stage": "placement", "turn": "blue"} | clans | parts))


def link(table: Table, seat: int) -> str:
    return f"/s/{tokens.sign(token(table, seat))}"


def press(house: FlaskClient, path: str, page: str, do: str, **fields: Any) -> Any:
    """The form that has this button, with what is hidden in it."""
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    (form,) = [one for one in forms if f'value="{do}"' in one][:1]
    known = {name: unescape(value) for name, value in HIDDEN.findall(form)}
    return house.post(path, data={**known, "do": do, **fields})


class TestPlanning:
    def test_who_waits_fills_in_a_step_sees_what_it_would_do_and_adds_it(
        self, house: FlaskClient
    ) -> None:
        table = placing()
        path = link(table, GREEN)
        page = house.get(path).text
        shown = press(house, path, page, "preview", figure="worker", at="C4").text
        added = press(house, path, shown, "plan-add", otherwise="skip")

        assert "This is for a turn to come" in said(page)
        assert "Green puts a worker on C4" in said(shown)
        assert "The step is in your plan" in added.text
        assert left(table, GREEN) == ["worker C4"]
        assert planning.look(token(table, GREEN)).steps[0].otherwise == "skip"

    def test_the_next_step_is_offered_at_the_table_that_the_plan_leaves(
        self, house: FlaskClient
    ) -> None:
        table = placing(green="2 workers, 1 marker")
        lay(table, GREEN, "worker C4")
        page = said(house.get(link(table, GREEN)).text)

        assert "You hold: 1." in page

    def test_nothing_of_a_plan_stands_in_an_address(self, house: FlaskClient) -> None:
        """As with what is sealed: of an address only the way and the phase are read."""
        table = placing()
        page = house.get(f"{link(table, GREEN)}?way=place&figure=worker&at=C4").text

        assert "What it would do" not in page
        assert "data-spot" not in page

    def test_a_phase_to_come_can_be_planned_too(self, house: FlaskClient) -> None:
        table = placing(items="moai 2 at D5 marked green", crews="C6: 2 green workers")
        path = f"{link(table, GREEN)}?ahead=transport+2"
        page = house.get(path).text

        assert "A step for your plan: Transport, round 2" in said(page)

    def test_who_is_to_act_may_plan_beside_it_and_goes_back(self, house: FlaskClient) -> None:
        table = placing()
        page = house.get(f"{link(table, BLUE)}?ahead=transport+2").text

        assert "Back to your turn" in page
        assert "Back to your turn" not in house.get(link(table, BLUE)).text

    def test_what_would_be_played_may_be_added_instead(self, house: FlaskClient) -> None:
        """A plan laid down in turn begins at once."""
        table = placing()
        path = link(table, BLUE)
        shown = house.get(f"{path}?way=place&figure=worker&at=C4").text
        press(house, path, shown, "plan-add")
        work(table)

        assert table.row().turn == 1

    def test_a_step_in_words_that_cannot_be_read_is_refused(self, house: FlaskClient) -> None:
        table = placing()
        path = link(table, GREEN)
        answer = press(house, path, house.get(path).text, "plan-add", text="fly")

        assert answer.status_code == 400
        assert "cannot be read" in said(answer.text)
        assert left(table, GREEN) == []


class TestRearranging:
    def arranged(self, house: FlaskClient, do: str, *otherwise: str) -> list[str]:
        table = placing()
        lay(table, GREEN, "worker C4", "worker C5", "pass")
        path = link(table, GREEN)
        chosen = list(otherwise) or ["stop"] * 3
        answer = press(house, path, house.get(path).text, do, otherwise=chosen)
        assert answer.status_code == 200
        return left(table, GREEN)

    @pytest.mark.parametrize(
        ("do", "order"),
        [
            ("plan-up-1", ["worker C5", "worker C4", "pass"]),
            ("plan-down-1", ["worker C4", "pass", "worker C5"]),
            ("plan-drop-0", ["worker C5", "pass"]),
            ("plan-forget", []),
        ],
    )
    def test_a_button_moves_a_step_or_takes_it_out(
        self, house: FlaskClient, do: str, order: list[str]
    ) -> None:
        assert self.arranged(house, do) == order

    def test_what_happens_otherwise_is_changed_in_the_list(self, house: FlaskClient) -> None:
        table = placing()
        lay(table, GREEN, "worker C4", "worker C5")
        path = link(table, GREEN)
        page = house.get(path).text
        press(house, path, page, "plan-save", otherwise=["pass", "skip"])

        steps = planning.look(token(table, GREEN)).steps
        assert [one.otherwise for one in steps] == ["pass", "skip"]

    @pytest.mark.parametrize(
        "form",
        [
            {"do": "plan-up-7", "otherwise": "stop"},
            {"do": "plan-fly", "otherwise": "stop"},
            {"do": "plan-save", "otherwise": "perhaps"},
            {"do": "plan-save", "otherwise": ["stop"] * 9},
            {"do": "plan-save", "revision": "many"},
        ],
    )
    def test_a_form_that_cannot_be_meant_is_refused(
        self, house: FlaskClient, form: dict[str, Any]
    ) -> None:
        table = placing()
        seen = lay(table, GREEN, "worker C4").revision
        answer = house.post(link(table, GREEN), data={"revision": str(seen), **form})

        assert answer.status_code == 400
        assert left(table, GREEN) == ["worker C4"]

    def test_a_page_of_before_changes_nothing(self, house: FlaskClient) -> None:
        """A step was played meanwhile: what the page shows is no longer the plan."""
        table = placing()
        lay(table, GREEN, "worker C4", "worker C5")
        path = link(table, GREEN)
        page = house.get(path).text
        turn(table, BLUE, "worker D6")
        work(table)
        answer = press(house, path, page, "plan-drop-0", otherwise=["stop", "stop"])

        assert answer.status_code == 409
        assert "not as you saw it" in said(answer.text)
        assert left(table, GREEN) == ["worker C5"]


class TestShowing:
    def test_a_plan_that_stopped_says_why_and_what_is_left(self, house: FlaskClient) -> None:
        table = placing()
        lay(table, GREEN, "worker C4 with 2 logs", "worker C5")
        turn(table, BLUE, "worker D6")
        work(table)
        page = said(house.get(link(table, GREEN)).text)

        assert "It has stopped: the rules do not allow its next step any more." in page
        assert "Not possible as the table stands" in page
        assert "worker C5" in page

    def test_the_others_pages_show_nothing_of_it(self, house: FlaskClient) -> None:
        table = placing()
        path = link(table, BLUE)
        before = house.get(path).text
        lay(table, GREEN, "worker C4")

        assert house.get(path).text == before

    def test_preferences_are_kept_by_a_form(self, house: FlaskClient) -> None:
        table = placing()
        path = link(table, GREEN)
        form = {"wish-recall": "keep", "wish-idle": "yes"}
        answer = press(house, path, house.get(path).text, "prefer", **form)

        assert "Your preferences are kept" in answer.text
        assert planning.my_preferences(token(table, GREEN)) == {"recall": "keep", "idle": True}
        assert '<option value="keep" selected>' in answer.text

    def test_a_finished_match_has_no_section_for_plans(self, house: FlaskClient) -> None:
        state = position(turn="green", items="moai 2 at D5", options={"max_rounds": 2})
        table = at(state)
        turn(table, GREEN, "pass")

        assert table.row().status == "finished" or table.row().awaited
        assert ("Your plan" in house.get(link(table, GREEN)).text) == (
            table.row().status == "running"
        )
