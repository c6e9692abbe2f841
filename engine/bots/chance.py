"""The bot of every game that leaves its choice to chance."""

from typing import Any

from engine.game import Choices, Pick


def chance(view: Any, choices: Choices[Any], pick: Pick) -> Any:  # noqa: ARG001 - it need not look
    return choices.sample(pick)
