"""Plans: played in order when the turn comes, and stopped before they surprise their owner."""

from dataclasses import replace
from typing import Any

import pytest

from service import hidden, holding, hosting, planning, stand_ins, table as rows, tokens, undoing
from service.plans import Laid
from service.post import delivery
from service.refusals import Refusal
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.plans import PlanRow, PreferenceRow
from tests.engine.giants.tables import GAME, at as place, table as position
from tests.parts import tables
from tests.parts.tables import NOON
from tests.service.plan_tables import (
    BLUE,
    GREEN,
    LEFT,
    RED,
    SENT,
    at,
    entries,
    lay,
    left,
    steps,
    submissions,
    token,
    told,
    turn,
    work,
)

pytestmark = pytest.mark.usefixtures("writing_room")

MOAI = "moai 2 at D5 marked green"


def placing(**parts: Any) -> Any:
    """Blue is to place, then green, then red."""
    clans = {"blue": LEFT, "green": LEFT, "red": LEFT}
    return position(**{"stage": "placement", "turn": "blue"} | clans | parts)


def hauling(crews: str, **parts: Any) -> Any:
    """Blue is to haul, then green, whose moai stands on D5."""
    items = f"{MOAI}; moai 1 of blue; moai 1 of red"
    return position(**{"turn": "blue", "items": items, "crews": crews} | parts)


class TestPlaying:
    def test_a_step_is_played_whenever_the_turn_comes(self) -> None:
        table = at(placing())
        lay(table, GREEN, "worker C4", "worker C5", "pass")
        for words in ("worker D6", "worker D6"):
            turn(table, BLUE, words)
            work(table)
            turn(table, RED, words)

        assert [one for one in entries(table) if one[0] == GREEN] == [
            (GREEN, "plan", "place"),
            (GREEN, "plan", "place"),
        ]
        assert left(table, GREEN) == ["pass"]

    def test_a_plan_that_is_laid_down_in_turn_begins_at_once(self) -> None:
        table = at(placing())
        lay(table, BLUE, "worker C4")

        assert table.row().restless
        assert work(table) == 1
        assert entries(table) == [(BLUE, "plan", "place")]

    def test_each_step_is_a_submission_with_what_was_sent_for_it(self) -> None:
        table = at(placing())
        lay(table, BLUE, "Worker   c4", "pass")
        work(table)
        (made,) = submissions(table)
        with reading() as session:
            row = session.get_one(Match, table.id)

        assert (made.kind, made.by, made.status) == ("plan", "plan", "played")
        assert hidden.body(row, made) == b'{"text": "Worker   c4"}'
        assert (made.entry, made.path) == (row.number, SENT.path)

    def test_steps_for_a_phase_to_come_wait_for_it(self) -> None:
        """Laid down in one go: where a step belongs its sort of action says."""
        items = "moai 2 at D5 marked green; moai 1 of blue"
        state = placing(items=items, crews="C6: 2 green workers", red="1 worker")
        table = at(state)
        own = lay(table, GREEN, "pass", "moai 2 from D5 to C6")
        assert [one.phase for one in own.steps] == ["placement 2", "transport 2"]
        turn(table, BLUE, "pass")
        work(table)
        turn(table, RED, "pass")
        turn(table, BLUE, "pass")
        work(table)

        assert [one for one in entries(table) if one[0] == GREEN][:2] == [
            (GREEN, "plan", "pass"),
            (GREEN, "plan", "move"),
        ]

    def test_steps_of_a_phase_that_is_over_for_the_seat_are_gone(self) -> None:
        table = at(placing())
        turn(table, BLUE, "worker D6")
        lay(table, GREEN, "pass", "worker C5")
        work(table)

        assert entries(table)[-1] == (GREEN, "plan", "pass")
        assert left(table, GREEN) == []

    def test_in_rapa_nui_too_a_step_each_time_that_it_is_awaited(self) -> None:
        table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
        first = table.row().awaited[0]
        played = rows.load(table.row())
        card = next(one for one in played.game.choices(played.state, first) if one.card != "moai")
        lay(table, first, played.game.say(played.state, card), "draw 2")

        assert work(table) == 2
        assert entries(table) == [(first, "plan", "play"), (first, "plan", "draw")]


