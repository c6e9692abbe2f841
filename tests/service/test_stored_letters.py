"""What the outbox finds among notices and letters: whose, of what, when, and in which order."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Select, create_engine, create_mock_engine, text
from sqlalchemy.orm import Session

from service.store import outbox
from service.store.database import db
from service.store.letters import Letter, Notice, Section
from service.store.models import MODELS

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
STATES = ("ready", "sending", "sent", "bounced", "dead", "dropped")


@pytest.fixture
def session() -> Iterator[Session]:
    """In memory: these are questions that one process asks; what many do is tried elsewhere."""
    engine = create_engine("sqlite://")
    assert {Letter, Notice, Section} <= {*MODELS}  # and what they point to is known by now
    names = [one.__tablename__ for one in (Letter, Notice, Section)]
    db.metadata.create_all(engine, tables=[db.metadata.tables[name] for name in names])
    with Session(engine, info={"writing": True}) as opened:
        yield opened
    engine.dispose()


def backwards(session: Session) -> None:
    """What comes without an order comes from its end now: only an order that is asked for holds."""
    session.execute(text("PRAGMA reverse_unordered_selects = on"))


def notice(session: Session, **given: Any) -> int:
    """One that waits since noon, in m1 for Anna, with a cause of its own."""
    given = {"match_id": "m1", "player_id": "Anna", "status": "waiting", "after": NOON} | given
    given.setdefault("cause", f"entry:{session.query(Notice).count()}")
    return add(session, Notice(kind="your_turn", facts={}, created_at=NOON, **given))


def letter(session: Session, **given: Any) -> int:
    """One that is ready at noon, of m1 to Anna."""
    given = {"match_id": "m1", "player_id": "Anna", "status": "ready", "next_at": NOON} | given
    name = f"<{session.query(Letter).count()}>"
    made: dict[str, Any] = {"kind": "your_turn", "message_id": name, "created_at": NOON}
    return add(session, Letter(**made | given))


def digest(session: Session, *matches: str, told: int = 0, **given: Any) -> int:
    made = letter(session, match_id=None, kind="digest", **given)
    session.add_all(Section(letter_id=made, match_id=one, told=told) for one in matches)
    session.flush()
    return made


def add(session: Session, row: Notice | Letter) -> int:
    session.add(row)
    session.flush()
    return row.id


def ids(rows: list[Letter] | list[Notice]) -> list[int]:
    return [row.id for row in rows]


def test_states_are_stored_under_the_names_that_the_model_gives_them() -> None:
    """A change of one would lose what lies in a running service's outbox."""
    assert (outbox.WAITING, outbox.POSTED, outbox.DROPPED) == ("waiting", "posted", "dropped")
    assert (
        outbox.READY, outbox.SENDING, outbox.SENT, outbox.BOUNCED, outbox.DEAD, outbox.DROPPED
    ) == STATES  # fmt: skip


# --- notices


def test_matches_with_notices_come_once_and_the_longest_waiting_first(session: Session) -> None:
    notice(session, match_id="m1", after=NOON)
    notice(session, match_id="m2", after=NOON - MINUTE)
    notice(session, match_id="m2", after=NOON)
    notice(session, match_id="m3", after=NOON - 2 * MINUTE)

    assert outbox.matches_waiting(session, NOON, 9) == ["m3", "m2", "m1"]
    assert outbox.matches_waiting(session, NOON, 2) == ["m3", "m2"]


def test_what_is_not_due_is_done_or_goes_with_a_digest_makes_no_match_wait(
    session: Session,
) -> None:
    notice(session, match_id="later", after=NOON + MINUTE)
    notice(session, match_id="posted", status="posted")
    notice(session, match_id="dropped", status="dropped")
    notice(session, match_id="digest", digest=True)

    assert outbox.matches_waiting(session, NOON, 9) == []


def test_readers_of_digests_come_once_and_the_longest_waiting_first(session: Session) -> None:
    for player, after in (("Anna", 0), ("Bruno", 1), ("Bruno", 0), ("Carla", 2)):
        notice(session, player_id=player, after=NOON - after * MINUTE, digest=True)

    assert outbox.digests_waiting(session, NOON, 9) == ["Carla", "Bruno", "Anna"]
    assert outbox.digests_waiting(session, NOON, 1) == ["Carla"]


