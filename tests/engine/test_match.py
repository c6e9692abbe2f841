"""The driver: who may act, how turns count, what can be taken back, and what an entry holds."""

import json
from typing import Any

import pytest

from engine import codec, match, parts
from engine.canonical import canonical
from engine.chance import commitment
from engine.errors import Illegal, Malformed, MatchOver, OutOfTurn
from engine.game import Setup
from engine.record import START
from engine.sealing import Sealed
from tests.engine import scripted, signed
from tests.engine.scripted import act, begin, bid
from tests.engine.toy import SHELLS, Bid, End, Look, Roll, Saw, Take


def test_the_deal_names_the_terms_and_the_hash_of_the_seed() -> None:
    done = match.start(SHELLS, "table-1", Setup(2, {"rounds": 3}), b"seed", (b"a", b""))

    public = dict(done.entry.public)
    assert public.pop("draws") == []
    assert public == {
        "number": 1,
        "kind": "deal",
        "turn": 0,
        "previous": START,
        "format": 1,
        "game": "shells",
        "rules": "1",
        "match": "table-1",
        "seats": 2,
        "options": {"rounds": 3, "rich": False, "beach": "sand"},
        "seed_hash": commitment(b"seed"),
        "nonces": ["61", ""],
    }


def test_hidden_draws_stand_in_the_private_part() -> None:
    done = match.start(SHELLS, "table-1", Setup(2), b"seed")

    bounds = [(draw["purpose"], draw["bound"]) for draw in done.entry.private["draws"]]
    assert bounds == [("cards", 3), ("cards", 2)]


def test_public_draws_stand_in_the_public_part() -> None:
    done = match.play(begin(), 0, Roll())

    (draw,) = done.entry.public["draws"]
    assert (draw["purpose"], draw["bound"], draw["counter"]) == ("die", 6, 2)
    assert done.entry.private["draws"] == []


def test_a_nonce_is_wanted_from_every_seat_or_from_none() -> None:
    with pytest.raises(Malformed, match="wrong_nonces"):
        match.start(SHELLS, "table-1", Setup(3), b"seed", (b"a", b"b"))


def test_turns_count_open_actions_resolutions_defaults_and_undos_only() -> None:
    turns = [(done.entry.kind, done.match.turn) for done in scripted.dones()]

    assert [kind for kind, _ in turns] == scripted.KINDS
    assert [turn for _, turn in turns] == [0, 1, 2, 3, 4, 4, 5, 5, 6, 7, 8]


def test_every_entry_names_its_number_and_the_hash_before_it() -> None:
    entries = scripted.entries()

    assert [entry.number for entry in entries] == list(range(1, 12))
    assert [e.public["previous"] for e in entries] == [START, *(e.hash for e in entries[:-1])]


