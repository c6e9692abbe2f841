"""Turns whatever went wrong into an answer: a problem document under /api, a page elsewhere."""

from flask import Flask, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from engine.words import N_
from service.api import problems
from service.pages import errors
from service.refusals import Refusal
from service.store.database import Unavailable, Unfit

RETRY_SECONDS = 5


def attach(app: Flask) -> None:
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(Refusal, _refuse)
    for kind in Unavailable:
        app.register_error_handler(kind, _unavailable)
    for fault in Unfit:
        app.register_error_handler(fault, _unfit)


def _for_programs() -> bool:
    return request.path == "/api" or request.path.startswith("/api/")


def _answer(error: HTTPException) -> ResponseReturnValue:
    return problems.from_http(error) if _for_programs() else errors.page(error)


def _refuse(refusal: Refusal) -> ResponseReturnValue:
    if _for_programs():
        return problems.from_refusal(refusal)
    return errors.page(problems.as_http(refusal))


def _unfit(_: Exception) -> ResponseReturnValue:
    return _refuse(Refusal("malformed", N_("A value in the request is out of all bounds.")))


def _unavailable(_: Exception) -> ResponseReturnValue:
    return _answer(ServiceUnavailable(retry_after=RETRY_SECONDS))
