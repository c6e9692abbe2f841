"""How much is tried: the environment's `SOAK` multiplies every number of repetitions."""

import os

SOAK = int(os.environ.get("SOAK", "1"))


def times(number: int) -> int:
    """So many repetitions, as many times over as the environment asks."""
    return number * SOAK
