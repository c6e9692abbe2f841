"""What is wrong with a catalogue: the check that no reader meets a hole in their language."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from babel.messages.catalog import Catalog, Message

from service.translating import catalogues
from service.translating.marks import Marked

TWO: Final = 2  # forms by number, as English has: the first of them means 1 alone
PERCENT: Final = re.compile(r"%\((\w+)\)s")
LETTER: Final = re.compile(r"[^\W\d_]")
PLACE: Final = re.compile(r"{[^}]*}|%\(\w+\)s")

# Which forms of terms a language has; docs/languages.md says what each is for.
FORMS: Final[Mapping[str, frozenset[str]]] = {
    "it": frozenset({"indef"}),
    "de": frozenset({"dat"}),
    "ru": frozenset({"acc", "gen", "dat"}),
}
# What is the same in a language as in English, and has been looked at.
SAME: Final[Mapping[str, frozenset[str]]] = {
    "it": frozenset(
        {
            "API",
            "ahu",
            "moai",
            "Moai",
            "moai {size}",
            "{count} moai",
            "Round {round} · {stage}",
            "Giants, round {round}: {stage}",
        }
    ),
    "de": frozenset({"Moai", "Transport", "API", "Name", "Status"}),
    "ru": frozenset({"API"}),
}


def found(language: str, text: str, marked: list[Marked]) -> Iterator[str]:
    """Everything that is wrong with a language's catalogue, a sentence each."""
    catalogue = catalogues.parse(language, text)
    known = [message for message in catalogue if message.id]
    yield from _out_of_date(language, catalogue, marked)
    for message in known:
        for fault in _of(language, catalogue, message):
            yield f"{fault}: {_named(message)}"
    if not known:
        yield "there is no entry"
    elif text != catalogues.write(language, catalogues.renewed(language, catalogue, marked)):
        yield "it is not written as `make languages` writes it"


def _named(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{text!r} ({message.context})" if message.context else repr(text)


def _out_of_date(language: str, catalogue: Catalog, marked: list[Marked]) -> Iterator[str]:
    wanted = {_key(m): m for m in catalogues.renewed(language, catalogue, marked) if m.id}
    there = {_key(m): m for m in catalogue if m.id}
    yield from (f"missing: {_named(wanted[key])}" for key in wanted.keys() - there.keys())
    yield from (f"no longer used: {_named(there[key])}" for key in there.keys() - wanted.keys())
    yield from (f"obsolete: {_named(message)}" for message in catalogue.obsolete.values())


def _key(message: Message) -> tuple[object, str | None]:
    return message.id, message.context


def _of(language: str, catalogue: Catalog, message: Message) -> Iterator[str]:
    said = catalogues.forms(message)
    if message.fuzzy:
        yield "fuzzy"
    if not all(said):
        yield "not translated"
        return
    if isinstance(message.id, tuple) and len(said) != catalogue.num_plurals:
        yield f"{catalogue.num_plurals} forms by number are needed"
    for form in said:
        yield from _of_text(language, message, form, exact=catalogue.num_plurals > TWO)


def _of_text(language: str, message: Message, said: str, *, exact: bool) -> Iterator[str]:
    english = (message.id,) if isinstance(message.id, str) else message.id
    try:
        asked = [(name, form) for name, form in catalogues.fields(said) if form]
        named = [_names(text) for text in english]
        least = set.union(*named) if exact else set.intersection(*named)
        fits = least <= _names(said) <= set.union(*named)
    except ValueError:
        yield "its braces cannot be read"
        return
    if not fits:
        yield "its {names} are not those of the English"
    for name, form in asked:
        if form not in FORMS[language]:
            yield f"there is no form {form!r}"
        elif english[0] not in catalogues.told_with_terms() or not catalogues.terms_for(name):
            yield f"{{{name}}} is no term here, so it has no forms"
    if said in english and not message.context and _has_words(said) and said not in SAME[language]:
        yield "the same as in English"


def _names(text: str) -> set[str]:
    return {*(name for name, _ in catalogues.fields(text)), *PERCENT.findall(text)}


def _has_words(text: str) -> bool:
    return LETTER.search(PLACE.sub("", text)) is not None
