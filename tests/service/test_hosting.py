"""The host's tools, and what a host that also plays cannot do with them."""

from datetime import timedelta

import pytest
from flask import Flask

from service import dry_run, hosting, invitations, lobby, me, resolution, tokens
from service.hosting import Change
from service.opening import HostSeat
from service.refusals import Refusal
from service.sent import Asked
from service.store.database import writing
from service.store.matches import Match
from tests.parts import openings
from tests.parts.openings import BOT, BRUNO, NOON


def refusal_of(token: tokens.Host, wanted: Change) -> Refusal:
    with pytest.raises(Refusal) as caught:
        hosting.change(token, wanted, NOON)
    return caught.value


def test_before_the_start_all_that_was_agreed_can_change(stored: Flask) -> None:
    match_id = openings.confirmed()
    wanted = Change(public=False, turn_hours=5, cooling=60, names={1: "Bru"})
    seen = hosting.change(openings.host_token(match_id), wanted, NOON)

    assert (seen.public, seen.cooling, seen.seats[1].name) == (False, 60, "Bru")
    assert (seen.pace["turn_hours"], seen.pace["sealed_hours"]) == (5, 24)


def test_the_name_of_who_has_accepted_is_theirs_alone(stored: Flask) -> None:
    match_id = openings.confirmed()
    token = openings.host_token(match_id)
    openings.accept(match_id, 1)
    taken = refusal_of(token, Change(names={1: "Zz"}))
    swapped = refusal_of(token, Change(names={2: "Bruno", 1: "Clara"}))
    seen = hosting.change(token, Change(names={0: "Anna", 1: "Bruno", 2: "Clo"}), NOON)

    assert (taken.code, taken.facts) == ("conflict", {"reason": "accepted", "seat": 1})
    assert swapped.code in ("conflict", "malformed")
    assert [seat.name for seat in seen.seats] == ["Anna", "Bruno", "Clo"]


def test_a_host_renames_bots_and_who_has_declined(stored: Flask) -> None:
    match_id = openings.confirmed(HostSeat(), BRUNO, BOT)
    token = openings.host_token(match_id)
    invitations.decline(openings.invitation(match_id, 1), NOON)
    seen = hosting.change(token, Change(names={1: "Bru", 2: "Tin"}), NOON)

    assert [seat.name for seat in seen.seats] == ["Ann", "Bru", "Tin"]


def test_what_a_guest_accepted_becomes_only_slower(stored: Flask) -> None:
    match_id = openings.confirmed()
    token = openings.host_token(match_id)
    hosting.change(token, Change(turn_hours=5, cooling=60), NOON)
    openings.accept(match_id, 1)
    faster = refusal_of(token, Change(turn_hours=4))
    shorter = refusal_of(token, Change(cooling=59))
    seen = hosting.change(token, Change(turn_hours=6, cooling=61), NOON)

    assert (faster.code, faster.facts) == ("conflict", {"reason": "faster", "least": 5})
    assert (shorter.code, shorter.facts) == ("conflict", {"reason": "faster", "least": 60})
    assert (seen.pace["turn_hours"], seen.cooling) == (6, 61)


def test_a_running_match_only_becomes_slower(stored: Flask) -> None:
    match_id = openings.running()
    token = openings.host_token(match_id)
    slower = hosting.change(token, Change(turn_hours=49, public=False), NOON)

    assert slower.pace["turn_hours"] == 49
    assert refusal_of(token, Change(turn_hours=48)).facts == {"reason": "faster", "least": 49}
    assert refusal_of(token, Change(cooling=9)).facts["reason"] == "started"
    assert refusal_of(token, Change(names={1: "X"})).facts["reason"] == "started"


def test_a_pause_stops_play_and_moves_every_moment_by_its_length(stored: Flask) -> None:
    match_id = openings.running()
    token = openings.host_token(match_id)
    before = lobby.one(match_id)
    hosting.pause(token, NOON + timedelta(hours=1))
    seat = before.awaited[0]
    asked = Asked(before.turn, None, "anything")
    with pytest.raises(Refusal) as caught:
        dry_run.check(openings.seat_token(match_id, seat), asked, NOON)
    after = hosting.resume(token, NOON + timedelta(hours=6))

    assert caught.value.code == "paused"
    assert before.due_at is not None
    assert after.due_at == before.due_at + timedelta(hours=5)
    assert len(openings.told(match_id, "paused")) == len(openings.told(match_id, "resumed")) == 3


def test_a_pause_holds_a_phase_that_cools_off(stored: Flask) -> None:
    match_id = openings.running(HostSeat(), BRUNO, openings.CLARA, game="giants")
    token = openings.host_token(match_id)
    with writing() as session:
        row = session.get_one(Match, match_id)
        row.submitted, row.closes_at = list(row.awaited), NOON + timedelta(minutes=1)
        row.cooling = 60
    hosting.pause(token, NOON)
    while_paused = resolution.ripe(openings.row(match_id), NOON + timedelta(hours=1))
    resumed = hosting.resume(token, NOON + timedelta(hours=1))

    assert not while_paused
    assert resumed.closes_at == NOON + timedelta(hours=1, minutes=1)
    assert resolution.ripe(openings.row(match_id), NOON + timedelta(hours=2))