def unsigned(part: Any) -> Any:
    """What was not signed names no key at all."""
    if isinstance(part, list):
        return [unsigned(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {k: unsigned(v) for k, v in part.items() if (k, v) != ("key", None)}


def test_every_entry_has_the_shape_that_is_written_down() -> None:
    for entry in (*scripted.entries(), *(done.entry for done, _ in signed.steps())):
        public = parts.read_public(entry.public)
        private = parts.read_private(public, entry.private)

        assert unsigned(codec.write(type(public), public)) == entry.public
        assert codec.write(type(private), private) == entry.private


def test_an_entry_knows_seats_by_number_and_holds_no_name() -> None:
    allowed = {
        "number",
        "kind",
        "turn",
        "previous",
        "draws",
        "format",
        "game",
        "rules",
        "match",
        "seats",
        "options",
        "seed_hash",
        "nonces",
        "seat",
        "by",
        "submission",
        "action",
        "phase",
        "actions",
        "undoes",
        "holder",
    }

    for entry in scripted.entries():
        assert set(entry.public) <= allowed
        assert isinstance(entry.public.get("seat", 0), int)


def test_a_seat_that_is_not_awaited_is_out_of_turn() -> None:
    with pytest.raises(OutOfTurn) as caught:
        match.play(begin(), 1, End())

    assert caught.value.facts == {"awaited": (0,), "seat": 1}


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    now = begin()

    for attempt in (
        lambda: match.play(now, seat, Look()),
        lambda: match.check(now, seat, Look()),
        lambda: match.default(now, seat),
        lambda: match.reseat(now, seat, "bot"),
    ):
        with pytest.raises(Malformed, match="no_such_seat"):
            attempt()


def test_what_the_rules_refuse_changes_nothing() -> None:
    now = begin(beach="rock")
    now = act(now, 0, "take 3", "take 3")

    with pytest.raises(Illegal, match="too_many"):
        match.play(now, 0, Take(3))
    with pytest.raises(Illegal, match="too_many"):
        match.check(now, 0, Take(3))


# --- sealed phases


def at_bids() -> match.Match[Any]:
    return act(act(begin(), 0, "take 2", "end"), 1, "take 3", "end")


def test_nothing_is_played_openly_in_a_sealed_phase() -> None:
    with pytest.raises(Illegal, match="sealed_now"):
        match.play(at_bids(), 0, Bid(1))
    with pytest.raises(Illegal, match="sealed_now"):
        match.default(at_bids(), 0)


def test_a_sealed_action_can_be_checked_before_it_is_kept() -> None:
    match.check(at_bids(), 0, Bid(2))
    with pytest.raises(Illegal, match="too_dear"):
        match.check(at_bids(), 0, Bid(3))


def test_an_open_phase_has_nothing_to_resolve() -> None:
    with pytest.raises(Illegal, match="not_sealed"):
        match.resolve(begin(), {0: bid(0, 0, 1)})


def test_a_resolution_waits_for_all() -> None:
    with pytest.raises(Illegal) as caught:
        match.resolve(at_bids(), {0: bid(0, 0, 1)})

    assert (caught.value.code, caught.value.facts) == ("not_all_in", {"missing": (1,)})


def test_nobody_else_takes_part_in_a_resolution() -> None:
    with pytest.raises(OutOfTurn) as caught:
        match.resolve(at_bids(), {0: bid(0, 0, 1), 1: bid(0, 0, 2), 5: bid(0, 0, 3)})

    assert caught.value.facts == {"awaited": (0, 1), "seat": 5}


def test_a_sealed_action_that_the_rules_refuse_does_not_open() -> None:
    with pytest.raises(Illegal, match="too_dear"):
        match.resolve(at_bids(), {0: bid(3, 0, 1), 1: bid(0, 0, 2)})


def test_a_resolution_shows_actions_and_hides_their_hidden_parts() -> None:
    done = match.resolve(at_bids(), {1: bid(3, 2, 8), 0: bid(1, 1, 7)})

    shown = [
        (part["seat"], part["submission"], part["action"]) for part in done.entry.public["actions"]
    ]
    assert shown == [
        (0, 7, {"kind": "bid", "shells": 1}),
        (1, 8, {"kind": "bid", "shells": 3}),
    ]
    hidden = [(part["seat"], part["action"]) for part in done.entry.private["actions"]]
    assert hidden == [(0, {"mark": 1}), (1, {"mark": 2})]
    assert done.entry.public["phase"] == "bids 1"


def test_the_commitments_in_a_resolution_are_those_that_were_published() -> None:
    now, sealed = at_bids(), bid(1, 1, 7)
    published = match.commitments(now, 0, sealed)

    done = match.resolve(now, {0: sealed, 1: bid(0, 0, 8)})

    part = done.entry.public["actions"][0]
    assert (part["commitment"], part["hidden_commitment"]) == published


def test_salts_without_a_service_differ_by_seat_part_and_turn() -> None:
    now, later = at_bids(), act(begin(), 0, "take 2")
    made = [match.seal(now, 0, Bid(0)), match.seal(now, 1, Bid(0)), match.seal(later, 0, Bid(0))]

    assert len({salt for sealed in made for salt in (sealed.salt, sealed.hidden_salt)}) == 6


# --- asides


def test_a_peek_tells_one_seat_and_leaves_the_turn() -> None:
    now = act(begin(), 0, "take 1")

    done = match.play(now, 1, Look())

    assert (done.entry.kind, done.match.turn) == ("peek", now.turn)
    assert done.told == ((1, Saw(now.state.cards[1])),)
    assert done.entry.private["told"] == [
        {"seat": 1, "event": {"kind": "saw", "card": now.state.cards[1]}}
    ]
    assert "told" not in done.entry.public


def test_a_peek_is_possible_in_a_sealed_phase() -> None:
    assert match.play(at_bids(), 0, Look()).match.game.sealed(at_bids().state)


# --- defaults


def test_a_default_is_what_the_rules_lay_down() -> None:
    done = match.default(begin(), 0)

    assert (done.entry.kind, done.entry.public["by"]) == ("default", "default")
    assert done.entry.public["action"] == {"kind": "end"}


def test_nothing_else_is_done_in_an_absent_seats_name() -> None:
    with pytest.raises(Illegal, match="not_the_default"):
        match.play(begin(), 0, Take(1), by="default")
    with pytest.raises(Illegal, match="not_the_default"):
        match.play(begin(), 1, Look(), by="default")
    absent = Sealed(Bid(1, 0), "default", bytes(16), bytes(16))
    with pytest.raises(Illegal, match="not_the_default"):
        match.resolve(at_bids(), {0: absent, 1: bid(0, 0, 1)})


def test_a_seat_that_is_not_awaited_has_no_default() -> None:
    with pytest.raises(OutOfTurn):
        match.default(begin(), 1)


# --- undo


def test_an_undo_gives_the_state_before_the_step() -> None:
    before = act(begin(), 0, "take 2")

    done = match.undo(act(before, 0, "take 1"), 0, submission=5)

    assert done.match.state == before.state
    assert (done.entry.public["undoes"], done.entry.public["submission"]) == (3, 5)


def test_several_steps_are_taken_back_from_the_end() -> None:
    start = begin()
    now = act(start, 0, "take 2", "take 1", "end")

    undone = []
    for _ in range(3):
        done = match.undo(now, 0)
        now = done.match
        undone.append(done.entry.public["undoes"])

    assert undone == [4, 3, 2]
    assert now.state == start.state
    with pytest.raises(Illegal, match="nothing_to_undo"):
        match.undo(now, 0)


def test_a_step_after_an_undo_can_be_taken_back_as_well_as_those_before() -> None:
    now = match.undo(act(begin(), 0, "take 2", "take 1"), 0).match
    now = act(now, 0, "take 3")

    first = match.undo(now, 0)
    second = match.undo(first.match, 0)

    assert [done.entry.public["undoes"] for done in (first, second)] == [5, 2]


def test_a_deal_is_not_undone() -> None:
    with pytest.raises(Illegal, match="nothing_to_undo"):
        match.undo(begin(), 0)


def test_nobody_takes_back_anothers_step() -> None:
    with pytest.raises(Illegal, match="nothing_to_undo"):
        match.undo(act(begin(), 0, "end"), 1)


def test_nothing_is_taken_back_once_another_has_acted() -> None:
    now = act(act(begin(), 0, "take 1", "end"), 1, "take 1")

    with pytest.raises(Illegal, match="nothing_to_undo"):
        match.undo(now, 0)
    undone = match.undo(now, 1)
    with pytest.raises(Illegal, match="nothing_to_undo"):
        match.undo(undone.match, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_taken_back_once_anyone_has_peeked(seat: int) -> None:
    now = match.play(act(begin(), 0, "take 1"), seat, Look()).match

    with pytest.raises(Illegal, match="nothing_to_undo"):
        match.undo(now, 0)


def test_nothing_is_taken_back_by_a_seats_next_holder() -> None:
    now = match.reseat(act(begin(), 0, "take 1"), 0, "person").match

    with pytest.raises(Illegal, match="nothing_to_undo"):
        match.undo(now, 0)


def test_a_default_and_a_resolution_stand() -> None:
    absent = match.default(begin(), 0).match
    opened = match.resolve(at_bids(), {0: bid(0, 0, 1), 1: bid(0, 0, 2)}).match

    for now in (absent, opened):
        with pytest.raises(Illegal, match="nothing_to_undo"):
            match.undo(now, 0)


def test_a_die_that_was_rolled_stays_rolled_and_so_does_what_came_before_it() -> None:
    now = act(begin(), 0, "take 1", "roll")

    with pytest.raises(Illegal, match="final_step"):
        match.undo(now, 0)
    later = match.undo(act(now, 0, "end"), 0).match
    with pytest.raises(Illegal, match="final_step"):
        match.undo(later, 0)


# --- the end


def test_nothing_happens_after_the_end() -> None:
    now = scripted.dones()[-1].match

    for attempt in (
        lambda: match.play(now, 0, Look()),
        lambda: match.check(now, 0, End()),
        lambda: match.default(now, 0),
        lambda: match.resolve(now, {}),
        lambda: match.undo(now, 0),
        lambda: match.reseat(now, 0, "bot"),
    ):
        with pytest.raises(MatchOver, match="match_over"):
            attempt()


def test_a_match_is_not_changed_by_what_is_done_with_it() -> None:
    now = begin()
    before = canonical(codec.write(SHELLS.state_type, now.state))

    act(now, 0, "take 2", "roll", "end")

    assert canonical(codec.write(SHELLS.state_type, now.state)) == before


def test_the_luck_in_a_state_holds_no_draws_of_earlier_entries() -> None:
    assert all(done.match.state.luck.made == () for done in scripted.dones())


def test_an_entry_is_json() -> None:
    for entry in scripted.entries():
        assert json.loads(canonical(dict(entry.public))) == entry.public
