"""The table's say in its time: more than half of the people at it pause, resume and extend."""

from datetime import datetime, timedelta

import pytest
from flask import Flask

from service import handovers, hosting, limits, lobby, play, resigning, resolution, tokens, votes
from service.lobby import Standing
from service.opening import Guest, HostSeat
from service.players import Person
from service.refusals import Refusal
from service.sent import Asked, Sent
from service.store.database import writing
from service.store.matches import Seat
from service.store.votes import waiting_in
from tests.parts import openings
from tests.parts.openings import BOT, BRUNO, CLARA, DARIA, NOON

HOUR = timedelta(hours=1)
DAY = timedelta(hours=24)
SECOND = timedelta(seconds=1)
EVA = Guest(Person("Eva", "eva@moai.example"))


def giants(*chairs: Guest) -> str:
    """Ann hosts and plays; a sealed auction has begun, and is due in a day."""
    return openings.running(HostSeat(), BRUNO, CLARA, *chairs, game="giants")


def propose(
    match_id: str, kind: str, hours: int | None = None, seat: int = 1, now: datetime = NOON
) -> Standing:
    return votes.propose(openings.seat_token(match_id, seat), kind, hours, now)


def agree(match_id: str, seat: int, now: datetime = NOON) -> Standing:
    (vote,) = lobby.one(match_id).votes
    return votes.agree(openings.seat_token(match_id, seat), vote.vote, now)


def disagree(match_id: str, seat: int) -> Standing:
    (vote,) = lobby.one(match_id).votes
    return votes.disagree(openings.seat_token(match_id, seat), vote.vote, NOON)


def refusal(match_id: str, kind: str, hours: int | None = None) -> Refusal:
    with pytest.raises(Refusal) as caught:
        propose(match_id, kind, hours)
    return caught.value


def test_a_proposal_is_told_to_the_others_and_nothing_has_happened_yet(
    writing_room: Flask,
) -> None:
    match_id = giants()
    seen = propose(match_id, "pause")

    assert seen.paused_at is None
    (vote,) = seen.votes
    assert (vote.kind, vote.seat, vote.agreed, vote.needed) == ("pause", 1, [1], 2)
    assert vote.lapses_at == NOON + timedelta(hours=72)
    assert sorted(name for name, *_ in openings.told(match_id, "vote")) == ["Ann", "Clara"]


def test_two_of_three_pause_it_and_the_host_s_is_a_voice_like_others(writing_room: Flask) -> None:
    match_id = giants()
    propose(match_id, "pause")
    seen = agree(match_id, 0, NOON + HOUR)

    assert seen.paused_at == NOON + HOUR
    assert seen.votes == []
    assert len(openings.told(match_id, "paused")) == 3


def test_half_of_four_is_not_more_than_half(writing_room: Flask) -> None:
    match_id = giants(EVA)
    propose(match_id, "pause")
    half = agree(match_id, 2)
    more = agree(match_id, 3)

    assert (half.paused_at, more.paused_at) == (None, NOON)


def test_bots_and_who_is_only_invited_have_no_say(writing_room: Flask) -> None:
    """Of five seats two are people's, so two must agree."""
    match_id = openings.running(HostSeat(), BRUNO, CLARA, BOT, BOT, game="giants")
    handovers.replace(openings.host_token(match_id), 2, DARIA, NOON)
    handovers.consent(openings.seat_token(match_id, 2), 2, NOON)
    seen = propose(match_id, "pause")
    with pytest.raises(Refusal) as caught:
        agree(match_id, 2)

    assert seen.votes[0].needed == 2
    assert caught.value.code == "unauthenticated"
    assert agree(match_id, 0).paused_at == NOON


def test_who_plays_alone_against_bots_decides_alone(writing_room: Flask) -> None:
    match_id = openings.running(HostSeat(), BOT, BOT, game="giants")
    seen = propose(match_id, "pause", seat=0)

    assert (seen.paused_at, seen.votes) == (NOON, [])
    assert openings.told(match_id, "vote") == []