def test_nothing_is_paused_while_a_closed_phase_waits_to_be_resolved(stored: Flask) -> None:
    match_id = openings.running()
    with writing() as session:
        session.get_one(Match, match_id).closes_at = NOON
    with pytest.raises(Refusal) as caught:
        hosting.pause(openings.host_token(match_id), NOON)

    assert caught.value.code == "resolving"


def test_a_deadline_is_extended_within_bounds(stored: Flask) -> None:
    match_id = openings.running()
    token = openings.host_token(match_id)
    before = lobby.one(match_id)
    later = hosting.extend(token, 48, NOON)
    with pytest.raises(Refusal) as caught:
        for _ in range(9):
            hosting.extend(token, 24 * 14, NOON)

    assert before.due_at is not None
    assert later.due_at == before.due_at + timedelta(hours=48)
    assert caught.value.facts["reason"] == "too_far"


def test_cancelling_is_told_to_all_who_had_accepted_and_ends_everything(stored: Flask) -> None:
    match_id = openings.confirmed(HostSeat(), BRUNO, openings.CLARA, openings.DARIA)
    for seat in (1, 2):
        openings.accept(match_id, seat)
    token = openings.host_token(match_id)
    first = hosting.cancel(token, NOON)
    again = hosting.cancel(token, NOON + timedelta(hours=1))
    with pytest.raises(Refusal) as caught:
        openings.accept(match_id, 3)

    assert first == again
    assert first.status == "cancelled"
    assert sorted(name for name, *_ in openings.told(match_id, "cancelled")) == [
        "Ann",
        "Bruno",
        "Clara",
    ]
    assert caught.value.code == "match_over"


def test_tools_do_not_work_on_what_is_over_or_has_not_begun(stored: Flask) -> None:
    gathering = openings.host_token(openings.confirmed())
    over = openings.host_token(openings.confirmed(HostSeat(), BOT))
    hosting.cancel(over, NOON)

    for tool, code in ((gathering, "not_started"), (over, "match_over")):
        with pytest.raises(Refusal) as caught:
            hosting.pause(tool, NOON)
        assert caught.value.code == code


def test_a_host_token_of_before_or_of_another_match_is_refused(stored: Flask) -> None:
    match_id = openings.confirmed()

    for bad, code in (
        (tokens.Host(match_id, 2), "unauthenticated"),
        (tokens.Host("nowhere", 1), "not_found"),
    ):
        with pytest.raises(Refusal) as caught:
            hosting.cancel(bad, NOON)
        assert caught.value.code == code


def test_lists_have_the_newest_first_and_page_by_key_without_gap_or_repeat(stored: Flask) -> None:
    made = [
        openings.confirmed(HostSeat(), BOT, now=NOON + timedelta(minutes=number // 2))
        for number in range(5)
    ]
    openings.opened(HostSeat(), BOT)
    openings.confirmed(HostSeat(), BOT, public=False)
    found: list[str] = []
    key = None
    while True:
        page = lobby.listed(None, "running", key, 2)
        found += [one.match for one in page.items]
        if page.next is None:
            break
        key = page.next

    assert sorted(found) == sorted(made)
    assert set(found[:1]) == {made[4]}
    assert set(found[1:3]) == {made[2], made[3]}
    assert lobby.listed("giants", None, None).items == []
    assert lobby.listed(None, "gathering", None).items == []


@pytest.mark.parametrize("bad", ["x", "bm90IGEga2V5", "MjAyNg", "A" * 100])
def test_a_key_that_no_page_gave_is_refused(stored: Flask, bad: str) -> None:
    with pytest.raises(Refusal) as caught:
        lobby.listed(None, None, bad)

    assert caught.value.facts == {"field": "after", "reason": "bad_key"}


def test_my_matches_are_those_i_sit_in_or_host(stored: Flask) -> None:
    hosted = openings.running()
    openings.confirmed(HostSeat(), BRUNO, host=openings.CLARA.person)
    ann, bruno = openings.player("ann@moai.example"), openings.player("bruno@moai.example")
    ann_s = me.my_matches(tokens.Player(ann.id, 1), None)
    bruno_s = me.my_matches(tokens.Player(bruno.id, 1), None)

    assert [(one.match.match, one.seat, one.hosting) for one in ann_s.items] == [(hosted, 0, True)]
    assert [(one.seat, one.hosting) for one in bruno_s.items] == [(1, False), (1, False)]


def test_i_change_myself_and_my_seats_keep_their_names(stored: Flask) -> None:
    match_id = openings.running()
    token = tokens.Player(openings.player("ann@moai.example").id, 1)
    after = me.change(token, me.Change(name="Anna", time_zone="Pacific/Easter"), NOON)

    assert (after.name, after.language, after.time_zone) == ("Anna", "en", "Pacific/Easter")
    assert me.look(token) == after
    assert openings.seats(match_id)[0].name == "Ann"
    with pytest.raises(Refusal):
        me.look(tokens.Player(token.player, 2))