def test_what_is_not_due_is_done_or_comes_by_itself_is_in_no_digest(session: Session) -> None:
    notice(session, player_id="later", after=NOON + MINUTE, digest=True)
    notice(session, player_id="posted", status="posted", digest=True)
    notice(session, player_id="alone")

    assert outbox.digests_waiting(session, NOON, 9) == []
    for player in ("later", "posted", "alone"):
        assert outbox.digested(session, player, NOON) == []


def test_a_digests_matches_come_once_in_the_order_to_lock_them_in(session: Session) -> None:
    for match in ("m3", "m1", "m2", "m1"):
        notice(session, match_id=match, digest=True)
    notice(session, match_id="m4", player_id="Bruno", digest=True)

    assert outbox.digested(session, "Anna", NOON) == ["m1", "m2", "m3"]


def test_all_that_waits_in_a_match_is_found_due_or_not_in_its_order(session: Session) -> None:
    backwards(session)
    later = notice(session, id=5, after=NOON + MINUTE)
    first = notice(session, id=2, player_id="Bruno")
    notice(session, id=1, status="posted")
    notice(session, id=3, match_id="m2")

    assert ids(outbox.waiting(session, "m1")) == [first, later]


def test_all_that_waits_for_a_player_is_found_in_its_order(session: Session) -> None:
    backwards(session)
    later = notice(session, id=5, after=NOON + MINUTE)
    first = notice(session, id=2, match_id="m2")
    notice(session, id=1, status="posted")
    notice(session, id=3, player_id="Bruno")

    assert ids(outbox.waiting_for(session, "Anna")) == [first, later]


def test_what_waits_for_a_player_can_be_asked_for_of_one_match(session: Session) -> None:
    found = notice(session)
    notice(session, match_id="m2")

    assert ids(outbox.waiting_for(session, "Anna", "m1")) == [found]


def test_a_letter_covers_what_was_posted_with_it_and_not_dropped_since(session: Session) -> None:
    backwards(session)
    second = notice(session, id=5, status="posted", letter_id=1)
    first = notice(session, id=2, status="posted", letter_id=1)
    notice(session, id=3, status="dropped", letter_id=1)
    notice(session, id=4, status="posted", letter_id=2)

    assert ids(outbox.covered(session, 1)) == [first, second]


def test_notices_of_a_cause_are_those_of_its_match_that_were_not_dropped(session: Session) -> None:
    found = [
        notice(session, cause="entry:9"),
        notice(session, cause="entry:9", player_id="Bruno", status="posted"),
    ]
    notice(session, cause="entry:9", player_id="Carla", status="dropped")
    notice(session, cause="entry:9", match_id="m2")
    notice(session, cause="entry:8")

    assert sorted(ids(outbox.of_cause(session, "m1", "entry:9"))) == found


# --- letters that are to leave


def test_news_go_with_the_oldest_letter_that_certainly_has_not_left(session: Session) -> None:
    backwards(session)
    letter(session, id=1, status="sending")
    letter(session, id=2, unsure=1)
    letter(session, id=3, match_id="m2")
    letter(session, id=4, player_id="Bruno")
    letter(session, id=6)
    letter(session, id=5)
    digest(session, "m1", id=7)

    found, of_many = (outbox.unsent(session, match, "Anna") for match in ("m1", None))

    assert found is not None
    assert of_many is not None
    assert (found.id, of_many.id) == (5, 7)
    assert outbox.unsent(session, "m1", "Carla") is None


class Asked(Session):
    """Remembers what it was asked."""

    def scalar(self, statement: Any, *_: Any, **__: Any) -> Any:
        self.statement: Select[Any] = statement
        return None


def test_the_letter_that_takes_news_along_is_held(session: Session) -> None:
    """Where rows are locked one by one, nobody sends it meanwhile."""
    asked = Asked()
    elsewhere = create_mock_engine("postgresql+psycopg://", lambda *_: None)

    outbox.unsent(asked, "m1", "Anna")

    assert "FOR UPDATE" in str(asked.statement.compile(dialect=elsewhere.dialect))
    assert "LIMIT" in str(asked.statement)


def test_letters_are_due_from_their_moment_on_the_longest_due_first(session: Session) -> None:
    now = letter(session, id=1)
    second, first = (letter(session, id=at, next_at=NOON - MINUTE) for at in (3, 2))
    letter(session, next_at=NOON + MINUTE)
    other = letter(session, match_id="m2", next_at=NOON - 2 * MINUTE)
    for status in STATES[1:]:
        letter(session, status=status)

    assert outbox.due(session, NOON, 9) == [other, first, second, now]
    assert outbox.due(session, NOON, 2) == [other, first]
    assert outbox.due(session, NOON, 9, "m1") == [first, second, now]


