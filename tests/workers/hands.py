"""A worker without a process: it takes messages from a real broker, the most urgent first."""

import base64
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, cast

import redis
from flask import Flask

from service import embedded, queues
from workers import clock, hooks, matches, post

KEYS = queues.keys()
TASKS = {
    one.name: one
    for one in (
        *(matches.resolve, matches.time_out, matches.help_along),
        *(clock.sweep, post.greet, post.deliver, hooks.call),
    )
}


@dataclass
class Hands:
    """`taken` counts the tasks by their names."""

    app: Flask
    broker: embedded.Broker
    taken: Counter[str] = field(default_factory=Counter)

    def take_all(self) -> None:
        with redis.Redis(unix_socket_path=str(self.broker.path)) as client:
            while (message := _next(client)) is not None:
                name = message["headers"]["task"]
                _, ids, _ = json.loads(base64.b64decode(message["body"]))
                self.taken[name] += 1
                self.app.extensions["bell"].marks.lift(name, ids)
                TASKS[name].run(**ids)


def _next(client: "redis.Redis") -> Any:
    waiting = (client.rpop(key) for key in KEYS)
    found = next((one for one in waiting if one is not None), None)
    return None if found is None else json.loads(cast("bytes", found))
