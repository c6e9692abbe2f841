"""Words for actions: read, printed, and told apart when they cannot be."""

from random import Random

import pytest

from engine import codec
from engine.errors import Ambiguous, Illegal, Malformed, Refusal
from engine.giants.actions import (
    Action,
    Bid,
    Decline,
    Help,
    Move,
    Pass,
    Peek,
    Place,
    Recall,
    Share,
    Tablet,
    Take,
    Which,
)
from engine.giants.reading import EXAMPLES
from engine.giants.state import Stage, State
from tests.engine.giants.tables import GAME, at, play, refusal, refused, seal, table
from tests.scale import times

BIDDING = table(stage="bidding", quarry=(1, 2, 3))
PICKING = seal(BIDDING, blue="bid chief").state
PLACING = table(stage="placement", turn="blue", bases="nau-nau red 1")
MOVING = table(
    turn="blue",
    items="moai 2 at D5 marked blue; headdress of blue; moai 1 of blue; moai 3 at A4 marked blue;"
    "moai 1 at D4 moved blue was D5; moai 1 at D4 moved blue was E5 E6; moai 1 at D4 marked blue",
    crews="C5: blue chief; D3: blue worker; C4: blue worker; C7: red worker, 1 log;"
    "A4: blue worker; B5: 2 green workers; C6: blue worker, red worker, 1 log",
)
RECALL = table(stage="recall", items="moai 2 at D5 marked blue; headdress at E3 marked blue")
STATES: dict[Stage, State] = {
    "bidding": BIDDING,
    "picking": PICKING,
    "placement": PLACING,
    "transport": MOVING,
    "recall": RECALL,
}


# --- read


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("bid nothing", Bid()),
        ("bid 2 markers, chief, 1 worker", Bid(2, 1, chief=True)),
        ("bid 2 markers, chief, 1 worker; take 3 or 2, then 1",
         Bid(2, 1, chief=True, plan=((3, 2), (1,)))),
        ("bid 1 marker and the sorcerer and a chief; ask",
         Bid(1, sorcerer=True, chief=True, plan=())),
        ("bid marker, worker; take ask, then decline", Bid(1, 1, plan=((), ("decline",)))),
        ("bid 1 worker; take 1, 2 or decline then 1", Bid(0, 1, plan=((1, 2, "decline"), (1,)))),
        ("take 2", Take(2)),
        ("take moai 3", Take(3)),
        ("decline", Decline()),
        ("worker C4", Place("worker", at("C4"))),
        ("place chief on C4", Place("chief", at("C4"))),
        ("sorcerer at F2 with 2 logs, use village", Place("sorcerer", at("F2"), 2, "village")),
        ("sorcerer E3 use quarry", Place("sorcerer", at("E3"), 0, "headdress-quarry")),
        ("chief E3, use headdress-quarry", Place("chief", at("E3"), 0, "headdress-quarry")),
        ("sorcerer C4, use forest", Place("sorcerer", at("C4"), 0, "forest")),
        ("sorcerer H1, use hut", Place("sorcerer", at("H1"), 0, "hut")),
        ("sorcerer A4, reserve Ature Huki", Place("sorcerer", at("A4"), 0, "ahu", "ature-huki")),
        ("sorcerer B6 reserve", Place("sorcerer", at("B6"), 0, "ahu", "te-pito-kura")),
        ("sorcerer F1, reserve TAHAI", Place("sorcerer", at("F1"), 0, "ahu", "tahai")),
        ("sorcerer F4, reserve hanga te'e", Place("sorcerer", at("F4"), 0, "ahu", "hanga-tee")),
        ("tablet", Tablet()),
        ("take a half-tablet", Tablet()),
        ("pass", Pass()),
        ("PASS!", Pass()),
        ("  worker   c4 . ", Place("worker", at("C4"))),
        ("peek nau-nau", Peek("nau-nau")),
        ("peek at Heki'i", Peek("hekii")),
    ],
)  # fmt: skip
def test_words_are_read(words: str, action: Action) -> None:
    """Case, spacing and small words do not matter."""
    assert GAME.parse(PLACING, 0, words) == action


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("pass, mark moai 1", Pass((1,))),
        ("pass mark moai 1 and headdress", Pass((1, 0))),
        ("moai 1, mark", Move(Which(1), ending="mark")),
        ("headdress to D3", Move(Which(0), (at("D3"),))),
        ("headdress via D3 to C4", Move(Which(0), (at("D3"), at("C4")))),
        ("move my headdress to C4", Move(Which(0), (at("D3"), at("C4")))),
        ("moai 2 to C5", Move(Which(2, at("D5")), (at("C5"),))),
        ("moai 2 from D5 to C5", Move(Which(2, at("D5")), (at("C5"),))),
        ("marked moai 2 at D5 to C5", Move(Which(2, at("D5"), marked=True), (at("C5"),))),
        ("unmarked moai 1 on D4 (was E5 E6) to C5",
         Move(Which(1, at("D4"), marked=False, trail=(at("E5"), at("E6"))), (at("C5"),))),
        ("moai 3 at A4, erect nau nau", Move(Which(3, at("A4")), ending="erect", ahu="nau-nau")),
        ("moai 3, erect nau-nau", Move(Which(3, at("A4")), ending="erect", ahu="nau-nau")),
        ("moai 1 via C7 to C6; C7 by red; C6 by blue",
         Move(Which(1), (at("C7"), at("C6")),
              helpers=(Help(at("C7"), (Share(2, 1),)), Help(at("C6"), (Share(0, 1),))))),
        ("moai 2 from D5 to C6; C6 by red 1, 1 log",
         Move(Which(2, at("D5")), (at("C6"),), helpers=(Help(at("C6"), (Share(2, 1),), 1),))),
    ],
)  # fmt: skip
def test_words_of_transport_are_read(words: str, action: Action) -> None:
    """A path may be left out: then it is the one that the choices show."""
    assert GAME.parse(MOVING, 0, words) == action


