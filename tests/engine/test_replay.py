"""Replay: the same match again to the byte, or the first entry that differs and in what."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine import match
from engine.errors import Broken
from engine.record import Entry, link
from engine.replay import latest, replay
from tests.engine import scripted
from tests.engine.scripted import SEED, entries
from tests.engine.toy import SHELLS


def broken(changed: list[Entry], seed: bytes = SEED) -> tuple[str, Mapping[str, Any]]:
    with pytest.raises(Broken) as caught:
        list(replay(SHELLS, seed, changed))
    return caught.value.code, caught.value.facts


def relinked(number: int, public: Mapping[str, Any], private: Mapping[str, Any]) -> list[Entry]:
    """The log with other parts in one entry, and hashes that fit up to there."""
    log = list(entries())
    old = log[number - 1]
    log[number - 1] = link({**old.public, **public}, {**old.private, **private}, old.salt)
    return log


def test_a_replay_gives_every_step_again() -> None:
    again = list(replay(SHELLS, SEED, entries()))

    assert again == list(scripted.dones())


def test_the_latest_is_the_match_as_it_stands() -> None:
    assert latest(SHELLS, SEED, entries()).match == scripted.dones()[-1].match


def test_a_replay_finds_again_what_can_be_taken_back() -> None:
    now = latest(SHELLS, SEED, entries()[:3]).match

    assert match.undo(now, 0).entry.public == {
        **entries()[3].public,
        "submission": None,
    }


def test_a_replay_stops_at_the_entry_that_differs() -> None:
    log = [*entries()[:5], *entries()[6:]]
    again = replay(SHELLS, SEED, log)

    assert [next(again).entry.number for _ in range(5)] == [1, 2, 3, 4, 5]
    with pytest.raises(Broken) as caught:
        next(again)
    assert caught.value.facts == {"entry": 6, "part": "public.number"}


@pytest.mark.parametrize(
    ("number", "public", "private", "part"),
    [
        (1, {"seed_hash": "00"}, {}, "public.seed_hash"),
        (2, {"turn": 9}, {}, "public.turn"),
        (2, {"previous": "00"}, {}, "public.previous"),
        (5, {"draws": []}, {}, "public.draws"),
        (1, {}, {"draws": []}, "private.draws"),
        (6, {}, {"told": []}, "private.told"),
        (4, {"undoes": 2}, {}, "public.undoes"),
        (11, {"phase": "bids 2"}, {}, "public.phase"),
    ],
)
def test_the_first_field_that_differs_is_named(
    number: int, public: dict[str, Any], private: dict[str, Any], part: str
) -> None:
    assert broken(relinked(number, public, private)) == (
        "differs",
        {"entry": number, "part": part},
    )


@pytest.mark.parametrize(
    ("field", "value"), [("salt", bytes(16)), ("sealed", "00"), ("hash", "00")]
)
def test_salt_seal_and_hash_are_compared(field: str, value: Any) -> None:
    log = list(entries())
    log[2] = replace(log[2], **{field: value})

    assert broken(log) == ("differs", {"entry": 3, "part": field})


@pytest.mark.parametrize(
    ("number", "public", "refusal"),
    [
        (1, {"rules": "2"}, "unknown_rules"),
        (2, {"seat": 1}, "out_of_turn"),
        (2, {"seat": 7}, "no_such_seat"),
        (2, {"action": {"kind": "bid", "shells": 1, "mark": 0}}, "not_now"),
        (2, {"action": {"kind": "take", "count": 9}}, "wrong_shape"),
        (2, {"action": {}}, "wrong_shape"),
        (2, {"seat": True}, "wrong_shape"),
        (2, {"name": "Anna"}, "unknown_field"),
        (4, {"seat": 1}, "nothing_to_undo"),
        (10, {"action": {"kind": "take", "count": 1}}, "not_the_default"),
    ],
)
def test_what_the_rules_refuse_is_named_with_the_refusals_code(
    number: int, public: dict[str, Any], refusal: str
) -> None:
    code, facts = broken(relinked(number, public, {}))

    assert (code, facts["entry"], facts["refusal"]) == ("refused", number, refusal)


def test_public_and_private_part_of_a_resolution_speak_of_the_same_seats() -> None:
    assert broken(relinked(11, {"actions": []}, {})) == ("unlike_seats", {"entry": 11})


def test_an_entry_after_the_end_is_refused() -> None:
    log = list(entries())
    code, facts = broken([*log, log[-1]])

    assert (code, facts["entry"], facts["refusal"]) == ("refused", 12, "match_over")


def test_another_seed_deals_another_match() -> None:
    code, facts = broken(list(entries()), b"another")

    assert (code, facts["entry"]) == ("differs", 1)


def test_a_log_begins_with_its_only_deal() -> None:
    log = list(entries())

    assert broken(log[1:]) == ("no_deal", {"entry": 1})
    assert broken([log[0], log[0]]) == ("second_deal", {"entry": 2})
    with pytest.raises(Broken, match="no_deal"):
        latest(SHELLS, SEED, [])


def test_true_is_not_one() -> None:
    options = {**entries()[0].public["options"], "rounds": True}
    code, facts = broken(relinked(1, {"options": options}, {}))

    assert (code, facts["refusal"]) == ("refused", "wrong_option")
    first, *rest = entries()[0].private["draws"]
    code, facts = broken(relinked(1, {}, {"draws": [{**first, "counter": False}, *rest]}))
    assert (code, facts["refusal"]) == ("refused", "wrong_shape")