class TestOtherwise:
    """Blue cuts the forest that green's step needs: it is no longer legal."""

    @pytest.fixture
    def words(self) -> str:
        island = GAME.islands["rapa-nui"]
        return f"sorcerer {island.label(next(iter(island.forests)))}, use forest"

    def state(self) -> Any:
        with_sorcerer = f"sorcerer, {LEFT}"
        return placing(blue=with_sorcerer, green=with_sorcerer)

    def test_stop_asks_its_owner_and_keeps_the_rest(self, words: str) -> None:
        table = at(self.state())
        lay(table, GREEN, words, "worker C5")
        turn(table, BLUE, words)

        assert work(table) == 0
        assert planning.look(token(table, GREEN)).stopped == "illegal"
        assert left(table, GREEN) == [words, "worker C5"]
        assert told(GREEN) == ["plan", "your_turn"]

    def test_pass_passes(self, words: str) -> None:
        table = at(self.state())
        lay(table, GREEN, words, otherwise="pass")
        turn(table, BLUE, words)
        work(table)

        assert entries(table)[-1] == (GREEN, "plan", "pass")

    def test_skip_goes_on_with_the_next_step(self, words: str) -> None:
        table = at(self.state())
        lay(table, GREEN, words, "worker C5", otherwise="skip")
        turn(table, BLUE, words)
        work(table)

        assert entries(table)[-1] == (GREEN, "plan", "place")
        assert left(table, GREEN) == []

    def test_where_a_game_has_no_pass_it_stops(self) -> None:
        table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
        first = table.row().awaited[0]
        laid = [Laid({"action": {"kind": "draw", "column": 1}}, "pass")]
        planning.lay(token(table, first), SENT, laid, NOON)
        work(table)

        assert planning.look(token(table, first)).stopped == "illegal"

    def test_a_plan_that_stopped_goes_on_once_it_is_laid_down_anew(self, words: str) -> None:
        table = at(self.state())
        lay(table, GREEN, words, "worker C5")
        turn(table, BLUE, words)
        work(table)
        revision = planning.look(token(table, GREEN)).revision
        planning.rearrange(token(table, GREEN), SENT, [(1, "stop")], revision, NOON)
        work(table)

        assert entries(table)[-1] == (GREEN, "plan", "place")


class TestSurprise:
    """The incident: a plan that surprises its owner. It stops and asks instead."""

    MOVE = "moai 2 from D5 to C6"

    def planned(self, laid_at: str, played_at: str, **laid: Any) -> str | None:
        """Green plans its move at one table and comes to its turn at another."""
        table = at(hauling(laid_at))
        planning.lay(token(table, GREEN), SENT, [Laid({"text": self.MOVE}, **laid)], NOON)
        self.changed(table, hauling(played_at))
        turn(table, BLUE, "pass")
        work(table)
        moved = (GREEN, "plan", "move") in entries(table)
        return None if moved else planning.look(token(table, GREEN)).stopped

    def changed(self, table: tables.Table, state: Any) -> None:
        with writing() as session:
            row = session.get_one(Match, table.id)
            played = replace(rows.load(row), state=state)
            hidden.keep_state(row, rows.snapshot(played))

    def test_it_gives_no_more_points_than_when_it_was_laid_down(self) -> None:
        """G9: a point for each unit of another's strength: one then, two now."""
        stopped = self.planned("C6: green worker, red worker", "C6: 2 red workers")

        assert stopped == "points"

    def test_fewer_points_surprise_nobody(self) -> None:
        assert self.planned("C6: 2 red workers", "C6: green worker, red worker") is None

    def test_control_with_the_points_its_owner_allowed_it_is_played(self) -> None:
        laid, played = "C6: green worker, red worker", "C6: 2 red workers"

        assert self.planned(laid, played, most_points=2) is None

    def test_what_could_not_be_foreseen_gives_nothing_away(self) -> None:
        """Nobody was on C6 when it was laid down."""
        assert self.planned("C8: blue worker", "C6: green worker, red worker") == "points"

    def test_an_item_that_is_another_than_it_was_is_left_alone(self) -> None:
        """Its own marked moai was meant; by then only one that anybody may claim lies there."""
        table = at(hauling("C6: 2 green workers"))
        laid = Laid({"action": {"kind": "move", "item": {"size": 2, "at": self.hex("D5")}}})
        marking = {"path": [self.hex("C6")], "ending": None}
        action = dict(laid.given["action"]) | marking
        planning.lay(token(table, GREEN), SENT, [Laid({"action": action})], NOON)
        others = "moai 2 at D5 moved green; moai 1 of blue; moai 1 of red"
        self.changed(table, hauling("C6: 2 green workers", items=others))
        turn(table, BLUE, "pass")
        work(table)

        assert planning.look(token(table, GREEN)).stopped == "changed"

    def hex(self, label: str) -> list[int]:
        return list(place(label))

    def test_a_column_from_which_another_has_drawn_is_not_drawn_from(self) -> None:
        table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
        first = table.row().awaited[0]
        second = 1 - first
        played = rows.load(table.row())
        theirs, mine = (
            played.game.say(played.state, self.cheap(played, seat)) for seat in (first, second)
        )
        lay(table, second, mine, "draw 2")
        turn(table, first, theirs)
        turn(table, first, "draw 2")
        while second not in table.row().awaited or table.row().phase != "turn 2":
            row = table.row()
            default = played.game.default(rows.load(row).state, row.awaited[0])
            turn(table, row.awaited[0], played.game.say(None, default))
        work(table)

        assert planning.look(token(table, second)).stopped == "changed"
        assert entries(table)[-1] == (second, "plan", "play")

    def cheap(self, played: Any, seat: int) -> Any:
        state = played.game.supposing(played.state, seat, played.game.ahead(played.state, seat)[-1])
        return next(
            one for one in played.game.choices(state, seat) if getattr(one, "card", "") != "moai"
        )


