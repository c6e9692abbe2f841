"""Acting at a table: open turns, sealed actions, and what is refused."""

import json
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from engine import replay
from engine.registry import GAMES
from service import dry_run, hidden, looking, play, resolution, sealed, stand_ins, table
from service.refusals import Refusal
from service.sealed import Receipt
from service.seating import Actor
from service.sent import Asked, Sent
from service.store import matches
from service.store.database import reading
from service.store.entries import all_of
from service.store.submissions import Submission
from tests.service.tables import NOON, SEED, Table, begin


def sent(key: str | None = None, body: bytes = b"{}") -> Sent:
    return Sent(body, "POST", "moai.example", "/api/v1/turns", key)


def say(token: Actor, turn: int, text: str, key: str | None = None) -> Any:
    body = json.dumps({"turn": turn, "text": text}).encode()
    return play.submit(token, sent(key, body), Asked(turn, None, text), NOON)


def bid_all(made: Table, text: str = "bid nothing") -> None:
    for seat in range(made.seats):
        say(made.seat(seat), made.row().turn, text)


def refusal(call: Any, *args: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call(*args)
    return caught.value


def submissions_of(made: Table) -> list[Submission]:
    with reading() as session:
        query = select(Submission).where(Submission.match_id == made.id)
        rows = list(session.scalars(query.order_by(Submission.number)))
        session.expunge_all()
        return rows


def test_a_sealed_action_answers_with_a_receipt_and_leaves_the_turn(stored: Flask) -> None:
    made = begin()
    before = made.row()

    receipt = say(made.seat(0), before.turn, "bid 1 marker, chief")

    after = made.row()
    assert isinstance(receipt, Receipt)
    assert len(receipt.commitment) == len(receipt.hidden_commitment) == 64
    assert (after.turn, after.number, after.submitted) == (before.turn, before.number, [0])
    assert after.revision > before.revision


def test_a_bid_of_nothing_is_a_bid_g4(stored: Flask) -> None:
    made = begin()

    bid_all(made)

    assert made.row().closes_at == NOON


def test_a_sealed_action_is_nowhere_in_the_clear(stored: Flask) -> None:
    made = begin()
    say(made.seat(0), 0, "bid 1 marker, chief; take 3, then 2")

    (row,) = submissions_of(made)
    kept = repr({name: value for name, value in vars(row).items() if name[0] != "_"})

    assert "marker" not in kept
    assert len(row.body) == len(row.action or b"")


def test_a_revised_action_replaces_the_earlier_one(stored: Flask) -> None:
    made = begin()
    say(made.seat(0), 0, "bid 1 marker, chief")
    say(made.seat(0), 0, "bid 2 markers, sorcerer")

    own = sealed.own_sealed(made.seat(0))

    assert own.text == "bid 2 markers, sorcerer"
    assert [row.status for row in submissions_of(made)] == ["replaced", "sealed"]


def test_a_withdrawn_action_is_no_longer_in(stored: Flask) -> None:
    made = begin()
    say(made.seat(0), 0, "bid 1 marker")

    sealed.withdraw(made.seat(0), NOON)

    assert made.row().submitted == []
    assert refusal(sealed.own_sealed, made.seat(0)).code == "not_found"


def test_withdrawing_while_the_phase_cools_off_reopens_it(stored: Flask) -> None:
    made = begin(cooling=600)
    bid_all(made)
    assert made.row().closes_at == NOON + timedelta(seconds=600)

    sealed.withdraw(made.seat(1), NOON + timedelta(seconds=599))

    assert made.row().closes_at is None
    assert not resolution.resolve(made.id, NOON + timedelta(hours=1))


def test_a_cooling_phase_can_be_revised_and_is_not_resolved_early(stored: Flask) -> None:
    made = begin(cooling=600)
    bid_all(made)

    assert not resolution.resolve(made.id, NOON + timedelta(seconds=599))
    say(made.seat(1), 0, "bid 1 marker")
    assert resolution.resolve(made.id, NOON + timedelta(seconds=600))


def test_a_closed_phase_answers_resolving_until_it_is_resolved(stored: Flask) -> None:
    made = begin()
    bid_all(made)

    late = refusal(say, made.seat(0), 0, "bid 1 marker")
    gone = refusal(sealed.withdraw, made.seat(0), NOON)

    assert late.code == gone.code == "resolving"
    assert late.facts["retry_after"]


def test_a_phase_is_resolved_exactly_once(stored: Flask) -> None:
    made = begin()
    bid_all(made)

    resolved = [resolution.resolve(made.id, NOON) for _ in range(3)]

    assert resolved == [True, False, False]
    assert made.kinds() == ["deal", "resolve"]


def test_an_incomplete_phase_is_never_resolved(stored: Flask) -> None:
    made = begin()
    say(made.seat(0), 0, "bid nothing")

    assert not resolution.resolve(made.id, NOON + timedelta(days=9))


def test_a_revealed_bid_opens_its_commitment(stored: Flask) -> None:
    made = begin()
    receipts = [say(made.seat(seat), 0, "bid 1 marker, chief; take 3") for seat in range(3)]
    resolution.resolve(made.id, NOON)

    with reading() as session:
        entry = all_of(session, made.id)[-1]
    shown = entry.public["actions"]

    assert [one["commitment"] for one in shown] == [one.commitment for one in receipts]
    assert all("plan" not in one["action"] for one in shown)


def placement() -> Table:
    """A table at its first placement: nobody bid."""
    made = begin()
    bid_all(made)
    resolution.resolve(made.id, NOON)
    return made


def test_an_open_turn_is_played_at_once(stored: Flask) -> None:
    made = placement()
    (seat,) = made.row().awaited

    answer = say(made.seat(seat), made.row().turn, "worker c4")

    assert answer.done.entry.kind == "play"
    assert made.row().turn == answer.done.match.turn
    assert made.row().awaited == [(seat + 1) % 3]


def test_the_snapshot_is_what_a_replay_of_the_log_leads_to(stored: Flask) -> None:
    made = placement()
    (seat,) = made.row().awaited
    say(made.seat(seat), made.row().turn, "worker c4")

    row = made.row()
    with reading() as session:
        log = [table.as_entry(row, one) for one in all_of(session, made.id)]
    last = replay.latest(GAMES["giants"], SEED, log)

    assert table.snapshot(last.match) == hidden.state(row)


def test_the_same_key_and_body_get_the_first_answer_again(stored: Flask) -> None:
    made = placement()
    (seat,) = made.row().awaited
    turn = made.row().turn

    first = say(made.seat(seat), turn, "worker c4", key="one")
    again = say(made.seat(seat), turn, "worker c4", key="one")

    assert first.done.entry == again.done.entry
    assert made.kinds().count("play") == 1


def test_the_same_key_with_another_body_is_refused(stored: Flask) -> None:
    made = begin()
    say(made.seat(0), 0, "bid nothing", key="one")

    refused = refusal(say, made.seat(0), 0, "bid chief", "one")

    assert refused.code == "key_reused"


def test_a_sealed_submission_sent_again_is_one_submission(stored: Flask) -> None:
    made = begin()

    first = say(made.seat(0), 0, "bid nothing", key="one")
    again = say(made.seat(0), 0, "bid nothing", key="one")

    assert first == again
    assert len(submissions_of(made)) == 1


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("bid 9 markers", "illegal", "bid_markers"),
        ("worker c4", "illegal", "wrong_phase"),
        ("sing a song", "malformed", "unreadable"),
    ],
)
def test_a_refusal_names_its_reason_and_the_present_turn(
    stored: Flask, text: str, code: str, reason: str
) -> None:
    made = begin()

    refused = refusal(say, made.seat(0), 0, text)

    assert (refused.code, refused.facts["reason"], refused.facts["turn"]) == (code, reason, 0)