def test_the_table_may_end_a_pause_of_the_host_s(writing_room: Flask) -> None:
    """Every moment moves by as long as it was, as when the host ends it."""
    match_id = giants()
    hosting.pause(openings.host_token(match_id), NOON)
    propose(match_id, "resume", now=NOON + 4 * HOUR)
    seen = agree(match_id, 2, NOON + 5 * HOUR)

    assert seen.paused_at is None
    assert seen.due_at == NOON + DAY + 5 * HOUR


def test_the_deadline_moves_by_the_hours_that_were_asked_for(writing_room: Flask) -> None:
    match_id = giants()
    propose(match_id, "extend", 48)
    seen = agree(match_id, 2)

    assert seen.due_at == NOON + DAY + 48 * HOUR
    assert len(openings.told(match_id, "extended")) == 3


def test_with_half_against_it_no_vote_can_pass_and_it_is_stopped(writing_room: Flask) -> None:
    match_id = giants(EVA)
    propose(match_id, "pause")
    one = disagree(match_id, 0)
    two = disagree(match_id, 2)

    assert one.votes[0].disagreed == [0]
    assert (two.votes, two.paused_at) == ([], None)


def test_the_last_word_of_a_seat_counts(writing_room: Flask) -> None:
    match_id = giants(EVA)
    propose(match_id, "pause")
    disagree(match_id, 0)
    seen = agree(match_id, 0)

    assert (seen.votes[0].agreed, seen.votes[0].disagreed) == ([0, 1], [])


def test_there_is_one_of_a_kind_at_a_time(writing_room: Flask) -> None:
    match_id = giants()
    first = propose(match_id, "pause").votes[0].vote
    again = refusal(match_id, "pause")
    both = propose(match_id, "extend", 24, seat=2)

    assert (again.code, again.facts) == ("conflict", {"reason": "already_proposed", "vote": first})
    assert [one.kind for one in both.votes] == ["pause", "extend"]


def test_it_lapses_after_72_hours_to_the_second(writing_room: Flask) -> None:
    match_id = giants()
    propose(match_id, "pause")
    end = NOON + timedelta(hours=72)
    with pytest.raises(Refusal) as caught:
        agree(match_id, 2, end)

    assert caught.value.code == "not_found"
    assert votes.lapse(end - SECOND) == 0
    assert votes.lapse(end) == 1
    assert lobby.one(match_id).votes == []


def bid_all(match_id: str) -> None:
    for seat in range(3):
        asked = Asked(openings.row(match_id).turn, None, "bid nothing")
        sent = Sent(b"{}", "POST", "moai.example", "/turns")
        play.submit(openings.seat_token(match_id, seat), sent, asked, NOON)


def test_more_time_is_asked_for_one_phase_and_ends_with_it(writing_room: Flask) -> None:
    match_id = giants()
    vote = propose(match_id, "extend", 24).votes[0].vote
    bid_all(match_id)
    with pytest.raises(Refusal) as closed:
        votes.agree(openings.seat_token(match_id, 2), vote, NOON)
    resolution.resolve(match_id, NOON)
    with pytest.raises(Refusal) as over:
        votes.agree(openings.seat_token(match_id, 2), vote, NOON)
    seen = lobby.one(match_id)

    assert (closed.value.code, over.value.code) == ("resolving", "not_found")
    assert seen.votes == []
    assert propose(match_id, "extend", 24).votes[0].kind == "extend"


def test_what_cannot_be_is_refused_with_its_reason(writing_room: Flask) -> None:
    match_id, undealt = giants(), openings.confirmed()
    with writing() as session:
        session.get_one(Seat, (match_id, 0)).due_at = NOON + timedelta(days=50)
    too_far = refusal(match_id, "extend", votes.LONGEST_EXTENSION)
    with pytest.raises(Refusal) as early:
        votes.propose(openings.seat_token(undealt, 0), "pause", None, NOON)

    assert refusal(match_id, "resume").facts["reason"] == "not_paused"
    assert refusal(match_id, "extend").facts["reason"] == "no_hours"
    assert too_far.facts["reason"] == "too_far"
    assert early.value.code == "not_started"


