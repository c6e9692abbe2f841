"""The development mailbox: every letter as it was written, for this machine's own browser only."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from service.post import mailbox
from service.settings import Settings

LOCAL = {"localhost", "127.0.0.1", "::1"}

blueprint = Blueprint("mailbox", __name__)


@blueprint.before_request
def _local_only() -> None:
    """Elsewhere there is no such page: letters hold the keys to every seat."""
    settings: Settings = current_app.extensions["settings"]
    if not (
        settings.mode == "development"
        and _loopback(request.remote_addr)
        and _named_locally(settings)
    ):
        abort(404)


def _loopback(address: str | None) -> bool:
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def _named_locally(settings: Settings) -> bool:
    """A foreign name that was made to lead here must not read our letters in a local browser."""
    asked = urlsplit(f"//{request.host}").hostname
    return asked in LOCAL | {urlsplit(settings.base_url).hostname}


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
