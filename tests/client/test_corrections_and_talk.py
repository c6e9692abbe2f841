"""Taking a step back and talking at the table, from a terminal."""

from service.opening import HostSeat
from tests.client.conftest import Lay, Shell
from tests.parts import openings


def test_a_step_is_taken_back(shell: Shell, lay: Lay) -> None:
    shell("login", lay().to_act)
    first = shell("choices").out.splitlines()[0].strip()
    shell("play", first)

    undone = shell("undo")

    assert (undone.code, undone.err) == (0, "")
    assert [one["kind"] for one in shell("log", "--json").json] == ["deal", "play", "undo"]


def test_what_is_said_is_read_by_all_or_by_one(shell: Shell, lay: Lay) -> None:
    laid = lay(HostSeat(), openings.BRUNO, openings.CLARA)
    shell("login", laid.links[0])
    shell("messages", "I", "shall", "be", "slow.")
    shell("messages", "--to", "1", "A word to you alone.")

    shell("login", laid.links[2])
    heard = shell("messages")

    assert "Ann: I shall be slow." in heard.out
    assert "alone" not in heard.out
