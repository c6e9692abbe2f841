"""A digest: one letter of many matches, as safe as any other, and true to each of them."""

from datetime import timedelta

import pytest
from flask import Flask

from service import hosting, notices, tokens, vault
from service.mail.outcomes import Refused, Sent, Unsure
from service.notices import Telling
from service.post import delivery, digest, gathering, marking, silence, sweeping, tracking, truth
from service.store import outbox
from service.store.database import reading, writing
from service.store.letters import Letter, Section
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import digests, tables
from tests.parts.digests import BRUNO, EVENING
from tests.parts.tables import NOON, at

STRUCK = 5 * 60  # minutes after noon, when it is 18 in Rome


def to_bruno(match: str = "m1") -> list[Letter]:
    return [one for one in tables.letters(match) if one.player_id == BRUNO]


def struck(*more: str) -> Letter:
    """The digest of these tables, gathered."""
    digests.tables_of_bruno(*more, **EVENING)
    gathering.gather_digest(BRUNO, at(STRUCK)())
    (letter,) = to_bruno()
    return letter


def told(match: str) -> int:
    with reading() as session:
        return session.get_one(Seat, (match, 1)).told


def test_all_matches_are_told_in_one_letter_at_the_chosen_hour(writing_room: Flask) -> None:
    digests.tables_of_bruno("m2", "m3", **EVENING)
    delivery.deliver(at(STRUCK - 1))
    before = to_bruno()
    delivery.deliver(at(STRUCK))
    delivery.deliver(at(STRUCK + 1))

    (letter,) = to_bruno()
    text = tables.words(letter)
    assert before == []
    assert (letter.kind, letter.match_id, letter.status) == ("digest", None, "sent")
    assert [one.id for match in ("m2", "m3") for one in to_bruno(match)] == [letter.id] * 2
    for match in ("m1", "m2", "m3"):
        row = tables.Table(match, ()).row()
        assert f"Match {match}" in text
        assert str(row.head) in text
        assert told(match) == row.number


