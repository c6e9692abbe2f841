"""A match that was dealt before the rules had a second version goes on by the first.

Its log and its state are what a service of that day stored, to the byte (G23 tells them apart).
"""

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from flask import Flask

from engine import record
from engine.canonical import loads
from engine.registry import GAMES
from engine.replay import replay
from engine.verify import verify
from service import dry_run, hidden, play, resolution, table, tokens, undoing
from service.operating import checking, repairing
from service.refusals import Refusal
from service.sent import Asked, Sent
from service.store.database import writing
from service.store.matches import Match
from tests.engine.giants import hauled
from tests.engine.giants.hauled import BLUE, GREEN, MID_TRANSPORT, RED
from tests.parts.hauls import laid
from tests.parts.tables import NOON, Table

SENT = Sent(b"{}", "POST", "moai.example", "/test")
GIANTS = GAMES["giants"]
CHIEF_AND_LOG = "moai 2 via C8 to B7, erect hekii; C8 by green 1, 1 log"


def upgraded() -> Table:
    """The rows of a match that was left in mid-transport, with its state as it was written."""
    pages = hauled.kept("1").entries[:MID_TRANSPORT]
    log = [found for page in pages if (found := record.entry(page)) is not None]
    made = laid(replay(GIANTS, hauled.SEED, log))
    with writing() as session:
        hidden.keep_state(session.get_one(Match, made.id), hauled.state_kept().encode())
    return made


def dealt_today() -> Table:
    """The same match as far, dealt by version 2."""
    return laid(islice(hauled.dones("2"), MID_TRANSPORT))


def act(made: Table, seat: int, text: str) -> Any:
    token = tokens.Seat(made.id, seat, 1)
    if text == "undo":
        return undoing.undo(token, SENT, made.row().turn, NOON)
    return play.submit(token, SENT, Asked(made.row().turn, None, text), NOON)


def scores(made: Table) -> list[int]:
    return [clan.score for clan in table.load(made.row()).state.clans]


def test_what_was_stored_is_what_its_log_leads_to(stored: Flask) -> None:
    """Byte for byte, so that neither check nor repair finds anything to do."""
    made = upgraded()

    assert hidden.state(made.row()) == hauled.state_kept().encode()
    assert checking.check(made.id).fault is None
    assert repairing.look(made.id).changes == []


def test_it_is_undone_and_played_on_by_version_1(stored: Flask) -> None:
    """The step back replays the log; then the chief draws the log again, unasked and by name."""
    made = upgraded()
    before = scores(made)
    act(made, RED, "undo")
    after_undo = scores(made)
    act(made, RED, CHIEF_AND_LOG)
    by_name = scores(made)

    assert (before, after_undo, by_name) == ([0, 1, 0], [0, 0, 0], [0, 1, 0])
    assert loads((hidden.state(made.row()) or b"").decode()).get("rules") is None
    assert checking.check(made.id).fault is None


def test_to_its_end_it_is_repaired_exported_and_verified_by_version_1(writing_room: Flask) -> None:
    """The whole of the second round; a state that was lost is made anew from the log."""
    made = upgraded()
    act(made, RED, hauled.FIRST[11][1])
    for bid in range(3):
        act(made, bid, hauled.SECOND[0][1].split(" | ")[bid])
    resolution.resolve(made.id, NOON)
    for seat, text in (*hauled.SECOND[1:], hauled.LAST["1"][0]):
        act(made, seat or 0, text)
    with writing() as session:
        hidden.keep_state(session.get_one(Match, made.id), b"{}")
    repairing.repair(made.id, NOON)
    book = record.parse(writing_room.test_client().get(f"/api/v1/matches/{made.id}/record").text)

    assert made.row().status == "finished"
    assert (book.rules, book.outcome and book.outcome.totals) == ("1", (1, 2, 9))
    report = verify(book, GIANTS)
    assert (report.fault, report.unchecked) == (None, ())


@pytest.mark.parametrize(
    ("make", "rules", "paid"), [(upgraded, "1", GREEN), (dealt_today, "2", BLUE)]
)
def test_view_choices_and_a_dry_run_are_by_the_version_of_the_match(
    stored: Flask, make: Callable[[], Table], rules: str, paid: int
) -> None:
    """Who would be paid for the size 2 is who is paid: the chief's owner, or the worker's."""
    made = make()
    act(made, RED, "undo")
    seat = tokens.Seat(made.id, RED, 1)
    head = {"Authorization": f"Bearer {tokens.sign(seat)}"}
    sight = stored.test_client().get(f"/api/v1/matches/{made.id}/view", headers=head).json
    asked = Asked(made.row().turn, None, "moai 2 via C8 to B7, erect hekii")
    found = dry_run.check(seat, asked, NOON)

    assert sight is not None
    assert sight["view"]["rules"] == rules
    (ways,) = [item["ways"] for item in sight["choices"]["items"] if item["item"]["size"] == 2]
    assert [way["points"] for way in ways if len(way["path"]) == 1] == [
        [{"seat": paid, "units": 1}]
    ]
    assert found.events[0]["helped"] == [{"seat": paid, "units": 1}]


def test_a_match_of_today_refuses_what_it_takes(stored: Flask) -> None:
    """A control: the very same words, at a table that was dealt by version 2."""
    made = dealt_today()
    act(made, RED, "undo")
    with pytest.raises(Refusal) as caught:
        act(made, RED, CHIEF_AND_LOG)

    assert caught.value.facts["reason"] == "logs_with_chief_alone"
    assert checking.check(made.id).fault is None


@pytest.mark.parametrize("rules", ["1", "2"])
def test_a_record_of_either_version_is_brought_in(stored: Flask, rules: str) -> None:
    """And comes out again by the version that it names."""
    text = (hauled.FOLDER / f"{hauled.NAME}-{rules}.json").read_text(encoding="utf-8")
    client = stored.test_client()
    made = client.post("/api/v1/records", json={"record": loads(text)})

    assert made.status_code == 201
    assert client.get(f"/api/v1/matches/{hauled.NAME}/record").text == text
    assert checking.check(hauled.NAME).fault is None
