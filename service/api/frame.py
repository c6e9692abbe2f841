"""flask-smorest bent to our contract: problem documents, 400 for what cannot be read."""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeAlias

from flask import Flask, Request, Response, abort as flask_abort, current_app, request
from flask_smorest import Api as SmorestApi, Blueprint as SmorestBlueprint
from flask_smorest.utils import prepare_response
from marshmallow import RAISE
from typing_extensions import override
from webargs.core import missing
from webargs.flaskparser import FlaskParser, abort
from werkzeug.http import quote_etag

from engine.canonical import Twice, once
from engine.errors import shown
from engine.words import N_
from service.api import problems
from service.lobby import MATCH_ID
from service.refusals import Refusal, say

View: TypeAlias = Callable[..., Any]

ETAG_WORDS = {
    "If-None-Match": "The ETag you hold: if it is still current, the answer is 304 and empty.",
    "If-Match": "The ETag you mean to change: if it is no longer current, the answer is 412.",
}


class Parser(FlaskParser):
    DEFAULT_VALIDATION_STATUS = HTTPStatus.BAD_REQUEST
    DEFAULT_UNKNOWN_BY_LOCATION = {"query": RAISE, "json": RAISE}  # noqa: RUF012  # webargs declares it so

    @override
    def load_json(self, req: Request, schema: Any) -> Any:
        # Not `data`, which would look for a form first.
        body = req.get_data()
        if not body:
            return missing
        if not req.is_json:
            abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, description=N_("The body must be JSON."))
        try:
            return json.loads(
                body.decode(), object_pairs_hook=once, parse_constant=_refuse_constant
            )
        except Twice as fault:
            twice = say(N_("The name “{name}” stands twice in one object."), name=shown(fault.name))
            raise Refusal("malformed", twice) from fault
        # Too deep, too long a number, not UTF-8 and not JSON are all the sender's mistake.
        except (ValueError, RecursionError) as fault:
            raise Refusal("malformed", N_("The body is not JSON that can be read.")) from fault


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


class Blueprint(SmorestBlueprint):  # type: ignore[misc]  # flask-smorest is untyped
    ARGUMENTS_PARSER = Parser()

    def __init__(self, name: str, module: str, description: str) -> None:
        super().__init__(name, module, description=description)
        self.before_request(_refuse_strange_ids)
        self.before_request(_refuse_unasked)
        self.after_request(_let_hold)

    @override
    def alt_response(self, *args: Any, **kwargs: Any) -> Callable[[View], View]:
        """It says something of a door; the wrapper that it comes in would be a call each time."""
        decorate = super().alt_response(*args, **kwargs)

        def documented(view: View) -> View:
            view._apidoc = decorate(view)._apidoc  # type: ignore[attr-defined]  # noqa: SLF001  # where flask-smorest keeps it
            return view

        return documented

    @override
    def _check_not_modified(self, etag: str) -> None:
        # The stock 304 goes through the error handlers and forgets its ETag (RFC 9110, 15.4.5).
        if request.method in {"GET", "HEAD"} and request.if_none_match.contains_weak(etag):
            flask_abort(Response(status=304, headers={"ETag": quote_etag(etag)}))


def _refuse_strange_ids() -> None:
    """What can be no match's id is not looked for: a database refuses some texts with an error."""
    match = (request.view_args or {}).get("match")
    if match is not None and not MATCH_ID.fullmatch(match):
        raise Refusal("not_found", N_("There is no such match."))


def _refuse_unasked() -> None:
    """An operation without query arguments refuses any; the others' schemas refuse the rest."""
    if not request.query_string:
        return
    view = current_app.view_functions[request.endpoint or ""]
    documented = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", [])
    if request.args and not any(one.get("in") == "query" for one in documented):
        names = ", ".join(sorted(request.args))
        raise Refusal("malformed", say(N_("Unknown query arguments: {names}."), names=names))


def _let_hold(response: Response) -> Response:
    """What has a tag may be held by its reader, who asks each time whether it still holds."""
    if "ETag" in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


class Api(SmorestApi):  # type: ignore[misc]  # flask-smorest is untyped
    ERROR_SCHEMA = problems.Problem
    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask) -> None:
        self._unwritten: list[Blueprint] = []
        super().__init__(app)

    @override
    def register_blueprint(self, blp: Blueprint, *, url_prefix: str) -> None:
        """Its doors open now; what the contract says of them is written when somebody asks."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp, url_prefix=url_prefix)
        self._unwritten.append(blp)

    def write(self) -> None:
        """The contract's part of every door that has none yet."""
        while self._unwritten:
            blueprint = self._unwritten.pop(0)
            blueprint.register_views_in_doc(
                self, self._app, self.spec, name=blueprint.name, parameters=None
            )
            self.spec.tag({"name": blueprint.name, "description": blueprint.description})

    @override
    def _register_error_handlers(self) -> None:
        """Leave errors to service/errors.py: the stock handler drops Allow and has no codes."""

    @override
    def _register_responses(self) -> None:
        for code in HTTPStatus:
            response: dict[str, Any] = {"description": _description(code)}
            if code >= HTTPStatus.BAD_REQUEST:
                response |= {"schema": problems.Problem, "example": problems.example(code.value)}
            prepare_response(response, self.spec, problems.CONTENT_TYPE)
            self.spec.components.response(code.name, response, lazy=True)

    @override
    def _register_etag_headers(self) -> None:
        for name, words in ETAG_WORDS.items():
            header = {"name": name, "description": words, "schema": {"type": "string"}}
            component = name.upper().replace("-", "_")
            self.spec.components.parameter(component, "header", header, lazy=True)
        etag = {"description": "This version's tag.", "schema": {"type": "string"}}
        self.spec.components.header("ETAG", etag, lazy=True)

    @override
    def _register_pagination_header(self) -> None:
        """No X-Pagination: a page and the key of the next one stand in the body."""


def _description(status: HTTPStatus) -> str:
    rows = [(code, kind) for code, kind in problems.TABLE.items() if kind.status == status]
    return " ".join(f"`{code}`: {kind.title}" for code, kind in rows) or status.phrase
