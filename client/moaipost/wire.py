"""One request to the service and its answer: retried where that is safe, refused with a problem."""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from moaipost import errors
from moaipost.credentials import Credential
from moaipost.errors import Problem, Unreachable

PREFIX = "/api/v1"
TOO_MANY, UNCHANGED, FIRST_REFUSAL = 429, 304, 400
PASSING = {TOO_MANY, 500, 502, 503, 504}  # what another attempt may mend
SECONDS = 30.0


@dataclass(frozen=True)
class Patience:
    """How often to try, and how long to wait in between; `longest` bounds each single pause."""

    attempts: int = 4
    first: float = 0.5
    longest: float = 60.0

    def pause(self, attempt: int, said: float | None) -> float | None:
        """Before the next attempt; none where there should be no other."""
        if attempt >= self.attempts or (said is not None and said > self.longest):
            return None
        jitter = 1 + random.random()  # noqa: S311  # so that many do not come back at once
        backed_off: float = self.first * 2 ** (attempt - 1) * jitter
        return min(max(said or 0.0, backed_off), self.longest)


@dataclass(frozen=True)
class Reply:
    """An answer: its JSON, its ETag, and when to ask again; `unchanged` has no body."""

    status: int
    text: str
    etag: str | None
    retry_after: float | None
    read: Callable[[], Any]

    @property
    def unchanged(self) -> bool:
        return self.status == UNCHANGED

    @property
    def body(self) -> Any:
        return self.read()


@dataclass(frozen=True)
class Wire:
    """The way to one service, for one who asks."""

    url: str
    http: httpx.Client
    credential: Credential | None = None
    language: str = "en"
    patience: Patience = field(default_factory=Patience)
    sleep: Callable[[float], None] = time.sleep

    def get(self, path: str, etag: str | None = None, **query: str | int | None) -> Reply:
        headers = {} if etag is None else {"If-None-Match": etag}
        return self._send("GET", path, headers, params=_given(query))

    def send(self, method: str, path: str, body: Any = None, key: str | None = None) -> Reply:
        """With an Idempotency-Key it is tried again; without one it is sent once."""
        headers = {} if key is None else {"Idempotency-Key": key}
        return self._send(method, path, headers, **({} if body is None else {"json": body}))

    def _send(self, method: str, path: str, headers: dict[str, str], **parts: Any) -> Reply:
        safe, attempt = method == "GET" or "Idempotency-Key" in headers, 1
        while True:
            pause = None
            try:
                response = self._once(method, path, headers, parts)
            except httpx.TransportError as fault:
                pause = self.patience.pause(attempt, None) if safe else None
                if pause is None:
                    raise Unreachable(f"{self.url} does not answer: {fault}") from fault
            else:
                if response.status_code in PASSING and safe:
                    pause = self.patience.pause(attempt, errors.retry_after(response))
                if pause is None:
                    return _answered(response)
            self.sleep(pause)
            attempt += 1

    def _once(
        self, method: str, path: str, headers: dict[str, str], parts: Mapping[str, Any]
    ) -> httpx.Response:
        wanted = {"Accept": "application/json", "Accept-Language": self.language, **headers}
        auth = self.credential or httpx.Auth()
        address = f"{self.url}{PREFIX}{path}"
        return self.http.request(method, address, headers=wanted, auth=auth, **parts)


def _given(query: Mapping[str, str | int | None]) -> dict[str, str | int]:
    return {name: value for name, value in query.items() if value is not None}


def _answered(response: httpx.Response) -> Reply:
    if response.status_code >= FIRST_REFUSAL:
        raise errors.of(response)
    if not (response.is_success or response.status_code == UNCHANGED):
        raise Problem(response.status_code, {}, None)
    return Reply(
        response.status_code,
        response.text,
        response.headers.get("etag"),
        errors.retry_after(response),
        response.json,
    )
