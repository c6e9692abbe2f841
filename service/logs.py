"""Structured logs: one JSON object a line, with the request's id and without secrets."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, ClassVar

import structlog
from structlog.typing import EventDict, Processor

SECRET_WORDS = ("secret", "token", "password", "authorization", "signature", "cookie", "_url")


@lru_cache(maxsize=1024)  # the same few names stand in every line
def _secret(name: str) -> bool:
    return any(word in name.lower() for word in SECRET_WORDS)


def redact(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Whatever is named like a secret is not written, whoever logs it."""
    for key in line:
        if _secret(key):
            line[key] = "[redacted]"
    return line


class Lines:
    """Writes a rendered line to whatever standard output is now, or error where that is asked."""

    stream: ClassVar[str] = "stdout"

    def __init__(self, name: str = "") -> None:
        self.name = name

    def write(self, line: str) -> None:
        # One call with its newline, so that lines of several threads do not mix.
        stream = getattr(sys, Lines.stream)
        stream.write(line + "\n")
        stream.flush()

    debug = info = warning = error = critical = exception = write


SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    redact,
)


@contextmanager
def aside() -> Iterator[None]:
    """For a command, whose own words are what stands on standard output."""
    before, Lines.stream = Lines.stream, "stderr"
    try:
        yield
    finally:
        Lines.stream = before


def configure(level: str) -> None:
    """Send the project's lines and every library's to standard output, in one form."""
    # Our own lines are rendered once and written: every request has one, and the standard
    # library's records cost more than all else in it.
    structlog.configure(
        processors=[*SHARED, structlog.processors.JSONRenderer()],
        logger_factory=Lines,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=SHARED,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    # At the level below it lists its own plugins at every start.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
