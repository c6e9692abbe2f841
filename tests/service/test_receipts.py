"""Receipts: for who wants them, one a submission, and never a word of what was sealed."""

import re

import pytest
from flask import Flask

from service import play, resolution, table as rows, tokens
from service.post import delivery
from service.sent import Asked, Sent
from service.store import entries
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.players import Player
from service.store.submissions import Submission
from tests.parts import tables
from tests.parts.tables import NOON, at
from tests.service.tables import caller

BID = "bid 2 markers, chief; take 3 or 2"


def want_receipts(player: str = "m1-Bruno") -> None:
    with writing() as session:
        session.get_one(Player, player).policy = {"receipts": True}


def receipts() -> list[str]:
    return [tables.words(one) for one in tables.letters() if one.kind == "receipt"]


def test_by_default_nobody_gets_one(writing_room: Flask) -> None:
    tables.lay().submit(1, BID)

    assert "receipt" not in {one.kind for one in tables.notices()}


def test_a_sealed_action_is_answered_with_its_commitments_and_without_its_words(
    writing_room: Flask,
) -> None:
    """A stranger may read the inbox: the bid stands on the seat's own page alone."""
    table = tables.lay()
    want_receipts()
    delivery.deliver(at(1))
    table.submit(1, BID)
    delivery.deliver(at(2))

    with reading() as session:
        made = session.query(Submission).one()
        commitments = str(made.commitment), str(made.hidden_commitment)
    (said,) = receipts()
    raw = tables.page(tables.parsed(tables.letters()[-1]))
    assert "Your action is in: Auction, round 1." in said
    assert "as submission 1 of the match" in said
    assert str(table.row().head) in said
    for form in (said, raw):
        assert all(one in form for one in commitments)
        assert "2 markers" not in form
        assert "chief" not in form
        assert "take 3" not in form


def test_a_changed_mind_is_a_submission_of_its_own(writing_room: Flask) -> None:
    table = tables.lay()
    want_receipts()
    delivery.deliver(at(1))
    for minute, bid in enumerate((BID, "bid nothing"), start=2):
        table.submit(1, bid)
        delivery.deliver(at(minute))

    numbers = [re.findall(r"as submission (\d+)", said) for said in receipts()]
    assert numbers == [["1"], ["2"]]


def test_the_same_request_again_is_answered_and_not_written_of(writing_room: Flask) -> None:
    table = tables.lay()
    want_receipts()
    once = Sent(b"{}", "POST", "moai.example", "/turns", key="one")
    for _ in range(2):
        play.submit(table.turn_token(1), once, Asked(0, None, BID), NOON)

    assert [one.cause for one in tables.notices() if one.kind == "receipt"] == ["submission:1"]


def test_an_open_turn_is_answered_with_its_entry_and_that_entrys_hash(
    writing_room: Flask,
) -> None:
    table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    first = table.row().awaited[0]
    want_receipts(table.people[first])
    played = rows.load(table.row())
    action = next(iter(played.game.choices(played.state, first)))
    table.submit(first, played.game.say(played.state, action))
    delivery.deliver(at(2))

    with reading() as session:
        entry = entries.after(session, "m1", 1, 1)[0]
        number, hashed = entry.number, entry.hash
    letter = next(one for one in tables.letters() if one.player_id == table.people[first])
    said = tables.words(letter)
    assert number == 2
    assert f"It is entry {number} of the log, with the hash\n{hashed}" in said


def test_other_seats_hear_nothing_of_it(writing_room: Flask) -> None:
    table = tables.lay()
    want_receipts()
    table.submit(1, BID)
    delivery.deliver(at(2))

    told = {one.player_id for one in tables.notices() if one.kind == "receipt"}
    assert told == {"m1-Bruno"}


def test_the_receipt_for_the_last_turn_of_a_match_still_leaves(writing_room: Flask) -> None:
    table = tables.lay()
    want_receipts()
    delivery.deliver(at(1))
    table.submit(1, BID)
    with writing() as session:
        session.get_one(Match, "m1").status = "finished"
    delivery.deliver(at(2))

    assert len(receipts()) == 1


def test_with_the_next_news_it_is_one_letter(writing_room: Flask) -> None:
    table = tables.lay()
    want_receipts()
    delivery.deliver(at(1))
    for seat in range(3):
        table.submit(seat, "bid nothing")
    resolution.resolve("m1", at(2)())
    delivery.deliver(at(3))

    bruno = [one for one in tables.letters() if one.seat == 1]
    assert len(bruno) == 2
    assert "Your action is in: Auction, round 1." in tables.words(bruno[1])
    assert bruno[1].kind != "receipt"


@pytest.mark.parametrize("wanted", [True, False])
def test_a_player_asks_for_them_over_the_api(app: Flask, wanted: bool) -> None:  # noqa: FBT001  # pytest's
    with app.app_context():
        table = tables.lay()
        token = tokens.Player(table.people[1], 1)
        mine = caller(app, token)
        before = mine.get("/me").json
        answer = mine.client.patch("/api/v1/me", json={"receipts": wanted}, headers=mine.headers())
        wrong = mine.client.patch("/api/v1/me", json={"receipts": "yes"}, headers=mine.headers())

        assert before["receipts"] is False
        assert answer.json == before | {"receipts": wanted}
        assert mine.get("/me").json["receipts"] is wanted
        assert wrong.status_code == 400
