"""The doors to one's own data: all of it to take along, and all of it gone."""

from datetime import UTC, datetime

from flask import Response, jsonify

from service import erasing, my_data, tokens
from service.api import auth, data_schemas as schemas
from service.api.me import blueprint

FILE = 'attachment; filename="moai-post-my-data.json"'


@blueprint.route("/me/data", methods=["GET"])
@blueprint.doc(
    operationId="getMyData",
    summary="Everything that is kept about me",
)
@auth.token(tokens.Player)
@blueprint.alt_response(
    200, schema=schemas.MyData, description="All of it.", example=schemas.EXAMPLE
)
@blueprint.alt_response(400, "BAD_REQUEST")
def get_my_data(token: tokens.Player) -> Response:
    return download(token)


def download(token: tokens.Player) -> Response:
    answer = jsonify(schemas.MyData().dump(my_data.gather(token)))
    answer.headers["Content-Disposition"] = FILE
    return answer


@blueprint.route("/me", methods=["DELETE"])
@blueprint.doc(
    operationId="eraseMe",
    summary="Erase me",
)
@auth.token(tokens.Player)
@blueprint.response(204)
@blueprint.alt_response(400, "BAD_REQUEST")
def erase_me(token: tokens.Player) -> None:
    erasing.erase_me(token, datetime.now(UTC))
