"""A step that was taken back, by letter: what has not left is dropped, what has is corrected."""

import pytest
from flask import Flask

from service import corrections, notices, resolution, undoing
from service.mail.outcomes import Later, Outcome, Sent, Unsure
from service.notices import Telling
from service.post import delivery, gathering, marking, picture
from service.store import outbox
from service.store.database import writing
from service.store.letters import Letter, Section
from service.store.matches import Match
from service.store.players import Player
from tests.parts import tables
from tests.parts.tables import BY_LETTER, NOON, Table, at

UNDONE = "the step was taken back"


@pytest.fixture
def table(writing_room: Flask, monkeypatch: pytest.MonkeyPatch) -> Table:
    """At the first placement, with every letter so far sent; text is enough in them."""
    monkeypatch.setattr(picture, "of", lambda _: None)
    laid = tables.lay()
    for seat in range(3):
        laid.submit(seat, "bid nothing")
    resolution.resolve("m1", NOON)
    delivery.deliver(at(1))
    return laid


def act(table: Table, text: str = "worker c4") -> tuple[int, int]:
    """The awaited seat's step; its seat, and the one awaited after it."""
    seat = table.row().awaited[0]
    table.submit(seat, text)
    return seat, table.row().awaited[0]


def undo(table: Table, seat: int) -> None:
    undoing.undo(table.turn_token(seat), BY_LETTER, table.row().turn, NOON)


def of_kind(kind: str) -> list[Letter]:
    return [one for one in tables.letters() if one.kind == kind]


def fate(number: int) -> list[tuple[str, str | None]]:
    """What became of the notices that an entry called for."""
    found = [one for one in tables.notices() if one.cause == f"entry:{number}"]
    return [(one.status, one.reason) for one in found]


def test_a_letter_that_has_not_left_is_dropped_and_nothing_is_corrected(table: Table) -> None:
    before = len(tables.letters())
    seat, _ = act(table)
    undo(table, seat)
    delivery.deliver(at(2))

    assert fate(3) == [("dropped", UNDONE)]
    assert fate(4) == []
    assert len(tables.letters()) == before


def test_who_sits_there_gets_no_letter_that_it_is_their_turn_again(table: Table) -> None:
    seat, _ = act(table)
    delivery.deliver(at(2))
    undo(table, seat)
    delivery.deliver(at(3))

    told = [one.kind for one in tables.letters() if one.seat == seat]
    assert told == ["your_turn"]  # of when the placement began


def test_who_was_told_gets_a_correction_with_what_no_longer_holds_and_what_does(
    table: Table,
) -> None:
    seat, other = act(table)
    delivery.deliver(at(2))
    undo(table, seat)
    delivery.deliver(at(3))

    (letter,) = of_kind("correction")
    said = tables.words(letter)
    mover = ("Anna", "Bruno", "Carla")[seat]
    assert (letter.seat, letter.status) == (other, "sent")
    assert tables.parsed(letter)["Subject"] == "Giants: a step was taken back"
    assert f"{mover} has taken a step back." in said
    assert "A letter told you of it. This no longer holds:" in said
    assert "C4" in said.partition("no longer holds:")[2].partition("\n\n")[2].partition("\n\n")[0]
    assert f"The table waits for: {mover}." in said
    assert "takes back the step of entry 3" in said
    assert "Your turn is due" not in said


def test_with_the_next_step_it_is_one_letter(table: Table) -> None:
    """Headed by what there is to do, and with the correction in it."""
    seat, other = act(table)
    delivery.deliver(at(2))
    undo(table, seat)
    table.submit(seat, "worker d4")
    delivery.deliver(at(3))

    last = [one for one in tables.letters() if one.seat == other][-1]
    said = tables.words(last)
    assert last.kind == "your_turn"
    assert "has taken a step back." in said
    assert of_kind("correction") == []


def test_several_steps_taken_back_are_corrected_in_one_letter(table: Table) -> None:
    one, _ = act(table)
    for _ in range(2):
        act(table, "pass")
    delivery.deliver(at(2))
    for _ in range(2):
        table.submit(one, "tablet")
    _tell(table, (one + 1) % 3)
    delivery.deliver(at(3))
    for _ in range(2):
        undo(table, one)
    delivery.deliver(at(4))

    (letter,) = of_kind("correction")
    assert tables.words(letter).count("has taken a step back.") == 2


def _tell(table: Table, seat: int) -> None:
    """Something that has this seat's table in its letter."""
    with writing() as session:
        row = session.get_one(Match, table.id)
        notices.write(session, row, [Telling(seat, "extended", "test:1")], NOON)


@pytest.mark.parametrize(("outcome", "corrected"), [(Unsure("lost"), 1), (Later("busy"), 0)])
def test_a_letter_that_may_have_left_is_corrected_and_not_sent_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, outcome: Outcome, corrected: int
) -> None:
    seat, _ = act(table)
    with monkeypatch.context() as patch:
        patch.setattr(delivery, "hand", lambda _: outcome)
        delivery.deliver(at(2))
    undo(table, seat)
    delivery.deliver(at(60 * 24))

    assert fate(3) == [("dropped", UNDONE)]
    assert len(of_kind("correction")) == corrected
    ended = [one.reason for one in tables.letters() if one.status == "dropped"]
    assert ended == [UNDONE]


def test_a_letter_that_was_on_its_way_when_the_step_was_taken_back_is_corrected_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was written before, and marked after; the undo did not see it leave."""
    seat, other = act(table)
    gathering.gather("m1", NOON)
    (letter,) = [one for one in tables.letters() if one.status == "ready"]
    claimed = delivery.claim(letter.id, at(2)())
    assert claimed is not None
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "readers_of", lambda *_: set())
        undo(table, seat)
    marking.mark(claimed.letter, claimed.match, claimed.attempt, Sent(), at(2)())
    delivery.deliver(at(3))

    assert [one.seat for one in of_kind("correction")] == [other]


def test_who_was_told_by_a_digest_gets_a_correction_too(table: Table) -> None:
    seat, other = act(table)
    with writing() as session:
        digest = Letter(
            match_id=None,
            player_id=table.people[other],
            kind="digest",
            message_id="<digest@moai.example>",
            status="sent",
            created_at=NOON,
        )
        session.add(digest)
        session.flush()
        session.add(Section(letter_id=digest.id, match_id="m1", seat=other, told=3))
    undo(table, seat)

    told = [one.seat for one in tables.notices() if one.kind == "correction"]
    assert told == [other]


def test_a_receipt_of_what_was_undone_still_comes_and_one_of_the_undo(table: Table) -> None:
    """What was received was received."""
    seat = table.row().awaited[0]
    with writing() as session:
        session.get_one(Player, table.people[seat]).policy = {"receipts": True}
    act(table)
    undo(table, seat)
    delivery.deliver(at(2))

    (letter,) = of_kind("receipt")
    said = tables.words(letter)
    assert "Your action is in" in said
    assert "Your step is taken back." in said


def test_control_without_the_mark_the_dropped_letter_would_say_the_wrong_reason(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corrections, "is_taken_back", lambda _: False)
    seat, _ = act(table)
    undo(table, seat)
    delivery.deliver(at(2))

    assert fate(3) == [("dropped", "the turn was made")]
