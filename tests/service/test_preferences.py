"""Standing preferences and single choices: done without asking, and without a letter."""

from typing import Any

import pytest

from service import planning, resolution, stand_ins
from service.refusals import Refusal
from tests.engine.giants.tables import table as position
from tests.parts.tables import NOON
from tests.service.plan_tables import (
    BLUE,
    GREEN,
    LEFT,
    RED,
    at,
    entries,
    lay,
    submissions,
    token,
    told,
    turn,
    work,
)

pytestmark = pytest.mark.usefixtures("writing_room")

STUCK = "moai 2 at D5 marked green; moai 1 of blue"  # nobody stands near green's moai


def recall(**parts: Any) -> Any:
    items = "moai 2 at D5 marked green; moai 3 at C6 marked blue"
    return position(**{"stage": "recall", "items": items} | parts)


class TestPreferences:
    def test_a_sealed_phase_is_sealed_by_them_and_nobody_is_asked(self) -> None:
        table = at(position(turn="blue", items="moai 2 at D5 marked green"))
        planning.prefer(token(table, GREEN), {"recall": "take_back"}, NOON)
        turn(table, BLUE, "pass")
        work(table)  # green's pass is its only choice; then markers are asked after

        assert table.row().phase == "recall 2"
        assert table.row().submitted == [GREEN]
        assert [(one.kind, one.by) for one in submissions(table)][-1] == ("sealed", "plan")
        assert told(GREEN, "your_turn") == []

    def test_they_count_at_once_for_a_seat_that_is_awaited(self) -> None:
        table = at(recall())
        planning.prefer(token(table, GREEN), {"recall": "keep"}, NOON)
        planning.prefer(token(table, BLUE), {"recall": "take_back"}, NOON)
        work(table)

        assert resolution.resolve(table.id, NOON)

    def test_what_they_do_not_answer_is_asked(self) -> None:
        table = at(position(stage="placement", turn="blue", blue=LEFT, green=LEFT, red=LEFT))
        planning.prefer(token(table, GREEN), {"recall": "keep"}, NOON)
        turn(table, BLUE, "pass")

        assert work(table) == 0
        assert told(GREEN) == ["your_turn"]
        assert not table.row().restless

    def test_when_nothing_is_left_a_seat_passes_if_it_wants_to(self) -> None:
        """Green might still take a half-tablet for its marker, and does not want to be asked."""
        state = position(stage="placement", turn="blue", blue=LEFT, green="1 marker", red=LEFT)
        table = at(state)
        planning.prefer(token(table, GREEN), {"idle": True}, NOON)
        turn(table, BLUE, "worker C4")
        work(table)

        assert entries(table)[-1] == (GREEN, "plan", "pass")
        assert told(GREEN) == []

    @pytest.mark.parametrize("wrong", [{"recall": "perhaps"}, {"tea": True}, {"idle": "yes"}])
    def test_what_the_game_does_not_know_is_refused(self, wrong: dict[str, Any]) -> None:
        table = at(recall())
        with pytest.raises(Refusal) as refused:
            planning.prefer(token(table, GREEN), wrong, NOON)

        assert refused.value.code == "malformed"

    def test_they_are_kept_and_seen_again(self) -> None:
        table = at(recall())
        planning.prefer(token(table, GREEN), {"idle": True}, NOON)

        assert planning.my_preferences(token(table, GREEN)) == {"recall": "ask", "idle": True}
        assert planning.my_preferences(token(table, BLUE)) == {"recall": "ask", "idle": False}


class TestOneChoice:
    def test_a_seat_that_can_only_pass_passes_by_itself_and_hears_nothing(self) -> None:
        """At once: nobody ever sees it awaited."""
        table = at(position(turn="blue", items=f"{STUCK}; moai 1 of red"))
        turn(table, BLUE, "moai 1, mark")

        assert entries(table) == [(BLUE, "person", "move"), (GREEN, "plan", "pass")]
        assert table.row().awaited == [RED]
        assert (told(GREEN), told(RED)) == ([], ["your_turn"])

    def test_whoever_acts_on_is_not_told_between(self) -> None:
        """Green has passed by itself: blue goes on, as if nobody else were there."""
        crews = "F3: 2 blue workers; F4: 2 blue workers"
        items = f"{STUCK}; moai 2 at F3 moved blue"
        table = at(position(turn="blue", items=items, crews=crews))
        turn(table, BLUE, "moai 1, mark")

        assert entries(table)[-1] == (GREEN, "plan", "pass")
        assert table.row().awaited == [BLUE]
        assert told(BLUE) == []

    def test_one_that_only_it_knows_of_is_asked(self) -> None:
        """It holds no marker for the moai that was left, and passing by itself would tell."""
        items = "moai 2 at D5; moai 1 of blue"
        table = at(position(turn="blue", items=items, green="2 workers"))
        turn(table, BLUE, "moai 1, mark")

        assert table.row().awaited == [GREEN]
        assert told(GREEN) == ["your_turn"]

    def test_with_a_plan_that_has_stopped_it_still_passes(self) -> None:
        table = at(position(turn="blue", items=f"{STUCK}; moai 1 of red"))
        lay(table, GREEN, "moai 2 from D5 to C6")
        turn(table, BLUE, "moai 1, mark")
        stand_ins.act(table.id, NOON)

        assert entries(table)[-1] == (GREEN, "plan", "pass")
        assert told(GREEN) == ["plan"]
