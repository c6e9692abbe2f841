"""Talk at the table: who may say what, who reads it, and that nobody else notices."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html import unescape
from typing import Any, TypeAlias

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings as hypothesis_settings, strategies as st
from sqlalchemy import update

from service import holding, limits, looking, messages, talking, tokens, vault
from service.post import composing, delivery, gathering, tracking
from service.refusals import Refusal
from service.sent import Sent
from service.store import messages as rows, outbox
from service.store.database import reading, writing
from service.store.letters import Notice
from service.store.matches import Match, Seat
from service.store.messages import Message
from service.store.players import Player
from service.talking import Said, Words
from tests.parts import markup, openings, tables
from tests.parts.dumps import dump
from tests.parts.tables import at
from tests.service.at_table import seat_link, turn_link
from tests.service.tables import NOON, Table, begin, caller

Written: TypeAlias = Callable[[str], tuple[str, EmailMessage]]

PRIVATE = "the wood is yours"
LATER = at(10)  # minutes: past the wait for a letter


def sent(key: str | None = None, body: bytes = b"{}") -> Sent:
    return Sent(body, "POST", "moai.example", "/api/v1/messages", key)


def say(
    table: Table | tables.Table, seat: int, text: str, to: int | None = None, now: datetime = NOON
) -> Said:
    return talking.post(tokens.Seat(table.id, seat, 1), Words(text, to), sent(), now)


def read(table: Table, seat: int, generation: int = 1) -> list[str | None]:
    token = tokens.Seat(table.id, seat, generation)
    return [one.text for one in talking.read(token, None).items]


def refusal(call: Any, *given: Any, **named: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call(*given, **named)
    return caught.value


def change(table: Table, **columns: Any) -> None:
    with writing() as session:
        row = session.get_one(Match, table.id)
        for name, value in columns.items():
            setattr(row, name, value)


# --- who reads what


def test_what_is_said_to_all_is_read_by_every_seat_oldest_first(writing_room: Flask) -> None:
    table = begin()
    say(table, 1, "first")

    say(table, 0, "second")

    assert [read(table, seat) for seat in range(3)] == [["first", "second"]] * 3


def test_a_private_message_is_read_by_its_two_seats_alone(stored: Flask) -> None:
    table = begin()

    say(table, 1, PRIVATE, to=2)

    assert [read(table, seat) for seat in range(3)] == [[], [PRIVATE], [PRIVATE]]


@pytest.mark.parametrize("seat", [1, 2])
def test_a_new_holder_of_a_seat_reads_what_all_read_and_nothing_private(
    writing_room: Flask, seat: int
) -> None:
    """And what the former holder said is not put into the mouth of the new one."""
    table = begin()
    say(table, 1, "to all")
    say(table, 1, PRIVATE, to=2)
    with writing() as session:
        holding.release(session.get_one(Seat, (table.id, seat)))

    assert read(table, seat, generation=2) == ["to all"]
    named = [one.name for one in talking.read(table.seat(0), None).items]
    assert named == [None if seat == 1 else "Player 1"]
    assert refusal(talking.read, table.seat(seat), None).code == "unauthenticated"


def test_the_words_are_encrypted_at_rest(writing_room: Flask) -> None:
    table = begin()

    say(table, 1, PRIVATE, to=2)

    assert PRIVATE not in "".join(dump())


def test_a_player_who_is_erased_leaves_a_message_without_words(writing_room: Flask) -> None:
    table = begin()
    say(table, 1, PRIVATE)
    say(table, 0, "other words")

    with writing() as session:
        rows.blank(session, f"{table.id}1")

    assert read(table, 2) == [None, "other words"]


def test_a_page_goes_on_after_a_message_and_not_after_one_that_is_not_ones_own_to_read(
    writing_room: Flask,
) -> None:
    table = begin()
    made = [say(table, 1, f"number {number}") for number in range(5)]
    private = say(table, 0, PRIVATE, to=1)
    elsewhere = say(begin(), 0, "another table")

    first = talking.read(table.seat(2), None, limit=2)
    second = talking.read(table.seat(2), first.next, limit=3)

    assert [one.text for one in first.items] == ["number 0", "number 1"]
    assert first.next == made[1].message
    assert [one.text for one in second.items] == ["number 2", "number 3", "number 4"]
    assert second.next is None
    for key in (private.message, elsewhere.message, "nonsense"):
        refused = refusal(talking.read, table.seat(2), key)
        assert (refused.code, refused.facts["reason"]) == ("malformed", "bad_key")


# --- who may say what, and when


@pytest.mark.parametrize("to", [0, 1, 3, 99])
def test_nobody_says_anything_to_themselves_to_a_bot_or_to_nobody(
    writing_room: Flask, to: int
) -> None:
    """Seat 1 is a bot, and seat 3 is only invited."""
    table = begin(seats=4, bots=(1,))
    with writing() as session:
        session.get_one(Seat, (table.id, 3)).status = "invited"

    refused = refusal(say, table, 0, "hello", to=to)

    assert (refused.code, refused.facts["reason"]) == ("malformed", "no_reader")


def test_people_talk_before_the_start_in_a_pause_and_a_month_after_the_end(
    writing_room: Flask,
) -> None:
    gathering_ = Table(openings.confirmed(), 3)
    table = begin()
    end = NOON + timedelta(days=1)

    assert say(gathering_, 0, "before").text == "before"
    change(table, paused_at=NOON)
    say(table, 0, "in a pause")
    change(table, paused_at=None, status="finished", finished_at=end)
    say(table, 0, "after", now=end + timedelta(days=30))
    assert refusal(say, table, 0, "late", now=end + timedelta(days=31)).code == "match_over"
    assert read(table, 1) == ["in a pause", "after"]


def test_who_is_only_invited_does_not_talk(writing_room: Flask) -> None:
    table = Table(openings.confirmed(), 3)

    assert refusal(say, table, 1, "hello").code == "unauthenticated"


def test_a_letters_link_talks_in_its_phase_alone_i8(writing_room: Flask) -> None:
    table = begin()
    old, new = table.turn(0, "placement 1"), table.turn(0, "auction 1")

    assert refusal(talking.post, old, Words("hello", None), sent(), NOON).code == "stale"
    assert refusal(talking.read, old, None).code == "stale"
    assert talking.post(new, Words("hello", None), sent(), NOON).text == "hello"


def test_an_hour_has_sixty_messages_of_a_seat(writing_room: Flask) -> None:
    table = begin()
    for number in range(limits.SAID_PER_HOUR):
        say(table, 0, f"number {number}")

    refused = refusal(say, table, 0, "one more")

    assert (refused.code, refused.facts["retry_after"]) == ("too_many", 3601)
    assert say(table, 1, "mine").text == "mine"
    assert say(table, 0, "later", now=NOON + timedelta(hours=1)).text == "later"


def test_the_same_key_says_it_once(stored: Flask) -> None:
    table, words = begin(), Words("hello", None)

    answers = [talking.post(table.seat(0), words, sent("one"), NOON) for _ in range(2)]

    assert answers[0] == answers[1]
    assert read(table, 1) == ["hello"]
    other = refusal(talking.post, table.seat(0), words, sent("one", b"{ }"), NOON)
    assert other.code == "key_reused"
    assert talking.post(table.seat(1), words, sent("one"), NOON).seat == 1


# --- the words themselves


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("hello", "hello"),
        ("one\r\ntwo\rthree\u2028four\x85five", "one\ntwo\nthree\nfour\nfive"),
        ("a\tb\x07c", "a b c"),
        ("\u202eevil\u2066 order", " evil  order"),
        ("\n\nmiddle\n\n\n\n\nend  \n", "middle\n\nend"),
        ("e\u0301", "\u00e9"),
        ("\ud800lone", " lone"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("x" * 1000, "x" * 1000),
    ],
)
def test_what_is_kept_of_what_was_typed(given: str, kept: str) -> None:
    assert messages.read(given) == kept


@pytest.mark.parametrize(
    "given", ["", "  \n ", "\u2800\u3164", "\u200b\u200d", "x" * 1001, "a\n" * 40 + "b"]
)
def test_what_is_no_message_is_refused(given: str) -> None:
    refused = refusal(messages.read, given)

    assert (refused.code, refused.facts["reason"]) == ("malformed", "bad_text")
    assert refused.detail == "A message has 1 to 1000 characters, in 40 lines at most."


NASTY = st.one_of(
    st.text(min_size=1, max_size=60),
    st.sampled_from(
        [
            "<script>alert(1)</script>",
            '"><img src=x onerror=alert(1)>',
            "</textarea></blockquote></td></tr></table><!-- ",
            "{{ 7 * 7 }} {% raw %} %(name)s {name} %s %",
            "a\r\nBcc: x@y.example\r\n\r\n-- \r\n",
            "https://evil.example www.evil.example evil.example/path?x=1&y=2",
            "\u202eevil\u2066\u200f שלום اَلسَّلامُ",
            "W" * 900,
        ]
    ),
)


@given(text=NASTY)
@hypothesis_settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_words_change_the_shape_of_a_page_or_a_letter(written: Written, text: str) -> None:
    """No element, no link, no header, no line of ours; what was kept is what is read."""
    try:
        kept = messages.read(text)
    except Refusal:
        return
    page, letter = written(kept)

    (shown,) = re.findall(r'(?s)<p class="words" dir="auto">(.*?)</p>', page)
    assert unescape(shown) == kept
    assert "<" not in shown
    html = markup.read(tables.page(letter))
    assert [one.attributes["href"][:22] for one in html.all("a")] == ["http://127.0.0.1:8000/"] * 2
    assert html.shape == markup.read(tables.page(written("plain")[1])).shape or "\n" in kept
    quoted = [line for line in tables.plain(letter).split("\r\n") if line[:1] == ">"]
    assert quoted == [f"> {line}" for line in messages.unlinked(kept).split("\n")]
    assert letter["Subject"] == "Rapa Nui: a message at the table"


def test_control_words_that_are_not_escaped_are_noticed(written: Written) -> None:
    page, letter = written("<b>bold</b>")
    careless = tables.page(letter).replace("&lt;b&gt;bold&lt;/b&gt;", "<b>bold</b>")

    assert "&lt;b&gt;bold&lt;/b&gt;" in page
    assert markup.read(careless).shape != markup.read(tables.page(letter)).shape


@pytest.fixture
def written(writing_room: Flask) -> Written:
    """One message, said with ever other words: its reader's page, and the letter to them."""
    table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    drop_waiting()
    made = say(table, 0, "plain")
    gathering.gather("m1", LATER())
    link = f"/s/{tokens.sign(tokens.Seat('m1', 1, 1))}"

    def write(text: str) -> tuple[str, EmailMessage]:
        with writing() as session:
            session.get_one(Message, made.message).text = vault.seal(text.encode())
        with reading() as session:
            (letter,) = outbox.of_match(session, "m1", 9)
            row = session.get_one(Match, "m1")
            player = session.get_one(Player, letter.player_id)
            told = outbox.covered(session, letter.id)
            draft = composing.compose(session, row, player, letter, told, NOON)
        page = writing_room.test_client().get(link).text
        return page, message_from_bytes(draft.text, policy=default)

    return write


