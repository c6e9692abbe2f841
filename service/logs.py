"""Structured logs: one JSON object a line, with the request's id and without secrets."""

import logging
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

SECRET_WORDS = ("secret", "token", "password", "authorization", "signature", "cookie", "_url")


def redact(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Whatever is named like a secret is not written, whoever logs it."""
    for key in line:
        if any(word in key.lower() for word in SECRET_WORDS):
            line[key] = "[redacted]"
    return line


SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    redact,
)


def configure(level: str) -> None:
    """Send the project's lines and every library's through one formatter to standard output."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
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
