"""Work that a sweep finds: each item has its own fate, so that one that fails delays no other."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import structlog

T = TypeVar("T")

log = structlog.get_logger(__name__)


def see_to(what: str, found: Iterable[T], one: Callable[[T], bool]) -> int:
    """How many were seen to; who failed is logged, and found again by the next sweep."""
    return sum(_seen_to(what, item, one) for item in found)


def _seen_to(what: str, item: T, one: Callable[[T], bool]) -> bool:
    try:
        return one(item)
    except Exception:
        log.exception("item_failed", what=what, item=item)
        return False
