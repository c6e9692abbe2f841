"""The Celery app that workers and beat run: its schedule, its queues, its signs of life."""

import os
from typing import Any

from celery import Celery, bootsteps, signals
from flask import Flask
from typing_extensions import override

from service import app as service_app, broker, cautions, heartbeats, logs, pulse, queues
from service.settings import Settings, read_or_exit
from service.store import database, schema
from workers import reserve, stall
from workers.context import InContext

SCHEDULE = {
    "sweep": {"task": "clock.sweep", "schedule": heartbeats.SWEEP_EVERY},
    "greet": {"task": "post.greet", "schedule": heartbeats.MAIL_EVERY},
}


class Pulse(bootsteps.StartStopStep):  # type: ignore[misc]  # celery is untyped
    """A sign of life from the worker's own loop: a thread would say only that threads run."""

    requires = ("celery.worker.consumer.connection:Connection",)

    @override
    def start(self, parent: Any) -> None:
        flask: Flask = parent.app.flask
        pulse.give(flask, "worker")
        seconds = heartbeats.EVERY.total_seconds()
        # A lost broker clears the timer and starts every step again.
        self.timer = parent.timer.call_repeatedly(seconds, pulse.give, (flask, "worker"))

    @override
    def stop(self, parent: Any) -> None:
        self.timer.cancel()


def create(settings: Settings) -> Celery:
    celery = broker.celery(settings.redis_url, broker.WORKER_TRANSPORT | reserve.TRANSPORT)
    celery.flask = service_app.create(settings)
    celery.Task = InContext
    celery.conf.update(
        beat_schedule=SCHEDULE,
        imports=["workers.clock", "workers.hooks", "workers.matches", "workers.post"],
        task_queues={key: {"exchange": key} for key in queues.keys(settings.queues)},
    )
    celery.steps["consumer"].add(Pulse)
    celery.steps["consumer"].add(reserve.Reserve)
    celery.steps["consumer"].add(stall.Watch)
    return celery


@signals.setup_logging.connect(weak=False)
def _log(**_: Any) -> None:
    logs.configure(os.environ.get("LOG_LEVEL") or "info")


@signals.worker_ready.connect(weak=False)
def _caution(**_: Any) -> None:
    cautions.tell(app.flask.extensions["settings"])


@signals.worker_process_init.connect(weak=False)
def _after_fork(**_: Any) -> None:
    # A connection inherited through fork belongs to the parent: leave it open, and use none of it.
    with app.flask.app_context():
        database.db.engine.dispose(close=False)


app = create(read_or_exit(os.environ))
schema.demand_or_exit(app.flask)