def test_a_seat_may_propose_so_often_a_day_and_no_more(writing_room: Flask) -> None:
    """Counted apart from the host's tellings."""
    match_id = giants()
    for _ in range(limits.PROPOSED_PER_DAY):
        propose(match_id, "pause")
        disagree(match_id, 0)
        disagree(match_id, 2)

    assert refusal(match_id, "pause").code == "too_many"
    assert hosting.pause(openings.host_token(match_id), NOON).paused_at == NOON


def test_a_voice_is_for_one_vote_and_dies_with_its_seat(writing_room: Flask) -> None:
    match_id = giants()
    vote = propose(match_id, "pause").votes[0].vote
    mine = tokens.Voice(match_id, 2, 1, vote, "vote")
    other = tokens.Voice(match_id, 2, 1, vote + 1, "vote")
    handover = tokens.Voice(match_id, 2, 1, vote, "handover")
    for wrong in (other, handover):
        with pytest.raises(Refusal) as caught:
            votes.agree(wrong, vote, NOON)
        assert caught.value.code == "not_found"
    resigning.resign(openings.seat_token(match_id, 2), NOON)
    with pytest.raises(Refusal) as dead:
        votes.agree(mine, vote, NOON)

    assert dead.value.code == "unauthenticated"


def test_the_word_of_who_has_left_is_not_counted_and_fewer_may_be_enough(
    writing_room: Flask,
) -> None:
    """Ann and Bruno of four are two; once Clara has gone, two of three are enough."""
    match_id = giants(EVA)
    propose(match_id, "pause")
    votes.agree(openings.seat_token(match_id, 0), lobby.one(match_id).votes[0].vote, NOON)
    before = lobby.one(match_id).paused_at
    seen = resigning.resign(openings.seat_token(match_id, 2), NOON)

    assert before is None
    assert seen.paused_at == NOON


def test_a_successor_does_not_inherit_a_word(writing_room: Flask) -> None:
    match_id = giants(EVA)
    propose(match_id, "pause")
    handovers.replace(openings.host_token(match_id), 1, DARIA, NOON)
    handovers.consent(openings.seat_token(match_id, 1), 1, NOON)

    assert lobby.one(match_id).votes[0].agreed == []


def test_a_host_without_a_seat_is_told_what_the_table_has_decided(writing_room: Flask) -> None:
    match_id = openings.running(BRUNO, CLARA)
    propose(match_id, "pause", seat=0)
    agree(match_id, 1)

    assert sorted(name for name, *_ in openings.told(match_id, "paused")) == [
        "Ann",
        "Bruno",
        "Clara",
    ]


@pytest.mark.parametrize("kind", ["pause", "extend"])
def test_an_open_vote_stands_still_in_a_pause(writing_room: Flask, kind: str) -> None:
    match_id = giants()
    propose(match_id, kind, 24)
    hosting.pause(openings.host_token(match_id), NOON + HOUR)
    in_pause = votes.lapse(NOON + timedelta(hours=100))
    seen = hosting.resume(openings.host_token(match_id), NOON + timedelta(hours=101))

    assert in_pause == 0
    assert seen.votes[0].lapses_at == NOON + timedelta(hours=72 + 100)


def test_a_vote_s_number_is_no_count_and_one_from_before_keeps_its_own(
    writing_room: Flask,
) -> None:
    match_id = giants()
    (drawn,) = propose(match_id, "pause").votes
    with writing() as session:
        (row,) = waiting_in(session, match_id)
        counted, row.number = row.id, None
    token = openings.seat_token(match_id, 0)
    with pytest.raises(Refusal) as caught:
        votes.agree(token, drawn.vote, NOON)

    assert 500_000_000 <= drawn.vote <= 999_999_999  # what the contract holds a number to
    assert caught.value.code == "not_found"
    assert votes.agree(token, counted, NOON).paused_at == NOON
