"""Positions of Giants put together by hand, and words played on them.

    state = table(
        blue="sorcerer, 2 workers, 1 marker, 3 logs; front: chief, 2 markers",
        crews="C6: blue worker, 2 red workers, red chief, 1 log",
        items="moai 2 at D5 marked blue; headdress at E3; moai 3 of green",
        bases="hekii red; nau-nau blue 2 topped",
        stage="transport", turn="blue",
    )
    state = play(state, "blue", "moai 2 from D5 to C6, mark").state

What a table does not name is where it was at the start: the rest of a colour's workers and markers
in the receptacle, its bases behind the screen, all else in the box. So every table is whole.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine import spoken
from engine.chance import Luck
from engine.errors import Refusal
from engine.game import Seat, Step
from engine.giants import Giants, ruleset
from engine.giants.actions import Action
from engine.giants.board import Island
from engine.giants.state import (
    Base,
    Clan,
    Crew,
    Crowd,
    Item,
    ItemSize,
    Options,
    Stage,
    State,
    sorted_items,
)
from engine.hexes import Hex

GAME = Giants()
SEATS: dict[str, Seat] = {colour: seat for seat, colour in enumerate(ruleset.COLOURS)}
WHOLE = "chief, sorcerer, worker, 2 markers"  # what a clan begins with
OPTIONS = Options(
    island="rapa-nui",
    quick=False,
    visible_score=False,
    leftover_moai="remove",
    auto_pick=False,
    open_bases=False,
    max_rounds=15,
)

_COUNTED = re.compile(r"(?:(\d+) )?(worker|sorcerer|chief|marker|log|halve|half|base|point)s?")
_CREW = re.compile(r"(?:(\d+) )?(?:(\w+) )?(worker|sorcerer|chief|log)s?")
_ITEM = re.compile(
    r"(?:moai (?P<size>\d)|headdress)"
    r"(?: at (?P<at>\w+)(?: (?P<tie>marked|moved) (?P<who>\w+))?| of (?P<owner>\w+))"
    r"(?: was (?P<trail>[\w ]+))?"
)
_BASE = re.compile(r"(\S+) (\w+)(?: (\d)( topped)?(?: in (\d+))?)?")


# --- a table


def table(  # noqa: PLR0913 - a table has many parts, and each is left out more often than not
    *,
    seats: int = 3,
    stage: Stage = "transport",
    turn: str | None = None,
    first: str = "blue",
    round: int = 2,  # noqa: A002 - the state's own word
    crews: str = "",
    items: str = "",
    bases: str = "",
    options: Mapping[str, Any] | None = None,
    game: Giants = GAME,
    **clans: Any,
) -> State:
    """A whole table; words that name no colour replace a part of the state as it is."""
    agreed = replace(OPTIONS, island=next(iter(game.islands)), **(options or {}))
    island = game.islands[agreed.island]
    colours = ruleset.COLOURS[:seats]
    belongings = tuple(_clan(clans.pop(colour, WHOLE)) for colour in colours)
    state = State(
        luck=Luck(b"key", "table"),
        options=agreed,
        stage=stage,
        round=round,
        first=SEATS[first],
        turn=None if turn is None else SEATS[turn],
        clans=belongings,
        box=ruleset.MOAI,
        crews=_crews(island, crews, seats),
        items=_items(island, items),
        bases=tuple(_base(part, round) for part in _parts(bases)),
        dice=tuple(clans.get("quarry", ())),
        rules=ruleset.NEWEST_RULES,
    )
    return replace(_whole(replace(state, quarry=clans.pop("quarry", ()))), **clans)


def _parts(text: str, between: str = ";") -> Iterator[str]:
    return filter(None, (part.strip() for part in text.split(between)))


def _counts(text: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for part in _parts(text, ","):
        found = _COUNTED.fullmatch(part)
        assert found, part
        counts[found[2]] += int(found[1] or 1)
    return counts


def _crowd(counts: Counter[str]) -> Crowd:
    return Crowd(counts["worker"], bool(counts["sorcerer"]), bool(counts["chief"]))


def _clan(text: str) -> Clan:
    behind, _, front = text.partition("; front:")
    passed = behind.endswith("; passed")
    held, open_ = _counts(behind.removesuffix("; passed")), _counts(front)
    return Clan(
        figures=_crowd(held),
        markers=held["marker"],
        bases=held["base"] or -1,  # not named: what is not on the board
        logs=held["log"],
        front=_crowd(open_),
        front_markers=open_["marker"],
        halves=held["half"] + held["halve"],
        score=held["point"],
        passed=passed,
    )


def _crews(island: Island, text: str, seats: int) -> tuple[Crew, ...]:
    crews = []
    for part in _parts(text):
        label, _, crowd = part.partition(": ")
        counts = [Counter[str]() for _ in range(seats)]
        logs = 0
        for each in _parts(crowd, ","):
            found = _CREW.fullmatch(each)
            assert found, each
            if found[3] == "log":
                logs += int(found[1] or 1)
            else:
                counts[SEATS[found[2]]][found[3]] += int(found[1] or 1)
        crews.append(Crew(island.by_label[label], tuple(map(_crowd, counts)), logs))
    return tuple(sorted(crews, key=lambda crew: crew.at))


def _items(island: Island, text: str) -> tuple[Item, ...]:
    items = []
    for part in _parts(text):
        found = _ITEM.fullmatch(part)
        assert found, part
        size: Any = int(found["size"] or 0)
        at = island.by_label[found["at"]] if found["at"] else None
        who = found["who"] or found["owner"]
        trail = tuple(island.by_label[label] for label in (found["trail"] or "").split())
        marked = found["tie"] == "marked"
        items.append(Item(size, at, None if who is None else SEATS[who], marked, trail))
    return sorted_items(items)


def _base(text: str, now: int) -> Base:
    found = _BASE.fullmatch(text)
    assert found, text
    size = int(found[3] or 0)
    erected = int(found[5] or now) if size else 0
    return Base(found[1], SEATS[found[2]], size, bool(found[4]), erected)


def _whole(state: State) -> State:
    """With everything that the table does not name where it was at the start."""
    count = len(state.clans)
    clans = tuple(_whole_clan(state, seat) for seat in range(count))
    moai = Counter(item.size for item in state.items) + Counter(b.size for b in state.bases)
    moai.update(state.quarry)
    headdresses = sum(i.size == 0 for i in state.items) + sum(b.topped for b in state.bases)
    held = sum(clan.logs for clan in clans) + sum(crew.logs for crew in state.crews)
    one, two, three = (total - moai[n] for n, total in enumerate(ruleset.MOAI, start=1))
    return replace(
        state,
        clans=clans,
        box=(one, two, three),
        headdresses=ruleset.HEADDRESSES - headdresses,
        halves=ruleset.HALVES - sum(clan.halves for clan in clans),
        logs=ruleset.LOGS - held,
    )


def _whole_clan(state: State, seat: Seat) -> Clan:
    clan = state.clans[seat]
    out = sum(crew.crowds[seat].workers for crew in state.crews)
    on_items = sum(item.marked and item.holder == seat for item in state.items)
    standing = sum(base.owner == seat for base in state.bases)
    bases = ruleset.BASES[len(state.clans)] - standing
    return replace(
        clan,
        bases=bases if clan.bases < 0 else clan.bases,
        spare_workers=ruleset.WORKERS - clan.figures.workers - clan.front.workers - out,
        spare_markers=ruleset.MARKERS - clan.markers - clan.front_markers - on_items,
    )


# --- acting on it


def play(state: State, colour: str, words: str, game: Giants = GAME) -> Step[State]:
    """What these words of the awaited seat lead to."""
    seat = SEATS[colour]
    action = game.parse(state, seat, words)
    assert game.aside(action) or seat in game.awaiting(state), f"{colour} is not awaited"
    return game.play(state, seat, action)


def act(state: State, colour: str, action: Action, game: Giants = GAME) -> Step[State]:
    """What this action of the awaited seat leads to."""
    assert SEATS[colour] in game.awaiting(state), f"{colour} is not awaited"
    return game.play(state, SEATS[colour], action)


def script(state: State, text: str, game: Giants = GAME) -> State:
    """The state after several turns, one a line: `blue: worker C4`."""
    for line in _parts(text, "\n"):
        colour, _, words = line.partition(": ")
        state = play(state, colour, words, game).state
    return state


def seal(state: State, game: Giants = GAME, **words: str) -> Step[State]:
    """What sealed words lead to; seats that are not named do what an absent one does."""
    actions = {seat: game.default(state, seat) for seat in game.awaiting(state)}
    actions |= {SEATS[c]: game.parse(state, SEATS[c], text) for c, text in words.items()}
    return game.resolve(state, actions)


def refusal(state: State, colour: str, words: str | Action, game: Giants = GAME) -> Refusal:
    """Why these words, or this action, are refused; reading them may be what fails."""
    seat = SEATS[colour]
    with pytest.raises(Refusal) as caught:
        said = spoken.read(game, state, seat, words) if isinstance(words, str) else words
        game.check(state, seat, said)
    return caught.value


def refused(
    state: State, colour: str, words: str | Action, code: str, game: Giants = GAME, **facts: Any
) -> None:
    """Assert that they are refused with exactly this code and these facts."""
    found = refusal(state, colour, words, game)
    assert (found.code, dict(found.facts)) == (code, facts)


# --- looking at it


def facts(state: State, colour: str, game: Giants = GAME) -> Any:
    """What the seat may do now, as facts."""
    return game.choices(state, SEATS[colour]).facts()


def at(label: str, game: Giants = GAME, island: str | None = None) -> Hex:
    """The hex of a label; of the game's first island unless another is named."""
    return game.islands[island or next(iter(game.islands))].by_label[label]


