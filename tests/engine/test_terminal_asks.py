"""What the terminal tool asks about once more, and what it takes for no step at all."""

from pathlib import Path

import pytest

from engine import record
from engine.terminal.shelf import Shelf
from tests.engine.giants import hauled
from tests.engine.giants.tables import GAME
from tests.engine.test_terminal import run


@pytest.fixture
def hauled_file(tmp_path: Path) -> str:
    """Giants, as far as Red's first moai; Green has a half-tablet."""
    path = tmp_path / "hauled.json"
    log = [done.entry for done in hauled.erected()]
    book = record.text(record.export(log, hauled.SEED))
    path.write_text(book, encoding="utf-8")
    return str(path)


def test_a_look_that_tells_nothing_new_wants_to_be_said_once_more(hauled_file: str) -> None:
    """G22."""
    shelf = Shelf({"giants": GAME}, {})
    words = ("step", hauled_file, "peek hekii", "--seat", "1")
    asked, sure = run(*words, shelf=shelf), run(*words, "--sure", shelf=shelf)

    assert asked == (
        1,
        "",
        (
            "Everyone can see whose moai stands on Heki'i: Red. A look costs a half-tablet and "
            "tells you nothing new. Say it again with --sure if you want it all the same.\n"
        ),
    )
    assert sure[0] == 0
    assert "Green looks under the moai on Heki'i." in sure[1]


def test_quoted_lines_are_no_step(hauled_file: str) -> None:
    shelf = Shelf({"giants": GAME}, {})
    status, out, err = run("step", hauled_file, "moai 1 to C8\n> pass", shelf=shelf)

    assert (status, out) == (2, "")
    assert err.startswith("Signs like “>” and “|” stand before what somebody else wrote.")
