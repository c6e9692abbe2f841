"""The doors to the letters of one match: which of them its player wants, and when."""

from datetime import UTC, datetime
from typing import Any

from service import tokens
from service.api import auth, letters_schemas as schemas
from service.api.frame import Blueprint
from service.api.turns import MATCH
from service.post import choosing
from service.post.choosing import MatchLetters

blueprint = Blueprint("letter policy", __name__, "Which letters come, and when.")


@blueprint.route("/matches/<string:match>/letter-policy", methods=["GET"], parameters=[MATCH])
@blueprint.doc(operationId="getLetterPolicy", summary="My letters of this match")
@auth.token(tokens.Seat)
@blueprint.response(200, schemas.MatchPolicy, example=schemas.SEEN)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def get_letters(match: str, token: tokens.Seat) -> MatchLetters:
    return choosing.look(token, match)


@blueprint.route("/matches/<string:match>/letter-policy", methods=["PUT"], parameters=[MATCH])
@blueprint.doc(operationId="putLetterPolicy", summary="Choose my letters of this match")
@auth.token(tokens.Seat)
@blueprint.arguments(schemas.Letters, required=False, example=schemas.OWN)
@blueprint.response(200, schemas.MatchPolicy, example=schemas.SEEN)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def put_letters(body: dict[str, Any], match: str, token: tokens.Seat) -> MatchLetters:
    return choosing.choose_own(token, match, body, datetime.now(UTC))
