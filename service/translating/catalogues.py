"""The catalogues as files: read, brought up to date with the source, written for small diffs.

A translation is kept where its English is unchanged and dropped where it is gone; nothing is
guessed. Entries stand in the order of the source, without line numbers and dates.
"""

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from engine.registry import GAMES
from engine.words import texts
from service import languages, outlook
from service.translating.marks import Marked, Text

TRANSLATED: Final = tuple(one for one in languages.LANGUAGES if one != languages.DEFAULT)
WIDTH: Final = 100
HEADER: Final = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

"""


def read(language: str) -> str:
    """A catalogue's text; a new language begins with none."""
    path = languages.CATALOGUES / f"{language}.po"
    return path.read_text() if path.exists() else header(language)


def parse(language: str, text: str) -> Catalog:
    return read_po(BytesIO(text.encode()), locale=language)


def header(language: str) -> str:
    return HEADER.format(language=language, plural=get_plural(language))


def write(language: str, catalogue: Catalog) -> str:
    made = BytesIO()
    write_po(made, catalogue, width=WIDTH, omit_header=True, include_lineno=False)
    return header(language) + made.getvalue().decode().strip("\n") + "\n"


# --- bringing up to date


def renewed(language: str, old: Catalog, marked: Iterable[Marked]) -> Catalog:
    """Every text of the source with the translation it had, each term in its wanted forms."""
    new, wanted = Catalog(locale=language), wanted_forms(old)
    for text, places in _gathered(marked).items():
        new.add(text, _kept(old, text), locations=[(place, 0) for place in places])
        for form in sorted(wanted.get(text, ())) if isinstance(text, str) else ():
            new.add(text, _kept(old, text, form), context=form)
    return new


def _gathered(marked: Iterable[Marked]) -> dict[Text, list[str]]:
    found: dict[Text, list[str]] = {}
    for one in marked:
        places = found.setdefault(one.text, [])
        if one.place not in places:
            places.append(one.place)
    return found


def _kept(old: Catalog, text: Text, form: str | None = None) -> str | tuple[str, ...]:
    before = old.get(text, form)
    if before is None or before.id != text:
        return "" if isinstance(text, str) else ("",) * old.num_plurals
    said = forms(before)
    return said[0] if isinstance(text, str) else said


# --- forms of terms


def fields(said: str) -> Iterator[tuple[str, str]]:
    """The names of facts in a sentence, each with the form that it is wanted in, if any."""
    for _, name, form, _ in Formatter().parse(said):
        if name is not None:
            yield name, form or ""


def forms(message: Message) -> tuple[str, ...]:
    """A translation's texts: one, or as many as its language has forms by number."""
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(said)


def wanted_forms(catalogue: Catalog) -> Mapping[str, set[str]]:
    """By term: the forms that some translated sentence asks for."""
    found: dict[str, set[str]] = {}
    for name, form in _asked(catalogue):
        for term in terms_for(name):
            found.setdefault(term, set()).add(form)
    return found


def _asked(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    for message in catalogue:
        for said in forms(message) if message.id and not message.python_format else ():
            yield from ((name, form) for name, form in _read(said) if form)


def _read(said: str) -> list[tuple[str, str]]:
    """What cannot be read asks for nothing: the check says what is wrong with it."""
    try:
        return list(fields(said))
    except ValueError:
        return []


def terms_for(name: str) -> set[str]:
    return {term for game in GAMES.values() for term in game.terms.get(name, ())}


def told_with_terms() -> set[str]:
    """The sentences whose facts are shown by a game: only these may ask for a form."""
    tables = (*(game.words for game in GAMES.values()), outlook.ENTRIES)
    return {text for table in tables for one in table.values() for text in texts(one)}
