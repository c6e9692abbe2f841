"""Every refusal can occur and has a sentence, and every sentence belongs to a refusal."""

import ast
from importlib import resources
from typing import Any, get_args

import pytest

from engine.errors import Malformed, Refusal
from engine.giants import PHASES, words
from engine.giants.actions import Help, Move, Peek, Place, Share, Which
from engine.giants.board import read
from engine.giants.events import Event
from engine.giants.state import State
from engine.hexes import Hex
from engine.words import REFUSALS, tell
from tests.engine.giants.islands import chart
from tests.engine.giants.tables import GAME, at, refusal, seal, table

BIDDING = table(stage="bidding", quarry=(1, 3), blue="worker, marker")
PICKING = seal(BIDDING, blue="bid 1 marker, 1 worker").state
PLACING = table(stage="placement", turn="blue", blue="chief, sorcerer, worker, 1 half")
POOR = table(stage="placement", turn="blue", blue="sorcerer, 6 workers", halves=0)
MOVING = table(
    turn="blue",
    blue="worker",
    crews="C7: blue worker, red worker, 2 logs; C6: 3 logs; C8: blue worker; A4: blue worker",
    items="moai 2 of blue; moai 3 of blue; moai 1 at C7 marked blue; moai 1 at C8;"
    "moai 2 at A4 marked blue; moai 3 at C7 marked red; moai 3 at C6 moved green was C7;"
    "headdress at A4 marked blue",
    bases="nau-nau green 1 topped; hekii red; ature-huki red",
)
WEALTHY = table(turn="blue", items="moai 1 of blue; moai 1 of blue", blue="marker, 2 halves")
SEVEN = table(
    turn="blue",
    items="moai 1 at A4 marked blue",
    crews="A4: blue worker",
    bases="; ".join(
        f"{ahu} blue 1"
        for ahu in ("tahai", "tautira", "riata", "vinapu", "tahiri", "akapu", "te-peu")
    ),
)
TWINS = table(turn="blue", items="moai 1 at C7 marked blue; moai 1 at C7")
PEEKED = table(turn="blue", blue="2 halves", bases="nau-nau red 1; raai red")
SEEN = GAME.play(PEEKED, 0, Peek("nau-nau")).state
OPEN = table(turn="blue", blue="2 halves", bases="nau-nau red 1", options={"open_bases": True})


def helped(*helpers: Help) -> Move:
    return Move(Which(2), (at("C7"),), helpers=helpers)


def by(*shares: Share, logs: int = 0) -> Help:
    return Help(at("C7"), shares, logs)