def drop_waiting() -> None:
    """Nobody is told of the start here."""
    with writing() as session:
        session.execute(update(Notice).values(status="dropped", reason="a test's"))


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("see https://moai.example/x", "see https:// moai. example/x"),
        ("www.moai.example", "www. moai. example"),
        ("so it is. And 3.5 of e.g. this", "so it is. And 3.5 of e.g. this"),
    ],
)
def test_in_a_letter_no_mail_program_makes_a_link_of_it(given: str, made: str) -> None:
    assert messages.unlinked(given) == made


# --- letters


def heard() -> dict[str, list[str]]:
    """The words of each letter about talk alone, by who it is to."""
    found: dict[str, list[str]] = {}
    for letter in tables.letters():
        if letter.kind == "message":
            found.setdefault(letter.player_id, []).append(tables.words(letter))
    return found


def test_what_goes_to_and_fro_is_one_letter_to_each_without_ones_own_words(
    writing_room: Flask,
) -> None:
    table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno", "Carla"))
    drop_waiting()
    say(table, 0, "Who has the grain?")
    say(table, 1, "Not I.", now=at(1)())
    say(table, 0, PRIVATE, to=1, now=at(2)())
    delivery.deliver(at(3))
    early = heard()
    delivery.deliver(LATER)

    letters = heard()
    assert early == {}
    assert {who: len(each) for who, each in letters.items()} == {
        "m1-Anna": 1,
        "m1-Bruno": 1,
        "m1-Carla": 1,
    }
    assert "Bruno says to everyone at the table:\n\n> Not I." in letters["m1-Anna"][0]
    assert "grain" not in letters["m1-Anna"][0]
    assert "Anna says to you alone:\n\n> the wood is yours" in letters["m1-Bruno"][0]
    assert PRIVATE not in letters["m1-Carla"][0]
    assert "/t/t." in letters["m1-Carla"][0]


