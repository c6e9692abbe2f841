"""Plans that come by a phase's link: as far as the round, told in the next letter, and dropped."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.giants.state import Stage
from service import notices, planning, plans, seating, tokens
from service.notices import Telling
from service.plans import Laid
from service.post import delivery
from service.refusals import Refusal
from service.store.database import reading, writing
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.engine.giants.tables import table as position
from tests.parts import tables
from tests.parts.dumps import dump
from tests.parts.tables import NOON, Table, at
from tests.service.plan_tables import (
    GREEN,
    LEFT,
    SENT,
    at as put,
    lay,
    left,
    steps,
    token,
    turn as play,
    work,
)

BLUE = 0
LINK = tokens.Turn("m1", GREEN, 1, "placement 2")
DROP = tokens.Drop("m1", GREEN, 1, "placement 2")
HEADING = "YOUR PLAN, BY A LETTER'S LINK"


def sitting(stage: Stage = "placement") -> Table:
    clans: dict[str, Any] = {"blue": LEFT, "green": LEFT, "red": LEFT}
    table = put(position(stage=stage, turn="blue", **clans))
    delivery.deliver(at(0))
    return table


@pytest.fixture
def table(writing_room: Flask) -> Table:
    """In placement of the second round; Green waits."""
    return sitting()


@pytest.fixture
def visitor(writing_room: Flask, table: Table) -> FlaskClient:
    return writing_room.test_client()


def after(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def link(*words: str, held: tokens.Turn = LINK, minutes: int = 1) -> planning.Own:
    return planning.lay(held, SENT, steps(*words), after(minutes))


def next_letter(minutes: int = 5, seat: int = GREEN) -> str:
    """What the seat is told when something else is to be told."""
    with writing() as session:
        row = seating.hold(session, "m1")
        facts = {"due_at": NOON.isoformat()}
        telling = Telling(seat, "extended", f"test:{minutes}", facts)
        notices.write(session, row, [telling], after(minutes))
    delivery.deliver(at(minutes + 30))
    return tables.words([one for one in tables.letters() if one.seat == seat][-1])


def post(visitor: FlaskClient, held: tokens.Token, do: str) -> Any:
    return visitor.post(f"/{held.letter}/{tokens.sign(held)}", data={"do": do})


@pytest.mark.usefixtures("writing_room")
class TestReach:
    def test_a_phase_s_link_plans_for_the_rest_of_the_round(self, table: Table) -> None:
        laid = link("worker C4", "pass")

        assert [one.phase for one in laid.steps] == ["placement 2", "placement 2"]
        planning.lay(LINK, SENT, [Laid({"text": "pass"}, phase="transport 2")], after(2))
        assert left(table, GREEN) == ["pass"]

    def test_and_never_for_the_next(self) -> None:
        """At the recall a plan is for the round to come: the seat's own link lays it."""
        table = sitting("recall")
        held = tokens.Turn("m1", GREEN, 1, "recall 2")
        codes = []
        for laid in (Laid({"text": "pass"}), Laid({"text": "pass"}, phase="transport 3")):
            with pytest.raises(Refusal) as caught:
                planning.lay(held, SENT, [laid], NOON)
            codes.append((caught.value.code, caught.value.facts["reason"]))
        mine = lay(table, GREEN, "worker C4")
        with pytest.raises(Refusal) as again:
            planning.rearrange(held, SENT, [(0, "skip")], mine.revision, NOON)

        assert codes == [("forbidden", "later_round")] * 2
        assert again.value.facts["reason"] == "later_round"
        assert [one.phase for one in mine.steps] == ["placement 3"]

    def test_its_page_offers_no_later_round_either(self, writing_room: Flask) -> None:
        table = sitting("recall")
        lay(table, GREEN, "worker C4")
        client = writing_room.test_client()
        held = tokens.Turn("m1", GREEN, 1, "recall 2")
        phase = client.get(f"/t/{tokens.sign(held)}").text
        seat = client.get(f"/s/{tokens.sign(token(table, GREEN))}").text

        assert "plan-add" in seat
        assert "plan-save" in seat
        assert "plan-add" not in phase
        assert "plan-save" not in phase
        assert "plan-forget" in phase


