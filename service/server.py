"""How gunicorn serves the app; read by it as its configuration."""

import gc
import logging
import os
import shutil
from pathlib import Path
from typing import Any

from service import cautions, logs, private, settings as settings_

MEMORY = Path("/dev/shm")  # noqa: S108  # gunicorn makes its own file there

_settings = settings_.read_or_exit(os.environ)
_figures = _settings.data.absolute() / "figures"
# prometheus_client looks here when it is first imported, in the worker processes.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_figures)

_host = f"[{_settings.host}]" if ":" in _settings.host else _settings.host
bind = f"{_host}:{_settings.port}"
workers = _settings.web_workers
worker_class = "gthread"
threads = 4
timeout = 60
# The runner kills after five seconds what has not stopped by then.
graceful_timeout = 4
keepalive = 5
control_socket_disable = True
# An access log would hold paths, and paths hold tokens: service/requests.py logs templates.
accesslog = None
# A worker's sign to its master is a file that must not wait for a disk.
worker_tmp_dir = str(MEMORY) if MEMORY.is_dir() else None


def on_starting(_server: Any) -> None:
    shutil.rmtree(_figures, ignore_errors=True)
    private.directory(_figures)
    _log_as_json()
    cautions.tell(_settings)


def post_fork(_server: Any, _worker: Any) -> None:
    _log_as_json()


def post_worker_init(_worker: Any) -> None:
    """What is there by now stays: the collector need not walk through it again and again."""
    gc.collect()
    gc.freeze()


def child_exit(_server: Any, worker: Any) -> None:
    from prometheus_client import multiprocess  # noqa: PLC0415  # not before the variable is set

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # left untyped


def _log_as_json() -> None:
    logs.configure(_settings.log_level)
    server = logging.getLogger("gunicorn.error")
    server.handlers = []
    server.propagate = True
