"""What waits for a worker, by id: so much at a time that one look stays short."""

from datetime import datetime

from service.store import matches, outbox
from service.store.database import reading

MOST = 200


def closed(now: datetime) -> list[str]:
    """Matches whose sealed phase waits for its resolution."""
    with reading() as session:
        return matches.closed(session, now, MOST)


def restless(_now: datetime) -> list[str]:
    """Matches in which a worker is to act for a seat."""
    with reading() as session:
        return matches.restless(session, MOST)


def back(now: datetime) -> list[tuple[str, int]]:
    """Seats whose holder's absence is over, while a bot still plays for them."""
    with reading() as session:
        return matches.stood_in(session, now, MOST)


def letters(now: datetime) -> bool:
    """Whether anything waits to be gathered or sent."""
    with reading() as session:
        return bool(
            outbox.matches_waiting(session, now, 1)
            or outbox.digests_waiting(session, now, 1)
            or outbox.due(session, now, 1)
        )
