"""The guard: so many late at once are doubted; no stranger brings it about; it lets go itself."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update
from structlog.testing import capture_logs

from service import deadlines, guard, health, outages
from service.guard import Voice
from service.post import delivery
from service.store import dues
from service.store.database import reading, writing
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import tables
from tests.parts.tables import NOON

HOUR, TURN = timedelta(hours=1), timedelta(hours=24)
SWEEP = timedelta(seconds=90)  # the longest that is no gap yet, and a little less
LATE = NOON + TURN + timedelta(minutes=10)  # by when each of these turns is enforced


def lay_many(count: int, name: str = "g") -> list[str]:
    """Tables of two people, each opened from elsewhere; at each one is awaited."""
    return [
        tables.lay(f"{name}{number}", "rapa-nui", ("Anna", "Bruno")).id for number in range(count)
    ]


@pytest.fixture
def many(writing_room: Flask) -> list[str]:
    """One more than the guard believes, also without one of the networks."""
    return lay_many(7)


def swept(until: datetime, length: timedelta = HOUR + SWEEP) -> None:
    """Sweeps without a gap."""
    for number in range(int(length / SWEEP), -1, -1):
        outages.catch_up(until - SWEEP * number)


def written() -> None:
    """The letters that it is their turn leave."""
    delivery.deliver(tables.at(5))


def sound() -> None:
    written()
    swept(LATE)


def found_twice() -> tuple[list[str], list[str]]:
    """What two sweeps find to enforce, one after the other."""
    first = deadlines.overdue(LATE)
    outages.catch_up(LATE + SWEEP)
    return first, sorted(deadlines.overdue(LATE + SWEEP))


# --- what it holds


def test_more_at_once_than_can_be_trusted_times_nobody_out(many: list[str]) -> None:
    held = deadlines.overdue(LATE)
    later = deadlines.overdue(LATE + TURN)

    assert (held, later) == ([], [])


def test_it_holds_at_the_shown_moment_before_anything_is_enforced(many: list[str]) -> None:
    """Enforcement is spread: counted by what is enforced a crowd would be a trickle."""
    deadlines.overdue(NOON + TURN)

    assert part(NOON + TURN).state == "held"


def test_the_operators_word_lets_these_go_on_and_no_others(many: list[str]) -> None:
    deadlines.overdue(LATE)
    resumed = guard.resume(LATE)
    found = deadlines.overdue(LATE)

    assert resumed
    assert sorted(found) == many


def test_control_a_few_time_out_by_themselves(writing_room: Flask) -> None:
    few = lay_many(5)

    assert sorted(deadlines.overdue(LATE)) == few


def voices(count: int, *, first: int = 0, source: str | None = None) -> set[Voice]:
    return {Voice(f"p{one}", source or f"n{one}") for one in range(first, first + count)}


@pytest.mark.parametrize(
    ("late", "due", "doubted"),
    [
        (6, 6, False),  # five without the heaviest network
        (7, 7, True),
        (10, 91, False),  # nine of ninety are a tenth, and no more
        (11, 91, True),
    ],
)
def test_people_are_counted_by_their_share_of_those_due(
    late: int, due: int, *, doubted: bool
) -> None:
    assert guard.implausible(voices(late), voices(due)) is doubted


def test_one_who_is_late_at_many_tables_is_one() -> None:
    at_many = {Voice("p0", f"n{number}") for number in range(50)}

    assert not guard.implausible(at_many, at_many)


def test_a_network_weighs_nothing_where_others_are_due() -> None:
    strangers = voices(50, source="there")

    assert not guard.implausible(strangers, strangers | voices(1, first=50))
    assert guard.implausible(strangers | voices(6, first=50), strangers | voices(6, first=50))


def test_a_service_of_one_network_is_guarded_as_a_whole() -> None:
    club = voices(6, source="here")

    assert guard.implausible(club, club)


def test_all_who_are_due_are_counted_only_where_more_are_late_than_can_be_trusted(
    many: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sweep that finds nothing costs the same however many are played; the control finds many."""
    counted: list[int] = []
    people = dues.people

    def counting(session: Any) -> Any:
        counted.append(1)
        return people(session)

    monkeypatch.setattr(dues, "people", counting)

    deadlines.overdue(NOON)
    assert counted == []

    deadlines.overdue(LATE)
    assert counted == [1]


