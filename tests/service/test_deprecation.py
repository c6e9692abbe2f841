"""An operation that will go away says so, in its answers and in the contract; then it is gone."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from engine.words import N_
from service import errors, requests
from service.api import spec, words
from service.api.deprecation import deprecated
from service.api.frame import Blueprint
from service.refusals import Refusal
from tests.parts.site import MakeSettings

SINCE = datetime(2026, 3, 1, tzinfo=UTC)
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
FAR = datetime(2126, 3, 1, tzinfo=UTC)


def old(blueprint: Blueprint, path: str, since: datetime, until: datetime) -> None:
    name = f"old{path.title().strip('/')}"

    @blueprint.route(path, methods=["GET"])
    @blueprint.doc(operationId=name, summary="A toy")
    @deprecated(since, until)
    @blueprint.response(204)
    def toy() -> None:
        if path == "/refusing":
            raise Refusal("not_found", N_("There is nothing here."))

    words.OPERATIONS[name] = "A toy."


@pytest.fixture
def toys(make_settings: MakeSettings, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An app with three toys: one that goes on, one that refuses, one whose end has come."""
    monkeypatch.setattr(words, "OPERATIONS", dict(words.OPERATIONS))
    app, settings = Flask("toys"), make_settings()
    app.extensions["settings"] = settings
    requests.attach(app, settings)
    errors.attach(app)
    blueprint = Blueprint("toys", __name__, "Toys.")
    old(blueprint, "/going", SINCE, FAR)
    old(blueprint, "/refusing", SINCE, FAR)
    old(blueprint, "/ended", LONG_AGO, LONG_AGO + timedelta(days=181))
    spec.api(app).register_blueprint(blueprint, url_prefix="/api")
    return app


@pytest.mark.parametrize(("path", "status"), [("/going", 204), ("/refusing", 404)])
def test_every_answer_says_since_when_and_until_when(toys: Flask, path: str, status: int) -> None:
    answer = toys.test_client().get(f"/api{path}")

    assert answer.status_code == status
    assert answer.headers["Deprecation"] == "@1772323200"  # `date -u -d 2026-03-01 +%s`
    assert answer.headers["Sunset"] == "Fri, 01 Mar 2126 00:00:00 GMT"
    assert answer.headers["Link"].endswith('/docs>; rel="deprecation"; type="text/html"')


def test_after_its_end_it_is_gone(toys: Flask) -> None:
    answer = toys.test_client().get("/api/ended")

    assert answer.status_code == 410
    assert "Sunset" in answer.headers


def test_the_contract_says_so_too(toys: Flask) -> None:
    with toys.app_context():
        found: dict[str, Any] = spec.contract()["paths"]["/api/going"]["get"]

    assert found["deprecated"] is True
    assert found["x-sunset"] == "2126-03-01"


def test_less_than_half_a_year_is_no_notice() -> None:
    with pytest.raises(ValueError, match="six months"):
        deprecated(SINCE, SINCE + timedelta(days=100))
