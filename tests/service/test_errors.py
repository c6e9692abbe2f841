"""What went wrong is told as a problem document to programs and as a page to people."""

import pytest
from flask.testing import FlaskClient
from marshmallow import Schema, fields
from sqlalchemy.exc import OperationalError
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized
from werkzeug.test import TestResponse

from service.api import problems
from service.api.frame import Blueprint
from service.refusals import Refusal
from tests.parts.site import MakeApp

# house.md's list, written out: a code's status is a promise to programs.
PROMISED = {
    "malformed": 400,
    "ambiguous": 400,
    "illegal": 422,
    "out_of_turn": 409,
    "stale": 409,
    "match_over": 409,
    "resolving": 409,
    "unauthenticated": 401,
    "not_seated": 403,
    "forbidden": 403,
    "not_found": 404,
    "too_many": 429,
}


TWICE = (
    '{"turn": 1, "turn": 2}',
    '{"turn": 1, "more": {"turn": 1, "turn": 1}}',
    '{"more": [{"turn": 1, "turn": 1}], "turn": 1}',
    '{"turn": 1, "\\u0074urn": 2}',
)


class Turn(Schema):
    turn = fields.Integer(required=True)


class Probed(Schema):
    after = fields.String()


@pytest.fixture
def doors(make_app: MakeApp, sqlite_url: str) -> FlaskClient:
    """Doors for the test alone, made with the frame that every real one uses."""
    app = make_app(DATABASE_URL=sqlite_url)
    blueprint = Blueprint("probe", __name__, "For this test.")

    @blueprint.route("/turns", methods=["POST"])
    @blueprint.arguments(Turn)
    @blueprint.response(200, Turn)
    def submit(turn: dict[str, int]) -> dict[str, int]:
        return turn

    @blueprint.route("/list")
    @blueprint.arguments(Probed, location="query")
    @blueprint.response(200, Probed)
    def page(asked: dict[str, str]) -> dict[str, str]:
        return asked

    @blueprint.route("/refused/<code>")
    def refused(code: str) -> str:
        raise Refusal(code, "Because the test asked.", turn=7)

    @blueprint.route("/closed")
    def closed() -> str:
        raise OperationalError("SELECT canary", {}, Exception("canary"))

    @blueprint.route("/private")
    def private() -> str:
        raise Unauthorized(www_authenticate=WWWAuthenticate("bearer", {"realm": "moai"}))

    @blueprint.route("/broken")
    def broken() -> str:
        raise RuntimeError("canary")

    app.extensions["api"].register_blueprint(blueprint, url_prefix="/api/probe")
    app.add_url_rule("/page/<code>", "page_refused", refused)
    return app.test_client()


def problem(answer: TestResponse) -> dict[str, object]:
    body = answer.json
    assert isinstance(body, dict)
    assert answer.content_type == "application/problem+json"
    assert body["status"] == answer.status_code
    assert body["request_id"] == answer.headers["X-Request-ID"]
    return body


@pytest.mark.parametrize("code", PROMISED)
def test_a_refusal_has_its_promised_status_its_code_and_its_facts(
    doors: FlaskClient, code: str
) -> None:
    told = problem(doors.get(f"/api/probe/refused/{code}"))

    assert told["status"] == PROMISED[code]
    assert told["code"] == code
    assert told["detail"] == "Because the test asked."
    assert told["facts"] == {"turn": 7}
    assert str(told["type"]).endswith(f"/docs#problem-{code.replace('_', '-')}")


@pytest.mark.parametrize("code", problems.TABLE)
def test_every_code_is_explained_where_its_type_points(client: FlaskClient, code: str) -> None:
    assert f'id="problem-{code.replace("_", "-")}"' in client.get("/docs").text


def test_a_person_gets_a_page_where_a_program_gets_a_document(doors: FlaskClient) -> None:
    page = doors.get("/page/not_seated")

    assert page.status_code == 403
    assert page.content_type.startswith("text/html")
    assert "Not your seat" in page.text


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v1", "/api/v2/games", "/api/v1/nothing"])
def test_nothing_under_api_is_not_found_as_a_problem(client: FlaskClient, path: str) -> None:
    assert problem(client.get(path))["code"] == "not_found"


