"""The words of letters: a folder a kind, with a subject and a section; one frame for them all.

Sentences are marked for gettext where they stand; until there are catalogues they are English.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from service import moments
from service.mail.envelope import one_line

LETTERS = Path(__file__).parent / "letters"
LANGUAGES = ("en",)
FRAME = "frame.txt"
_BLANKS = re.compile(r"\n{3,}")


class Told(Protocol):
    """A notice, as far as its words need it."""

    @property
    def kind(self) -> str: ...

    @property
    def facts(self) -> Mapping[str, Any]: ...


@cache
def _environment() -> Environment:
    made = Environment(  # noqa: S701  # plain text: there is nothing to escape
        loader=FileSystemLoader(LETTERS),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # the extension adds it
    made.filters["one_line"] = one_line
    return made


def kinds() -> set[str]:
    return {folder.name for folder in LETTERS.iterdir() if folder.is_dir()}


def subject(kind: str, facts: Mapping[str, Any]) -> str:
    return one_line(_environment().get_template(f"{kind}/subject.txt").render(facts))


def body(facts: Mapping[str, Any], notices: Sequence[Told]) -> str:
    """A section for each notice, then what they share: news, table, choices, links."""
    sections = [_section(facts, notice) for notice in notices]
    framed = _environment().get_template(FRAME).render(facts, sections=sections)
    return _BLANKS.sub("\n\n", framed).strip("\n") + "\n"


def _section(facts: Mapping[str, Any], notice: Told) -> str:
    template = _environment().get_template(f"{notice.kind}/body.txt")
    return template.render(facts, told=notice).strip()


def spoken(language: str) -> str:
    """The language that a letter is written in, for one who asked for this."""
    return language if language in LANGUAGES else LANGUAGES[0]


def moment(at: datetime, time_zone: str, language: str) -> str:
    return moments.said(at, time_zone, spoken(language))


def left(span: timedelta, language: str) -> str | None:
    return moments.left(span, spoken(language))
