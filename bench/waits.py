"""How long single events take beside a baseline's: p50, p95 and p99 of at least two hundred."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bench import harness
from bench.scale import times

EVENTS = times(4, 200)  # fewer say nothing of a p95

Timed = Callable[[], list[float]]  # does some events and gives the seconds of each


@dataclass(frozen=True)
class Wait:
    """Batches of events of ours between batches of the baseline's; `disk` as in a bench.

    `spare` times as many events are tried before noise is taken as it is.
    """

    name: str
    ours: Timed
    baseline: Timed
    beside: str
    disk: bool = False
    events: int = EVENTS
    spare: float = 1.5


@dataclass(frozen=True)
class Percentiles:
    """In milliseconds."""

    p50: float
    p95: float
    p99: float
    most: float


@dataclass(frozen=True)
class Waited:
    name: str
    beside: str
    ours: Percentiles
    baseline: Percentiles
    ratio: float  # of the medians: how many times as long ours takes
    events: int
    dropped: int  # batches beside a busy neighbour or on a slow disk
    noisy: bool


@dataclass(frozen=True)
class Amount:
    """Something counted, ours and the baseline's, with the unit of both; less is better."""

    name: str
    beside: str
    unit: str
    ours: float
    baseline: float

    @property
    def ratio(self) -> float:
        return self.ours / self.baseline


@dataclass
class _Kept:
    quiet: list[float] = field(default_factory=list)
    loud: list[float] = field(default_factory=list)
    dropped: int = 0

    def enough(self, wait: Wait) -> bool:
        tried = len(self.quiet) + len(self.loud)
        return len(self.quiet) >= wait.events or tried >= wait.spare * wait.events

    def add(self, work: Timed, *, disk: bool) -> None:
        taken: list[float] = []
        _, segment = harness.watched(lambda: taken.extend(work()), disk=disk)
        calm = harness.undisturbed(segment)
        (self.quiet if calm else self.loud).extend(taken)
        self.dropped += not calm

    def values(self, events: int) -> list[float]:
        """All of it where too little was quiet."""
        return self.quiet if len(self.quiet) >= events else self.quiet + self.loud


def measure(wait: Wait, say: Callable[[str], None]) -> Waited:
    """A batch of the baseline, one of ours, and so on, until both have enough quiet events."""
    ours, baseline = _Kept(), _Kept()
    while not ours.enough(wait):
        baseline.add(wait.baseline, disk=wait.disk)
        ours.add(wait.ours, disk=wait.disk)
        say(f"{wait.name}: {len(ours.quiet)} of {wait.events} events, {ours.dropped} dropped")
    taken, others = ours.values(wait.events), baseline.values(min(wait.events, len(baseline.quiet)))
    mine, its = percentiles(taken), percentiles(others or baseline.loud)
    noisy = len(ours.quiet) < wait.events
    ratio = mine.p50 / its.p50
    return Waited(wait.name, wait.beside, mine, its, ratio, len(taken), ours.dropped, noisy)


def percentiles(seconds: list[float]) -> Percentiles:
    """The nearest rank above: p95 of two hundred is the hundred and ninetieth."""
    ranked = sorted(1000 * one for one in seconds)

    def at(share: int) -> float:
        return ranked[max(0, -(-len(ranked) * share // 100) - 1)]

    return Percentiles(at(50), at(95), at(99), ranked[-1])