def test_words_of_recall_are_read() -> None:
    assert GAME.parse(RECALL, 0, "keep") == Recall()
    assert GAME.parse(RECALL, 0, "recall moai 2 at D5 and headdress at E3") == Recall(
        (Which(2, at("D5")), Which(0, at("E3")))
    )


@pytest.mark.parametrize("stage", sorted(STATES))
def test_each_phases_examples_could_be_played_on_our_island(stage: Stage) -> None:
    state = STATES[stage]
    if stage == "transport":
        crews = "A4: blue chief; D3: blue worker"
        items = "moai 2 at B5 marked blue; headdress of blue"
        state = table(turn="blue", items=items, crews=crews)
    if stage == "placement":
        state = table(stage="placement", turn="blue", blue="worker, sorcerer, marker, 2 logs")
    for words in EXAMPLES[stage]:
        GAME.check(state, 0, GAME.parse(state, 0, words))

    assert len(EXAMPLES[stage]) >= 2


# --- printed


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Bid(), "bid nothing"),
        (Bid(2, 1, chief=True, plan=((3,), (1,))),
         "bid 2 markers, 1 worker, chief; take 3, then 1"),
        (Bid(1, 2, sorcerer=True, plan=()), "bid 1 marker, 2 workers, sorcerer; ask"),
        (Bid(plan=((), (1, "decline"))), "bid nothing; take ask, then 1 or decline"),
        (Take(1), "take 1"),
        (Decline(), "decline"),
        (Place("worker", at("C4"), 2), "worker C4 with 2 logs"),
        (Place("sorcerer", at("F2"), 1, "village"), "sorcerer F2 with 1 log, use village"),
        (Place("chief", at("E3"), 0, "headdress-quarry"), "chief E3, use headdress-quarry"),
        (Place("sorcerer", at("A4"), 0, "ahu", "nau-nau"), "sorcerer A4, reserve nau-nau"),
        (Tablet(), "tablet"),
        (Pass(), "pass"),
        (Pass((1, 0)), "pass, mark moai 1, headdress"),
        (Recall(), "keep"),
        (Recall((Which(2, at("D5")),)), "recall moai 2 at D5"),
        (Peek("nau-nau"), "peek nau-nau"),
        (Move(Which(2, at("D5")), (at("C6"), at("B5")), "mark"),
         "moai 2 from D5 via C6 to B5, mark"),
        (Move(Which(3, at("A4")), ending="erect", ahu="nau-nau"), "moai 3 at A4, erect nau-nau"),
        (Move(Which(1, at("D4"), marked=False, trail=(at("D5"),)), (at("C5"),)),
         "unmarked moai 1 from D4 (was D5) to C5"),
        (Move(Which(1, at("D4"), marked=True, trail=()), (at("C5"),)),
         "marked moai 1 from D4 (was) to C5"),
        (Move(Which(2, at("D5")), (at("C6"),),
              helpers=(Help(at("C6"), (Share(0, 1), Share(2, 1))),)),
         "moai 2 from D5 to C6; C6 by blue 1, red 1"),
        (Move(Which(2, at("D5")), (at("C6"),), helpers=(Help(at("C6"), (Share(2, 1),), 1),)),
         "moai 2 from D5 to C6; C6 by red 1, 1 log"),
    ],
)  # fmt: skip
def test_actions_are_printed_and_read_back(action: Action, words: str) -> None:
    state = RECALL if isinstance(action, Recall) else MOVING

    assert GAME.say(state, action) == words
    assert GAME.parse(state, 0, words) == action


