"""The page a person sees when something is wrong: plain words, and a way back."""

from flask import g, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

WORDS = {
    400: ("That did not arrive whole", "The address or form could not be read."),
    401: ("A key is missing", "This page needs a link from one of your letters."),
    403: ("Not your seat", "This link does not open that door."),
    404: ("Nothing stands here", "The page was moved, or the link was cut short in the mail."),
    405: ("Not this way", "This address cannot be used like that."),
    409: ("The match has moved on", "Open the newest letter and try again from there."),
    413: ("Too heavy to carry", "What was sent is larger than we accept."),
    429: ("A little slower", "Too many requests came at once. Try again in a minute."),
    500: ("A statue fell over", "Something broke on our side. Nothing you did is lost."),
    503: ("The island is out of reach", "The service cannot answer just now. Try again shortly."),
}
KEPT_HEADERS = ("Allow", "Retry-After", "WWW-Authenticate")


def page(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    title, words = WORDS.get(status, (error.name, "The request could not be answered."))
    body = render_template(
        "error.html", status=status, title=title, words=words, request_id=g.request_id
    )
    kept = [(name, value) for name, value in error.get_headers() if name in KEPT_HEADERS]
    return body, status, kept
