"""One request over a real connection, and its answer."""

import http.client
import json
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.parts.site import Answer

PATIENCE = 60.0


def call(
    url: str,
    method: str = "GET",
    *,
    body: bytes | None = None,
    token: str | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    """As it is, however wrong: no redirect is followed and no status raises."""
    there = urlsplit(url)
    connection = http.client.HTTPConnection(there.netloc, timeout=PATIENCE)
    bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
    path = there.path + (f"?{there.query}" if there.query else "")
    try:
        connection.request(method, path, body, bearer | (headers or {}))
        got = connection.getresponse()
        return Answer(got.status, got.read(), dict(got.headers))
    finally:
        connection.close()


def send(
    url: str, body: Any, token: str | None = None, method: str = "POST", **headers: str
) -> Answer:
    """JSON, as programs send it; `Idempotency_Key` stands for the header of that name."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    kind = {"Content-Type": "application/json"}
    return call(url, method, body=json.dumps(body).encode(), token=token, headers=kind | named)


def click(url: str, **form: str) -> Answer:
    """A form, as a browser sends it."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return call(url, "POST", body=urlencode(form).encode(), headers=kind)
