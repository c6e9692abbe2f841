"""Gettext for the pages' templates, in the language of the present request."""

from flask import Flask

from service import languages


def attach(app: Flask) -> None:
    """`_`, `gettext`, `ngettext` and `{% trans %}`; `language` and `languages` are at hand too."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        _say, _count, newstyle=True
    )
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.context_processor(lambda: {"language": languages.present(), "languages": languages.NAMES})


def _say(text: str) -> str:
    return languages.present_tongue().say(text)


def _count(one: str, many: str, number: int) -> str:
    return languages.present_tongue().count(one, many, number)
