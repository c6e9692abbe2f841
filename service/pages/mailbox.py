"""The development mailbox: every letter as it was written, for this machine's own browser only."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from service.post import mailbox
from service.settings import Settings

FORWARDING = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Original-Host",
    "X-Real-IP",
    "CF-Connecting-IP",
)

blueprint = Blueprint("mailbox", __name__)


@blueprint.before_request
def _local_only() -> None:
    """Elsewhere there is no such page: letters hold the keys to every seat."""
    settings: Settings = current_app.extensions["settings"]
    if not (
        settings.mode == "development"
        and _loopback(request.remote_addr)
        and _named_locally()
        and not _passed_on()
    ):
        abort(404)


def _loopback(address: str | None) -> bool:
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def _named_locally() -> bool:
    """A foreign name that was made to lead here must not read our letters in a local browser.

    Nor the name of BASE_URL: it may be that of a tunnel, which the whole world can enter.
    """
    try:
        asked = urlsplit(f"//{request.host}").hostname
    except ValueError:
        return False
    return asked == "localhost" or _loopback(asked)


def _passed_on() -> bool:
    """A proxy or tunnel on this machine speaks for somebody else."""
    return any(name in request.headers for name in FORWARDING)


@blueprint.get("/mailbox")
def every() -> ResponseReturnValue:
    return render_template("mailbox.html", letters=mailbox.newest())


@blueprint.get("/mailbox/<int:letter>")
def one(letter: int) -> ResponseReturnValue:
    found = mailbox.one(letter)
    return render_template("letter.html", letter=found, text=_linked(found.text))


def _linked(text: str) -> Markup:
    """Our own links, and nothing else, can be clicked."""
    settings: Settings = current_app.extensions["settings"]
    ours = f"{settings.base_url}/"
    lines = (
        Markup('<a href="{0}">{0}</a>').format(line) if line.startswith(ours) else escape(line)
        for line in text.splitlines()
    )
    return Markup("\n").join(lines)