def test_it_has_one_button_a_match_and_those_that_wait_come_first(writing_room: Flask) -> None:
    digests.tables_of_bruno("m2", "m3", **EVENING)
    with writing() as session:
        for match in ("m1", "m2"):
            session.get_one(Match, match).awaited = [0]
        row = session.get_one(Match, "m3")
        row.awaited = [1]
        session.get_one(Seat, ("m3", 1)).due_at = NOON + timedelta(days=2)
    delivery.deliver(at(STRUCK))

    (letter,) = to_bruno()
    message, text = tables.parsed(letter), tables.words(letter)
    assert message["Subject"] == "1 match waits for you"
    assert text.index("Match m3") < text.index("Match m1") < text.index("Match m2")
    assert text.count("Play your turn:") == 1
    assert text.count("See the table:") == 2
    assert "Your turn is due on Tuesday, 3 March 2026, 13:00 (Europe/Rome)" in text
    assert tables.page(message).count('class="press" href=') == 3
    assert [one.get_content_type() for one in message.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


def test_the_digest_of_one_match_is_that_matchs_own_letter(writing_room: Flask) -> None:
    """With its table, its thread and its own link to stop it."""
    digests.tables_of_bruno(**EVENING)
    delivery.deliver(at(STRUCK))

    (letter,) = to_bruno()
    assert (letter.match_id, letter.seat, letter.status) == ("m1", 1, "sent")


def test_what_is_no_longer_true_is_left_out_match_by_match(writing_room: Flask) -> None:
    letter = struck("m2", "m3")
    hosting.cancel(tokens.Host("m2", 1), at(STRUCK)())
    delivery.carry(letter.id, at(STRUCK))

    (sent,) = to_bruno()
    text = tables.words(sent)
    assert "Match m1" in text
    assert "Match m2" not in text
    ends = {one.reason for one in tables.notices("m2") if one.letter_id == letter.id}
    assert ends == {truth.CANCELLED}


def test_it_is_dropped_once_nothing_in_it_is_true(writing_room: Flask) -> None:
    letter = struck("m2")
    for match in ("m1", "m2"):
        hosting.cancel(tokens.Host(match, 1), at(STRUCK)())
    delivery.carry(letter.id, at(STRUCK))

    (dropped,) = to_bruno()
    assert (dropped.status, dropped.reason) == ("dropped", truth.CANCELLED)


def test_a_turn_that_cannot_wait_comes_by_itself_with_all_that_waits_there(
    writing_room: Flask,
) -> None:
    """The digest of 8 o'clock tomorrow would leave 5 hours of 24: too little."""
    digests.tables_of_bruno("m2", digest=8)
    with writing() as session:
        row = session.get_one(Match, "m1")
        row.awaited = [1]
        session.get_one(Seat, ("m1", 1)).due_at = NOON + timedelta(hours=24)
        notices.write(session, row, [Telling(1, "your_turn", "entry:9")], NOON)
    delivery.deliver(at(1))
    (own,) = to_bruno()
    delivery.deliver(at(19 * 60))

    assert (own.kind, own.match_id) == ("your_turn", "m1")
    assert {one.kind for one in tables.notices() if one.letter_id == own.id} == {
        "started",
        "your_turn",
    }
    assert [one.match_id for one in to_bruno("m2")] == ["m2"]  # alone by then


def test_a_digest_that_could_not_leave_takes_the_next_days_news_along(
    writing_room: Flask,
) -> None:
    """A mail server that is away for days: one letter, not one a day."""
    first = struck("m2")
    later = NOON + timedelta(days=1)
    digests.sit("m3", now=later)
    with writing() as session:
        row = session.get_one(Match, "m2")
        notices.write(session, row, [Telling(1, "extended", "extended:9")], later)
    delivery.deliver(at(24 * 60 + STRUCK))

    assert {one.id for match in ("m1", "m2", "m3") for one in to_bruno(match)} == {first.id}


# --- in whose hands


def test_a_letter_of_its_matches_waits_while_a_digest_is_in_hand(writing_room: Flask) -> None:
    letter = struck("m2")
    claimed = delivery.claim(letter.id, at(STRUCK)())
    extend("m2")
    newer = to_bruno("m2")[-1]
    early = delivery.claim(newer.id, at(STRUCK)())
    assert claimed is not None
    marking.mark(letter.id, claimed.match, claimed.attempt, Sent(), at(STRUCK)())

    assert early is None
    assert delivery.claim(newer.id, at(STRUCK)()) is not None


def test_a_digest_waits_while_a_letter_of_any_of_its_matches_is_in_hand(
    writing_room: Flask,
) -> None:
    letter = struck("m2")
    extend("m2")
    older = to_bruno("m2")[-1]
    claimed = delivery.claim(older.id, at(STRUCK)())
    early = delivery.claim(letter.id, at(STRUCK)())
    assert claimed is not None
    marking.mark(older.id, claimed.match, claimed.attempt, Sent(), at(STRUCK)())

    assert early is None
    assert delivery.claim(letter.id, at(STRUCK)()) is not None


def test_control_without_that_order_both_are_in_hand(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "overtakes", lambda *_: False)
    letter = struck("m2")
    extend("m2")
    both = [delivery.claim(one, at(STRUCK)()) for one in (letter.id, to_bruno("m2")[-1].id)]

    assert None not in both


def extend(match: str) -> None:
    """News that Bruno wants at once, in this match alone."""
    with writing() as session:
        player = session.get_one(Player, BRUNO)
        player.policy = {**player.policy, "matches": {match: {"delay": 0, "digest": None}}}
        row = session.get_one(Match, match)
        notices.write(session, row, [Telling(1, "extended", "extended:9")], at(STRUCK)())
    gathering.gather(match, at(STRUCK)())


def test_a_lost_worker_costs_one_copy_with_the_same_bytes(stored: Flask) -> None:
    letter = struck("m2")
    first = delivery.claim(letter.id, at(STRUCK)())
    sweeping.recover(at(STRUCK + 5)())
    second = delivery.claim(letter.id, at(STRUCK + 5)())

    assert first is not None
    assert second is not None
    assert first.text == second.text
    marking.mark(letter.id, second.match, second.attempt, Unsure("cut off"), at(STRUCK + 5)())
    (dead,) = to_bruno()
    assert (dead.status, dead.unsure) == ("dead", 2)


def test_what_became_of_it_is_marked_in_every_match(stored: Flask) -> None:
    letter = struck("m2")
    claimed = delivery.claim(letter.id, at(STRUCK)())
    assert claimed is not None
    marking.mark(letter.id, claimed.match, claimed.attempt, Refused("550 no"), at(STRUCK)())

    for match in ("m1", "m2"):
        (host,) = [one for one in tables.notices(match) if one.kind == "problem"]
        assert (host.player_id, host.facts) == (
            f"{match}-Anna",
            {"problem": "address_refused", "seat": 1},
        )
        assert tracking.by_seat(match)[1][0].state == tracking.UNDELIVERED
        assert told(match) == 0


def test_a_digest_that_cannot_be_written_ends_and_every_host_knows(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = struck("m2")
    monkeypatch.setattr(digest, "compose", broken)
    for day in range(1, 8):
        delivery.carry(letter.id, at(day * 24 * 60 + STRUCK))

    assert [one.status for one in to_bruno()] == ["dead"]
    assert [sum(one.kind == "problem" for one in tables.notices(m)) for m in ("m1", "m2")] == [1, 1]


def broken(*_: object) -> None:
    raise ZeroDivisionError


# --- stopping it


def test_one_click_stops_all_that_the_digest_tells_of(writing_room: Flask) -> None:
    digests.tables_of_bruno("m2", **EVENING)
    delivery.deliver(at(STRUCK))
    (letter,) = to_bruno()
    path = tables.parsed(letter)["List-Unsubscribe"].strip("<>").partition("8000")[2]
    client = writing_room.test_client()
    before = client.get(path).text
    answer = client.post(path, data={"List-Unsubscribe": "One-Click"})

    assert "You get letters of all your matches." in before
    assert answer.status_code == 200
    assert "You get no letters of your present matches." in answer.text
    with reading() as session:
        assert set(session.get_one(Player, BRUNO).policy["muted"]) == {"m1", "m2"}
    for match in ("m1", "m2"):
        (host,) = [one for one in tables.notices(match) if one.kind == "problem"]
        assert host.facts == {"problem": "unsubscribed", "seat": 1}


def test_its_link_gives_each_match_its_own_letters_again(writing_room: Flask) -> None:
    digests.tables_of_bruno("m2", **EVENING)
    every = tokens.Unsubscribe(BRUNO, silence.EVERY_MATCH, 1)
    silence.part(every, NOON)
    delivery.deliver(at(1))

    assert [one.match_id for one in (*to_bruno(), *to_bruno("m2"))] == ["m1", "m2"]


def test_its_copy_is_read_in_the_mailbox(writing_room: Flask) -> None:
    digests.tables_of_bruno("m2", **EVENING)
    delivery.deliver(at(STRUCK))
    (letter,) = to_bruno()
    client = writing_room.test_client()

    assert tables.parsed(letter)["Subject"] in client.get("/mailbox").text
    assert "Match m2" in client.get(f"/mailbox/{letter.id}").text
    with reading() as session:
        assert vault.unseal(session.get_one(Letter, letter.id).copy or b"")
        assert session.get_one(Section, (letter.id, "m2")).seat == 1