class TestLetters:
    def test_a_player_whose_plan_plays_gets_one_letter_at_its_end(self) -> None:
        table = at(placing())
        lay(table, GREEN, "worker C4", "worker C5", "worker C6")
        for _ in range(4):
            turn(table, BLUE, "tablet" if table.row().turn > 9 else "worker D6")
            work(table)
            if table.row().awaited == [RED]:
                turn(table, RED, "worker D6")

        assert told(GREEN) == ["your_turn"]
        assert [one[1:] for one in entries(table) if one[0] == GREEN] == [("plan", "place")] * 3

    def test_the_last_seat_acting_hears_nothing_between_its_own_actions(self) -> None:
        table = at(placing(green=f"{LEFT}; passed", red=f"{LEFT}; passed"))
        for words in ("worker C4", "worker C5", "worker C6"):
            turn(table, BLUE, words)

        assert table.row().awaited == [BLUE]
        assert told(BLUE) == []

    def test_control_somebody_who_acts_in_turn_is_told_each_time(self) -> None:
        table = at(placing(red=f"{LEFT}; passed"))
        for seat, words in ((BLUE, "worker C4"), (GREEN, "worker C5"), (BLUE, "worker C6")):
            turn(table, seat, words)

        assert (told(BLUE), told(GREEN)) == (["your_turn"], ["your_turn", "your_turn"])

    def test_the_last_seat_acting_is_told_once_when_its_plan_has_run_out(self) -> None:
        table = at(placing(green=f"{LEFT}; passed", red=f"{LEFT}; passed"))
        lay(table, BLUE, "worker C4", "worker C5")
        work(table)

        assert entries(table) == [(BLUE, "plan", "place")] * 2
        assert told(BLUE) == ["your_turn"]

    def test_the_letter_of_a_stop_says_why_and_nothing_of_the_step(self) -> None:
        table = at(hauling("C6: green worker, red worker"))
        laid = [Laid({"text": "moai 2 from D5 to C6"}, most_points=0)]
        planning.lay(token(table, GREEN), SENT, laid, NOON)
        turn(table, BLUE, "pass")
        work(table)
        delivery.deliver(tables.at())
        letter = next(one for one in reversed(tables.letters()) if one.seat == GREEN)
        said = tables.words(letter)

        assert letter.kind == "plan"
        assert "would give others more points" in said
        assert "to C6" not in said.partition("WHAT YOU MAY DO NOW")[0]
        assert [one.facts for one in tables.notices() if one.kind == "plan"] == [
            {"reason": "points"}
        ]

    def test_a_stop_is_told_once_though_the_seat_is_looked_at_again(self) -> None:
        table = at(placing())
        lay(table, BLUE, "worker C4 with 2 logs")
        work(table)
        with writing() as session:
            row = session.get_one(Match, table.id)
            row.unasked, row.restless = [BLUE], True
        work(table)

        assert told(BLUE, "plan") == ["plan"]


