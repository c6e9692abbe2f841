"""security.txt, read by the grammar of RFC 9116, section 4."""

import re
from datetime import UTC, datetime

import pytest

from service import environment
from service.settings import BadSettingsError, read
from tests.parts.site import MakeApp

PATH = "/.well-known/security.txt"
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
# field = field-name ":" SP field-body CRLF; a line ends with CRLF or LF.
FIELD = re.compile(r"(?P<name>[!-9;-~]+): (?P<body>[^\r\n]+)")
URI = re.compile(r"(https://|mailto:|tel:)[^\s<>\"{}|\\^`]+")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")  # RFC 3339
ONCE = {"Expires", "Preferred-Languages"}
SET = {
    "SECURITY_CONTACT": "security@moai.example",
    "SECURITY_POLICY": "https://moai.example/security",
    "BASE_URL": "https://moai.example",
}


def parsed(text: str) -> dict[str, list[str]]:
    """The fields, once the text keeps the RFC."""
    assert text.endswith("\n")
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        match = FIELD.fullmatch(line)
        assert match, line
        found.setdefault(match["name"], []).append(match["body"])
    assert all(URI.fullmatch(one) for one in found["Contact"])
    assert DATE.fullmatch(found["Expires"][0])
    assert all(len(found.get(name, [])) <= 1 for name in ONCE)
    return found


def served(make_app: MakeApp, sqlite_url: str, **values: str) -> str:
    app = make_app(DATABASE_URL=sqlite_url, **values)
    app.extensions["clock"] = lambda: NOON
    answer = app.test_client().get(PATH)
    assert (answer.status_code, answer.content_type) == (200, "text/plain; charset=utf-8")
    return answer.text


def test_it_names_whom_to_tell_in_which_languages_and_where_it_has_its_place(
    make_app: MakeApp, sqlite_url: str
) -> None:
    found = parsed(served(make_app, sqlite_url, **SET))

    assert found == {
        "Contact": ["mailto:security@moai.example"],
        "Expires": found["Expires"],
        "Preferred-Languages": ["en, it, de, ru"],
        "Canonical": ["https://moai.example/.well-known/security.txt"],
        "Policy": ["https://moai.example/security"],
    }


def test_it_always_expires_half_a_year_from_today(make_app: MakeApp, sqlite_url: str) -> None:
    """The RFC: a date to come, less than a year away."""
    assert parsed(served(make_app, sqlite_url, **SET))["Expires"] == ["2026-08-28T00:00:00Z"]


def test_over_plain_http_it_claims_no_place(make_app: MakeApp, sqlite_url: str) -> None:
    plain = {"SECURITY_CONTACT": "tel:+1-201-555-0123", "BASE_URL": "http://moai.example"}
    found = parsed(served(make_app, sqlite_url, **plain))

    assert found["Contact"] == ["tel:+1-201-555-0123"]
    assert set(found) == {"Contact", "Expires", "Preferred-Languages"}


def test_the_old_place_leads_to_the_new_one(make_app: MakeApp, sqlite_url: str) -> None:
    client = make_app(DATABASE_URL=sqlite_url, **SET).test_client()
    answer = client.get("/security.txt", headers={"Host": "evil.example"})

    assert (answer.status_code, answer.headers["Location"]) == (301, PATH)


def test_without_a_contact_there_is_none(make_app: MakeApp, sqlite_url: str) -> None:
    client = make_app(DATABASE_URL=sqlite_url).test_client()

    assert [client.get(path).status_code for path in (PATH, "/security.txt")] == [404, 404]


@pytest.mark.parametrize(
    "contact",
    [
        "nobody",
        "http://moai.example/report",
        "javascript:alert(1)",
        "mailto:",
        "tel:0123",
        "a@b.example\nPolicy: https://evil.example",
        "https://moai.example/a b",
        "https://",
    ],
)
def test_a_contact_that_is_none_is_refused_at_the_start(contact: str) -> None:
    (row,) = [one for one in environment.TABLE if one.name == "SECURITY_CONTACT"]
    with pytest.raises(BadSettingsError) as caught:
        read({"MODE": "development", "SECURITY_CONTACT": contact})

    assert row.should_be in str(caught.value)