def test_a_letter_of_talk_still_leaves_when_the_match_is_over_and_leads_to_the_table(
    writing_room: Flask,
) -> None:
    table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    drop_waiting()
    with writing() as session:
        row = session.get_one(Match, "m1")
        row.status, row.finished_at = "finished", NOON
    say(table, 0, "Well played.")
    delivery.deliver(LATER)

    (said,) = heard()["m1-Bruno"]
    assert "> Well played." in said
    assert "/t/t." in said


def test_who_has_the_seat_anew_gets_no_letter_of_what_was_said_to_the_former_holder(
    writing_room: Flask,
) -> None:
    table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    drop_waiting()
    say(table, 0, PRIVATE, to=1)
    with writing() as session:
        holding.release(session.get_one(Seat, ("m1", 1)))
    delivery.deliver(LATER)

    (notice,) = [one for one in tables.notices() if one.kind == "message"]
    assert (notice.status, notice.reason) == ("dropped", "the seat changed hands")


def test_the_host_does_not_learn_whom_a_letter_of_talk_was_to(writing_room: Flask) -> None:
    table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno", "Carla"))
    delivery.deliver(at(1))
    before = tracking.by_seat("m1")
    say(table, 1, PRIVATE, to=2)
    delivery.deliver(LATER)

    assert len(heard()["m1-Carla"]) == 1
    assert tracking.by_seat("m1") == before


