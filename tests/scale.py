"""How much is tried: the small number, or with SOAK in the environment the large one."""

import os

SOAK = "SOAK" in os.environ


def times(few: int, many: int) -> int:
    return many if SOAK else few
