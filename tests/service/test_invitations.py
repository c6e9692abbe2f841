"""Accepting, declining, reminding and the start."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask

from engine import match as engine
from engine.game import Setup
from engine.registry import GAMES
from service import handovers, hosting, invitations, starting, vault
from service.admission import Admission
from service.invitations import LOST_ANSWER, Reply
from service.opening import HostSeat
from service.refusals import Refusal
from service.store import entries
from service.store.database import reading, writing
from service.store.matches import Match
from service.tokens import Invitation
from tests.parts import openings
from tests.parts.openings import BOT, BRUNO, CLARA, NOON

SECOND = timedelta(seconds=1)


def test_the_last_to_accept_starts_the_match_and_everyone_is_told(stored: Flask) -> None:
    match_id = openings.confirmed()
    first = openings.accept(match_id, 1)
    last = openings.accept(match_id, 2)

    assert first.match.status == "gathering"
    assert last.match.status == "running"
    assert openings.row(match_id).started_at == NOON
    assert sorted(name for name, *_ in openings.told(match_id, "started")) == [
        "Ann",
        "Bruno",
        "Clara",
    ]
    assert last.match.due_at is not None


def test_who_accept_at_the_same_instant_start_one_match(stored: Flask) -> None:
    match_id = openings.confirmed()
    answers = [openings.invitation(match_id, seat) for seat in (1, 2, 1, 2)]

    def accept_one(token: Invitation) -> str:
        with stored.app_context():
            return invitations.accept(token, Reply(), NOON).match.status

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(accept_one, answers))

    assert "running" in found
    assert openings.row(match_id).number == 1
    assert len(openings.told(match_id, "started")) == 3


def test_nonces_are_mixed_in_seat_order_whoever_accepts_first(stored: Flask) -> None:
    match_id = openings.confirmed()
    openings.accept(match_id, 2, Reply(nonce=b"two"))
    openings.accept(match_id, 1, Reply(nonce=b"one"))
    row = openings.row(match_id)
    setup = Setup(3, row.options)
    dealt = engine.start(
        GAMES["rapa-nui"], match_id, setup, vault.unseal(row.seed), [b"", b"one", b"two"]
    )
    with reading() as session:
        (kept,) = entries.all_of(session, match_id)
        kept_hash = kept.hash

    assert kept_hash == dealt.entry.hash == row.head


def test_accepting_twice_answers_the_same_and_changes_nothing(stored: Flask) -> None:
    match_id = openings.confirmed()
    openings.accept(match_id, 1, Reply(nonce=b"one", name="Bru"))
    before = openings.row(match_id).revision
    again = openings.accept(match_id, 1, Reply(nonce=b"other", name="Someone"))

    assert again.seat == 1
    assert again.seat_token
    assert openings.row(match_id).revision == before
    assert openings.seats(match_id)[1].nonce == b"one"
    assert openings.seats(match_id)[1].name == "Bru"


def accepted_again(match_id: str, seat: int, after: timedelta) -> Admission:
    return invitations.accept(openings.invitation(match_id, seat), Reply(), NOON + after)


def test_before_the_start_an_invitation_gives_the_same_tokens_however_late(stored: Flask) -> None:
    match_id = openings.confirmed()
    openings.accept(match_id, 1)

    assert accepted_again(match_id, 1, timedelta(days=30)).seat_token


def test_after_the_start_an_old_letter_gives_no_tokens_but_to_who_just_lost_the_answer(
    stored: Flask,
) -> None:
    match_id = openings.running()
    soon, late = (
        accepted_again(match_id, 2, after) for after in (LOST_ANSWER, LOST_ANSWER + SECOND)
    )

    assert soon.seat_token
    assert soon.player_token is None
    assert late.match == soon.match
    assert (late.seat, late.seat_token, late.player_token) == (2, None, None)


def test_after_the_end_a_letter_gives_no_tokens_at_all(stored: Flask) -> None:
    match_id = openings.running()
    hosting.cancel(openings.host_token(match_id), NOON)
    guest = accepted_again(match_id, 1, timedelta())
    host = invitations.confirm(openings.confirm_token(match_id), NOON)

    assert guest.seat_token is guest.player_token is None
    assert host.host_token is host.seat_token is host.player_token is None


def test_after_the_start_the_host_s_first_letter_gives_no_tokens_either(stored: Flask) -> None:
    match_id = openings.running()
    token = openings.confirm_token(match_id)
    soon = invitations.confirm(token, NOON + LOST_ANSWER)
    late = invitations.confirm(token, NOON + LOST_ANSWER + SECOND)

    assert soon.host_token
    assert late.match == soon.match
    assert late.host_token is late.seat_token is late.player_token is None


def test_a_successor_that_accepts_late_gets_its_tokens(stored: Flask) -> None:
    match_id = openings.running()
    handovers.replace(openings.host_token(match_id), 1, openings.DARIA, NOON)
    handovers.consent(openings.seat_token(match_id, 1), 1, NOON)

    assert accepted_again(match_id, 1, timedelta(days=9)).seat_token
    assert accepted_again(match_id, 1, timedelta(days=9)).seat_token
    assert accepted_again(match_id, 1, timedelta(days=10)).seat_token is None


def test_who_accepts_has_read_the_letter_and_speaks_for_themselves(stored: Flask) -> None:
    match_id = openings.confirmed()
    openings.accept(match_id, 1, Reply(name="Bru", language="de", time_zone="Asia/Tokyo"))
    player = openings.player("bruno@moai.example")

    assert player.confirmed_at == NOON
    assert (player.name, player.language, player.time_zone) == ("Bru", "de", "Asia/Tokyo")


def test_nobody_takes_a_name_that_another_seat_has(stored: Flask) -> None:
    match_id = openings.confirmed()
    with pytest.raises(Refusal) as caught:
        openings.accept(match_id, 1, Reply(name="CLARA"))

    assert caught.value.facts == {"field": "name", "reason": "same_name"}
    assert openings.seats(match_id)[1].status == "invited"


def test_declining_tells_the_host_once_and_may_be_thought_over(stored: Flask) -> None:
    match_id = openings.confirmed()
    token = openings.invitation(match_id, 1)
    invitations.decline(token, NOON)
    invitations.decline(token, NOON)
    openings.accept(match_id, 1)
    invitations.decline(token, NOON)
    openings.accept(match_id, 1)

    assert openings.told(match_id, "declined") == [("Ann", "declined", "declined:1:1", "waiting")]
    assert openings.seats(match_id)[1].status == "accepted"


def test_nobody_declines_a_seat_in_a_match_that_runs(stored: Flask) -> None:
    match_id = openings.running()
    with pytest.raises(Refusal) as caught:
        invitations.decline(openings.invitation(match_id, 1), NOON)

    assert caught.value.facts["reason"] == "started"


@pytest.mark.parametrize("bad", ["generation", "host's seat", "bot's seat", "no such seat"])
def test_an_invitation_is_good_for_its_seat_and_generation_alone(stored: Flask, bad: str) -> None:
    match_id = openings.confirmed(HostSeat(), BRUNO, BOT)
    token = {
        "generation": Invitation(match_id, 1, 2),
        "host's seat": Invitation(match_id, 0, 2),
        "bot's seat": Invitation(match_id, 2, 1),
        "no such seat": Invitation(match_id, 7, 1),
    }[bad]
    with pytest.raises(Refusal) as caught:
        invitations.accept(token, Reply(), NOON)

    assert caught.value.code == "unauthenticated"


def test_an_invitation_that_never_left_opens_nothing(stored: Flask) -> None:
    match_id = openings.opened()
    with pytest.raises(Refusal) as caught:
        openings.accept(match_id, 1)

    assert caught.value.code == "unauthenticated"


def test_a_host_that_wants_to_start_is_told_when_it_can_and_refused_before(stored: Flask) -> None:
    match_id = openings.confirmed(starts_alone=False)
    token = openings.host_token(match_id)
    openings.accept(match_id, 1)
    with pytest.raises(Refusal) as caught:
        hosting.start(token, NOON)
    openings.accept(match_id, 2)
    ready = openings.told(match_id, "ready")
    started = hosting.start(token, NOON)
    again = hosting.start(token, NOON)

    assert caught.value.code == "conflict"
    assert caught.value.facts == {"reason": "seats_missing", "seats": [2]}
    assert "Clara" in caught.value.detail
    assert [name for name, *_ in ready] == ["Ann"]
    assert started.status == "running"
    assert started.entries == again.entries == 1


def test_a_second_deal_is_impossible_even_past_the_first_barrier(stored: Flask) -> None:
    """Without the status check the log's own key still refuses: two barriers, not one."""
    match_id = openings.running()
    with pytest.raises(Exception, match="entry"), writing() as session:
        row = session.get_one(Match, match_id)
        starting.begin(session, row, NOON)


