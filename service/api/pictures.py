"""The doors to pictures of a table."""

from typing import Any

from flask import Response
from marshmallow import Schema, fields, validate

from service import drawing, languages, picturing, tokens
from service.api import auth
from service.api.frame import Blueprint
from service.api.turns import MATCH
from service.api.views import SINCE, UNCHANGED, conditional
from service.picturing import Wanted
from service.seating import Actor

blueprint = Blueprint("pictures", __name__, "Looking at the table as a picture.")

SVG, PNG = "image/svg+xml", "image/png"
# A picture is nothing but a picture, also when it is opened as a page of its own.
ALONE = "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'"
SVG_EXAMPLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 976" role="img">…</svg>'
PNG_EXAMPLE = "\N{REPLACEMENT CHARACTER}PNG…"
TEXT = {"type": "string", "contentMediaType": SVG}
BYTES = {"type": "string", "format": "binary", "contentMediaType": PNG}


class PictureQuery(Schema):
    theme = fields.String(
        load_default="light",
        validate=validate.OneOf(list(drawing.THEMES)),
        metadata={"description": "For a light page or a dark one."},
    )
    width = fields.Integer(
        load_default=720,
        validate=validate.OneOf(drawing.WIDTHS),
        metadata={"description": "In pixels; 360 is laid out for a telephone held upright."},
    )


def answered(content: str | bytes, kind: str) -> Response:
    return Response(content, content_type=kind, headers={"Content-Security-Policy": ALONE})


@blueprint.route("/matches/<string:match>/board.svg", parameters=[MATCH, SINCE])
@blueprint.doc(operationId="getBoardSvg", summary="The table as an SVG picture with its telling")
@auth.token(tokens.Seat, tokens.Turn, required=False)
@blueprint.arguments(PictureQuery, location="query")
@blueprint.alt_response(
    200, schema=TEXT, content_type=SVG, description="The picture.", example=SVG_EXAMPLE
)
@blueprint.alt_response(304, description=UNCHANGED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_board_svg(query: dict[str, Any], match: str, token: Actor | None) -> Response:
    wanted = Wanted(**query, language=languages.asked())
    mark = picturing.mark(token, match, wanted)
    return conditional(mark, lambda: answered(picturing.picture(token, match, wanted), SVG))


@blueprint.route("/matches/<string:match>/board.png", parameters=[MATCH, SINCE])
@blueprint.doc(operationId="getBoardPng", summary="The same picture as a PNG")
@auth.token(tokens.Seat, tokens.Turn, required=False)
@blueprint.arguments(PictureQuery, location="query")
@blueprint.alt_response(
    200, schema=BYTES, content_type=PNG, description="The picture.", example=PNG_EXAMPLE
)
@blueprint.alt_response(304, description=UNCHANGED)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
@blueprint.alt_response(409, "CONFLICT")
def get_board_png(query: dict[str, Any], match: str, token: Actor | None) -> Response:
    wanted = Wanted(**query, language=languages.asked())
    mark = picturing.mark(token, match, wanted)
    return conditional(mark, lambda: answered(_drawn(token, match, wanted), PNG))


def _drawn(token: Actor | None, match: str, wanted: Wanted) -> bytes:
    return drawing.png(picturing.picture(token, match, wanted))