def overtakes(session: Session, older: int, newer: int) -> bool:
    """With the older in hand until a minute past noon."""
    held = session.get_one(Letter, older)
    held.status, held.next_at = "sending", NOON + MINUTE
    return outbox.overtakes(session, session.get_one(Letter, newer), NOON)


def test_a_letter_would_overtake_one_of_its_match_that_is_in_hand(session: Session) -> None:
    assert overtakes(session, letter(session), letter(session))


def test_a_letter_would_overtake_a_digest_and_a_digest_every_letter(session: Session) -> None:
    alone, many = letter(session), digest(session, "m1")

    assert overtakes(session, alone, many)
    session.get_one(Letter, alone).status = "ready"
    assert overtakes(session, many, alone)


def test_a_letter_overtakes_none_of_another_match_or_player_nor_itself(session: Session) -> None:
    ours = letter(session)

    assert not overtakes(session, letter(session, match_id="m2"), ours)
    assert not overtakes(session, letter(session, player_id="Bruno"), ours)
    assert not overtakes(session, ours, ours)


def test_a_letter_overtakes_none_that_is_not_in_hand_or_was_for_too_long(session: Session) -> None:
    ours = letter(session)
    for status in {*STATES} - {"sending"}:
        letter(session, status=status, next_at=NOON + MINUTE)
    letter(session, status="sending", next_at=NOON)

    assert not outbox.overtakes(session, session.get_one(Letter, ours), NOON)


def test_abandoned_are_those_that_were_in_hand_too_long_the_longest_first(
    session: Session,
) -> None:
    backwards(session)
    now = letter(session, status="sending")
    first = letter(session, status="sending", next_at=NOON - MINUTE)
    letter(session, status="sending", next_at=NOON + MINUTE)
    letter(session)

    assert ids(outbox.abandoned(session, NOON, 9)) == [first, now]
    assert ids(outbox.abandoned(session, NOON, 1)) == [first]


def test_outlived_is_the_copy_of_every_letter_that_ended_long_enough_ago(session: Session) -> None:
    ended = [letter(session, status=one) for one in ("sent", "bounced", "dead", "dropped")]
    letter(session, status="sent", next_at=NOON + MINUTE)
    letter(session, status="ready")
    letter(session, status="sending")

    assert sorted(ids(outbox.outlived(session, NOON, 9))) == ended
    assert len(outbox.outlived(session, NOON, 3)) == 3


# --- letters that have left


def test_a_thread_is_the_first_and_the_last_letter_that_arrived_before(session: Session) -> None:
    """In one match to one player: what mail programs lay together."""
    for at, given in enumerate(
        [{"status": "dead"}, {"match_id": "m2"}, {"player_id": "Bruno"}, {}, {}, {}, {}], 1
    ):
        letter(session, **{"id": at, "status": "sent", "message_id": f"<no {at}>"} | given)
    digest(session, "m1", id=9, status="sent", message_id="<no 9>")

    assert outbox.thread(session, "m1", "Anna", 7) == ["<no 4>", "<no 6>"]
    backwards(session)
    assert outbox.thread(session, "m1", "Anna", 7) == ["<no 4>", "<no 6>"]
    assert outbox.thread(session, "m1", "Anna", 5) == ["<no 4>"]
    assert outbox.thread(session, "m1", "Anna", 4) == []
    assert outbox.thread(session, None, "Anna", 10) == ["<no 9>"]


def test_a_player_was_told_as_far_as_the_letters_that_arrived_say(session: Session) -> None:
    assert outbox.told(session, "m1", "Anna") == 0
    letter(session, status="sent", told=4)
    letter(session, status="sent", told=3)
    letter(session, status="bounced", told=9)
    letter(session, status="sent", told=9, match_id="m2")
    letter(session, status="sent", told=9, player_id="Bruno")

    assert outbox.told(session, "m1", "Anna") == 4


