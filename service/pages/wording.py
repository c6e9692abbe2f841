"""What every template has at hand: gettext in the language of the present request, links, times."""

import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Flask, request

from service import languages
from service.pages import describing, moments, picture
from service.settings import Settings

PUBLIC = "pages"  # the blueprint of the pages that anyone may open


def attach(app: Flask) -> None:
    """`_`, `gettext`, `ngettext` and `{% trans %}`; `language` and `languages` are at hand too."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        _say, _count, newstyle=True
    )
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.globals |= {
        "to": to,
        "here": lambda: to("") or "?",
        "switch": switch,
        "moment": moments.moment,
        "left": moments.left,
        "hours": moments.hours,
        "piece": picture.piece,
        # By which a form that is sent twice is known: who knows it is answered with the seat.
        "fresh": lambda: secrets.token_hex(16),
        "describing": describing,
    }
    settings: Settings = app.extensions["settings"]
    app.context_processor(
        lambda: {
            "language": languages.present(),
            "languages": languages.NAMES,
            "alternates": _alternates(settings.base_url),
        }
    )


def to(path: str, **query: Any) -> str:
    """A link that keeps the language which the present one names."""
    named = request.args.get("lang")
    kept = {"lang": named} if named in languages.NAMES else {}
    asked = {name: value for name, value in query.items() if value is not None} | kept
    return f"{path}?{urlencode(asked)}" if asked else path


def switch(language: str) -> str:
    """The same page in another language; what stands in its path is not repeated."""
    asked = [(name, value) for name, value in request.args.items(multi=True) if name != "lang"]
    return "?" + urlencode([*asked, ("lang", language)])


def _alternates(base_url: str) -> dict[str, str]:
    """Where a page that anyone may open is in each language."""
    if request.blueprint != PUBLIC or request.method not in ("GET", "HEAD"):
        return {}
    return {name: f"{base_url}{request.path}?lang={name}" for name in languages.LANGUAGES}


def _say(text: str) -> str:
    return languages.present_tongue().say(text)


def _count(one: str, many: str, number: int) -> str:
    return languages.present_tongue().count(one, many, number)
