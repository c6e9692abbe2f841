"""The style sheet that gives pictures inside a page the colours of the reader's scheme."""

from flask import Response
from flask.typing import ResponseReturnValue

from service.drawing import palette
from service.pages.front import STATIC_SECONDS, blueprint


@blueprint.get("/palette.css")
def colours() -> ResponseReturnValue:
    kept = {"Cache-Control": f"public, max-age={STATIC_SECONDS}"}
    return Response(palette.sheet(), content_type="text/css; charset=utf-8", headers=kept)