CASES: dict[str, tuple[State, Any]] = {
    "wrong_phase": (BIDDING, "pass"),
    "unreadable": (PLACING, "dance on C4"),
    "long_plan": (BIDDING, "bid nothing; take " + ", then ".join(["1"] * 11)),
    "nothing_and_more": (BIDDING, "bid nothing, chief"),
    "bid_twice": (BIDDING, "bid 1 marker, 1 marker"),
    "one_of_each": (BIDDING, "bid 2 chiefs"),
    "path_without_end": (MOVING, "moai 2 via C7"),
    "no_way": (MOVING, "moai 2 to H1"),
    "unknown_hex": (PLACING, "worker Z9"),
    "unknown_ahu": (PEEKED, "peek atlantis"),
    "unknown_seat": (MOVING, helped(by(Share(7, 2)))),
    "bid_markers": (BIDDING, "bid 2 markers"),
    "bid_workers": (BIDDING, "bid 2 workers"),
    "no_figure": (BIDDING, "bid chief"),
    "not_in_quarry": (PICKING, "take 2"),
    "too_few_sculptors": (PICKING, "take 3"),
    "no_marker": (PLACING, "tablet"),
    "few_markers": (WEALTHY, "pass, mark moai 1, moai 1"),
    "no_half_tablets": (table(stage="placement", turn="blue", halves=0), "tablet"),
    "not_land": (PLACING, Place("worker", Hex(9, 9))),
    "logs_with_chief": (PLACING, "chief C4 with 1 log"),
    "too_many_logs": (PLACING, "worker C4 with 3 logs"),
    "no_logs": (PLACING, "worker C4 with 1 log"),
    "ahu_without_use": (PLACING, Place("sorcerer", at("F2"), power="village", ahu="hekii")),
    "worker_power": (PLACING, "worker F2, use village"),
    "no_tablet": (PLACING, "chief F2, use village"),
    "power_elsewhere": (PLACING, "sorcerer C4, use village"),
    "source_empty": (POOR, "sorcerer F2, use village"),
    "no_forest": (PLACING, "sorcerer F2, use forest"),
    "forest_cut": (
        table(stage="placement", turn="blue", cut=(at("C4"),)),
        "sorcerer C4, use forest",
    ),
    "no_ahu": (MOVING, "moai 2 to C7, erect"),
    "which_ahu": (PLACING, "sorcerer A4, reserve"),
    "ahu_not_adjacent": (PLACING, "sorcerer A4, reserve hekii"),
    "ahu_taken": (MOVING, "moai 2 at A4, erect nau-nau"),
    "ahu_reserved": (MOVING, "moai 2 at A4, erect ature-huki"),
    "no_base": (SEVEN, "moai 1 at A4, erect nau-nau"),
    "mark_later": (PLACING, "pass, mark moai 1"),
    "several_items": (TWINS, "moai 1 at C7, mark"),
    "no_such_item": (MOVING, "moai 1 at D5, mark"),
    "marked_by_other": (MOVING, "moai 3 at C7, mark"),
    "moved_by_other": (MOVING, "moai 3 at C6, mark"),
    "not_next": (MOVING, "moai 2 via C7 to A4"),
    "been_there": (MOVING, "moai 2 via C7 to D7"),
    "nobody_there": (MOVING, "moai 2 via C7 to C6"),
    "too_weak": (MOVING, "moai 2 to C8"),
    "helpers_twice": (MOVING, helped(by(Share(0, 1), logs=1), by(Share(2, 1), logs=1))),
    "helpers_elsewhere": (MOVING, "moai 2 to C7; C8 by blue 2"),
    "helper_twice": (MOVING, "moai 2 to C7; C7 by blue, blue"),
    "helper_units": (MOVING, "moai 2 to C7; C7 by green 2"),
    "helper_logs": (MOVING, "moai 2 to C7; C7 by 5 logs"),
    "helper_sum": (MOVING, "moai 2 to C7; C7 by blue"),
    "logs_alone": (MOVING, "moai 2 to C7; C7 by 2 logs"),
    "logs_with_chief_alone": (
        table(turn="blue", items="moai 2 of blue", crews="C7: red chief, blue worker, 2 logs"),
        "moai 2 to C7; C7 by red, 1 log",
    ),
    "changes_nothing": (MOVING, "moai 2 at A4"),
    "must_claim": (MOVING, "moai 1 from C8 to C7"),
    "already_marked": (MOVING, "moai 2 at A4, mark"),
    "wrong_ending": (MOVING, "moai 2 at A4, top nau-nau"),
    "no_own_figure": (
        table(turn="blue", items="moai 2 at A4 marked blue"),
        "moai 2 at A4, erect nau-nau",
    ),
    "no_moai": (PEEKED, "peek raai"),
    "topped_already": (MOVING, "headdress at A4, top nau-nau"),
    "bases_open": (OPEN, "peek nau-nau"),
    "seen_already": (SEEN, "peek nau-nau"),
    "no_half_to_give": (MOVING, "peek nau-nau"),
}


@pytest.mark.parametrize("code", sorted(words.PLAY))
def test_each_refusal_of_the_table_can_occur_and_is_told(code: str) -> None:
    state, said = CASES[code]
    found = refusal(state, "blue", said)
    view = GAME.view(state, 0)
    sentence = tell(GAME.words, code, found.facts, lambda n, v: GAME.show(view, n, v))

    assert found.code == code
    assert sentence
    assert "{" not in sentence


def test_no_case_is_without_a_sentence() -> None:
    assert set(CASES) == set(words.PLAY)