def test_one_reminder_leaves_and_no_second(stored: Flask) -> None:
    match_id = openings.confirmed()
    token = openings.host_token(match_id)
    invitations.remind(token, 1, NOON + timedelta(days=2))
    with pytest.raises(Refusal) as caught:
        invitations.remind(token, 1, NOON + timedelta(days=4))

    assert caught.value.facts["reason"] == "invited_enough"
    assert [
        cause for name, _, cause, _ in openings.told(match_id, "invitation") if name == "Bruno"
    ] == [
        "invitation:1",
        "invitation:2",
    ]


def test_who_has_accepted_is_not_reminded(stored: Flask) -> None:
    match_id = openings.confirmed()
    openings.accept(match_id, 1)
    with pytest.raises(Refusal) as caught:
        invitations.remind(openings.host_token(match_id), 1, NOON)

    assert caught.value.facts["reason"] == "accepted"


def test_who_has_declined_is_not_reminded_and_keeps_the_letter_that_is_left(
    stored: Flask,
) -> None:
    match_id = openings.confirmed()
    invitations.decline(openings.invitation(match_id, 1), NOON)
    before = openings.told(match_id, "invitation")
    with pytest.raises(Refusal) as caught:
        invitations.remind(openings.host_token(match_id), 1, NOON)

    assert caught.value.code == "conflict"
    assert caught.value.facts["reason"] == "declined"
    assert openings.told(match_id, "invitation") == before


def test_a_host_that_only_watches_holds_no_seat(stored: Flask) -> None:
    match_id = openings.opened(BRUNO, CLARA)
    made = invitations.confirm(openings.confirm_token(match_id), NOON)

    assert made.host_token
    assert made.seat is None
    assert made.seat_token is None
