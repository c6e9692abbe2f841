"""A seat changes hands: at once before the start, and after it only as the table lets it."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from service import (
    handovers,
    hidden,
    hosting,
    invitations,
    lobby,
    play,
    resolution,
    sealed,
    stand_ins,
    table,
)
from service.invitations import Reply
from service.opening import BotSeat, Guest, HostSeat
from service.players import Person
from service.refusals import Refusal
from service.sealed import Receipt
from service.sent import Asked, Sent
from service.store import entries
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.players import Player
from service.store.submissions import DESTROYED, Submission
from service.tokens import Seat
from tests.parts import openings
from tests.parts.openings import BOT, BRUNO, CLARA, DARIA, NOON

DAY = timedelta(hours=24)
SECOND = timedelta(seconds=1)


def giants() -> str:
    """Ann hosts and plays; a sealed auction has begun."""
    return openings.running(HostSeat(), BRUNO, CLARA, game="giants")


def bid(match_id: str, seat: int) -> Receipt:
    turn = openings.row(match_id).turn
    token = openings.seat_token(match_id, seat)
    asked = Asked(turn, None, "bid nothing")
    sent = Sent(b"{}", "POST", "moai.example", "/turns")
    receipt = play.submit(token, sent, asked, NOON)
    assert isinstance(receipt, Receipt)
    return receipt


def propose(match_id: str, seat: int = 1, wanted: Guest | BotSeat = DARIA) -> lobby.Standing:
    return handovers.replace(openings.host_token(match_id), seat, wanted, NOON)


def test_before_the_start_another_is_invited_at_once_and_the_old_letter_is_dead(
    stored: Flask,
) -> None:
    match_id = openings.confirmed()
    old = openings.invitation(match_id, 1)
    propose(match_id)
    with pytest.raises(Refusal) as caught:
        invitations.accept(old, Reply(), NOON)
    joined = openings.accept(match_id, 1)

    assert caught.value.code == "unauthenticated"
    assert joined.match.seats[1].name == "Daria"
    assert ("Daria", "invitation", "invitation:1", "waiting") in openings.told(match_id)


def test_before_the_start_a_bot_sits_down_at_once_and_may_complete_the_table(
    stored: Flask,
) -> None:
    match_id = openings.confirmed()
    openings.accept(match_id, 2)
    seen = propose(match_id, wanted=BOT)

    assert seen.status == "running"
    assert seen.seats[1].kind == "bot"
    assert openings.row(match_id).helped == [1]


@pytest.mark.parametrize("starts_alone", [True, False])
def test_a_host_without_a_confirmed_address_causes_no_letter_to_anybody(
    stored: Flask, *, starts_alone: bool
) -> None:
    match_id = openings.opened(HostSeat(), BOT, host=Person("Ann", None), starts_alone=starts_alone)
    with pytest.raises(Refusal) as caught:
        propose(match_id)
    seen = propose(match_id, wanted=BotSeat("random", "Other"))

    assert caught.value.code == "conflict"
    assert caught.value.facts["reason"] == "host_unconfirmed"
    assert openings.told(match_id, "invitation") == []
    assert [one.name for one in seen.handovers] == (["Other"] if starts_alone else [])


def test_a_proposal_is_stopped_if_its_host_is_no_longer_known(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    host_id = openings.row(match_id).host_id
    with writing() as session:
        session.get_one(Player, host_id).confirmed_at = None

    assert handovers.ripen(NOON + DAY) == 0
    assert lobby.one(match_id).handovers == []
    assert openings.seats(match_id)[1].name == "Bruno"


@pytest.mark.parametrize("why", ["the host is unknown", "the match is over"])
def test_a_proposal_that_a_sweep_stops_is_a_change_that_can_be_seen(
    stored: Flask, why: str
) -> None:
    match_id = giants()
    propose(match_id)
    before = openings.row(match_id)
    with writing() as session:
        if why == "the match is over":
            session.get_one(Match, match_id).status = "finished"
        else:
            session.get_one(Player, before.host_id).confirmed_at = None
    handovers.ripen(NOON + DAY)

    assert lobby.one(match_id).handovers == []
    assert lobby.revision(match_id) > before.revision


def test_after_the_start_all_are_told_at_once_and_nothing_changes_yet(stored: Flask) -> None:
    match_id = giants()
    seen = propose(match_id)

    assert sorted(name for name, *_ in openings.told(match_id, "handover")) == [
        "Ann",
        "Bruno",
        "Clara",
    ]
    assert seen.seats[1].name == "Bruno"
    assert [(one.seat, one.name, one.effective_at) for one in seen.handovers] == [
        (1, "Daria", NOON + DAY)
    ]
    assert "Daria" not in [name for name, *_ in openings.told(match_id)]
    bid(match_id, 1)


def test_a_day_without_objection_is_needed_to_the_second(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)

    assert handovers.ripen(NOON + DAY - SECOND) == 0
    assert openings.seats(match_id)[1].name == "Bruno"
    assert handovers.ripen(NOON + DAY) == 1
    assert openings.seats(match_id)[1].name == "Daria"
    assert handovers.ripen(NOON + DAY) == 0


def test_one_that_fails_or_rests_keeps_no_other_waiting(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handovers, "SWEEP", 2)
    resting, closed, broken, whole = (giants() for _ in range(4))
    for match_id in (resting, closed, broken, whole):
        propose(match_id)
    with writing() as session:
        session.get_one(Match, resting).paused_at = NOON
        session.get_one(Match, closed).closes_at = NOON
        session.get_one(Match, broken).state = b"not a state"

    assert handovers.ripen(NOON + DAY) == 1
    assert openings.seats(whole)[1].name == "Daria"
    assert [openings.seats(one)[1].name for one in (resting, closed, broken)] == ["Bruno"] * 3


def test_the_holder_s_consent_is_enough(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    seen = handovers.consent(openings.seat_token(match_id, 1), 1, NOON)

    assert (seen.seats[1].name, seen.seats[1].status) == ("Daria", "invited")
    assert seen.handovers == []


def test_the_host_s_own_seat_cannot_vote_and_one_other_is_no_vote(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    handovers.consent(openings.seat_token(match_id, 0), 1, NOON)
    seen = handovers.consent(openings.seat_token(match_id, 2), 1, NOON)

    assert seen.seats[1].name == "Bruno"
    assert seen.handovers[0].approvals == [0, 2]


def test_all_the_others_together_can_let_it_happen_at_once(stored: Flask) -> None:
    eva = Guest(Person("Eva", "eva@moai.example"))
    match_id = openings.running(HostSeat(), BRUNO, CLARA, eva, game="giants")
    propose(match_id)
    waiting = handovers.consent(openings.seat_token(match_id, 2), 1, NOON)
    done = handovers.consent(openings.seat_token(match_id, 3), 1, NOON)

    assert waiting.seats[1].name == "Bruno"
    assert done.seats[1].name == "Daria"


@pytest.mark.parametrize("objector", [1, 2])
def test_any_seat_s_objection_stops_it_for_good(stored: Flask, objector: int) -> None:
    match_id = giants()
    propose(match_id)
    seen = handovers.object_to(openings.seat_token(match_id, objector), 1, NOON + DAY - SECOND)

    assert seen.handovers == []
    assert handovers.ripen(NOON + DAY) == 0
    assert openings.seats(match_id)[1].name == "Bruno"
    with pytest.raises(Refusal) as caught:
        handovers.consent(openings.seat_token(match_id, 1), 1, NOON)
    assert caught.value.code == "not_found"


def test_the_old_holder_s_tokens_and_sealed_action_are_gone(stored: Flask) -> None:
    match_id = giants()
    old = openings.seat_token(match_id, 1)
    bid(match_id, 0)
    receipt = bid(match_id, 1)
    propose(match_id)
    handovers.consent(old, 1, NOON)
    row = openings.row(match_id)
    with pytest.raises(Refusal) as caught:
        sealed.own_sealed(old)
    with reading() as session:
        made = session.scalar(select(Submission).where(Submission.number == receipt.submission))
        assert made is not None
        remains = (made.status, made.body, made.action, made.salt)

    assert caught.value.code == "unauthenticated"
    assert remains == (DESTROYED, b"", None, None)
    assert (row.submitted, row.closes_at) == ([0], None)
    assert [one.seat for one in lobby.one(match_id).commitments] == [0]


def test_a_phase_that_was_complete_and_cooling_is_open_again(stored: Flask) -> None:
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants", cooling=3600)
    for seat in range(3):
        bid(match_id, seat)
    closed = openings.row(match_id).closes_at
    propose(match_id)
    handovers.consent(openings.seat_token(match_id, 1), 1, NOON)

    assert closed is not None
    assert openings.row(match_id).closes_at is None
    assert not resolution.resolve(match_id, NOON + timedelta(hours=2))


def test_a_phase_that_is_complete_without_the_seat_stays_closed_and_is_resolved(
    stored: Flask,
) -> None:
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants", cooling=3600)
    bid(match_id, 2)
    closes_at = NOON + timedelta(hours=1)
    with writing() as session:
        row = session.get_one(Match, match_id)
        row.awaited, row.closes_at = [2], closes_at
    propose(match_id)
    handovers.consent(openings.seat_token(match_id, 1), 1, NOON)
    after = openings.row(match_id)

    assert (after.submitted, after.closes_at) == ([2], closes_at)
    assert openings.seats(match_id)[1].name == "Daria"
    assert resolution.ripe(after, closes_at)


def paused_while_cooling() -> str:
    """All are in; the host proposes to replace Bruno, and pauses before the phase closes."""
    match_id = openings.running(HostSeat(), BRUNO, CLARA, game="giants", cooling=60)
    for seat in range(3):
        bid(match_id, seat)
    propose(match_id)
    hosting.pause(openings.host_token(match_id), NOON + SECOND)
    return match_id


def test_a_pause_keeps_nobody_from_objecting(stored: Flask) -> None:
    match_id = paused_while_cooling()
    seen = handovers.object_to(openings.seat_token(match_id, 2), 1, NOON + DAY)

    assert seen.handovers == []
    assert seen.submitted == [0, 1, 2]


def test_a_pause_does_not_count_as_time_without_objection(stored: Flask) -> None:
    match_id = paused_while_cooling()
    in_pause = handovers.ripen(NOON + DAY)
    resumed = hosting.resume(openings.host_token(match_id), NOON + SECOND + DAY)
    resolution.resolve(match_id, NOON + DAY + DAY)

    assert in_pause == 0
    assert [one.effective_at for one in resumed.handovers] == [NOON + DAY + DAY]
    assert handovers.ripen(NOON + DAY + DAY - SECOND) == 0
    assert handovers.ripen(NOON + DAY + DAY) == 1


def test_what_is_consented_to_in_a_pause_happens_once_play_goes_on(stored: Flask) -> None:
    match_id = paused_while_cooling()
    seen = handovers.consent(openings.seat_token(match_id, 1), 1, NOON + DAY)
    in_pause = handovers.ripen(NOON + DAY)
    hosting.resume(openings.host_token(match_id), NOON + DAY)

    assert seen.seats[1].name == "Bruno"
    assert seen.submitted == [0, 1, 2]
    assert in_pause == 0
    assert handovers.ripen(NOON + DAY) == 1
    assert openings.seats(match_id)[1].name == "Daria"


def test_what_is_consented_to_while_a_phase_is_resolved_happens_after_it(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    for seat in range(3):
        bid(match_id, seat)
    seen = handovers.consent(openings.seat_token(match_id, 1), 1, NOON)

    assert seen.seats[1].name == "Bruno"
    assert handovers.ripen(NOON) == 0
    assert resolution.resolve(match_id, NOON)
    assert handovers.ripen(NOON) == 1
    assert openings.seats(match_id)[1].name == "Daria"


def test_nothing_changes_hands_in_a_match_that_is_out_of_play(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    with writing() as session:
        session.get_one(Match, match_id).quarantined_at = NOON

    assert handovers.ripen(NOON + DAY) == 0
    assert handovers.object_to(openings.seat_token(match_id, 2), 1, NOON + DAY).handovers == []


def test_a_closed_phase_is_resolved_before_a_seat_changes_hands(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    for seat in range(3):
        bid(match_id, seat)

    assert handovers.ripen(NOON + DAY) == 0
    assert resolution.resolve(match_id, NOON + DAY)
    assert handovers.ripen(NOON + DAY) == 1


def test_the_log_says_that_a_seat_changed_hands_and_not_to_whom(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    handovers.consent(openings.seat_token(match_id, 1), 1, NOON)
    openings.accept(match_id, 1)
    with reading() as session:
        public = [dict(one.public) for one in entries.all_of(session, match_id)[-2:]]
        row = session.get_one(Match, match_id)
        same = table.snapshot(table.replayed(session, row).match) == hidden.state(row)

    assert [(one["kind"], one["seat"], one["holder"]) for one in public] == [
        ("seat", 1, "bot"),
        ("seat", 1, "person"),
    ]
    assert "Daria" not in str(public)
    assert same


def test_the_new_holder_is_invited_told_nothing_else_and_plays_once_it_accepts(
    stored: Flask,
) -> None:
    match_id = giants()
    propose(match_id)
    handovers.consent(openings.seat_token(match_id, 1), 1, NOON)
    token = openings.seat_token(match_id, 1)
    with pytest.raises(Refusal) as caught:
        sealed.own_sealed(token)
    before = [kind for name, kind, *_ in openings.told(match_id) if name == "Daria"]
    openings.accept(match_id, 1)
    after = [kind for name, kind, *_ in openings.told(match_id) if name == "Daria"]

    assert caught.value.code == "unauthenticated"
    assert before == ["invitation"]
    assert after == ["invitation", "your_turn"]
    bid(match_id, 1)


def test_a_bot_plays_for_who_is_invited_until_it_accepts(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    handovers.consent(openings.seat_token(match_id, 1), 1, NOON)
    acted = stand_ins.act(match_id, NOON)
    openings.accept(match_id, 1)

    assert acted
    assert openings.row(match_id).helped == []
    assert openings.row(match_id).submitted == []
    assert not stand_ins.act(match_id, NOON)


def test_who_declines_leaves_the_seat_to_the_bot(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    handovers.consent(openings.seat_token(match_id, 1), 1, NOON)
    invitations.decline(openings.invitation(match_id, 1), NOON)

    assert openings.row(match_id).helped == [1]
    assert stand_ins.act(match_id, NOON)


def test_an_approval_does_not_pass_to_a_seat_s_next_holder(stored: Flask) -> None:
    """Else a host could replace a voter after it has agreed, and outvote the rest."""
    eva = Guest(Person("Eva", "eva@moai.example"))
    match_id = openings.running(HostSeat(), BRUNO, CLARA, eva, game="giants")
    propose(match_id)
    handovers.consent(openings.seat_token(match_id, 2), 1, NOON)
    propose(match_id, 2, BOT)
    seen = handovers.consent(openings.seat_token(match_id, 2), 2, NOON)

    assert [(one.seat, one.approvals) for one in seen.handovers] == [(1, [])]


def test_a_bot_that_takes_over_is_awaited_and_plays(stored: Flask) -> None:
    match_id = giants()
    propose(match_id, wanted=BOT)
    handovers.consent(openings.seat_token(match_id, 1), 1, NOON)

    assert openings.row(match_id).restless
    assert stand_ins.act(match_id, NOON)
    assert openings.row(match_id).submitted == [1]


def test_the_awaited_successor_has_its_full_time(stored: Flask) -> None:
    """From when it sits down; a bot plays until then."""
    match_id = giants()
    propose(match_id)
    handovers.ripen(NOON + DAY)
    before = openings.seats(match_id)[1].due_at
    openings.accept(match_id, 1, now=NOON + DAY)

    assert before is None
    assert openings.seats(match_id)[1].due_at == NOON + DAY + timedelta(hours=24)


def test_a_newer_proposal_starts_the_clock_anew(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    handovers.replace(openings.host_token(match_id), 1, BOT, NOON + timedelta(hours=23))

    assert handovers.ripen(NOON + DAY) == 0
    assert handovers.ripen(NOON + DAY + timedelta(hours=23)) == 1
    assert openings.seats(match_id)[1].bot == "random"


def test_one_person_cannot_come_to_hold_two_seats(stored: Flask) -> None:
    match_id = giants()
    with pytest.raises(Refusal) as caught:
        propose(match_id, wanted=Guest(Person("Again", "clara@moai.example")))
    other = Guest(Person("Dora", "daria@moai.example"))
    propose(match_id, 1)
    propose(match_id, 2, other)

    assert caught.value.facts["reason"] == "same_address"
    assert handovers.ripen(NOON + DAY) == 1
    assert sorted(seat.name for seat in openings.seats(match_id)) == ["Ann", "Clara", "Daria"]


def test_a_match_that_is_over_hands_nothing_over(stored: Flask) -> None:
    match_id = giants()
    propose(match_id)
    hosting.cancel(openings.host_token(match_id), NOON)

    assert handovers.ripen(NOON + DAY) == 0
    assert openings.seats(match_id)[1].name == "Bruno"
    assert lobby.one(match_id).handovers == []


def test_a_stranger_has_no_say(stored: Flask) -> None:
    match_id, other = giants(), openings.running(HostSeat(), BRUNO)
    propose(match_id)
    for bad in (Seat(match_id, 1, 2), Seat(match_id, 9, 1), Seat(other, 1, 1)):
        with pytest.raises(Refusal):
            handovers.consent(bad, 1, NOON)

    assert openings.seats(match_id)[1].name == "Bruno"
