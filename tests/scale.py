"""How much is tried: `make test` tries the small numbers, `make soak` sets SOAK and the large."""

import os

SOAK = int(os.environ.get("SOAK", "1"))


def times(few: int, many: int | None = None) -> int:
    """So many repetitions; in a soak `many`, or SOAK times as many where none is named."""
    if SOAK == 1:
        return few
    return few * SOAK if many is None else many
