"""The inbox as a process: listens while there is a domain to listen for, and gives its sign."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial

import structlog
from flask import Flask

from service import app as service_app, cautions, heartbeats, logs, pulse
from service.inbox.door import Door
from service.inbox.line import Pace, Switchboard
from service.settings import Settings, read_or_exit
from service.store import schema

THREADS = 4

log = structlog.get_logger(__name__)


@asynccontextmanager
async def listening(
    app: Flask, settings: Settings, threads: Executor
) -> AsyncIterator[asyncio.Server]:
    board = Switchboard(Door(app, settings, threads, Pace()), settings.bounce_domain)
    server = await asyncio.get_running_loop().create_server(
        board.answer, settings.inbox_host, settings.inbox_port
    )
    try:
        yield server
    finally:
        server.close()


async def run(app: Flask, settings: Settings) -> None:
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    with ThreadPoolExecutor(THREADS, "inbox") as threads:
        if not settings.bounce_domain:
            log.info("inbox_off")
            await ending.wait()
            return
        async with listening(app, settings, threads):
            log.info("inbox_open", host=settings.inbox_host, port=settings.inbox_port)
            await _live(app, threads, ending)


async def _live(app: Flask, threads: Executor, ending: asyncio.Event) -> None:
    """A sign of life from the loop itself, which alone says that calls are answered."""
    loop = asyncio.get_running_loop()
    while not ending.is_set():
        await loop.run_in_executor(threads, partial(pulse.give, app, "inbox"))
        try:
            await asyncio.wait_for(ending.wait(), heartbeats.EVERY.total_seconds())
        except TimeoutError:
            continue


def main() -> None:
    settings = read_or_exit(os.environ)
    logs.configure(settings.log_level)
    quieten()
    cautions.tell(settings)
    app = service_app.create_or_exit(settings)
    schema.demand_or_exit(app)
    try:
        asyncio.run(run(app, settings))
    except OSError as fault:
        sys.exit(
            f"The inbox cannot listen on {settings.inbox_host}, port {settings.inbox_port} "
            f"({fault.strerror}): choose another INBOX_PORT or INBOX_HOST"
        )


def quieten() -> None:
    """The SMTP server's own lines hold addresses and texts."""
    logging.getLogger("mail.log").disabled = True
    logging.getLogger("mail.debug").disabled = True


if __name__ == "__main__":
    main()
