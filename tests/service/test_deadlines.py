"""At the deadline: the rules act for who is absent, once, counted; then a bot plays for them."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from engine import codec
from engine.registry import GAMES
from service import (
    deadlines,
    due,
    handovers,
    hosting,
    play,
    resolution,
    returning,
    sealed as sealed_,
    stand_ins,
    table as table_,
    tokens,
)
from service.opening import BotSeat
from service.post import delivery, truth
from service.sent import Asked
from service.store.database import reading, writing
from service.store.entries import LogEntry, all_of
from service.store.matches import Match, Seat
from service.store.players import Player
from service.store.submissions import Submission
from tests.parts import tables
from tests.parts.tables import BY_LETTER, NOON, Table

HOUR = timedelta(hours=1)
SEALED, TURN = 48 * HOUR, 24 * HOUR  # as these tables have agreed
HOST = tokens.Host("m1", 1)


@pytest.fixture
def auction(writing_room: Flask) -> Table:
    """Three people in their first auction."""
    return tables.lay()


@pytest.fixture
def turn(writing_room: Flask) -> Table:
    """Two people at cards; somebody's open turn."""
    return tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))


def enforce(at: datetime, match: str = "m1") -> int:
    """By a look that comes when no deadline of then is left to be spread."""
    return deadlines.enforce(match, at + due.LONGEST_SPREAD, at)


def seat(number: int, match: str = "m1") -> Seat:
    with reading() as session:
        found = session.get_one(Seat, (match, number))
        session.expunge(found)
        return found


def agree(**pace: Any) -> None:
    with writing() as session:
        row = session.get_one(Match, "m1")
        row.pace = {**row.pace, **pace}


def sealed() -> list[tuple[int, str, str]]:
    with reading() as session:
        query = select(Submission).order_by(Submission.number)
        return [(one.seat, one.by, one.status) for one in session.scalars(query)]


def entries() -> list[LogEntry]:
    with reading() as session:
        found = all_of(session, "m1")
        session.expunge_all()
        return list(found)


def told(kind: str) -> list[tuple[str, dict[str, Any]]]:
    found = [one for one in tables.notices() if one.kind == kind]
    return [(one.player_id.partition("-")[2], one.facts) for one in found]


# --- what is done


def test_every_awaited_person_has_the_full_time_and_the_match_the_first_of_them(
    auction: Table,
) -> None:
    assert [seat(number).due_at for number in range(3)] == [NOON + SEALED] * 3
    assert auction.row().due_at == NOON + SEALED


def test_before_the_deadline_nothing_is_done(auction: Table) -> None:
    found = deadlines.enforce("m1", NOON + SEALED - timedelta(seconds=1), NOON + SEALED)

    assert (found, sealed()) == (0, [])


def test_who_is_late_in_a_sealed_phase_gets_the_rules_own_action_sealed(auction: Table) -> None:
    auction.submit(0, "bid 1 marker")
    enforce(NOON + SEALED)
    resolution.resolve("m1", NOON + SEALED)

    assert sealed() == [(0, "person", "played"), (1, "default", "played"), (2, "default", "played")]
    opened = entries()[-1].public["actions"]
    assert [(one["seat"], one["by"]) for one in opened] == [
        (0, "person"),
        (1, "default"),
        (2, "default"),
    ]
    assert [seat(number).defaults for number in range(3)] == [0, 1, 1]


def test_a_deliberate_bid_of_nothing_is_never_taken_for_absence(auction: Table) -> None:
    """The incident: what Bruno bids is what the rules would bid for him, and yet it is his."""
    for number in range(3):
        auction.submit(number, "bid nothing")
    enforce(NOON + SEALED + HOUR)
    resolution.resolve("m1", NOON + SEALED + HOUR)

    opened = entries()[-1].public["actions"]
    assert {one["by"] for one in opened} == {"person"}
    assert [seat(number).defaults for number in range(3)] == [0, 0, 0]
    assert told("missed") == []


def test_who_is_late_in_an_open_turn_gets_what_the_rules_lay_down(turn: Table) -> None:
    (whose,) = turn.row().awaited
    state = GAMES["rapa-nui"]
    enforce(NOON + TURN)

    last = entries()[-1].public
    assert (last["kind"], last["seat"], last["by"]) == ("default", whose, "default")
    assert codec.read(state.action_type, last["action"])
    assert seat(whose).defaults == 1


def test_a_submission_made_in_time_wins(turn: Table) -> None:
    (whose,) = turn.row().awaited
    text = first_choice(turn, whose)
    turn.submit(whose, text, NOON + TURN - timedelta(seconds=1))
    number = turn.row().number
    found = enforce(NOON + TURN)

    assert (found, turn.row().number, seat(whose).defaults) == (0, number, 0)


def first_choice(table: Table, number: int) -> str:
    played = table_.load(table.row())
    action = next(iter(played.game.choices(played.state, number)))
    return played.game.say(played.state, action)