def test_an_unknown_game_is_named_with_those_there_are(client: FlaskClient) -> None:
    told = problem(client.get("/api/v1/games/chess"))

    assert told["code"] == "not_found"
    assert told["facts"] == {"games": ["giants", "rapa-nui"]}


def test_a_wrong_method_is_told_which_are_right(client: FlaskClient) -> None:
    for path in ("/api/v1/games", "/healthz"):
        answer = client.post(path)

        assert answer.status_code == 405
        assert "GET" in answer.headers["Allow"]


def test_a_missing_token_is_told_how_to_be_given(doors: FlaskClient) -> None:
    answer = doors.get("/api/probe/private")

    assert problem(answer)["code"] == "unauthenticated"
    assert answer.headers["WWW-Authenticate"].lower().startswith("bearer")


def test_an_unknown_field_is_malformed_and_named(doors: FlaskClient) -> None:
    told = problem(doors.post("/api/probe/turns", json={"turn": 1, "canary": 2}))

    assert (told["status"], told["code"]) == (400, "malformed")
    assert told["errors"] == {"json": {"canary": ["Unknown field."]}}


@pytest.mark.parametrize("path", ["/api/v1/games?page=2", "/api/probe/list?page=2"])
def test_an_unknown_query_argument_is_malformed_and_named(doors: FlaskClient, path: str) -> None:
    answer = doors.get(path)

    assert (answer.status_code, problem(answer)["code"]) == (400, "malformed")
    assert "page" in answer.text


def test_a_known_query_argument_is_welcome(doors: FlaskClient) -> None:
    assert doors.get("/api/probe/list?after=x").json == {"after": "x"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"turn": NaN}',
        b'{"turn": "one"}',
        b"[" * 50_000,
        b'{"turn": ' + b"9" * 5_000 + b"}",
        b"[]",
        b"null",
    ],
    ids=[
        "nothing",
        "cut",
        "not text",
        "not a number",
        "a word",
        "deep",
        "long number",
        "list",
        "null",
    ],
)
def test_a_body_that_cannot_be_read_is_malformed(doors: FlaskClient, body: bytes) -> None:
    answer = doors.post("/api/probe/turns", data=body, content_type="application/json")

    assert (answer.status_code, problem(answer)["code"]) == (400, "malformed")


def test_a_body_of_another_kind_is_unsupported(doors: FlaskClient) -> None:
    answer = doors.post("/api/probe/turns", data=b"turn=1", content_type="text/plain")

    assert problem(answer)["code"] == "unsupported"


def test_a_large_body_is_too_large(doors: FlaskClient) -> None:
    large = b" " * 65_537
    answer = doors.post("/api/probe/turns", data=large, content_type="application/json")

    assert problem(answer)["code"] == "too_large"


def test_a_database_that_is_away_is_told_with_when_to_come_back(doors: FlaskClient) -> None:
    answer = doors.get("/api/probe/closed")

    assert problem(answer)["code"] == "unavailable"
    assert answer.headers["Retry-After"] == "5"
    assert "canary" not in answer.text


def test_what_broke_inside_stays_inside(doors: FlaskClient) -> None:
    answer = doors.get("/api/probe/broken")

    assert problem(answer)["code"] == "internal"
    assert "canary" not in answer.text


@pytest.mark.parametrize("body", TWICE)
def test_a_name_that_stands_twice_in_a_body_is_refused(doors: FlaskClient, body: str) -> None:
    """Else one reader of it would take the first, another the last."""
    answer = doors.post("/api/probe/turns", data=body, content_type="application/json")

    assert answer.json is not None
    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert answer.json["detail"] == "The name “turn” stands twice in one object."


def test_names_that_stand_once_are_read(doors: FlaskClient) -> None:
    """A control: other objects may have the same name."""
    answer = doors.post("/api/probe/turns", json={"turn": 1})

    assert (answer.status_code, answer.json) == (200, {"turn": 1})
