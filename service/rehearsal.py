"""Steps played in mind: what a plan would do, were the table to stay as it is. Pure."""

from dataclasses import dataclass
from typing import Any

from engine.errors import Refusal as Said
from engine.game import Game, Phase, Stake, Tagged


@dataclass(frozen=True)
class Foreseen:
    """What can be told of a step beforehand.

    Without a stake it cannot be played as the table stands, and `refusal` says why where that is
    known; `told` says whether `events`, those of the seat itself, are all that it leads to.
    """

    stake: Stake | None = None
    refusal: Said | None = None
    events: tuple[Tagged, ...] = ()
    told: bool = False


class Rehearsal:
    """One seat's steps, one after the other, while nobody else acts."""

    def __init__(self, game: Game[Any, Any], state: Any, seat: int) -> None:
        self.game, self.state, self.seat = game, state, seat

    def supposed(self, phase: Phase) -> Any | None:
        """The table at the seat's next turn in a phase, so far as that can be imagined."""
        return self.game.supposing(self.state, self.seat, phase)

    def play(self, action: Any, phase: Phase) -> Foreseen:
        """What cannot be played changes nothing; nor does what luck or a secret would answer."""
        game, seat, state = self.game, self.seat, self.supposed(phase)
        if state is None:
            return Foreseen()
        try:
            game.check(state, seat, action)
            stake, step = game.stake(state, seat, action), game.play(state, seat, action)
        except Said as said:
            return Foreseen(refusal=said)
        if step.final or step.state.luck.made:
            return Foreseen(stake)
        self.state = step.state
        own = tuple(event for event in step.events if getattr(event, "seat", None) == seat)
        return Foreseen(stake, events=own, told=True)
