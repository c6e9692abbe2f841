"""Looking again, cheaply: by ETag, and no sooner than the service asks for."""

from collections.abc import Iterator
from typing import Any

from moaipost.wire import Wire

SECONDS = 30.0  # where the service does not say


def versions(wire: Wire, path: str, pause: float | None = None) -> Iterator[Any]:
    """Each version of what stands there, from the present one on, for as long as it is wanted.

    `pause` is for those who may ask more often than the service would like, such as tests.
    """
    etag = None
    while True:
        reply = wire.get(path, etag)
        if not reply.unchanged:
            etag = reply.etag
            yield reply.body
        wire.sleep(pause if pause is not None else reply.retry_after or SECONDS)
