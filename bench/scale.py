"""How much is measured: QUICK=1 shows that every bench runs, and gives no figures."""

import os

QUICK = bool(os.environ.get("QUICK"))


def times(quick: int, full: int) -> int:
    return quick if QUICK else full