def test_delivered_three_times_it_is_done_once(auction: Table) -> None:
    counts = [enforce(NOON + SEALED) for _ in range(3)]
    resolved = [resolution.resolve("m1", NOON + SEALED) for _ in range(3)]

    assert counts == [3, 0, 0]
    assert resolved == [True, False, False]
    assert [seat(number).defaults for number in range(3)] == [1, 1, 1]
    assert len(told("missed")) == 3


def test_a_message_that_lay_about_finds_no_later_deadline(turn: Table) -> None:
    """It may do what its look found, and nothing that fell due while nobody could act."""
    found = NOON + TURN
    enforce(found)
    number = turn.row().number
    deadlines.enforce("m1", found, found + 30 * TURN)

    assert turn.row().number == number


@pytest.mark.parametrize("column", ["paused_at", "quarantined_at"])
def test_a_match_at_rest_times_nobody_out(auction: Table, column: str) -> None:
    with writing() as session:
        setattr(session.get_one(Match, "m1"), column, NOON)

    assert enforce(NOON + SEALED) == 0
    assert deadlines.overdue(NOON + SEALED) == []


def test_the_holder_is_told_and_how_often_it_was(auction: Table) -> None:
    delivery.deliver(tables.at(1))
    enforce(NOON + SEALED)
    delivery.deliver(lambda: NOON + SEALED)

    assert told("missed")[1] == ("Bruno", {"phase": "auction 1", "missed": 1, "patience": 3})
    last = next(one for one in reversed(tables.letters()) if one.player_id == "m1-Bruno")
    said = " ".join(tables.words(last).split())
    assert "Your time was over in the match of Giants: Auction, round 1." in said
    assert "That was 1 deadline in a row. After 3 a bot plays for you until you return." in said


def test_a_match_whose_first_seat_has_acted_is_looked_at_again_later(auction: Table) -> None:
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).due_at = NOON + 2 * SEALED
        session.get_one(Seat, ("m1", 2)).due_at = NOON + 2 * SEALED
    auction.submit(0, "bid nothing")
    found = enforce(NOON + SEALED)

    assert (found, auction.row().due_at) == (0, NOON + 2 * SEALED)


# --- a bot takes over


def missed(times: int) -> datetime:
    """So many auctions and turns have passed without a word of anybody; when that is."""
    now = NOON
    for _ in range(times):
        now += SEALED
        enforce(now)
        resolution.resolve("m1", now)
    return now


def test_after_so_many_in_a_row_a_bot_plays_and_everyone_is_told(auction: Table) -> None:
    agree(patience=1)
    auction.submit(0, "bid nothing")
    auction.submit(1, "bid nothing")
    enforce(NOON + SEALED)

    assert seat(2).stand_in == "greedy"
    assert auction.row().helped == [2]
    own = {"step": "bot", "seat": 2, "name": "Carla"}
    assert told("away") == [
        ("Anna", own | {"own": False}),
        ("Bruno", own | {"own": False}),
        ("Carla", own | {"own": True}),
    ]


def test_with_a_patience_of_none_no_bot_ever_comes(auction: Table) -> None:
    agree(patience=0)
    with writing() as session:
        session.execute(update(Seat).values(defaults=19))
    enforce(NOON + SEALED)

    assert [seat(number).stand_in for number in range(3)] == [None] * 3


def test_an_own_action_starts_the_count_anew(auction: Table) -> None:
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).defaults = 2
    auction.submit(1, "bid nothing")

    assert seat(1).defaults == 0


@pytest.fixture
def stood_in(auction: Table) -> Table:
    """A bot plays for Bruno, and nothing is sealed yet."""
    with writing() as session:
        row = session.get_one(Match, "m1")
        session.get_one(Seat, ("m1", 1)).stand_in = "greedy"
        session.flush()
        stand_ins.attend(session, row)
    return auction


def test_the_stand_in_seals_for_the_seat_and_the_holder_may_still_do_better(
    stood_in: Table,
) -> None:
    acted = stand_ins.act("m1", NOON)
    stood_in.submit(1, "bid nothing")

    assert acted
    assert sealed() == [(1, "bot", "replaced"), (1, "person", "sealed")]
    assert (seat(1).stand_in, stood_in.row().helped) == (None, [])


def test_one_click_ends_it_and_brings_the_turn_with_its_full_time(stood_in: Table) -> None:
    returning.take_back(tokens.Return("m1", 1, 1), NOON + HOUR)

    assert (seat(1).stand_in, seat(1).defaults) == (None, 0)
    assert stood_in.row().restless is False
    assert seat(1).due_at == NOON + SEALED
    assert not stand_ins.act("m1", NOON + HOUR)


def test_who_returns_in_a_turn_that_a_bot_was_to_play_has_its_full_time(auction: Table) -> None:
    agree(patience=1)
    missed(1)
    number = auction.row().awaited[0]
    later = NOON + SEALED + HOUR
    returning.take_back(tokens.Return("m1", number, 1), later)

    assert seat(number).due_at == later + TURN
    assert ("return" in [one.cause.partition(":")[0] for one in tables.notices()]) is True


def test_coming_back_when_nobody_plays_for_one_changes_nothing(auction: Table) -> None:
    before = auction.row().revision
    returning.take_back(tokens.Seat("m1", 1, 1), NOON)

    assert auction.row().revision == before


