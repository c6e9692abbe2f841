"""The words of letters: a folder a kind, with a subject and a body; one frame for them all.

A body and the frame are written in parts (`write.p`, `write.items` …), which `parts.txt` and
`parts.html` write each in their own way: so every sentence stands in one place, and both forms of
a letter say the same. Sentences are marked for gettext and said in the reader's language.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from service import languages, moments
from service.drawing import THEMES
from service.mail.envelope import one_line

LETTERS = Path(__file__).parent / "letters"
FRAME = "frame.html"
Form: TypeAlias = Literal["txt", "html"]
_BLANKS = re.compile(r"\n{3,}")


class Told(Protocol):
    """A notice, as far as its words need it."""

    @property
    def kind(self) -> str: ...

    @property
    def facts(self) -> Mapping[str, Any]: ...


@cache
def _environment(language: str, form: Form) -> Environment:
    """Gettext speaks the language, and `write` writes in the form."""
    made = Environment(
        loader=FileSystemLoader(LETTERS),
        undefined=StrictUndefined,
        autoescape=form == "html",  # noqa: S701  # plain text has nothing to escape
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    tongue = languages.tongue(language)
    made.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        tongue.say, tongue.count, newstyle=True
    )
    made.policies["ext.i18n.trimmed"] = True
    made.filters["one_line"] = one_line
    made.globals.update(THEMES)
    made.globals["write"] = made.get_template(f"parts.{form}").module
    return made


def kinds() -> set[str]:
    return {folder.name for folder in LETTERS.iterdir() if folder.is_dir()}


def subject(language: str, kind: str, facts: Mapping[str, Any]) -> str:
    template = _environment(language, "txt").get_template(f"{kind}/subject.txt")
    return one_line(template.render(facts))


def text(language: str, facts: Mapping[str, Any], notices: Sequence[Told]) -> str:
    """A section for each notice, then what they share: news, table, choices, links."""
    framed = _framed(_environment(language, "txt"), facts, notices)
    return _BLANKS.sub("\n\n", framed).strip("\n") + "\n"


def html(language: str, facts: Mapping[str, Any], notices: Sequence[Told]) -> str:
    return _framed(_environment(language, "html"), facts, notices).strip("\n") + "\n"


def _framed(environment: Environment, facts: Mapping[str, Any], notices: Sequence[Told]) -> str:
    sections = [_section(environment, facts, notice) for notice in notices]
    return environment.get_template(FRAME).render(facts, sections=sections)


def _section(environment: Environment, facts: Mapping[str, Any], notice: Told) -> str:
    """Escaped already, where there is anything to escape."""
    body = environment.get_template(f"{notice.kind}/body.html")
    return Markup(body.render(facts, told=notice).strip())  # noqa: S704  # our own template's


# --- many matches in one letter


class Within:
    """The parts of a letter as a section of it writes them: what was its head leads the section."""

    def __init__(self, parts: Any) -> None:
        self._parts = parts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._parts, "lead" if name == "strong" else name)


def digest_subject(language: str, facts: Mapping[str, Any]) -> str:
    return one_line(_environment(language, "txt").get_template("digest.txt").render(facts))


def digest_text(language: str, facts: Mapping[str, Any]) -> str:
    return _BLANKS.sub("\n\n", _digest(language, "txt", facts)).strip("\n") + "\n"


def digest_html(language: str, facts: Mapping[str, Any]) -> str:
    return _digest(language, "html", facts).strip("\n") + "\n"


def _digest(language: str, form: Form, facts: Mapping[str, Any]) -> str:
    """A section for each notice of each match."""
    environment = _environment(language, form)
    within = Within(environment.globals["write"])
    matches = [
        {
            **known,
            "sections": [
                _section(environment, {**known, "write": within}, one) for one in known["notices"]
            ],
        }
        for known in facts["matches"]
    ]
    return environment.get_template("digest.html").render({**facts, "matches": matches})


# --- when


def moment(at: datetime, time_zone: str, language: str) -> str:
    return moments.said(at, time_zone, languages.spoken(language))


def day(on: date, language: str) -> str:
    return moments.day(on, languages.spoken(language))


def left(span: timedelta, language: str) -> str | None:
    return moments.left(span, languages.spoken(language))