@pytest.mark.usefixtures("table")
class TestTelling:
    def test_the_next_letter_tells_it_in_words_with_a_way_to_drop_it(self) -> None:
        link("worker C4", "pass")
        said = next_letter()

        assert HEADING in said
        assert "with the link of this phase: placement, round 2." in said.replace("\n", " ").lower()
        assert "1 March 2026, 13:01" in said
        assert "worker C4" in said
        assert re.search(r"(?m)^Drop this plan:\nhttp://127.0.0.1:8000/d/d\.\S+$", said)

    def test_no_letter_is_written_for_it(self) -> None:
        before = len(tables.letters()), len(tables.notices())
        link("worker C4")
        delivery.deliver(at(60))

        assert (len(tables.letters()), len(tables.notices())) == before

    def test_it_is_told_once(self) -> None:
        link("worker C4")
        said = [next_letter(5), next_letter(100)]

        assert [HEADING in one for one in said] == [True, False]

    def test_again_where_the_letter_did_not_arrive(self) -> None:
        link("worker C4")
        next_letter(5)
        with writing() as session:
            session.query(Letter).update({"status": "bounced"})

        assert HEADING in next_letter(100)

    def test_what_the_seat_s_own_link_plans_is_told_to_nobody(self, table: Table) -> None:
        lay(table, GREEN, "worker C4")

        assert HEADING not in next_letter()

    def test_the_others_letters_say_nothing(self) -> None:
        link("worker C4")
        said = next_letter(seat=BLUE)

        assert HEADING not in said
        assert "/d/d." not in said

    def test_what_is_played_already_is_told_too(self, table: Table) -> None:
        link("worker C4")
        play(table, BLUE, "worker D6")
        work(table)
        said = next_letter()

        assert HEADING in said
        assert "Nothing of it is left to be played." in said
        assert "/d/d." not in said

    def test_what_is_thrown_away_by_it_is_told_too(self, table: Table) -> None:
        lay(table, GREEN, "worker C4")
        planning.withdraw(LINK, after(1))

        assert left(table, GREEN) == []
        assert HEADING in next_letter()

    def test_what_the_seat_lays_in_its_place_is_not_named(self, table: Table) -> None:
        link("worker C4")
        planning.lay(token(table, GREEN), SENT, steps("worker C5"), after(2))
        said = next_letter()

        assert HEADING in said
        assert "worker C5" not in said.partition(HEADING)[2].partition("WHAT")[0]
        assert "/d/d." not in said

    def test_a_digest_tells_it_as_well(self) -> None:
        with writing() as session:
            for one in session.query(Player):
                one.policy = {"letters": {"digest": 18}}
        link("worker C4")
        tables.lay("m2")
        with writing() as session:
            player = session.get_one(Player, "m1-Bruno")
            session.query(Seat).filter_by(match_id="m2", number=1).update({"player_id": player.id})
            for match in ("m1", "m2"):
                row = session.get_one(Match, match)
                telling = Telling(1, "extended", "test:1", {"due_at": NOON.isoformat()})
                notices.tell_player(session, row, player.id, telling, after(5))
        delivery.deliver(at(24 * 60))
        (letter,) = [one for one in tables.letters() if one.kind == "digest"]

        assert tables.words(letter).count(HEADING) == 1
        assert "Drop this plan:" in tables.words(letter)


