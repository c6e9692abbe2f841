"""Matches that wait for a worker: closed phases to resolve, seats to act for, deadlines past."""

from datetime import UTC, datetime

from celery import shared_task
from flask import current_app

from service import deadlines, resolution, stand_ins
from service.bell import Bell, in_hand

MOST_STEPS = 200  # of one task, which then rings for the next


@shared_task(name="matches.resolve")
def resolve(match_id: str) -> None:
    resolution.resolve(match_id, datetime.now(UTC))


@shared_task(name="matches.time_out")
def time_out(match_id: str, upto: str) -> None:
    deadlines.enforce(match_id, datetime.fromisoformat(upto), datetime.now(UTC))


@shared_task(name="matches.help")
def help_along(match_id: str) -> None:
    bell: Bell = current_app.extensions["bell"]
    if _still_restless(match_id):
        bell.ring("matches.help", match_id=match_id)


def _still_restless(match_id: str) -> bool:
    """After so many steps; whoever takes one rings for all else that follows from it."""
    try:
        with in_hand("matches.help", match_id=match_id):
            return all(stand_ins.act(match_id, datetime.now(UTC)) for _ in range(MOST_STEPS))
    except Exception:
        stand_ins.stumbled(match_id, datetime.now(UTC))
        raise
