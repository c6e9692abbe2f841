"""The pages that anyone may open: the front page, the API's documentation and its contract."""

from flask import Blueprint, Response, current_app, render_template
from flask.typing import ResponseReturnValue

from service import games
from service.api import problems, spec
from service.pages import reading

STATIC_SECONDS = 3600

blueprint = Blueprint(
    "pages",
    __name__,
    template_folder="templates",
    static_folder="static",
    static_url_path="/static",
)


@blueprint.get("/")
def front() -> ResponseReturnValue:
    return render_template("front.html", games=games.every())


@blueprint.get("/docs")
def docs() -> ResponseReturnValue:
    contract = spec.contract()
    return render_template(
        "docs.html",
        base=current_app.extensions["settings"].base_url,
        info=contract["info"],
        operations=reading.operations(contract),
        schemas=reading.schemas(contract),
        problems=problems.TABLE,
    )


@blueprint.get("/openapi.yaml")
def openapi() -> ResponseReturnValue:
    return Response(spec.text(), content_type="application/yaml; charset=utf-8")


@blueprint.after_request
def _keep_static(response: Response) -> Response:
    if response.direct_passthrough:
        response.headers["Cache-Control"] = f"public, max-age={STATIC_SECONDS}"
    return response