def test_a_stale_turn_is_refused_with_the_present_one(stored: Flask) -> None:
    made = placement()

    refused = refusal(say, made.seat(0), 0, "pass")

    assert (refused.code, refused.facts["turn"]) == ("stale", made.row().turn)


def test_out_of_turn_is_refused(stored: Flask) -> None:
    made = placement()
    (seat,) = made.row().awaited

    refused = refusal(say, made.seat((seat + 1) % 3), made.row().turn, "pass")

    assert refused.code == "out_of_turn"


def test_a_letters_link_is_good_for_its_phase_alone_i8(stored: Flask) -> None:
    made = placement()
    (seat,) = made.row().awaited

    refused = refusal(say, made.turn(seat, "auction 1"), made.row().turn, "pass")

    assert refused.code == "stale"
    assert say(made.turn(seat, "placement 1"), made.row().turn, "pass")


def test_a_dry_run_records_nothing(stored: Flask) -> None:
    made = placement()
    (seat,) = made.row().awaited
    before = made.row()

    seen = dry_run.check(made.seat(seat), Asked(before.turn, None, "worker c4"), NOON)

    after = made.row()
    assert seen.foreseen
    assert seen.text == "worker C4"
    assert (after.revision, after.number) == (before.revision, before.number)


def test_a_dry_run_does_not_ask_the_receptacle(stored: Flask) -> None:
    """What luck or the receptacle answers is not foreseen: it could be tried out for free."""
    made = placement()
    (seat,) = made.row().awaited
    village = "sorcerer f2, use village"

    seen = dry_run.check(made.seat(seat), Asked(made.row().turn, None, village), NOON)

    assert not seen.foreseen
    assert seen.events == []


