"""The development mailbox: every letter as it was written, for this machine's own browser only."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from service import requests
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

# The page may frame; the one answer that is framed may be, by us alone, and runs nothing.
FRAMING = f"{requests.HEADERS['Content-Security-Policy']}; frame-src 'self'"
SANDBOX = "allow-same-origin allow-top-navigation-by-user-activation"
FRAMED = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; "
        f"form-action 'none'; frame-ancestors 'self'; sandbox {SANDBOX}"
    ),
    "X-Frame-Options": "SAMEORIGIN",
}

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
    opened = mailbox.one(letter)
    page = render_template(
        "letter.html",
        letter=opened.found,
        opened=opened,
        text=_linked(opened.text),
        sandbox=SANDBOX,
    )
    return page, {"Content-Security-Policy": FRAMING}


@blueprint.get("/mailbox/<int:letter>/html")
def html(letter: int) -> ResponseReturnValue:
    """A letter as mail programs show it: it may style itself, and nothing else."""
    opened = mailbox.one(letter)
    shown = opened.html
    if opened.picture_name:
        place = url_for("mailbox.picture", letter=letter)
        shown = shown.replace(opened.picture_name, place)
    # Its links lead out of the frame.
    shown = shown.replace("<head>", '<head><base target="_top">', 1)
    return Response(shown, headers=FRAMED, mimetype="text/html")


@blueprint.get("/mailbox/<int:letter>/picture")
def picture(letter: int) -> ResponseReturnValue:
    drawn = mailbox.one(letter).picture
    if drawn is None:
        abort(404)
    return Response(drawn, mimetype=mailbox.PICTURE)


def _linked(text: str) -> Markup:
    """Our own links, and nothing else, can be clicked."""
    settings: Settings = current_app.extensions["settings"]
    ours = f"{settings.base_url}/"
    lines = (
        Markup('<a href="{0}">{0}</a>').format(line) if line.startswith(ours) else escape(line)
        for line in text.splitlines()
    )
    return Markup("\n").join(lines)
