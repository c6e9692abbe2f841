"""Who is asking: a token from a letter or an answer, and perhaps a key that signs what is sent."""

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass

import httpx

from moaipost import signing
from moaipost.keys import Key


@dataclass(frozen=True)
class Credential(httpx.Auth):
    """Also good for an httpx client of one's own: each attempt is signed anew."""

    token: str | None = None
    key: Key | None = None
    authority: str | None = None  # of the service's public address, if it is reached by another
    clock: Callable[[], float] = time.time
    requires_request_body = True

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        if self.token is not None:
            request.headers["Authorization"] = f"Bearer {self.token}"
        # What carries no Idempotency-Key is no submission, and is not signed.
        if self.key is not None and "idempotency-key" in request.headers:
            signing.sign(request, self.key, int(self.clock()), self.authority)
        yield request
