"""Marks: what was rung for and nobody has begun yet; kept in the broker, and never for long."""

import redis
import structlog

# A message can be lost; its mark then hides a match no longer than this.
SECONDS = 30
# It says up to when to look, and not what at: what waits already does nearly as much.
MOMENT = "upto"

log = structlog.get_logger(__name__)


class Marks:
    """One a task and its ids, whichever process rings."""

    def __init__(self, broker: "redis.Redis") -> None:
        self._broker = broker

    def make(self, task: str, ids: dict[str, str | int]) -> bool:
        """Whether it was not there: then somebody has to ring."""
        return bool(self._broker.set(_name(task, ids), 1, nx=True, ex=SECONDS))

    def lift(self, task: str, ids: dict[str, str | int]) -> None:
        """Before the task looks: what is rung for from now on may be what it does not see."""
        try:
            self._broker.delete(_name(task, ids))
        except redis.RedisError as fault:
            log.warning("mark_unlifted", task=task, fault=type(fault).__name__)


def _name(task: str, ids: dict[str, str | int]) -> str:
    what = (f"{name}={ids[name]}" for name in sorted(ids) if name != MOMENT)
    return ":".join(["moai.rung", task, *what])
