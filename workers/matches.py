"""Matches that wait for a worker: closed phases to resolve, seats to act for, deadlines past."""

from datetime import UTC, datetime

from celery import shared_task

from service import deadlines, resolution, stand_ins

MOST_STEPS = 200  # of one task; a bell or the sweep calls the next


@shared_task(name="matches.resolve")
def resolve(match_id: str) -> None:
    resolution.resolve(match_id, datetime.now(UTC))


@shared_task(name="matches.time_out")
def time_out(match_id: str, upto: str) -> None:
    deadlines.enforce(match_id, datetime.fromisoformat(upto), datetime.now(UTC))


@shared_task(name="matches.help")
def help_along(match_id: str) -> None:
    try:
        for _ in range(MOST_STEPS):
            if not stand_ins.act(match_id, datetime.now(UTC)):
                return
    except Exception:
        stand_ins.stumbled(match_id, datetime.now(UTC))
        raise
