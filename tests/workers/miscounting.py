"""The workers' Celery app that takes its first message and forgets it: its hands seem full."""

from collections.abc import Callable
from typing import Any

from celery.worker.consumer import Consumer

from tests.workers.watchful import app

__all__ = ["app"]

take_each = Consumer.create_task_handler
forgotten: list[Any] = []


def forget_first(consumer: Any) -> Callable[[Any], None]:
    """Neither done nor given back, as when broker and processes are killed one by one."""
    take = take_each(consumer)

    def receive(message: Any) -> None:
        if forgotten:
            take(message)
        else:
            forgotten.append(message)

    return receive


Consumer.create_task_handler = forget_first
