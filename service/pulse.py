"""Signs of life of the processes that answer no requests, straight into the database."""

import os
import socket
from datetime import UTC, datetime

import structlog
from flask import Flask

from service import heartbeats
from service.store.database import Unavailable

log = structlog.get_logger(__name__)


def name() -> str:
    """Tells apart processes on one machine and on several."""
    return f"{socket.gethostname()}:{os.getpid()}"


def give(flask: Flask, kind: str) -> None:
    """A database that is away silences the sign, and must not stop the process that gives it."""
    try:
        with flask.app_context():
            heartbeats.beat(kind, name(), datetime.now(UTC))
    except Unavailable as fault:
        log.warning("sign_unwritten", kind=kind, fault=type(fault).__name__)
