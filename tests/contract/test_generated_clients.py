"""Clients generated from the contract, in Python and in TypeScript, each play whole matches."""

import importlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine import record
from engine.registry import GAMES
from engine.verify import verify
from tests.parts import calling, node
from tests.parts.choosing import choose, dice
from tests.parts.house import House
from tests.parts.operations import FILE
from tests.parts.site import PATIENCE

BOT = {"kind": "bot", "bot": "random"}
GIANTS: dict[str, Any] = {
    "game": "giants",
    "options": {"island": "motu-nui", "quick": True, "max_rounds": 2},
    "host": {"name": "Ann"},
    "seats": [{"kind": "host"}, BOT, BOT],
}
RAPA_NUI: dict[str, Any] = {
    "game": "rapa-nui",
    "host": {"name": "Ann"},
    "seats": [{"kind": "host"}, BOT],
}
OPENINGS = pytest.mark.parametrize("opening", [GIANTS, RAPA_NUI], ids=["giants", "rapa-nui"])
# Databases do not matter here: one house is enough.
ONE_HOUSE = pytest.mark.parametrize("house", ["sqlite"], indirect=True)


def demand_record(house: House, match: str) -> None:
    text = calling.call(house.api(f"/matches/{match}/record")).body.decode()
    book = record.parse(text)
    report = verify(book, GAMES[book.game])

    assert (report.fault, report.unchecked, report.finished) == (None, (), True)


# --- Python


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The client, made by openapi-python-client without one word on its warnings' channel."""
    there = tmp_path_factory.mktemp("client")
    settings = there / "settings.yaml"
    settings.write_text("package_name_override: moai_generated\npost_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    made = subprocess.run(  # noqa: S603  # the project's own contract
        [*command, "--path", FILE, "--output-path", there / "moai_generated", "--config", settings],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, "warning" in made.stdout.lower()) == (0, False), made.stdout
    sys.path.insert(0, str(there))
    yield "moai_generated"
    sys.path.remove(str(there))


def part(package: str, name: str) -> ModuleType:
    return importlib.import_module(f"{package}.{name}")


@ONE_HOUSE
@OPENINGS
def test_the_generated_python_client_plays_a_whole_match(
    house: House, package: str, opening: dict[str, Any]
) -> None:
    """Every answer is parsed into the generated types, and every action made of them."""
    models, clients = part(package, "models"), part(package, "client")
    strict = {"base_url": house.site.url, "raise_on_unexpected_status": True}
    with clients.Client(**strict) as nobody:
        body = models.Opening.from_dict(opening)
        opened = part(package, "api.matches.open_match").sync(client=nobody, body=body)
    assert isinstance(opened, models.Admission), opened
    with clients.AuthenticatedClient(token=opened.seat_token, **strict) as me:
        turns = play(package, me, opened)

    assert turns > 5
    demand_record(house, opened.match.match)


def play(package: str, me: Any, opened: Any) -> int:
    """Whenever it is this seat's turn, one of the choices; how many turns there were."""
    models, luck, turns = part(package, "models"), dice(6), 0
    look = part(package, "api.matches.get_match").sync
    ask = part(package, "api.views.get_choices").sync
    submit = part(package, "api.turns.submit_turn").sync
    deadline = time.monotonic() + 2 * PATIENCE
    while (seen := look(opened.match.match, client=me)).status == "running":
        assert time.monotonic() < deadline, seen
        if opened.seat not in seen.awaited or opened.seat in seen.submitted:
            time.sleep(0.02)
            continue
        offered = ask(opened.match.match, client=me)
        action = choose(offered.choices.to_dict(), luck)
        body = models.Act.from_dict({"turn": offered.turn, "action": action})
        assert type(body.action).__name__.lower().endswith(action["kind"])
        done = submit(opened.match.match, client=me, body=body)
        assert isinstance(done, models.Played | models.Receipt), done
        turns += 1
    return turns


# --- TypeScript


@pytest.fixture(scope="module")
def typescript() -> None:
    """The types made by openapi-typescript; the player that uses them passes a strict compiler."""
    made = node.run("openapi-typescript", str(FILE), "-o", "generated/contract.ts")
    assert made.returncode == 0, made.stderr
    checked = node.run("tsc", "-p", ".")
    assert checked.returncode == 0, checked.stdout


@ONE_HOUSE
@OPENINGS
def test_the_generated_typescript_client_plays_a_whole_match(
    house: House, typescript: None, opening: dict[str, Any]
) -> None:
    done = node.run("node", "play.ts", house.site.url, json.dumps(opening))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)

    assert told["turns"] > 5
    assert told["seed"]
    demand_record(house, told["match"])


def test_control_an_action_of_another_shape_is_refused_by_the_compiler(
    typescript: None, tmp_path: Path
) -> None:
    """The types are worth something: a column in words, or a kind that no game has, is an error."""
    wrong = node.HERE / "generated" / "wrong.ts"
    wrong.write_text(
        'import type { Action } from "../choose.ts";\n'
        'export const one: Action = { kind: "draw", column: "left" };\n'
        'export const two: Action = { kind: "castle" };\n'
    )
    flags = ("--noEmit", "--strict", "--skipLibCheck", "--allowImportingTsExtensions")
    checked = node.run("tsc", *flags, "--module", "nodenext", str(wrong))
    wrong.unlink()

    assert checked.stdout.count("error TS2322") == 2, checked.stdout
