"""An action in a player's words; the notation is English in every language."""

from engine.rapanui.actions import (
    Action,
    Buy,
    Claim,
    Discard,
    Draw,
    Lay,
    Play,
    Sacrifice,
)
from engine.rapanui.cards import Card, Good, gatherer

NOTHING = "nothing"


def say(action: Action) -> str:  # noqa: PLR0911 - one line for each action
    match action:
        case Buy(good):
            return f"buy {good}"
        case Play(card, count, bought):
            return _after(bought, f"play {_cards(card, count)}")
        case Discard(bought):
            return _after(bought, "discard moai")
        case Sacrifice(good):
            return f"sacrifice {good}"
        case Lay(laid, added):
            return f"lay {laid or NOTHING}, add {added or NOTHING}"
        case Draw(column):
            return f"draw {column}"
        case Claim(gain):
            return str(gain)
    return f"take {action.good}"


def _after(bought: Good | None, text: str) -> str:
    return text if bought is None else f"buy {bought}, {text}"


def _cards(card: Card, count: int) -> str:
    name = f"{card} gatherer" if gatherer(card) else str(card)
    return name if count == 1 else f"{count} {name}s"