def test_digests_tell_too_each_of_its_own_matches(session: Session) -> None:
    letter(session, status="sent", told=4)
    digest(session, "m1", told=5, status="sent")
    digest(session, "m1", told=3, status="sent")
    digest(session, "m1", told=9, status="dead")
    digest(session, "m2", told=9, status="sent")
    digest(session, "m1", told=9, status="sent", player_id="Bruno")

    assert outbox.told(session, "m1", "Anna") == 5


def test_a_match_has_written_to_who_had_a_letter_of_its_own_arrive(session: Session) -> None:
    letter(session, status="ready")
    letter(session, status="sent", match_id="m2")
    letter(session, status="sent", player_id="Bruno")
    assert not outbox.written_to(session, "m1", "Anna")

    letter(session, status="sent")
    letter(session, status="sent")

    assert outbox.written_to(session, "m1", "Anna")


def test_readers_of_an_entry_have_or_may_have_a_letter_that_goes_so_far(session: Session) -> None:
    for status in STATES:
        letter(session, player_id=status, status=status, told=7)
        letter(session, player_id=f"{status}?", status=status, told=7, unsure=1)
    letter(session, player_id="before", status="sent", told=6)
    letter(session, player_id="elsewhere", status="sent", told=7, match_id="m2")
    letter(session, player_id="after", status="sent", told=8)

    assert outbox.readers_of(session, "m1", 7) == {
        "sending", "sent", "after", *(f"{status}?" for status in STATES)
    }  # fmt: skip


def test_readers_of_a_digest_are_readers_of_each_match_in_it(session: Session) -> None:
    digest(session, "m1", "m2", told=7, status="sent")
    digest(session, "m1", told=6, status="sent", player_id="before")
    digest(session, "m2", told=7, status="sent", player_id="elsewhere")
    digest(session, "m1", told=7, status="ready", player_id="not yet")

    assert outbox.readers_of(session, "m1", 7) == {"Anna"}


# --- letters, for people to look at


def test_the_newest_letters_come_first(session: Session) -> None:
    one, two, three = (letter(session) for _ in range(3))

    assert ids(outbox.newest(session, 9)) == [three, two, one]
    assert ids(outbox.newest(session, 2)) == [three, two]


def test_a_matchs_letters_are_its_own_and_the_digests_that_tell_of_it(session: Session) -> None:
    own, many = letter(session), digest(session, "m1", "m2")
    letter(session, match_id="m2")
    digest(session, "m2")

    assert ids(outbox.of_match(session, "m1", 9)) == [many, own]
    assert ids(outbox.of_match(session, "m1", 1)) == [many]


def test_a_players_letters_are_of_all_matches_or_one_page_by_page(session: Session) -> None:
    own, other = letter(session), letter(session, match_id="m2")
    many = digest(session, "m1")
    letter(session, player_id="Bruno")

    assert ids(outbox.to_player(session, "Anna", None, None, 9)) == [many, other, own]
    assert ids(outbox.to_player(session, "Anna", None, None, 2)) == [many, other]
    assert ids(outbox.to_player(session, "Anna", None, other, 9)) == [own]
    assert ids(outbox.to_player(session, "Anna", "m1", None, 9)) == [many, own]
    assert ids(outbox.to_player(session, "Anna", "m1", many, 9)) == [own]


def test_tracked_are_kinds_of_some_and_failures_of_others(session: Session) -> None:
    told = outbox.Told({"Anna"}, {"your_turn", "digest"}, {"Bruno"}, {"dead"})
    known = letter(session)
    letter(session, kind="invitation")
    letter(session, status="dead", kind="invitation")
    failed = letter(session, player_id="Bruno", kind="invitation", status="dead")
    letter(session, player_id="Bruno")
    letter(session, player_id="Carla", status="dead")
    letter(session, match_id="m2")
    many = digest(session, "m1")

    assert ids(outbox.tracked(session, "m1", told, None, 9)) == [many, failed, known]
    assert ids(outbox.tracked(session, "m1", told, many, 1)) == [failed]


def test_a_digests_sections_come_in_the_order_to_lock_their_matches_in(session: Session) -> None:
    backwards(session)
    many = digest(session, "m3", "m1", "m2")
    digest(session, "m4")

    assert [one.match_id for one in outbox.sections(session, many)] == ["m1", "m2", "m3"]


def test_letters_are_counted_by_their_state(session: Session) -> None:
    for status in ("ready", "sent", "sent"):
        letter(session, status=status)

    assert outbox.counts(session) == {"ready": 1, "sent": 2}
