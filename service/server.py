"""How gunicorn serves the app; read by it as its configuration."""

import gc
import os
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger
from typing_extensions import override

from service import cautions, connections, figures, logs, settings as settings_

MEMORY = Path("/dev/shm")  # noqa: S108  # gunicorn makes its own file there

_settings = settings_.read_or_exit(os.environ)
settings_.data_or_exit(_settings)


class Lines(Logger):  # type: ignore[misc]  # gunicorn is untyped
    """gunicorn's own lines go where all others go, also after it has read its settings anew."""

    @override
    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        logs.configure(_settings.log_level)
        self.error_log.handlers = []
        self.error_log.propagate = True


class Worker(connections.Worker):
    """No body is waited for that no door would read."""

    largest = max(_settings.max_body, _settings.max_record)
    base_url = _settings.base_url


_host = f"[{_settings.host}]" if ":" in _settings.host else _settings.host
bind = f"{_host}:{_settings.port}"
workers = _settings.web_workers
worker_class = Worker
threads = 4
worker_connections = 256
timeout = 60
graceful_timeout = _settings.grace
keepalive = 5
control_socket_disable = True
logger_class = Lines
# An access log would hold paths, and paths hold tokens: service/requests.py logs templates.
accesslog = None
# A worker's sign to its master is a file that must not wait for a disk.
worker_tmp_dir = str(MEMORY) if MEMORY.is_dir() else None


def on_starting(_server: Any) -> None:
    figures.claim(_settings.data)
    cautions.tell(_settings)


def post_worker_init(_worker: Any) -> None:
    """What is there by now stays: the collector need not walk through it again and again."""
    gc.collect()
    gc.freeze()


def child_exit(_server: Any, worker: Any) -> None:
    from prometheus_client import multiprocess  # noqa: PLC0415  # not before the variable is set

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # left untyped
