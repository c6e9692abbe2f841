"""The API's documentation as a page: every operation with a command, and no script needed."""

import json
import re
import shlex

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.api import spec
from service.pages import reading
from service.pages.reading import Operation

BASE = "http://127.0.0.1:8000"


@pytest.fixture
def operations(app: Flask) -> list[Operation]:
    with app.app_context():
        return reading.operations(spec.contract())


def test_every_operation_has_a_command_that_a_shell_reads(operations: list[Operation]) -> None:
    for one in operations:
        words = shlex.split(one.curl(BASE).replace("\\\n", ""))

        assert words[:2] == ["curl", "-s"]
        assert words[2].startswith(f"{BASE}/api/v1/")
        assert ("-X" in words) == (one.method != ("POST" if one.body else "GET"))
        assert any("Bearer $TOKEN" in word for word in words) == bool(one.tokens)
        if one.body:
            assert json.loads(words[-1]) == json.loads(one.body)


def test_the_page_is_whole_without_a_script(
    client: FlaskClient, operations: list[Operation]
) -> None:
    page = client.get("/docs").text

    assert [one.name for one in operations if f'id="{one.name}"' not in page] == []
    assert page.count("data-try hidden") == len(operations)
    assert re.findall(r'<script[^>]*src="([^"]+)"', page) == ["/static/docs.js"]
    assert "<script>" not in page


def test_what_is_tried_has_a_name_for_every_field(client: FlaskClient) -> None:
    page = client.get("/docs").text
    labels = re.findall(r'<label for="([^"]+)"', page)

    assert len(set(labels)) == len(labels)
    assert set(re.findall(r'<(?:input|textarea)[^>]* id="([^"]+)"', page)) <= set(labels)


def test_a_quote_in_an_example_does_not_end_the_command() -> None:
    one = Operation("x", "POST", "/x", "", "", "", [], [], '{"a": "it\'s"}', [])

    words = shlex.split(one.curl(BASE).replace("\\\n", ""))

    assert json.loads(words[-1]) == {"a": "it's"}
