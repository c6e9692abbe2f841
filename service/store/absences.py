"""Absences: the days on which a player is away, over all its matches."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, cast

from sqlalchemy import CursorResult, ForeignKey, String, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row


class Absence(Row):
    """From a day to a day, both among them, where the player lives."""

    __tablename__ = "absence"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)
    first_day: Mapped[date]
    last_day: Mapped[date] = mapped_column(index=True)
    created_at: Mapped[datetime]


def of_players(session: Session, players: Iterable[str]) -> dict[str, list[Absence]]:
    """By player, each one's earliest first; who has none is not there."""
    wanted = list(players)
    found: dict[str, list[Absence]] = {}
    if wanted:
        query = select(Absence).where(Absence.player_id.in_(wanted)).order_by(Absence.first_day)
        for one in session.scalars(query):
            found.setdefault(one.player_id, []).append(one)
    return found


def of_player(session: Session, player_id: str) -> list[Absence]:
    return of_players(session, [player_id]).get(player_id, [])


def forget(session: Session, before: date) -> int:
    """Drop those that were over by then; how many they were."""
    gone = session.execute(delete(Absence).where(Absence.last_day < before))
    return cast("CursorResult[Any]", gone).rowcount
