"""Brings the catalogues up to date, or with --check says what is wrong with them."""

import sys
from collections.abc import Iterator

from service import languages
from service.translating import catalogues, faults, marks
from service.translating.marks import Marked

SHOWN = 20  # faults of a language; more would hide how to mend them
ADVICE = "Run `make languages`, translate what is empty and mend the rest: see docs/languages.md."


def renew(marked: list[Marked]) -> None:
    for language in catalogues.TRANSLATED:
        old = catalogues.parse(language, catalogues.read(language))
        new = catalogues.renewed(language, old, marked)
        path = languages.CATALOGUES / f"{language}.po"
        path.write_text(catalogues.write(language, new))


def wrong(marked: list[Marked]) -> list[str]:
    return [line for language in catalogues.TRANSLATED for line in _wrong(language, marked)]


def _wrong(language: str, marked: list[Marked]) -> Iterator[str]:
    found = list(faults.found(language, catalogues.read(language), marked))
    yield from (f"{language}: {fault}" for fault in found[:SHOWN])
    if len(found) > SHOWN:
        yield f"{language}: … and {len(found) - SHOWN} more"


def main(arguments: list[str]) -> None:
    marked = list(marks.everything())
    if "--check" not in arguments:
        renew(marked)
    elif found := wrong(marked):
        sys.exit("\n".join([*found, ADVICE]))


if __name__ == "__main__":
    main(sys.argv[1:])
