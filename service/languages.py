"""The languages we speak: a catalogue each, and which of them a reader has.

Catalogues are read as they are written (`service/catalogues/<language>.po`): there is nothing to
compile, so nothing compiled can be stale.
"""

from collections.abc import Iterable
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Response, g, has_request_context, request

from engine.words import ENGLISH, Tongue

CATALOGUES: Final = Path(__file__).parent / "catalogues"
NAMES: Final = {"en": "English", "it": "Italiano", "de": "Deutsch", "ru": "Русский"}
LANGUAGES: Final = tuple(NAMES)
DEFAULT: Final = LANGUAGES[0]


class Translated:
    """A language with a catalogue; what it lacks is said in English."""

    def __init__(self, found: GNUTranslations) -> None:
        self._found = found

    def say(self, text: str, form: str = "") -> str:
        """A term that has no entry for a form is said in its plain one."""
        if not form:
            return self._found.gettext(text)
        said = self._found.pgettext(form, text)
        return self._found.gettext(text) if said == text else said

    def count(self, one: str, many: str, number: int) -> str:
        return self._found.ngettext(one, many, number)


@cache
def tongue(language: str) -> Tongue:
    found = CATALOGUES / f"{language}.po"
    if language == DEFAULT or language not in NAMES or not found.exists():
        return ENGLISH
    compiled = BytesIO()
    with found.open("rb") as written:
        write_mo(compiled, read_po(written, locale=language))
    compiled.seek(0)
    return Translated(GNUTranslations(compiled))


def spoken(language: str | None) -> str:
    """The one of ours that a tag like `de-AT` asks for, or English."""
    return _ours(language) or DEFAULT


def _ours(tag: str | None) -> str | None:
    found = (tag or "").partition("-")[0].lower()
    return found if found in NAMES else None


# --- of the present request


def choose(known: str | None = None) -> str:
    """By the link, else what the reader is known to speak, else what the browser asks for."""
    wanted: Iterable[str | None] = (
        request.args.get("lang"),
        known,
        *_heard(),
    )
    return _settle(wanted)


def asked() -> str:
    """By the header alone: how a program asks."""
    return _settle(_heard())


def asked_tongue() -> Tongue:
    return tongue(asked())


def _heard() -> Iterable[str]:
    """A language of quality 0 is one that the reader does not want."""
    return (tag for tag, quality in request.accept_languages if quality)


def _settle(wanted: Iterable[str | None]) -> str:
    found: str = next((ours for one in wanted if (ours := _ours(one))), DEFAULT)
    g.language = found
    return found


def present() -> str:
    """The language of the answer that is being made; English where nobody asks."""
    if not has_request_context():
        return DEFAULT
    return g.language if "language" in g else choose()


def present_tongue() -> Tongue:
    return tongue(present())


def sign(response: Response) -> None:
    """Say what an answer speaks, if its making asked for a language: a cache must not mix them."""
    if "language" in g:
        response.headers["Content-Language"] = g.language
        response.vary.add("Accept-Language")