class TestReading:
    @pytest.mark.parametrize(
        ("laid", "code", "reason"),
        [
            (Laid({"text": "fly to the moon"}), "malformed", "unreadable"),
            (Laid({"action": {"kind": "place"}}), "malformed", "missing_field"),
            (Laid({"text": "bid nothing"}), "illegal", "no_plan"),
            (Laid({"text": "peek nau-nau"}), "illegal", "no_plan"),
            (Laid({"text": "pass"}, phase="placement 9"), "illegal", "no_phase"),
            (Laid({"text": "worker C4"}, phase="transport 2"), "illegal", "no_plan"),
        ],
    )
    def test_what_cannot_be_meant_is_refused_with_the_steps_number(
        self, laid: Laid, code: str, reason: str
    ) -> None:
        table = at(placing())
        with pytest.raises(Refusal) as refused:
            planning.lay(token(table, GREEN), SENT, [*steps("worker C4"), laid], NOON)

        assert refused.value.code == code
        assert refused.value.facts["step"] == 2
        assert reason in (refused.value.facts["reason"], "missing_field")
        assert left(table, GREEN) == []

    def test_what_is_not_legal_yet_may_be_laid_down(self) -> None:
        table = at(placing())
        own = lay(table, GREEN, "worker C4 with 2 logs")

        assert own.steps[0].refusal is not None
        assert own.steps[0].points is None

    def test_later_steps_are_read_at_the_table_that_earlier_ones_leave(self) -> None:
        """The moai is not on C6 yet."""
        table = at(hauling("C6: 2 green workers; C7: 2 green workers"))
        own = lay(table, GREEN, "moai 2 from D5 to C6", "moai 2 from C6 to C7")

        assert [one.foreseen for one in own.steps] == [True, True]

    def test_a_plan_that_changed_since_it_was_seen_is_not_replaced(self) -> None:
        """Else a step that was played meanwhile would be played again."""
        table = at(placing())
        seen = lay(table, BLUE, "worker C4", "worker C5").revision
        work(table)
        with pytest.raises(Refusal) as refused:
            planning.lay(token(table, BLUE), SENT, steps("worker C4"), NOON, seen)

        assert refused.value.code == "stale"
        assert left(table, BLUE) == ["worker C5"]

    def test_a_plan_too_long_to_be_kept_is_refused(self) -> None:
        table = at(placing())
        words = "worker C4" + " " * 1900
        with pytest.raises(Refusal) as refused:
            lay(table, GREEN, *[words] * 30)

        assert refused.value.code == "too_large"


class TestKeeping:
    def test_it_is_gone_with_the_seat_s_holder(self) -> None:
        table = at(placing())
        lay(table, GREEN, "worker C4")
        planning.prefer(token(table, GREEN), {"idle": True}, NOON)
        with writing() as session:
            row = session.get_one(Match, table.id)
            holding.destroy(
                session, row, session.get_one(Seat, (table.id, GREEN))
            )  # the change itself has its own tests

        assert self.kept() == 0

    def test_it_is_gone_with_the_match(self) -> None:
        table = at(placing())
        lay(table, GREEN, "worker C4")
        planning.prefer(token(table, GREEN), {"idle": True}, NOON)
        hosting.cancel(tokens.Host(table.id, 1), NOON)

        assert self.kept() == 0

    def test_it_is_gone_when_the_match_has_an_outcome(self) -> None:
        """The last round's transport ends with green's pass, though its plan had more."""
        state = position(turn="green", items=MOAI, options={"max_rounds": 2})
        table = at(state)
        lay(table, GREEN, "pass", "pass")
        work(table)

        assert table.row().status == "finished"
        assert self.kept() == 0

    def kept(self) -> int:
        with reading() as session:
            return session.query(PlanRow).count() + session.query(PreferenceRow).count()

    def test_laying_one_down_changes_nothing_that_others_ask_after(self) -> None:
        table = at(placing())
        before = table.row()
        lay(table, GREEN, "worker C4")
        after = table.row()

        assert (after.revision, after.submissions, after.turn) == (
            before.revision,
            before.submissions,
            before.turn,
        )

    def test_withdrawn_it_plays_no_more(self) -> None:
        table = at(placing())
        lay(table, GREEN, "worker C4")
        planning.withdraw(token(table, GREEN), NOON)
        turn(table, BLUE, "pass")

        assert work(table) == 0
        assert told(GREEN) == ["your_turn"]
        with pytest.raises(Refusal):
            planning.withdraw(token(table, GREEN), NOON)

    def test_who_takes_a_step_back_is_not_overtaken_by_its_plan(self) -> None:
        table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
        first = table.row().awaited[0]
        played = rows.load(table.row())
        card = next(one for one in played.game.choices(played.state, first) if one.card != "moai")
        words = played.game.say(played.state, card)
        later = [Laid({"text": words}, phase="turn 3")]
        planning.lay(token(table, first), SENT, later, NOON)
        work(table)
        turn(table, first, words)
        undoing.undo(token(table, first), SENT, table.row().turn, NOON)

        assert table.row().awaited == [first]
        assert first in table.row().helped
        assert not table.row().restless

    def test_a_paused_match_plays_no_plan(self) -> None:
        table = at(placing())
        lay(table, BLUE, "worker C4")
        with writing() as session:
            session.get_one(Match, table.id).paused_at = NOON

        assert not stand_ins.act(table.id, NOON)
