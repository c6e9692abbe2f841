"""The web app, which tells in each answer for whom a proxy says that it asks."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from wsgi import app as plain


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    seen = [
        ("X-Seen-For", environ.get("HTTP_X_FORWARDED_FOR", "")),
        ("X-Seen-Host", environ["HTTP_HOST"]),
        ("X-Seen-Proto", environ.get("HTTP_X_FORWARDED_PROTO", "")),
    ]
    return plain(environ, partial(_start, start_response, seen))


def _start(
    start_response: Callable[..., Any],
    seen: list[tuple[str, str]],
    status: str,
    headers: list[tuple[str, str]],
    *fault: Any,
) -> Any:
    return start_response(status, [*headers, *seen], *fault)