def belongings(state: State, colour: str) -> str:
    """What a clan has behind its screen, and its half-tablets, in words."""
    clan = state.clans[SEATS[colour]]
    parts = ["chief"] * clan.figures.chief + ["sorcerer"] * clan.figures.sorcerer
    counted = {
        "worker": clan.figures.workers,
        "log": clan.logs,
        "marker": clan.markers,
        "half": clan.halves,
    }
    plural = {"worker": "workers", "log": "logs", "marker": "markers", "half": "halves"}
    for name, count in counted.items():
        if count:
            parts.append(f"{count} {name if count == 1 else plural[name]}")
    return ", ".join(parts) or "nothing"


def scores(state: State) -> tuple[int, ...]:
    return tuple(clan.score for clan in state.clans)


def fronts(state: State, colour: str) -> list[ItemSize]:
    """The items in front of a screen."""
    return [i.size for i in state.items if i.at is None and i.holder == SEATS[colour]]


def on(state: State, label: str) -> list[tuple[int, str | None, bool]]:
    """The items on a hex of the first island: size, holder's colour, and whether it is marked."""
    return [
        (i.size, None if i.holder is None else ruleset.COLOURS[i.holder], i.marked)
        for i in state.items
        if i.at == at(label)
    ]


def base(state: State, ahu: str) -> tuple[str, int, bool]:
    """A base on an ahu: its owner's colour, the moai's size, and whether it is topped."""
    found = next(b for b in state.bases if b.ahu == ahu)
    return ruleset.COLOURS[found.owner], found.size, found.topped


def kinds(step: Step[State]) -> list[str]:
    return [event.kind for event in step.events]


def event(step: Step[State], kind: str) -> Any:
    """The only event of this kind."""
    (found,) = events(step, kind)
    return found


def events(step: Step[State], kind: str) -> list[Any]:
    return [each for each in step.events if each.kind == kind]
