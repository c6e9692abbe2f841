"""Every command that the pages tell is tried somewhere, and only what they tell is tried."""

import click
import pytest
from click.testing import CliRunner
from flask import Flask

from tests.docs import pages, told
from tests.parts.site import ROOT

TRIED = (
    told.PRODUCTION,
    told.OWN_MACHINE,
    told.CONTRIBUTING,
    told.LONG,
    told.ELSEWHERE,
    told.EXCUSED,
)
OPERATING = "docs/operating.md"


def test_each_command_of_the_pages_is_tried_or_excused_and_none_is_left_from_before() -> None:
    found = {command for page in pages.PAGES for command in pages.commands(page)}

    assert found == {command for group in TRIED for command in group}


def test_control_a_new_command_on_a_page_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (
        "Say `make tea`, `PORT=1 .venv/bin/tea`, `a word`, or\n```\n$ python3 x  # hot\nso\n```\n"
    )
    monkeypatch.setattr(pages, "text", lambda _: page)

    assert pages.commands.__wrapped__("any") == ["python3 x", "make tea"]


def test_what_is_tried_elsewhere_is_tried_there() -> None:
    for path, words in set(told.ELSEWHERE.values()):
        assert words in (ROOT / path).read_text(), path


def test_what_is_excused_is_tried_nowhere_and_says_why() -> None:
    tried = {command for group in TRIED[:-1] for command in group}

    assert not tried & set(told.EXCUSED)
    assert all(len(why.split()) > 3 for why in told.EXCUSED.values())


def commands(app: Flask) -> dict[str, click.Command]:
    """The operator's own, groups taken apart."""
    found: dict[str, click.Command] = {}
    for blueprint in ("operating", "probes"):
        for name, one in app.blueprints[blueprint].cli.commands.items():
            inner = one.commands if isinstance(one, click.Group) else {}
            found |= {f"{name} {part}": command for part, command in inner.items()} or {name: one}
    return found


def test_the_operators_table_names_the_commands_that_there_are(app: Flask) -> None:
    assert pages.tabled(OPERATING) == set(commands(app))


def test_options_that_are_named_beside_an_operators_command_are_its_own(app: Flask) -> None:
    """In a sentence, as `restore --keep-waiting`."""
    known = commands(app)
    named = [
        (name, option)
        for span in pages.SPAN.findall(pages.text(OPERATING))
        for name in known
        if span.startswith(f"{name} --")
        for option in span.split()
        if option.startswith("--")
    ]

    assert named
    for name, option in named:
        assert option in CliRunner().invoke(known[name], ["--help"]).output
