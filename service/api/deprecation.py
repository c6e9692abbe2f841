"""What will go away: an operation that says so in its answers and in the contract.

docs/api-changes.md tells what this promises.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, TypeAlias

from flask import Response, after_this_request, current_app
from flask_smorest import Blueprint
from werkzeug.http import http_date

from engine.words import N_
from service.refusals import Refusal

LEAST = timedelta(days=180)  # from the notice to the end

View: TypeAlias = Callable[..., Any]


def deprecated(since: datetime, until: datetime) -> Callable[[View], View]:
    """Say since when an operation is not to be used, and when it stops. It stands outermost."""
    if until - since < LEAST:
        raise ValueError("what goes away is named at least six months before")

    def decorate(view: View) -> View:
        @wraps(view)
        def aging(*args: Any, **kwargs: Any) -> Any:
            after_this_request(lambda response: _sign(response, since, until))
            _demand_before(until)
            return view(*args, **kwargs)

        documented: View = Blueprint.doc(deprecated=True, **{"x-sunset": until.date().isoformat()})(
            aging
        )
        return documented

    return decorate


def _demand_before(until: datetime) -> None:
    if datetime.now(UTC) >= until:
        raise Refusal("gone", N_("This operation has come to its announced end."))


def _sign(response: Response, since: datetime, until: datetime) -> Response:
    base = current_app.extensions["settings"].base_url
    response.headers["Deprecation"] = f"@{int(since.timestamp())}"
    response.headers["Sunset"] = http_date(until)
    response.headers.add("Link", f'<{base}/docs>; rel="deprecation"; type="text/html"')
    return response
