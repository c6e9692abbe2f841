"""Composes the Flask app: the one place that wires its parts together."""

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import structlog
from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface, SessionMixin
from typing_extensions import override
from werkzeug.middleware.proxy_fix import ProxyFix

from service import api, bell, crash_points, errors, keys, pages, probes, quotas, requests
from service.mail import senders
from service.operating import commands
from service.settings import Settings
from service.store import (
    database,
    migrate,
    models,  # noqa: F401  # every table must be known before the first one is used
    schema,
)
from service.store.sqlite import JournalError

log = structlog.get_logger(__name__)


class Sessionless(SessionInterface):
    """Nobody is known by a cookie here, so none is looked for."""

    _none = NullSession()

    @override
    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self._none

    @override
    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Nothing is kept."""


class Service(Flask):
    """Flask, but for three habits that cost time or say too much."""

    session_interface = Sessionless()

    @override
    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Every door and hook here is a plain function; Flask would ask each one each time."""
        return func

    @override
    def log_exception(self, exc_info: object) -> None:
        """Its own line of a failed request would hold the path."""
        log.error("failed", route=requests.route(), exc_info=exc_info)


def create(settings: Settings) -> Flask:
    app = Service("service", static_folder=None)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    # A doubled slash is simply not found: redirecting it would quote the Host header back.
    app.url_map.merge_slashes = False
    equip(app, settings)
    crash_points.arm(settings.crash_points)
    if settings.trusted_proxies:
        _trust(app, settings.trusted_proxies)
    database.attach(app, settings.database_url)
    migrate.register(app)
    requests.attach(app, settings)
    quotas.attach(app)
    errors.attach(app)
    probes.attach(app)
    commands.attach(app)
    api.attach(app)
    pages.attach(app)
    return app


def create_or_exit(settings: Settings) -> Flask:
    """For the processes' entry points: a database that cannot be opened is a sentence."""
    try:
        return create(settings)
    except (*database.Unavailable, JournalError) as fault:
        sys.stderr.write(f"Moai Post cannot use its database: {database.said(fault)}\n")
        sys.exit(schema.UNLOADABLE)


def equip(app: Flask, settings: Settings) -> None:
    """All that changes while the app runs, as it is at the start: keys, counts, bell and sender."""
    app.config["SECRET_KEY"] = settings.secret_key
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body
    app.extensions["settings"] = settings
    app.extensions["started"] = datetime.now(UTC)
    app.extensions["clock"] = partial(datetime.now, UTC)
    app.extensions["bell"] = bell.make(settings.redis_url, time.monotonic)
    app.extensions["quotas"] = quotas.make(settings)
    keys.attach(app, settings)
    senders.attach(app, settings)


def _trust(app: Flask, count: int) -> None:
    proxied = ProxyFix(app.wsgi_app, x_for=count, x_proto=count)
    app.wsgi_app = proxied  # type: ignore[method-assign]  # how Flask documents middleware