class TestDropping:
    def test_looking_changes_nothing_and_a_click_drops_it(
        self, table: Table, visitor: FlaskClient
    ) -> None:
        link("worker C4", "pass")
        before = dump()
        looked = visitor.get(f"/d/{tokens.sign(DROP)}")
        unchanged = dump() == before
        clicked = post(visitor, DROP, "drop")
        again = post(visitor, DROP, "drop")

        assert unchanged
        assert 'value="drop"' in looked.text
        assert "There is no such plan any more" in clicked.text
        assert (clicked.status_code, again.status_code) == (200, 200)
        assert left(table, GREEN) == []

    def test_nothing_of_it_is_played_and_the_seat_is_asked(
        self, table: Table, visitor: FlaskClient
    ) -> None:
        link("worker C4")
        post(visitor, DROP, "drop")
        play(table, BLUE, "worker D6")

        assert work(table) == 0
        assert table.row().awaited == [GREEN]
        assert table.row().unasked == []

    def test_also_once_its_phase_is_over_and_its_link_dead(
        self, table: Table, visitor: FlaskClient
    ) -> None:
        planning.lay(LINK, SENT, [Laid({"text": "pass"}, phase="transport 2")], after(1))
        with writing() as session:
            session.get_one(Match, "m1").phase = "transport 2"
        post(visitor, DROP, "drop")

        assert left(table, GREEN) == []

    @pytest.mark.parametrize(
        ("held", "status"),
        [
            (tokens.Drop("m1", GREEN, 1, "auction 2"), 200),
            (tokens.Drop("m1", BLUE, 1, "placement 2"), 200),
            (tokens.Drop("m1", GREEN, 2, "placement 2"), 401),
        ],
        ids=["another phase's", "another seat's", "another holder's"],
    )
    def test_no_other_letter_s_link_drops_it(
        self, table: Table, visitor: FlaskClient, held: tokens.Drop, status: int
    ) -> None:
        link("worker C4")
        answer = post(visitor, held, "drop")

        assert answer.status_code == status
        assert left(table, GREEN) == ["worker C4"]

    def test_it_drops_nothing_that_the_seat_has_laid_since(
        self, table: Table, visitor: FlaskClient
    ) -> None:
        link("worker C4")
        planning.lay(token(table, GREEN), SENT, steps("worker C5"), after(2))
        answer = post(visitor, DROP, "drop")

        assert answer.status_code == 200
        assert left(table, GREEN) == ["worker C5"]

    def test_laid_anew_by_the_same_link_the_button_still_drops_it(
        self, table: Table, visitor: FlaskClient
    ) -> None:
        """Whoever has the link cannot outrun the letter."""
        link("worker C4")
        next_letter()
        link("worker C5", minutes=50)
        post(visitor, DROP, "drop")

        assert left(table, GREEN) == []

    def test_added_to_by_the_seat_it_goes_as_a_whole(
        self, table: Table, visitor: FlaskClient
    ) -> None:
        mine = link("worker C4")
        planning.add(token(table, GREEN), SENT, Laid({"text": "pass"}), mine.revision, after(2))
        post(visitor, DROP, "drop")

        assert left(table, GREEN) == []

    def test_in_a_pause_too(self, table: Table, visitor: FlaskClient) -> None:
        link("worker C4")
        with writing() as session:
            session.get_one(Match, "m1").paused_at = NOON
        post(visitor, DROP, "drop")

        assert left(table, GREEN) == []

    def test_a_form_that_says_nothing_drops_nothing(
        self, table: Table, visitor: FlaskClient
    ) -> None:
        link("worker C4")

        assert post(visitor, DROP, "dance").status_code == 400
        assert left(table, GREEN) == ["worker C4"]


def test_all_that_a_seat_has_planned_is_dropped_at_once(table: Table) -> None:
    """For who makes its links anew; its preferences stay."""
    link("worker C4")
    planning.prefer(token(table, GREEN), {"idle": True}, NOON)
    with writing() as session:
        plans.drop(session, seating.hold(session, "m1"), GREEN)

    assert left(table, GREEN) == []
    assert planning.my_preferences(token(table, GREEN))["idle"] is True
    assert HEADING not in next_letter()


def test_of_a_plan_of_before_links_were_told_nothing_is_told(table: Table) -> None:
    """As it was kept until now: without a word of links."""
    lay(table, GREEN, "worker C4")
    with reading() as session:
        plan = plans.of_seat(session, session.get_one(Match, "m1"), GREEN)

    assert plan is not None
    assert plan.changes == ()
