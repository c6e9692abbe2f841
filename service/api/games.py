"""The doors to the games on offer."""

from dataclasses import asdict
from typing import Any

from service import games
from service.api import schemas
from service.api.frame import Blueprint

blueprint = Blueprint("games", __name__, "The games on offer.")

GIANTS = {
    "slug": "giants",
    "title": "Giants",
    "designer": "Fabrice Besson",
    "seats": [3, 4, 5],
    "options": [
        {
            "name": "quick",
            "kind": "flag",
            "default": False,
            "choices": [],
            "least": None,
            "most": None,
            "summary": "Start with two workers.",
        }
    ],
    "preferences": [
        {
            "name": "idle",
            "kind": "flag",
            "default": False,
            "choices": [],
            "least": None,
            "most": None,
            "summary": "Pass without asking once nothing is left to do.",
        }
    ],
    "rules": "2",
}

# Without a reference of its own: readers of the contract would look for it in the contract.
SHAPE = {"type": "object", "properties": {"kind": {"const": "pass"}}, "required": ["kind"]}
WHOLE = GIANTS | {"action_schema": {"oneOf": [SHAPE]}}
SLUG = {"in": "path", "name": "game", "description": "The game's slug.", "example": "giants"}


@blueprint.route("/games")
@blueprint.doc(operationId="listGames", summary="Every game that can be played")
@blueprint.etag
@blueprint.response(200, schemas.Games, example={"items": [GIANTS], "next": None})
@blueprint.alt_response(400, "BAD_REQUEST")
def list_games() -> dict[str, Any]:
    return {"items": games.every(), "next": None}


@blueprint.route("/games/<string:game>", parameters=[SLUG])
@blueprint.doc(operationId="getGame", summary="One game, with the shape of its actions")
@blueprint.etag
@blueprint.response(200, schemas.WholeGame, example=WHOLE)
@blueprint.alt_response(400, "BAD_REQUEST")
@blueprint.alt_response(404, "NOT_FOUND")
def get_game(game: str) -> dict[str, Any]:
    return asdict(games.one(game)) | {"action_schema": games.action_schema(game)}
