"""What every request gets: an id, security headers, its language, a line in the log and a count."""

import re
import time
import uuid

import structlog
from flask import Flask, Response, g, request

from service import languages, metrics
from service.crash_points import reach
from service.settings import Settings

GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
UNROUTED = "(none)"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "img-src 'self'; font-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}

log = structlog.get_logger("request")


def attach(app: Flask, settings: Settings) -> None:
    headers = HEADERS | (HTTPS_ONLY if settings.base_url.startswith("https://") else {})
    wanted = [(name.lower(), name, value) for name, value in headers.items()]
    app.before_request(_begin)

    @app.after_request
    def _finish(response: Response) -> Response:
        given = {name.lower() for name in response.headers.keys()}  # noqa: SIM118  # no mapping
        missing = [(name, value) for lower, name, value in wanted if lower not in given]
        languages.sign(response)
        response.headers.extend([*missing, ("X-Request-ID", g.request_id)])
        _record(response)
        reach("before-answer")
        return response


def route() -> str:
    """The route's template: a path may hold a token, a template never does."""
    return request.url_rule.rule if request.url_rule else UNROUTED


def _begin() -> None:
    g.began = time.perf_counter()
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if GIVEN_ID.fullmatch(given) else uuid.uuid4().hex
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)


def _record(response: Response) -> None:
    seconds = time.perf_counter() - g.began
    # An invented method would make a new series each time.
    method = request.method if request.url_rule else UNROUTED
    template = route()
    metrics.REQUESTS.labels(method, template, str(response.status_code)).inc()
    metrics.SECONDS.labels(template).observe(seconds)
    log.info(
        "answered",
        method=method,
        route=template,
        status=response.status_code,
        milliseconds=round(seconds * 1000, 1),
    )