def raised(module: str) -> set[str]:
    """The codes that a module of the game refuses with."""
    tree = ast.parse(resources.files("engine.giants").joinpath(module).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        str(call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id in ("Illegal", "Malformed", "Ambiguous", "kind")
        and isinstance(call.args[0], ast.Constant)
    }


MODULES = sorted(
    file.name for file in resources.files("engine.giants").iterdir() if file.name.endswith(".py")
)


@pytest.mark.parametrize("module", MODULES)
def test_each_code_that_is_raised_has_a_sentence(module: str) -> None:
    assert raised(module) <= words.WORDS.keys()


def test_each_sentence_is_for_something() -> None:
    codes = set().union(*map(raised, MODULES)) | {"marked_by_other", "moved_by_other"}
    kinds = {kind.kind for kind in get_args(Event)}

    assert words.PLAY.keys() | words.MAP.keys() == codes - REFUSALS.keys()
    assert words.EVENTS.keys() == kinds
    assert words.WORDS.keys() == codes | kinds | REFUSALS.keys() | words.CAUTIONS.keys()


def test_a_refusal_is_told_in_colours_labels_and_names() -> None:
    found = refusal(MOVING, "blue", "moai 3 at C7, mark")
    view = GAME.view(MOVING, 0)
    show = lambda name, value: GAME.show(view, name, value)  # noqa: E731 - a view's own show

    assert tell(GAME.words, found.code, found.facts, show) == (
        "The moai of size 3 at C7 bears the marker of Red."
    )
    reserved = refusal(MOVING, "blue", "moai 2 at A4, erect ature-huki")
    assert tell(GAME.words, reserved.code, reserved.facts, show) == (
        "Ature Huki is reserved for Red."
    )


def test_faults_of_a_map_are_told() -> None:
    data = chart("motu-nui")
    data["ahus"][0]["edge"] = "E"
    with pytest.raises(Malformed) as caught:
        read(data)

    assert tell(GAME.words, caught.value.code, caught.value.facts) == (
        "The ahu motu-iti faces land across the edge E of -2, 0."
    )


def test_refusals_are_refusals() -> None:
    """A player's mistake is an answer, never a crash."""
    for state, said in CASES.values():
        assert isinstance(refusal(state, "blue", said), Refusal)


def test_every_phase_has_its_name_and_round() -> None:
    view = GAME.view(BIDDING, None)
    shown = [GAME.show(view, "phase", f"{name} 4") for name in dict.fromkeys(PHASES.values())]

    assert shown == [
        "Auction, round 4",
        "Placement, round 4",
        "Transport, round 4",
        "Recall of markers, round 4",
        "The end, round 4",
    ]


def told(state: State, said: Any, seat: str = "blue") -> str:
    found = refusal(state, seat, said)
    view = GAME.view(state, 0)
    return tell(GAME.words, found.code, found.facts, lambda n, v: GAME.show(view, n, v))


ONE_LOG = table(turn="blue", items="moai 2 of blue", crews="C7: blue worker, 1 log")


@pytest.mark.parametrize(
    ("state", "said", "sentence"),
    [
        (MOVING, "moai 2 to C7, erect", "No ahu adjoins C7."),
        (PLACING, "sorcerer C4, reserve", "No ahu adjoins C4."),
        (PLACING, "sorcerer A4, reserve", "Name the ahu: nau-nau, ature-huki."),
        (ONE_LOG, "moai 2 to C7; C7 by 2 logs", "There is 1 log on C7, not 2."),
        (MOVING, "moai 2 to C7; C7 by 5 logs", "There are 2 logs on C7, not 5."),
        (PLACING, "worker C4 with 1 log", "You want to place 1 log and hold 0."),
        (
            WEALTHY,
            "pass, mark moai 1, moai 1",
            "You want to mark more items than you can (2): you hold 1 marker.",
        ),
        (
            table(stage="bidding", quarry=(1,), blue="chief"),
            "bid 1 marker",
            "You bid 1 marker and hold 0.",
        ),
        (
            BIDDING,
            "pass",
            (
                "This is not the phase for it: pass. What can be done now: “bid nothing”, "
                "“bid 2 markers, chief, 1 worker; take 3 or 2, then 1”."
            ),
        ),
    ],
)
def test_a_refusal_says_what_there_is_in_plain_english(
    state: State, said: str, sentence: str
) -> None:
    assert told(state, said) == sentence


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (PEEKED, "peek " + "atlantis" * 200),
        (PEEKED, Peek("x" * 5000)),
        (PLACING, "worker A" + "9" * 1000),
        (PLACING, Place("sorcerer", at("A4"), power="ahu", ahu="y" * 5000)),
        (MOVING, Move(Which(2, at("A4")), ending="erect", ahu="z" * 5000)),
        (PLACING, "dance " * 300),
    ],
)
def test_what_is_not_known_is_repeated_only_as_far_as_to_know_it_again(
    state: State, said: Any
) -> None:
    facts = refusal(state, "blue", said).facts

    assert max(len(fact) for fact in facts.values() if isinstance(fact, str)) == 60
    assert len(told(state, said)) < 300
