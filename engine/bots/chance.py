"""The bot of every game that leaves its choice to chance."""

from typing import Any

from engine.game import Choices, Pick


def chance(_view: Any, choices: Choices[Any], pick: Pick) -> Any:
    return choices.sample(pick)