# --- nobody else notices


def marks(table: Table) -> list[str]:
    viewers = (None, *(table.seat(seat) for seat in range(table.seats)))
    return [looking.mark(viewer, table.id) for viewer in viewers]


def test_only_the_seats_that_may_read_it_have_another_etag(writing_room: Flask) -> None:
    table = begin()
    before = marks(table)
    say(table, 1, PRIVATE, to=2)
    private = marks(table)
    say(table, 1, "to all")
    public = marks(table)

    changed = [
        [a != b for a, b in zip(*pair, strict=True)]
        for pair in ((before, private), (private, public))
    ]
    assert changed == [[False, False, True, True], [False, True, True, True]]


# --- over the API


def test_talk_over_the_api(app: Flask) -> None:
    with app.app_context():
        table = begin()
        mine, other = caller(app, table.seat(1)), caller(app, table.seat(2))
        url = f"/matches/{table.id}/messages"
        said = mine.post(url, {"text": "hello", "to": 2})
        found = other.get(url)
        again = other.get(url, **{"If-None-Match": found.headers["ETag"]})

        assert said.status_code == 201
        assert found.json == {"items": [said.json], "next": None}
        assert again.status_code == 304
        assert (said.json["name"], said.json["to"], said.json["text"]) == ("Player 1", 2, "hello")
        assert caller(app, table.seat(0)).get(url).json["items"] == []


