"""Queues: which task waits in which, and which of them is taken before which.

See docs/adr/queues.md.
"""

from collections.abc import Collection

# The most urgent first: a worker takes from the first that holds anything.
ORDER = ("resolve", "sweep", "signs", "post", "webhooks")
# What never waits for anybody outside; a process is kept free for it.
URGENT = frozenset({"resolve", "sweep"})
TASKS = {
    "matches.resolve": "resolve",
    "matches.help": "resolve",
    "matches.time_out": "resolve",
    "clock.sweep": "sweep",
    "post.greet": "signs",
    "post.deliver": "post",
    "hooks.call": "webhooks",
}
# The one queue of earlier releases: what they have left there, or still ring, is taken last.
FORMER = "moai"


def key(queue: str) -> str:
    """What it is called in the broker."""
    return f"{FORMER}.{queue}"


def keys(chosen: Collection[str] = ORDER) -> list[str]:
    """What a worker of these takes from, in this order."""
    return [*(key(one) for one in ORDER if one in chosen), FORMER]


ROUTES = {task: {"queue": key(queue)} for task, queue in TASKS.items()}
URGENT_KEYS = frozenset(map(key, URGENT))


def patient(task: str) -> bool:
    """Whether it may be kept waiting by a mail server, or by anybody else outside."""
    return TASKS.get(task) not in URGENT
