"""The broker: how Celery speaks to it, and whether it answers."""

from collections.abc import Collection
from typing import Any, cast

import redis
from celery import Celery
from redis.backoff import NoBackoff
from redis.retry import Retry

from service import queues

# A message unacknowledged this long is delivered again: far above any task's time limit.
VISIBILITY_SECONDS = 600
TASK_SECONDS = 60
# Connecting, greeting and sending each wait this long at most: together under a second.
HASTY_SECONDS = 0.25

WORKER_TRANSPORT: dict[str, Any] = {
    "visibility_timeout": VISIBILITY_SECONDS,
    # The default scan for messages of dead workers comes every 100 s.
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_keepalive": True,
    "socket_timeout": 30,
}
HASTY_TRANSPORT: dict[str, Any] = {
    "visibility_timeout": VISIBILITY_SECONDS,
    "socket_timeout": HASTY_SECONDS,
    "socket_connect_timeout": HASTY_SECONDS,
    "max_retries": 0,
    "interval_start": 0,
    "connect_retries_timeout": HASTY_SECONDS,
}


def celery(url: str, transport: dict[str, Any]) -> Celery:
    """A Celery app with the settings that crashes, hangs and double deliveries call for."""
    app = Celery("moai", broker=url, set_as_current=False)
    app.conf.update(
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        worker_cancel_long_running_tasks_on_connection_loss=True,
        task_soft_time_limit=TASK_SECONDS - 10,
        task_time_limit=TASK_SECONDS,
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
        result_backend=None,
        task_publish_retry=False,
        task_default_queue=queues.FORMER,
        task_routes=queues.ROUTES,
        broker_transport_options=transport,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        worker_hijack_root_logger=False,
        worker_send_task_events=False,
        worker_enable_remote_control=False,
        beat_enable_remote_control=False,
        timezone="UTC",
    )
    return app


def answers(url: str) -> bool:
    """Whether the broker answers a ping soon."""
    try:
        with hasty(url) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def waiting(url: str, chosen: Collection[str] = queues.ORDER) -> int:
    """How many messages nobody has taken yet; none where the broker does not say so soon."""
    try:
        with hasty(url) as client:
            return sum(cast("int", client.llen(key)) for key in queues.keys(chosen))
    except redis.RedisError:
        return 0


def hasty(url: str) -> redis.Redis:
    """A client that waits for nothing long; it connects when it is first asked."""
    return redis.Redis.from_url(
        _client_url(url),
        socket_timeout=HASTY_SECONDS,
        socket_connect_timeout=HASTY_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )


def _client_url(url: str) -> str:
    return url.replace("redis+socket://", "unix://", 1)
