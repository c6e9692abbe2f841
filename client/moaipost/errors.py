"""What can go wrong: the service refuses, with a code and facts, or it cannot be reached."""

from collections.abc import Mapping
from typing import Any

import httpx

TYPE = "application/problem+json"


class Problem(Exception):  # noqa: N818  # the API's word for a refusal
    """A refusal: decide by `code`, which never changes, and by `facts`; show the text to people."""

    def __init__(self, status: int, document: Mapping[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.code: str = document.get("code", "unreadable")
        self.title: str = document.get("title", f"The service answered {status}.")
        self.detail: str | None = document.get("detail")
        self.facts: Mapping[str, Any] = document.get("facts", {})
        self.errors: Mapping[str, Any] = document.get("errors", {})
        self.request_id: str | None = document.get("request_id")
        self.retry_after = retry_after
        self.document = dict(document)
        super().__init__(f"{self.code}: {self.detail or self.title}")


class Unreachable(Exception):  # noqa: N818  # as plain as the thing itself
    """No answer came: nothing is known of what became of the request."""


def of(response: httpx.Response) -> Problem:
    """The problem that an answer tells; one without a document still has its status."""
    kind = response.headers.get("content-type", "").partition(";")[0]
    document = response.json() if kind == TYPE else {}
    return Problem(response.status_code, document, retry_after(response))


def retry_after(response: httpx.Response) -> float | None:
    """In how many seconds to come back, where the service says so."""
    said = response.headers.get("retry-after", "")
    return float(said) if said.isdigit() else None
