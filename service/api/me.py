"""The doors to oneself: what is known of me, and all my matches."""

from typing import Any

from service import me, tokens
from service.api import (
    auth,
    lobby_answers as answers,
    lobby_examples as examples,
    lobby_schemas as schemas,
)
from service.api.frame import Blueprint
from service.api.matches import introduced
from service.me import Change, Me, MyMatches

blueprint = Blueprint("me", __name__, "The person behind the seats.")


@blueprint.route("/me", methods=["GET"])
@blueprint.doc(operationId="getMe", summary="What is known of me")
@auth.token(tokens.Player)
@blueprint.response(200, answers.Me, example=examples.ME)
@blueprint.alt_response(400, "BAD_REQUEST")
def get_me(token: tokens.Player) -> Me:
    return me.look(token)


@blueprint.route("/me", methods=["PATCH"])
@blueprint.doc(operationId="changeMe", summary="Change my name, language, time zone or letters")
@auth.token(tokens.Player)
@blueprint.arguments(schemas.MeChange, required=False, example={"language": "it", "receipts": True})
@blueprint.response(200, answers.Me, example=examples.ME)
@blueprint.alt_response(400, "BAD_REQUEST")
def change_me(body: dict[str, Any], token: tokens.Player) -> Me:
    return me.change(token, Change(**introduced(body), receipts=body.get("receipts")))


@blueprint.route("/me/matches", methods=["GET"])
@blueprint.doc(operationId="listMyMatches", summary="All my matches, the newest first")
@auth.token(tokens.Player)
@blueprint.arguments(schemas.Paging, location="query")
@blueprint.response(200, answers.MyMatches, example=examples.MINE)
@blueprint.alt_response(400, "BAD_REQUEST")
def list_my_matches(query: dict[str, Any], token: tokens.Player) -> MyMatches:
    return me.my_matches(token, query.get("after"), query["limit"])