# --- unreadable, ambiguous, illegal


def test_unreadable_words_are_refused_with_examples_for_the_phase() -> None:
    for stage, state in STATES.items():
        found = refusal(state, "blue", "sing a song")

        assert isinstance(found, Malformed)
        assert found.code == "unreadable"
        assert found.facts == {"text": "sing a song", "examples": EXAMPLES[stage]}


def test_the_unreadable_part_is_named() -> None:
    refused(
        BIDDING, "blue", "bid 2 llamas", "unreadable", text="2 llamas", examples=EXAMPLES["bidding"]
    )
    refused(
        BIDDING,
        "blue",
        "bid 1 worker; take 4",
        "unreadable",
        text="4",
        examples=EXAMPLES["bidding"],
    )
    transport = EXAMPLES["transport"]
    refused(
        MOVING, "blue", "pass, mark my words", "unreadable", text="my words", examples=transport
    )
    refused(
        MOVING, "blue", "moai 2 from D5 to C6; over there", "unreadable", text="over there",
        examples=transport,
    )  # fmt: skip
    refused(
        MOVING, "blue", "moai 2 from D5 to C6; C6 by magic", "unreadable", text="magic",
        examples=transport,
    )  # fmt: skip
    refused(
        RECALL,
        "blue",
        "recall the past",
        "unreadable",
        text="the past",
        examples=EXAMPLES["recall"],
    )


def test_words_after_mark_are_not_swallowed() -> None:
    """An ahu, or anything else, has no place there."""
    assert refusal(MOVING, "blue", "moai 1, mark nau-nau").code == "unreadable"
    assert refusal(MOVING, "blue", "moai 1, mark and run").code == "unreadable"


@pytest.mark.parametrize(
    ("items", "words", "read"),
    [
        ("moai 2 of blue", "moai 2 from D7 to C7", "moai 2 to C7"),
        ("headdress of blue", "headdress from E3 to E2", "headdress to E2"),
        # What lies there is meant first, and a moai from elsewhere is not.
        ("moai 2 of blue; moai 2 at D7", "moai 2 at D7, mark", "moai 2 at D7, mark"),
        ("moai 2 of blue; moai 2 at D7 marked red", "moai 2 from D7 to C7", "moai 2 to C7"),
    ],
)
def test_what_is_in_front_of_the_screen_may_be_named_by_its_quarrys_hex(
    items: str, words: str, read: str
) -> None:
    """That is where it starts."""
    crews = "C7: blue chief; E2: blue worker"
    state = table(turn="blue", items=items, blue="marker", crews=crews)

    assert GAME.say(state, GAME.parse(state, 0, words)) == read
    assert play(state, "blue", words).events


