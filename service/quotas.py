"""How many requests a token and a network address may make a minute: counted in this process.

Nothing is asked of the broker or the database, so neither can lift these limits or make a request
wait for them. Each web process counts for itself. What protects inboxes is in service/limits.py.
"""

import math
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from flask import Flask, Response, current_app, g, request

from engine.words import N_
from service import limits
from service.refusals import Refusal
from service.settings import Settings
from service.tokens import Token

SECONDS = 60
# Of so many different ones in one minute the rest share a count: memory has an end.
MOST_COUNTED = 50_000
THE_REST = "the rest"
UNCOUNTED = frozenset({"probes.healthz", "probes.readyz", "probes.figures", "pages.static"})


@dataclass(frozen=True)
class Left:
    """What one policy leaves to whoever was just counted."""

    policy: str
    quota: int
    remaining: int  # below zero: it was one too many
    reset: int  # seconds until all is there again


@dataclass
class Counts:
    """One policy's counts of the present minute; a new minute forgets them all."""

    policy: str
    quota: int
    clock: Callable[[], float]
    ends: float = 0.0
    found: dict[Hashable, int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, who: Hashable) -> Left:
        now = self.clock()
        with self.lock:
            if now >= self.ends:
                self.ends, self.found = now + SECONDS, {}
            if who not in self.found and len(self.found) >= MOST_COUNTED:
                who = THE_REST
            made = self.found[who] = self.found.get(who, 0) + 1
            rest = self.ends - now
        return Left(self.policy, self.quota, self.quota - made, math.ceil(rest))


@dataclass(frozen=True)
class Quotas:
    """The two policies of a process."""

    token: Counts
    address: Counts


def make(settings: Settings) -> Quotas:
    return Quotas(
        Counts("token", settings.requests_per_token, time.monotonic),
        Counts("address", settings.requests_per_address, time.monotonic),
    )


def attach(app: Flask) -> None:
    app.before_request(_count_address)
    app.after_request(_say)


def _count_address() -> None:
    """Before anything is looked up: who is refused learns nothing of what is there."""
    g.left = []
    if request.endpoint not in UNCOUNTED:
        _count(_present().address, limits.network(request.remote_addr or ""))


def count_token(token: Token) -> None:
    """Of a token that was found to be signed by us; made-up ones count for their address alone."""
    _count(_present().token, token)


def _present() -> Quotas:
    quotas: Quotas = current_app.extensions["quotas"]
    return quotas


def _count(counts: Counts, who: Hashable) -> None:
    left = counts.count(who)
    g.left.append(left)
    if left.remaining < 0:
        raise Refusal(
            "too_many",
            N_("Those were too many requests in one minute."),
            policy=left.policy,
            retry_after=left.reset,
        )


def _say(response: Response) -> Response:
    """The fields of draft-ietf-httpapi-ratelimit-headers, an item for each policy that counted."""
    left: list[Left] = g.get("left", [])
    if left:
        policies = ", ".join(f'"{one.policy}";q={one.quota};w={SECONDS}' for one in left)
        rests = ", ".join(f'"{one.policy}";r={max(0, one.remaining)};t={one.reset}' for one in left)
        response.headers["RateLimit-Policy"] = policies
        response.headers["RateLimit"] = rests
    return response
