"""The bell: tells Celery to look now, after the commit, without ever making anyone wait."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial

import structlog
from celery import Celery
from flask import Response, after_this_request, current_app, has_request_context
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError
from sqlalchemy.orm import Session

from service import broker, metrics
from service.marks import Marks
from service.store import database

# After a failure the bell rests: the sweep finds the work, and no request pays for the attempt.
REST_SECONDS = 2.0
UNHEARD = (OperationalError, RedisError, OSError)

Ring = tuple[str, dict[str, str | int]]

_in_hand: ContextVar[Ring | None] = ContextVar("in_hand", default=None)

log = structlog.get_logger(__name__)


@dataclass
class Bell:
    """Rings by task name and ids; a lost ring loses nothing, because a sweep looks anyway.

    What was rung for and is not begun yet is not rung for again.
    """

    app: Celery
    clock: Callable[[], float]
    marks: Marks
    silent_until: float = 0.0

    def ring(self, task: str, **ids: str | int) -> bool:
        if self.clock() < self.silent_until:
            return False
        try:
            if self.marks.make(task, ids):
                self.app.send_task(task, kwargs=ids, retry=False)
        except UNHEARD as fault:
            self.silent_until = self.clock() + REST_SECONDS
            metrics.LOST_RINGS.inc()
            log.warning("bell_unheard", task=task, fault=type(fault).__name__)
            return False
        return True


def make(url: str, clock: Callable[[], float]) -> Bell:
    hasty = broker.celery(url, broker.HASTY_TRANSPORT)
    return Bell(hasty, clock, Marks(broker.hasty(url)))


def ring_after(session: Session, task: str, **ids: str | int) -> None:
    """Ring once this transaction is kept; inside a request, once the answer is out too."""
    rung: list[Ring] = session.info.setdefault("rung", [])
    if (task, ids) in rung or _in_hand.get() == (task, ids):
        return
    rung.append((task, ids))
    bell: Bell = current_app.extensions["bell"]
    ring = partial(bell.ring, task, **ids)
    database.after_commit(session, partial(_after_answer, ring))


@contextmanager
def in_hand(task: str, **ids: str | int) -> Iterator[None]:
    """For who looks again and again until nothing is left: it need not ring for itself."""
    token = _in_hand.set((task, ids))
    try:
        yield
    finally:
        _in_hand.reset(token)


def _after_answer(ring: Callable[[], bool]) -> None:
    if not has_request_context():
        ring()
        return

    @after_this_request
    def _on_close(response: Response) -> Response:
        response.call_on_close(ring)
        return response
