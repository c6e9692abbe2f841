"""Whom to tell of a fault that others could use: security.txt, by RFC 9116."""

from datetime import UTC, datetime, time, timedelta

from flask import Response, abort, current_app, redirect
from flask.typing import ResponseReturnValue

from service.languages import LANGUAGES
from service.pages.front import blueprint
from service.pages.moments import now
from service.settings import Settings

PATH = "/.well-known/security.txt"
GOOD_FOR = timedelta(days=180)  # the RFC recommends less than a year


@blueprint.get(PATH)
def security() -> ResponseReturnValue:
    settings = _settings()
    if not settings.security_contact:
        abort(404)
    return Response(text(settings, now()), content_type="text/plain; charset=utf-8")


@blueprint.get("/security.txt")
def security_of_old() -> ResponseReturnValue:
    """Where it was looked for before it had its place."""
    if not _settings().security_contact:
        abort(404)
    return redirect(PATH, 301)


def text(settings: Settings, moment: datetime) -> str:
    """A page with an address of its own says so only over https, as the RFC wants it."""
    canonical = settings.base_url + PATH
    fields = {
        "Contact": settings.security_contact,
        "Expires": _expires(moment),
        "Preferred-Languages": ", ".join(LANGUAGES),
        "Canonical": canonical if canonical.startswith("https:") else "",
        "Policy": settings.security_policy,
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items() if value)


def _expires(moment: datetime) -> str:
    """The same all day, so that whoever keeps a copy sees no change."""
    day = (moment + GOOD_FOR).date()
    return datetime.combine(day, time(), UTC).isoformat().replace("+00:00", "Z")


def _settings() -> Settings:
    settings: Settings = current_app.extensions["settings"]
    return settings