def test_a_poisoned_match_is_quarantined_and_others_go_on(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    sick, well = begin(), begin()
    bid_all(sick)
    bid_all(well)
    whole = table.load

    def poisoned(row: Any) -> Any:
        if row.id == sick.id:
            raise ZeroDivisionError
        return whole(row)

    monkeypatch.setattr(table, "load", poisoned)
    for _ in range(resolution.MOST_ATTEMPTS):
        with pytest.raises(ZeroDivisionError):
            resolution.resolve(sick.id, NOON)
    later = NOON + resolution.LONGEST_ATTEMPT * 2

    assert not resolution.resolve(sick.id, later)
    assert sick.row().quarantined_at == later
    assert resolution.resolve(well.id, NOON)


def test_bots_play_a_whole_match_by_themselves(stored: Flask) -> None:
    made = begin(seats=3, bots=(0, 1, 2), options={"max_rounds": 1})

    for _ in range(500):
        if not stand_ins.act(made.id, NOON) and not resolution.resolve(made.id, NOON):
            break

    assert made.row().status == "finished"


def test_nothing_is_played_in_a_match_that_is_over(stored: Flask) -> None:
    made = begin(seats=3, options={"max_rounds": 1})
    bid_all(made)
    resolution.resolve(made.id, NOON)
    while made.row().status == "running":
        row = made.row()
        say(made.seat(row.awaited[0]), row.turn, "pass")

    refused = refusal(say, made.seat(0), made.row().turn, "pass")

    assert refused.code == "match_over"


def test_many_deliveries_at_once_do_not_quarantine_a_healthy_match(stored: Flask) -> None:
    """Six may have begun before the first is done: that is no failure."""
    made = begin()
    bid_all(made)
    for _ in range(resolution.MOST_ATTEMPTS):
        assert resolution._begin(made.id, NOON)

    assert not resolution._begin(made.id, NOON)
    assert made.row().quarantined_at is None


def test_a_closed_phase_stays_closed_when_the_clock_steps_back_i3(stored: Flask) -> None:
    made = begin()
    bid_all(made)
    earlier = NOON - timedelta(hours=2)

    with pytest.raises(Refusal) as caught:
        sealed.withdraw(made.seat(0), earlier)

    assert caught.value.code == "resolving"
    with reading() as session:
        assert matches.closed(session, earlier, 10) == [made.id]
    assert resolution.resolve(made.id, earlier)


def test_revising_does_not_lengthen_the_cooling_off(stored: Flask) -> None:
    made = begin(cooling=600)
    bid_all(made)
    closes = made.row().closes_at

    play.submit(made.seat(1), sent(), Asked(0, None, "bid 1 marker"), NOON + timedelta(seconds=99))

    assert made.row().closes_at == closes


def test_a_salt_is_not_kept_beside_its_commitment_while_sealed_i6(stored: Flask) -> None:
    """Who had it could try every bid until its hash fits."""
    made = begin()
    say(made.seat(0), 0, "bid 1 marker, chief")

    (row,) = submissions_of(made)

    assert row.salt is None


def test_an_answer_given_again_shows_one_moment(stored: Flask) -> None:
    made = placement()
    (seat,) = made.row().awaited
    turn = made.row().turn
    first = say(made.seat(seat), turn, "worker c4", key="one")
    shown = looking.of_row(first.row, first.done.match, seat, first.stood)
    other = made.row()
    say(made.seat(other.awaited[0]), other.turn, "pass")

    again = say(made.seat(seat), turn, "worker c4", key="one")
    seen = looking.of_row(again.row, again.done.match, seat, again.stood)

    assert seen == shown


def test_a_receipt_given_again_says_when_the_phase_was_to_close_then(stored: Flask) -> None:
    """The first answer again: not what came of the phase since."""
    made = begin(cooling=60)
    for seat in (0, 1):
        say(made.seat(seat), 0, "bid nothing")
    first = say(made.seat(2), 0, "bid nothing", key="one")
    sealed.withdraw(made.seat(0), NOON)

    again = say(made.seat(2), 0, "bid nothing", key="one")

    assert first.closes_at == NOON + timedelta(seconds=60)
    assert again == first
    assert sealed.own_sealed(made.seat(2)).receipt.closes_at is None


def test_a_key_is_for_one_operation(stored: Flask) -> None:
    made = begin()
    body = b'{"turn": 0, "text": "bid nothing"}'
    asked = Asked(0, None, "bid nothing")
    play.submit(made.seat(0), Sent(body, "POST", "moai.example", "/turns", "one"), asked, NOON)

    elsewhere = Sent(body, "PUT", "moai.example", "/sealed", "one")

    assert refusal(play.submit, made.seat(0), elsewhere, asked, NOON).code == "key_reused"