@pytest.mark.parametrize("token", [None, "host"])
def test_strangers_and_the_host_have_no_door_to_it(app: Flask, token: str | None) -> None:
    with app.app_context():
        table = begin()
        held = None if token is None else tokens.Host(table.id, 1)
        url = f"/matches/{table.id}/messages"
        answers = [caller(app, held).get(url), caller(app, held).post(url, {"text": "hello"})]

        assert {one.status_code for one in answers} == {401 if token is None else 403}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": ""},
        {"text": 3},
        {"text": "x" * 1001},
        {"text": "x", "to": -1},
        {"text": "x", "to": 2**40},
        {"text": "x", "from": 1},
        {"text": "\u0000\u202e"},
    ],
)
def test_what_is_no_message_is_malformed(app: Flask, body: dict[str, Any]) -> None:
    with app.app_context():
        table = begin()
        answer = caller(app, table.seat(0)).post(f"/matches/{table.id}/messages", body)

        assert (answer.status_code, answer.json["code"]) == (400, "malformed")


# --- on the page


def post(app: Flask, link: str, **form: str) -> Any:
    return app.test_client().post(link, data={"do": "say", "newest": "", "whom": "", **form})


def test_a_message_is_sent_from_the_page_once_however_often_it_is_clicked(app: Flask) -> None:
    with app.app_context():
        table = begin()
        link = seat_link(table, 1)
        answers = [post(app, link, message="hello\r\nall") for _ in range(2)]
        page = app.test_client().get(turn_link(table, 2)).text

        assert [one.status_code for one in answers] == [200, 200]
        assert read(table, 0) == ["hello\nall"]
        assert page.count('<p class="words" dir="auto">hello\nall</p>') == 1
        assert '<li class="mine">' in answers[1].text
        assert "</textarea>" in page


def test_what_was_typed_stays_when_it_is_refused(app: Flask) -> None:
    with app.app_context():
        table = begin()
        long = "x" * 1001
        refused = post(app, seat_link(table, 1), message=long, whom="2")
        gone = post(app, f"/t/{tokens.sign(table.turn(1, 'placement 9'))}", message="too late")

        assert refused.status_code == 400
        assert f">\n{long}</textarea>" in refused.text
        assert '<option value="2" selected>' in refused.text
        assert "A message has 1 to 1000 characters" in refused.text
        assert gone.status_code == 409
        assert "too late</blockquote>" in gone.text


def test_people_who_wait_for_the_start_talk_on_their_page(app: Flask) -> None:
    with app.app_context():
        match = openings.confirmed(now=datetime.now(UTC))
        openings.accept(match, 1)
        link = f"/s/{tokens.sign(openings.seat_token(match, 0))}"
        answer = post(app, link, message="Hello!", whom="1")
        strange = post(app, link, message="Hello!", whom="2")

        assert (answer.status_code, strange.status_code) == (200, 400)
        assert "Hello!</p>" in answer.text


def test_alone_among_bots_there_is_nobody_to_talk_to(app: Flask) -> None:
    with app.app_context():
        table = begin(bots=(1, 2))
        page = app.test_client().get(seat_link(table, 0)).text

        assert 'class="talk"' not in page


def test_all_that_was_said_is_read_a_page_at_a_time(app: Flask) -> None:
    with app.app_context():
        table = begin()
        for number in range(talking.PAGE + 1):
            say(table, 1, f"number {number}.")
        client, link = app.test_client(), seat_link(table, 2)
        table_page, first = client.get(link).text, client.get(f"{link}/talk").text
        (onward,) = re.findall(r'href="\?(after=[^"]+)"', first)
        second = client.get(f"{link}/talk?{onward}").text

        assert "number 30." not in table_page
        assert f'href="{link}/talk"' in table_page
        assert ("number 0." in first, "number 50." in first) == (True, False)
        assert ("number 0." in second, "number 50." in second) == (False, True)
        assert client.get(f"{link}/talk?after=nonsense").status_code == 400