def test_matches_that_only_need_another_look_are_not_counted(many: list[str]) -> None:
    with writing() as session:
        session.execute(update(Seat).values(due_at=NOON + 9 * TURN))

    assert sorted(deadlines.overdue(LATE)) == many


# --- what a stranger cannot do


def alone(match: str, how: str) -> None:
    """Of the two at the table one person is left."""
    with writing() as session:
        awaited = session.get_one(Match, match).awaited[0]
        other = session.get_one(Seat, (match, 1 - awaited))
        if how == "a bot":
            other.player_id, other.bot = None, "random"
        elif how == "invited":
            other.status, other.bot = "invited", "random"
        else:
            player = session.get_one(Player, other.player_id)
            own = session.get_one(Seat, (match, awaited)).player_id
            local, _, domain = str(session.get_one(Player, own).address).partition("@")
            player.address = f"{local}+other@{domain}"


@pytest.mark.parametrize("how", ["a bot", "invited", "the same mailbox"])
def test_seven_empty_matches_hold_nothing_and_time_out(writing_room: Flask, how: str) -> None:
    """The incident: a stranger opened seven, stayed away, and nobody's deadline acted any more."""
    empty, honest = lay_many(7, "e"), lay_many(1, "h")
    for match in empty:
        alone(match, how)

    assert sorted(deadlines.overdue(LATE)) == [*empty, *honest]
    assert part(LATE).state == "ok"


def test_empty_matches_time_out_also_while_the_others_are_held(many: list[str]) -> None:
    (empty,) = lay_many(1, "e")
    alone(empty, "a bot")

    assert deadlines.overdue(LATE) == [empty]
    assert deadlines.overdue(LATE + SWEEP) == [empty]


def opened_from(matches: list[str], *networks: str) -> None:
    with writing() as session:
        for number, match in enumerate(matches):
            session.get_one(Match, match).opened_from = networks[number % len(networks)]


def test_seven_matches_of_many_mailboxes_but_one_network_hold_nothing(
    writing_room: Flask,
) -> None:
    """Whoever has a domain has as many mailboxes as they like."""
    strange, honest = lay_many(7, "s"), lay_many(1, "h")
    opened_from(strange, "there")
    opened_from(honest, "here")

    assert sorted(deadlines.overdue(LATE)) == [*honest, *strange]


def test_control_the_same_matches_of_several_networks_are_doubted(writing_room: Flask) -> None:
    strange, honest = lay_many(14, "s"), lay_many(1, "h")
    opened_from(strange, "there", "elsewhere")
    opened_from(honest, "here")

    assert deadlines.overdue(LATE) == []


# --- letting go


def test_the_absentees_of_one_night_are_let_go_by_itself(many: list[str]) -> None:
    """The incident: they held a club until somebody typed a command."""
    sound()
    held, let_go = found_twice()

    assert (held, let_go) == ([], many)


def test_a_club_of_one_network_is_let_go_by_itself(writing_room: Flask) -> None:
    club = lay_many(6)
    opened_from(club, "here")
    sound()
    held, let_go = found_twice()

    assert (held, let_go) == ([], club)


def test_they_are_let_go_also_where_all_have_acted_since(many: list[str]) -> None:
    sound()
    deadlines.overdue(LATE)
    with writing() as session:
        session.execute(update(Seat).values(due_at=LATE + TURN))
        session.execute(update(Match).values(due_at=LATE + TURN))
    outages.catch_up(LATE + SWEEP)
    deadlines.overdue(LATE + SWEEP)

    assert part(LATE + SWEEP).state == "let_go"


def test_a_sweep_missed_within_the_hour_keeps_them_held(many: list[str]) -> None:
    written()
    swept(LATE, HOUR - 2 * SWEEP)
    held, still = found_twice()

    assert (held, still) == ([], [])


def test_a_sweep_missed_is_forgiven_after_an_hour(many: list[str]) -> None:
    written()
    swept(LATE - HOUR - 2 * SWEEP)
    outages.catch_up(LATE - HOUR)  # a gap, if no outage
    swept(LATE, HOUR - SWEEP)
    held, let_go = found_twice()

    assert (held, let_go) == ([], many)


