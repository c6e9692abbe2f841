"""A person found by the operator, who was asked in writing for their data or their erasure."""

from datetime import datetime

from service import my_data, renewals
from service.my_data import Data
from service.operating import OperatingError
from service.refusals import Refusal
from service.store import players
from service.store.database import reading
from service.store.players import Player


def found(who: str) -> str:
    """The id of the player with this address or id."""
    with reading() as session:
        player = players.by_address(session, who.strip().lower()) or session.get(Player, who)
        if player is None or player.erased_at is not None:
            raise OperatingError(f"Nobody is known here as {who}.")
        return player.id


def data(who: str) -> Data:
    player_id = found(who)
    with reading() as session:
        return my_data.of_player(session, session.get_one(Player, player_id))


def relink(who: str, now: datetime) -> None:
    """New links for somebody who has none left to ask with."""
    player_id = found(who)
    try:
        renewals.of_person(player_id, now)
    except Refusal as refusal:
        raise OperatingError(f"Nothing was replaced: {refusal.detail}") from refusal
