"""The page a person sees when something is wrong: plain words, and a way back."""

from flask import g, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from engine.words import N_
from service import languages
from service.api import problems

WORDS = {
    400: (N_("That did not arrive whole"), N_("The address or form could not be read.")),
    401: (N_("A key is missing"), N_("This page needs a link from one of your letters.")),
    403: (N_("Not your seat"), N_("This link does not open that door.")),
    404: (
        N_("Nothing stands here"),
        N_("The page was moved, or the link was cut short in the mail."),
    ),
    405: (N_("Not this way"), N_("This address cannot be used like that.")),
    409: (N_("The match has moved on"), N_("Open the newest letter and try again from there.")),
    413: (N_("Too heavy to carry"), N_("What was sent is larger than we accept.")),
    429: (N_("A little slower"), N_("Too many requests came at once. Try again in a minute.")),
    500: (N_("A statue fell over"), N_("Something broke on our side. Nothing you did is lost.")),
    503: (
        N_("The island is out of reach"),
        N_("The service cannot answer just now. Try again shortly."),
    ),
}
# Why a link that was good once opens nothing: its holder is told.
ENDED = {
    "replaced": N_("This link was replaced"),
    "withdrawn": N_("This invitation was withdrawn"),
}
OTHER = N_("The request could not be answered.")
KEPT_HEADERS = ("Allow", "Retry-After", "WWW-Authenticate")


def _words(error: HTTPException, status: int) -> tuple[str, str]:
    """Who holds an old link is told what became of it."""
    if isinstance(error, problems.Refused) and error.reason in ENDED:
        return ENDED[error.reason], str(error.description)
    return WORDS.get(status, (error.name, OTHER))


def page(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    title, words = _words(error, status)
    tongue = languages.present_tongue()
    body = render_template(
        "error.html",
        status=status,
        title=tongue.say(title),
        words=tongue.say(words),
        request_id=g.request_id,
    )
    kept = [(name, value) for name, value in error.get_headers() if name in KEPT_HEADERS]
    return body, status, kept
