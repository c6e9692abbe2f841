"""How often the bell rings in a whole match: for what is to be done now, and nothing else."""

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine import codec
from service import embedded, play, stand_ins, table, tokens, votes
from service.marks import Marks
from service.sent import Asked
from service.store.database import reading
from service.store.entries import all_of
from tests.parts import tables
from tests.parts.post_office import PostOffice
from tests.parts.site import MakeApp
from tests.parts.tables import BY_LETTER, Table
from tests.workers.hands import Hands
from workers import clock, matches

QUICK = {"giants": {"island": "motu-nui", "quick": True, "max_rounds": 2}, "rapa-nui": None}
BOTS = (1, 2)


@pytest.fixture
def hands(
    make_app: MakeApp, sqlite_url: str, broker: embedded.Broker, post_office: PostOffice
) -> Iterator[Hands]:
    """Letters wait two minutes for more to tell, as they do in production."""
    made = make_app(
        DATABASE_URL=sqlite_url,
        REDIS_URL=broker.url,
        SMTP_URL=post_office.url,
        LETTER_DELAY="2",
        LETTER_PICTURES="no",
    )
    with made.app_context():
        yield Hands(made, broker)
        made.extensions["sender"].close()


def act(made: Table, now: datetime) -> None:
    """The first who is awaited and has not acted does what a bot would."""
    row = made.row()
    seat = next(one for one in row.awaited if one not in row.submitted)
    played = table.load(row)
    action = codec.write(played.game.action_type, stand_ins.choose(played, seat, "random"))
    play.submit(made.turn_token(seat), BY_LETTER, Asked(row.turn, action, None), now)


def played(hands: Hands, game: str, bots: tuple[int, ...]) -> tuple[Table, int]:
    """A whole match, and how often a person acted; each task is done before the next turn."""
    made, turns = tables.lay(game=game, options=QUICK[game], bots=bots, now=datetime.now(UTC)), 0
    hands.take_all()
    while made.row().status == "running":
        act(made, datetime.now(UTC))
        turns += 1
        hands.take_all()
    return made, turns


def resolutions(made: Table) -> int:
    with reading() as session:
        return sum(one.public["kind"] == "resolve" for one in all_of(session, made.id))


@pytest.mark.parametrize("game", QUICK)
def test_among_people_only_a_closed_phase_is_rung_for(hands: Hands, game: str) -> None:
    """Their letters are not due yet."""
    made, _ = played(hands, game, ())

    assert +hands.taken == ({"matches.resolve": count} if (count := resolutions(made)) else {})


@pytest.mark.parametrize("game", QUICK)
def test_with_bots_no_more_is_rung_for_than_a_person_acts_and_phases_close(
    hands: Hands, game: str
) -> None:
    """Bots go on in the task that began with them, up to the next person's turn."""
    made, turns = played(hands, game, BOTS)

    assert hands.taken["matches.resolve"] == resolutions(made)
    assert hands.taken["matches.help"] <= 1 + turns + resolutions(made)
    assert set(hands.taken) <= {"matches.resolve", "matches.help"}


def test_control_without_marks_every_step_of_a_bot_is_rung_for(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Marks, "make", lambda *_: True)
    monkeypatch.setattr(matches, "in_hand", nullcontext_of)
    made, turns = played(hands, "rapa-nui", BOTS)

    assert hands.taken["matches.help"] > 1 + turns + resolutions(made)


def nullcontext_of(*_: Any, **__: Any) -> Any:
    return nullcontext()


def test_bots_that_are_not_done_when_their_turn_is_over_are_rung_for_again(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "MOST_STEPS", 3)
    made, _ = played(hands, "rapa-nui", (0, 1, 2))

    assert made.row().status == "finished"
    assert hands.taken["matches.help"] > 20  # of 80 steps or so


# --- letters


def rung(hands: Hands) -> int:
    hands.take_all()
    return hands.taken["post.deliver"]


def test_a_letter_that_cannot_wait_is_rung_for_at_once(
    hands: Hands, post_office: PostOffice
) -> None:
    """The two others are asked for a pause, with what else they were to hear."""
    made = tables.lay(now=datetime.now(UTC))
    assert (rung(hands), post_office.texts) == (0, [])

    votes.propose(tokens.Seat(made.id, 0, 1), "pause", None, datetime.now(UTC))

    assert rung(hands) == 1
    assert len(post_office.texts) == 2


def test_a_letter_that_has_waited_long_enough_is_rung_for_by_the_sweep(
    hands: Hands, post_office: PostOffice
) -> None:
    tables.lay(now=datetime.now(UTC) - timedelta(minutes=3))
    assert (rung(hands), post_office.texts) == (0, [])

    clock.sweep.run()

    assert rung(hands) == 1
    assert len(post_office.texts) == 3