def test_who_a_bot_plays_for_is_not_told_that_it_is_its_turn(stood_in: Table) -> None:
    delivery.deliver(tables.at(1))

    turns = [one for one in tables.notices() if one.kind == "your_turn"]
    assert [(one.status, one.reason) for one in turns if one.seat == 1] == [
        ("dropped", truth.STOOD_IN)
    ]


def test_the_holders_letter_has_the_way_back_and_the_others_have_not(auction: Table) -> None:
    agree(patience=1)
    delivery.deliver(tables.at(1))
    auction.submit(0, "bid nothing")
    auction.submit(1, "bid nothing")
    enforce(NOON + SEALED)
    delivery.deliver(lambda: NOON + SEALED)

    newest = {one.player_id: tables.words(one) for one in tables.letters()}
    linked = {player: "/r/r." in words for player, words in newest.items()}
    assert linked == {"m1-Anna": False, "m1-Bruno": False, "m1-Carla": True}


def test_a_new_holder_starts_without_stand_in_and_count(stood_in: Table) -> None:
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).defaults = 2
        session.execute(update(Player).values(confirmed_at=NOON))
    handovers.replace(HOST, 1, BotSeat("random"), NOON)
    handovers.consent(tokens.Seat("m1", 1, 1), 1, NOON)

    held = seat(1)
    assert (held.bot, held.stand_in, held.defaults, held.due_at) == ("random", None, 0, None)


# --- moving


def test_pause_and_resume_move_each_seats_own_deadline_and_reminder(auction: Table) -> None:
    hosting.pause(HOST, NOON + HOUR)
    hosting.resume(HOST, NOON + 4 * HOUR)

    assert [seat(number).due_at for number in range(3)] == [NOON + SEALED + 3 * HOUR] * 3
    assert seat(0).remind_at == NOON + SEALED - 21 * HOUR
    assert auction.row().due_at == NOON + SEALED + 3 * HOUR


def test_more_time_is_for_who_is_still_awaited(auction: Table) -> None:
    auction.submit(0, "bid nothing")
    hosting.extend(HOST, 10, NOON)

    assert [seat(number).due_at for number in (0, 1)] == [NOON + SEALED, NOON + SEALED + 10 * HOUR]
    assert auction.row().due_at == NOON + SEALED + 10 * HOUR


def test_who_withdraws_is_due_again(auction: Table) -> None:
    auction.submit(1, "bid nothing")
    sealed_.withdraw(tokens.Seat("m1", 1, 1), NOON)
    enforce(NOON + SEALED)

    assert seat(1).defaults == 1


def test_each_player_has_its_own_calendar(writing_room: Flask) -> None:
    """From eight to eight, by the clock of each: Rome is an hour, Auckland thirteen ahead."""
    made = tables.lay(start=False)
    with writing() as session:
        row = session.get_one(Match, "m1")
        row.pace = {**row.pace, "window": {"from": 8, "to": 20}}
        session.get_one(Player, "m1-Carla").time_zone = "Pacific/Auckland"
        session.execute(update(Seat).values(status="accepted"))
        session.flush()
        tables.begin(session, row, NOON)

    # At noon it is 13:00 in Rome: seven hours today, twelve on each of three days, five more.
    assert seat(0).due_at == datetime.fromisoformat("2026-03-05T13:00+01:00")
    # And 01:00 in Auckland: twelve hours on each of four days.
    assert seat(2).due_at == datetime.fromisoformat("2026-03-05T20:00+13:00")
    assert made.row().due_at == seat(2).due_at


def test_old_matches_know_hours_alone_and_are_played_as_ever(auction: Table) -> None:
    assert auction.row().pace == {"turn_hours": 24, "sealed_hours": 48}
    missed(1)

    assert seat(0).defaults == 1


# --- to the end


def test_a_whole_match_of_nobody_finishes_by_the_rules_and_bots(writing_room: Flask) -> None:
    """Most games by letter die of absence: this one is dealt, left alone, and ends."""
    table, now = tables.lay("m1", "rapa-nui", ("Anna", "Bruno")), NOON
    for _ in range(400):
        if table.row().status == "finished":
            break
        now += TURN * 2
        deadlines.enforce("m1", now, now)
        while stand_ins.act("m1", now) or resolution.resolve("m1", now):
            pass

    assert table.row().status == "finished"
    assert [seat(number).stand_in for number in (0, 1)] == ["greedy", "greedy"]


def test_the_whole_table_is_told_of_a_bot_once_though_it_is_found_thrice(auction: Table) -> None:
    agree(patience=1)
    for _ in range(3):
        enforce(NOON + SEALED)

    assert len(told("away")) == 9  # three seats, three bots


def test_a_submission_by_hand_is_the_holders_again(stood_in: Table) -> None:
    play.submit(tokens.Seat("m1", 1, 1), BY_LETTER, Asked(0, None, "bid nothing"), NOON)

    assert sealed() == [(1, "person", "sealed")]
    assert stood_in.row().restless is False
