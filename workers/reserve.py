"""The order in which a worker takes tasks, and the process that it keeps free for what is urgent.

Letters and webhooks wait for mail servers and for other people's programs, a minute if it comes to
the worst. With all processes but one at that, the last one takes nothing of the kind.
"""

from dataclasses import dataclass
from typing import Any

from celery import bootsteps
from celery.worker import state
from kombu.utils.scheduling import priority_cycle
from typing_extensions import override

from service import queues
from workers import stall

# How long the broker is asked for a task at most, so how long a patient one may wait for a process
# that has just come free.
POLL_SECONDS = 0.2


@dataclass
class _Hands:
    """How many tasks of the patient kind this worker has at once."""

    most: int = 1

    def full(self) -> bool:
        taken = filter(stall.in_hand, state.reserved_requests)
        return sum(queues.patient(one.name) for one in taken) >= self.most


HANDS = _Hands()


class ByUrgency(priority_cycle):
    """The queues as they are named, without those that have to wait."""

    @override
    def consume(self, n: int) -> list[str]:
        found: list[str] = super().consume(n)  # type: ignore[no-untyped-call]  # kombu's
        return [one for one in found if one in queues.URGENT_KEYS] if HANDS.full() else found


TRANSPORT = {"queue_order_strategy": ByUrgency, "polling_interval": POLL_SECONDS}


class Reserve(bootsteps.StartStopStep):  # type: ignore[misc]  # celery is untyped
    """Counts the processes, before the first task is taken."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    @override
    def start(self, parent: Any) -> None:
        HANDS.most = most(parent.pool.num_processes, parent.app.amqp.queues.consume_from)


def most(processes: int, taken: Any) -> int:
    """All of them where nothing urgent comes, and where there is but one."""
    kept = any(one in queues.URGENT_KEYS for one in taken)
    return max(1, processes - kept)
