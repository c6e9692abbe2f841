"""Composes the Flask app: the one place that wires its parts together."""

import time

import structlog
from flask import Flask
from typing_extensions import override
from werkzeug.middleware.proxy_fix import ProxyFix

from service import api, bell, errors, pages, probes, requests
from service.settings import Settings
from service.store import database, migrate

log = structlog.get_logger(__name__)


class Service(Flask):
    """Flask, but for one habit: its log line of a failed request would hold the path."""

    @override
    def log_exception(self, exc_info: object) -> None:
        log.error("failed", route=requests.route(), exc_info=exc_info)


def create(settings: Settings) -> Flask:
    app = Service("service", static_folder=None)
    app.config["SECRET_KEY"] = settings.secret_key
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body
    app.config["PROPAGATE_EXCEPTIONS"] = False
    # A doubled slash is simply not found: redirecting it would quote the Host header back.
    app.url_map.merge_slashes = False
    app.extensions["settings"] = settings
    app.extensions["bell"] = bell.make(settings.redis_url, time.monotonic)
    if settings.trusted_proxies:
        _trust(app, settings.trusted_proxies)
    database.attach(app, settings.database_url)
    migrate.register(app)
    requests.attach(app, settings)
    errors.attach(app)
    probes.attach(app)
    api.attach(app)
    pages.attach(app)
    return app


def _trust(app: Flask, count: int) -> None:
    proxied = ProxyFix(app.wsgi_app, x_for=count, x_proto=count)
    app.wsgi_app = proxied  # type: ignore[method-assign]  # how Flask documents middleware