@pytest.mark.parametrize("words", ["moai 2 from C8 to C7", "moai 1 from D7 to C7"])
def test_no_other_hex_and_no_other_size_will_do(words: str) -> None:
    state = table(turn="blue", items="moai 2 of blue", crews="C7: blue chief")

    assert refusal(state, "blue", words).code == "no_such_item"


def test_long_words_are_cut_short_in_the_refusal() -> None:
    assert len(str(refusal(MOVING, "blue", "la " * 500).facts["text"])) <= 200


def test_ambiguous_words_name_the_candidates() -> None:
    """Which of two ahus; which of two items."""
    ahu = refusal(MOVING, "blue", "moai 3 at A4, erect")
    twins = table(turn="blue", items="moai 1 at C7 marked blue; moai 1 at C7")
    item = refusal(twins, "blue", "moai 1 at C7, mark")

    assert isinstance(ahu, Ambiguous)
    assert ahu.facts["candidates"] == ("nau-nau", "ature-huki")
    assert isinstance(item, Ambiguous)
    assert item.facts["candidates"] == ("unmarked", "marked")


def test_without_a_place_several_items_on_the_board_are_not_guessed_at() -> None:
    state = table(turn="blue", items="moai 1 at C7 marked blue; moai 1 at C6 marked blue")

    refused(state, "blue", "moai 1, mark", "no_such_item", size=1, place="front")


def test_readable_but_against_the_rules_is_illegal() -> None:
    assert isinstance(refusal(MOVING, "blue", "moai 3 from A4 to B5"), Illegal)
    assert isinstance(refusal(PLACING, "blue", "worker C4 with 1 log"), Illegal)


def test_a_hex_that_cannot_be_reached_is_told_with_both_ends() -> None:
    refused(MOVING, "blue", "moai 3 from A4 to H1", "no_way", start="A4", end="H1")


def test_an_adjacent_hex_is_its_own_path_and_its_weakness_is_told() -> None:
    """Rather than that there is no way."""
    refused(MOVING, "blue", "moai 3 from A4 to B5", "too_weak", hex="B5", strength=2, needed=3)


def test_a_path_needs_an_end() -> None:
    refused(MOVING, "blue", "moai 3 from A4 via B5", "path_without_end")


# --- nothing crashes

WORDS = """
    bid take 1 2 3 4 marker markers worker workers sorcerer chief the a and or then ask decline
    nothing ; , tablet half-tablet pass mark moai headdress marked unmarked my from at on to via
    C7 C6 D5 A4 B7 Z9 H1 erect top nau-nau hekii atlantis by blue red logs log (was ) reserve use
    village hut forest quarry place move recall keep peek with all 0 99 100 . ! ' é
"""


@pytest.mark.parametrize("stage", sorted(STATES))
def test_whatever_is_typed_is_an_action_or_a_refusal(stage: Stage) -> None:
    dice = Random(stage)  # noqa: S311 - the dice of a test
    openings = [words for each in EXAMPLES.values() for words in each]
    for _ in range(times(1500)):
        parts = dice.choice(openings).split() if dice.random() < 0.7 else []
        for _ in range(dice.randint(1, 4)):
            parts.insert(dice.randint(0, len(parts)), dice.choice(WORDS.split()))
        text = " ".join(parts).replace(" ,", ",").replace(" ;", ";")
        survives(STATES[stage], text)


def survives(state: State, text: str) -> None:
    try:
        action = GAME.parse(state, 0, text)
        GAME.check(state, 0, action)
    except Refusal:
        return
    assert GAME.parse(state, 0, GAME.say(state, action)) == action, text
    written = codec.write(GAME.action_type, action)
    assert codec.read(GAME.action_type, written) == action
