"""What a forger might do to a record: alter, drop, move or cut entries, and mend the chain."""

import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from engine import record
from tests.engine.test_verify import Where, changed, edit, leaves
from tests.verifier.both import Case

Whole: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Whole, int], Whole]


def text(whole: Any) -> str:
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def put(whole: Whole, where: Where, value: Any) -> Whole:
    """A copy with this value there."""

    def lay(inner: Any, name: Any) -> None:
        inner[name] = value

    made: Whole = changed(whole, where, lay)
    return made


def mended(whole: Whole) -> Whole:
    """Every seal, link and hash made anew: only who kept a head could tell by the chain."""
    copy: Whole = json.loads(text(whole))
    previous = record.START
    for entry in copy["entries"]:
        if "public" not in entry:  # covered: nobody without its parts can make its hash anew
            entry["previous"], previous = previous, entry["hash"]
            continue
        if entry.get("private") is not None:
            entry["sealed"] = record.seal(bytes.fromhex(entry["salt"]), entry["private"])
        entry["public"]["previous"] = previous
        previous = entry["hash"] = record.digest(entry["public"], entry["sealed"])
    copy["head"] = previous
    return copy


# --- what is done at one position


def dropped(whole: Whole, at: int) -> Whole:
    entries = whole["entries"]
    return {**whole, "entries": [*entries[:at], *entries[at + 1 :]]}


def swapped(whole: Whole, at: int) -> Whole:
    """With the next; the last one stays."""
    entries = whole["entries"]
    moved = [*entries[:at], *entries[at + 1 : at + 2], entries[at], *entries[at + 2 :]]
    return {**whole, "entries": moved}


def cut(whole: Whole, at: int) -> Whole:
    return {**whole, "entries": whole["entries"][:at]}


def altered(part: str) -> Change:
    """One field of a part, another one at each entry; as it was where there is none."""

    def alter(whole: Whole, at: int) -> Whole:
        places = list(leaves(whole["entries"][at].get(part)))
        if part not in whole["entries"][at] or not places:
            return whole
        made: Whole = changed(whole, ("entries", at, part, *places[at * 7 % len(places)]), edit)
        return made

    return alter


CHANGES: dict[str, Change] = {
    "dropped": dropped,
    "swapped": swapped,
    "cut": cut,
    **{
        f"{part} altered": altered(part) for part in ("public", "private", "salt", "sealed", "hash")
    },
}
MENDED = ("dropped", "swapped", "cut", "public altered", "private altered")


def every(whole: Whole, name: str, step: int = 1) -> Iterator[Case]:
    """Each change at every position, the chain left as it is or mended; or one of so many."""
    ways = [*((change, False) for change in CHANGES), *((change, True) for change in MENDED)]
    tried = itertools.product(range(len(whole["entries"])), ways)
    for at, (change, mend) in itertools.islice(tried, 0, None, step):
        forged = CHANGES[change](whole, at)
        yield Case(f"{name} {at} {change} {mend}", text(_mended(forged) if mend else forged))


def _mended(whole: Whole) -> Whole:
    try:
        return mended(whole)
    except (ValueError, TypeError):  # what was changed has no hash any more
        return whole
