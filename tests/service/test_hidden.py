"""What is hidden of a match opens in its place alone, and tells nothing by its length."""

import json

import pytest
from flask import Flask

from service import hidden, match_keys, play, stand_ins, table
from service.operating import checking, repairing
from service.sent import Asked, Sent
from service.store import entries
from service.store.database import reading, writing
from service.store.entries import LogEntry
from service.store.matches import Match
from service.store.submissions import Submission
from service.vault import VaultError
from tests.parts.dumps import dump
from tests.service.tables import NOON, Table, begin

SENT = Sent(b'{"turn": 0, "text": "bid 1 marker"}', "POST", "moai.example", "/turns", "once")


def played(match_id: str = "m1") -> Table:
    made = begin("rapa-nui", 3, bots=(0, 1, 2), match_id=match_id)
    for _ in range(4):
        stand_ins.act(match_id, NOON)
    return made


def test_a_match_has_a_key_of_its_own_from_the_deal_on(stored: Flask) -> None:
    first, second = played("m1").row(), played("m2").row()

    assert match_keys._cipher(first) is not match_keys._cipher(second)
    assert first.sealing_key != second.sealing_key
    assert len(first.sealing_key or b"") < 300  # rekeying is a matter of these few bytes


def test_a_state_of_another_match_is_not_opened_even_with_its_key(stored: Flask) -> None:
    one, other = played("m1").row(), played("m2").row()
    one.state, one.sealing_key = other.state, other.sealing_key

    with pytest.raises(VaultError, match="match m1 is not what was sealed there"):
        hidden.state(one)


def test_what_was_sealed_in_one_place_does_not_open_in_another(stored: Flask) -> None:
    """Entry for entry and column for column."""
    row = played().row()
    with reading() as session:
        second, third = entries.after(session, "m1", 1, 2)
        session.expunge_all()
    second.private, second.salt, second.told = third.private, third.salt, third.private

    for read in (hidden.private, hidden.salt, hidden.told):
        with pytest.raises(VaultError):
            read(row, second)
    third.told = third.private
    with pytest.raises(VaultError):
        hidden.told(row, third)


def test_a_changed_byte_is_noticed(stored: Flask) -> None:
    row = played().row()
    sealed = row.state or b""
    for at in (0, 12, len(sealed) // 2, len(sealed) - 1):
        row.state = sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        with pytest.raises(VaultError):
            hidden.state(row)


def test_a_submission_is_sealed_whatever_it_says_and_given_back_to_the_byte(stored: Flask) -> None:
    made = begin("giants", 3)
    play.submit(made.seat(0), SENT, Asked(0, None, "bid 1 marker"), NOON)
    with reading() as session:
        kept = session.query(Submission).one()
        session.expunge(kept)
    row = made.row()

    assert b"marker" not in kept.body
    assert "closes_at" not in (kept.standing or "")
    assert hidden.body(row, kept) == SENT.body
    assert hidden.standing(row, kept) == {"closes_at": None}


def test_few_lengths_tell_nothing_of_what_is_inside(stored: Flask) -> None:
    """All states of a match, and all told and private parts, come in sizes of powers of two."""
    row = played().row()
    with reading() as session:
        log = entries.all_of(session, "m1")
        sizes = {len(one.told) for one in log}

    assert len(row.state or b"") == 12 + 2048 + 16
    assert len(sizes) == 1


def test_a_state_and_a_told_part_that_cannot_be_opened_are_made_anew_from_the_log(
    stored: Flask,
) -> None:
    played()
    with writing() as session:
        row = session.get_one(Match, "m1")
        good = hidden.state(row)
        row.state = b"x" * 99
        session.get_one(LogEntry, ("m1", 3)).told = "AAAA"
    found = repairing.look("m1").changes
    repairing.repair("m1", NOON)
    with reading() as session:
        row = session.get_one(Match, "m1")
        told = hidden.told(row, session.get_one(LogEntry, ("m1", 3)))

        assert hidden.state(row) == good
    assert told == []
    assert found == [
        "state is not the one that the log leads to",
        "told of entry 3 is not the one that the log leads to",
    ]
    assert checking.check("m1").fault is None


def test_an_operators_commands_print_nothing_that_is_hidden(stored: Flask) -> None:
    played()
    with writing() as session:
        row = session.get_one(Match, "m1")
        state = json.loads(hidden.state(row) or b"")
        key = state["luck"]["key"]
        state["deck"].reverse()
        hidden.keep_state(row, json.dumps(state).encode())
        hidden.keep_told(row, session.get_one(LogEntry, ("m1", 2)), [{"seat": 0, "event": key}])
    run = stored.test_cli_runner().invoke
    said = run(args=["verify"]).output + run(args=["repair", "m1", "--dry-run"]).output

    assert "state is not the one that the log leads to" in said
    assert key not in said
    assert '"deck"' not in said


def test_a_rekeying_seals_the_keys_anew_and_no_state(stored: Flask) -> None:
    made = played()
    before = dump(["match.sealing_key", "match.seed", "kept_key", "letter.copy"])
    stored.test_cli_runner().invoke(args=["rekey"])

    assert dump(["match.sealing_key", "match.seed", "kept_key", "letter.copy"]) == before
    assert table.load(made.row()).number == 5
