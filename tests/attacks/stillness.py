"""Time, ids and measured moments held still, so that two runs can be compared to the byte."""

import itertools
import sys
from datetime import datetime, tzinfo
from hashlib import sha256
from types import SimpleNamespace

import pytest
from itsdangerous import TimestampSigner

from service import drawing
from tests.service.tables import NOON


class Still(datetime):
    """A clock that stands."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # noon, as it is
        return NOON.astimezone(tz)


def hold(patch: pytest.MonkeyPatch) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("service.") and getattr(module, "datetime", None) is datetime:
            patch.setattr(module, "datetime", Still)
    patch.setattr(TimestampSigner, "get_timestamp", lambda _: int(NOON.timestamp()))
    patch.setattr("service.requests.time", SimpleNamespace(perf_counter=lambda: 0.0))
    # Of a bell that nobody hears the log tells once, and again when it has rested for a while.
    patch.setattr("service.app.time", SimpleNamespace(monotonic=lambda: 0.0))


def salt(patch: pytest.MonkeyPatch) -> None:
    """The same salts in the same order, for one run."""
    numbers = itertools.count(1)
    made = SimpleNamespace(token_bytes=lambda size: next(numbers).to_bytes(size, "big"))
    patch.setattr("service.sealed.secrets", made)


def draw(patch: pytest.MonkeyPatch) -> None:
    """The same handles in the same order, for one run."""
    numbers = itertools.count(1)
    made = SimpleNamespace(
        token_hex=lambda size: f"{next(numbers):0{2 * size}x}", randbelow=lambda _: next(numbers)
    )
    patch.setattr("service.store.handles.secrets", made)


def sketch(patch: pytest.MonkeyPatch) -> None:
    """Pixels are slow and follow from what is drawn alone: its hash stands for them."""

    def hashed(svg: str, *_: int) -> bytes:
        return sha256(svg.encode()).digest()

    patch.setattr(drawing, "png", hashed)
    patch.setattr(drawing, "small_png", hashed)
