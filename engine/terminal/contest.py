"""Bots against each other: many matches, seats in rotation, and what came of them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import Any

from engine import match
from engine.chance import Luck, mix
from engine.game import Bot, Game, Outcome, Seat, Setup
from engine.match import Done, Match
from engine.record import Entry

_WIDTH = 30


@dataclass(frozen=True, slots=True)
class Result:
    """One match of a contest: who sat where, and how it went."""

    names: tuple[str, ...]
    outcome: Outcome
    phase: int  # the count of the last phase
    seed: bytes
    entries: tuple[Entry, ...]
    done: Done[Any]


class Dice:
    """What a bot picks with: luck of its own, apart from the match's."""

    def __init__(self, seed: bytes) -> None:
        self._luck = Luck(mix(seed, ()), "bots")

    def __call__(self, bound: int) -> int:
        number, self._luck = self._luck.draw("pick", bound)
        self._luck = self._luck.settled()
        return number


def contest(
    game: Game[Any, Any], setup: Setup, bots: Sequence[tuple[str, Bot]], matches: int, seed: bytes
) -> Iterator[Result]:
    """So many matches; in each the bots move on by one seat."""
    for number in range(matches):
        own = mix(seed, (number.to_bytes(8, "big"),))
        seated = [bots[(seat + number) % len(bots)] for seat in range(setup.seats)]
        yield _played(game, setup, seated, own, f"bots-{number + 1}")


def _played(
    game: Game[Any, Any], setup: Setup, seated: Sequence[tuple[str, Bot]], seed: bytes, name: str
) -> Result:
    dice = Dice(seed)
    done = match.start(game, name, setup, seed)
    entries = [done.entry]
    while (outcome := game.outcome(done.match.state)) is None:
        done = _advanced(done.match, [bot for _, bot in seated], dice)
        entries.append(done.entry)
    names = tuple(each for each, _ in seated)
    phase = game.phase(done.match.state).count
    return Result(names, outcome, phase, seed, tuple(entries), done)


def _advanced(now: Match[Any], bots: Sequence[Bot], dice: Dice) -> Done[Any]:
    awaited = sorted(now.game.awaiting(now.state))
    if not now.game.sealed(now.state):
        return match.play(
            now, awaited[0], choose(now, awaited[0], bots[awaited[0]], dice), by="bot"
        )
    chosen = {seat: choose(now, seat, bots[seat], dice) for seat in awaited}
    return match.resolve(
        now, {s: match.seal(now, s, action, "bot") for s, action in chosen.items()}
    )


def choose(now: Match[Any], seat: Seat, bot: Bot, dice: Callable[[int], int]) -> Any:
    """A bot's action, from its seat's view alone."""
    return bot(now.game.view(now.state, seat), now.game.choices(now.state, seat), dice)


# --- what came of it


def bar(done: int, of: int) -> str:
    filled = _WIDTH * done // of
    return f"\r[{'#' * filled}{'.' * (_WIDTH - filled)}] {done} of {of}"


def summary(results: Sequence[Result]) -> Iterator[str]:
    """Wins and mean scores by bot, and how the matches went."""
    yield f"{len(results)} matches"
    yield f"  {'bot':<12}{'seats':>7}{'wins':>7}{'share':>8}{'mean score':>12}"
    for name, (seats, wins, scores) in sorted(_by_bot(results).items()):
        share = f"{wins / len(results):.0%}"
        yield f"  {name:<12}{seats:>7}{wins:>7}{share:>8}{mean(scores):>12.1f}"
    ranked = zip(*(sorted(result.outcome.totals, reverse=True) for result in results), strict=True)
    yield "  mean score by rank: " + " / ".join(f"{mean(scores):.1f}" for scores in ranked)
    yield f"  turns: {_spread([result.done.match.turn for result in results])}"
    yield f"  last phase: {_spread([result.phase for result in results])}"
    endings = Counter(result.outcome.reason for result in results).most_common()
    yield "  endings: " + ", ".join(f"{reason} {count}" for reason, count in endings)


def _by_bot(results: Sequence[Result]) -> Mapping[str, tuple[int, int, list[int]]]:
    """Of each bot: seats held, matches won (a shared win counts for each), scores."""
    found: dict[str, tuple[int, int, list[int]]] = {}
    for result in results:
        winners = {result.names[seat] for seat in result.outcome.winners}
        for name in set(result.names):
            own = [t for n, t in zip(result.names, result.outcome.totals, strict=True) if n == name]
            seats, wins, scores = found.get(name, (0, 0, []))
            found[name] = (seats + len(own), wins + (name in winners), scores + own)
    return found


def _spread(numbers: Sequence[int]) -> str:
    return f"median {median(numbers):g}, from {min(numbers)} to {max(numbers)}"
