"""A player's own words as an action: the one way in for what people write, whatever door it is by.

Letters quote what they answer: lines that begin with `>`. What somebody else once wrote is never
this player's action, and no action is written with that sign, so words that hold one are refused
whole. A record that was signed before stays as it was read: `engine.proofs` asks the game itself.
"""

from typing import Any, Final
from unicodedata import normalize

from engine.errors import Malformed
from engine.game import Game, Seat

QUOTE: Final = ">"


def read(game: Game[Any, Any], state: Any, seat: Seat, text: str) -> Any:
    """What these words mean at this table; a quotation means nothing."""
    if QUOTE in normalize("NFKC", text):  # its wide and small forms too
        raise Malformed("quoted")
    return game.parse(state, seat, text)
