"""How much is tried: `make test` tries the small numbers, `make soak` sets SOAK and the large.

And what chance begins with: SEED, or another one each time.
"""

import os
import time

SOAK = int(os.environ.get("SOAK", "1"))
SEED = int(os.environ.get("SEED") or time.time_ns() % 100_000)


def times(few: int, many: int | None = None) -> int:
    """So many repetitions; in a soak `many`, or SOAK times as many where none is named."""
    if SOAK == 1:
        return few
    return few * SOAK if many is None else many