@pytest.mark.parametrize("step", [-HOUR, 2 * HOUR])
def test_a_clock_that_has_jumped_keeps_them_held(many: list[str], step: timedelta) -> None:
    """To and fro, though the sweeps went on all the while."""
    sound()
    outages.catch_up(LATE + step)
    outages.catch_up(LATE)
    with writing() as session:  # not what is given back: the guard alone
        session.execute(update(Seat).values(due_at=NOON + TURN))
        session.execute(update(Match).values(due_at=NOON + TURN))
    held, still = found_twice()

    assert (held, still) == ([], [])


def test_letters_that_have_not_left_keep_them_held(many: list[str]) -> None:
    swept(LATE)
    held, still = found_twice()

    assert (held, still) == ([], [])


@pytest.mark.parametrize(("status", "goes_on"), [("bounced", True), ("ready", False)])
def test_a_letter_that_came_back_has_left_and_one_that_waits_has_not(
    many: list[str], status: str, *, goes_on: bool
) -> None:
    sound()
    with writing() as session:
        session.execute(update(Letter).values(status=status))
    held, then = found_twice()

    assert (held, then) == ([], many if goes_on else [])


def test_what_was_let_go_is_not_doubted_again_and_what_comes_after_is(many: list[str]) -> None:
    sound()
    found_twice()
    again = sorted(deadlines.overdue(LATE + 2 * SWEEP))
    with writing() as session:
        session.execute(update(Seat).values(due_at=LATE + 3 * SWEEP))
        session.execute(update(Match).values(due_at=LATE + 3 * SWEEP))
    fresh = deadlines.overdue(LATE + 12 * SWEEP)

    assert (again, fresh) == (many, [])


# --- the alarm


def part(now: datetime) -> health.Part:
    return health._deadlines(now)  # the others need a broker


def test_health_says_that_they_are_held(many: list[str], make_settings: Callable[..., Any]) -> None:
    deadlines.overdue(LATE)
    found = health.parts(make_settings(), NOON, LATE + HOUR)["deadlines"]

    assert (found.state, found.age) == ("held", 3600.0)


def test_the_alarm_stays_for_a_day_though_they_were_let_go(many: list[str]) -> None:
    sound()
    found_twice()
    at = LATE + SWEEP

    assert (part(at + HOUR).state, part(at + HOUR).age) == ("let_go", 3600.0)
    assert not part(at + HOUR).works
    assert part(at + TURN).state == "ok"


def test_the_operators_word_ends_the_alarm(many: list[str]) -> None:
    sound()
    found_twice()
    held = guard.resume(LATE + SWEEP)

    assert (held, part(LATE + SWEEP).state) == (False, "ok")


def test_the_log_and_the_figures_keep_what_was(many: list[str]) -> None:
    sound()
    with capture_logs() as logged:
        found_twice()

    said = [(one["event"], one["log_level"], one["reason"]) for one in logged if "reason" in one]
    reason = "7 people would have timed out at once"
    assert said == [("deadlines_held", "error", reason), ("deadlines_let_go", "warning", reason)]
    assert guard.figures() == {"count": 1.0}


def test_the_metrics_count_every_hold(stored: Flask) -> None:
    lay_many(7)
    before = stored.test_client().get("/metrics").text
    deadlines.overdue(LATE)
    deadlines.overdue(LATE + SWEEP)
    after = stored.test_client().get("/metrics").text

    assert "moai_deadline_holds_total 0.0" in before
    assert "moai_deadline_holds_total 1.0" in after
    assert 'moai_part_up{part="deadlines"} 0.0' in after


def test_the_log_says_what_speaks_against_letting_go(many: list[str]) -> None:
    swept(LATE)
    with capture_logs() as logged:
        found_twice()

    doubts = [one["doubt"] for one in logged if one["event"] == "deadlines_held"]
    assert doubts == [None, "letters have not left"]


def test_both_databases_tell_the_time_that_the_guard_asks_for(stored: Flask) -> None:
    with reading() as session:
        assert guard._clocks_agree(session)
