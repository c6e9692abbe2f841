"""What a letter says and what it must not: headers, news, the seat's own view, nobody's secrets."""

import re
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import given, settings as hypothesis_settings, strategies as st

from service import app as service_app, hosting, notices, resolution, tokens, vault
from service.mail import envelope, templates
from service.mail.envelope import Content, Envelope, UnsafeHeaderError
from service.notices import Telling
from service.post import delivery
from service.post.gathering import ORDER
from service.settings import Settings
from service.store.database import db, writing
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.attacks import stillness
from tests.parts import tables
from tests.parts.tables import NOON, at

HEADERS = [
    "Subject",
    "Message-ID",
    "Auto-Submitted",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "Date",
    "From",
    "To",
    "MIME-Version",
    "Content-Type",
    "Content-Language",
]
THREAD = ["In-Reply-To", "References"]
HELLO = Content("Hello\n", "<p>Hello</p>\n")


def enveloped(name: str = "Ann", subject: str = "Giants: your turn") -> Envelope:
    return Envelope(
        sender="post@moai.example",
        recipient="ann@moai.example",
        name=name,
        subject=subject,
        message_id="<m1.1@moai.example>",
        date=NOON,
        thread=(),
        unsubscribe="https://moai.example/u/" + "x" * 200,
        language="en",
    )


def read(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=default)


def test_a_letter_has_these_headers_and_no_other(writing_room: Flask) -> None:
    tables.lay()
    delivery.deliver(at())

    first = tables.parsed(tables.letters()[0])
    assert list(first.keys()) == HEADERS
    assert first["From"] == "Moai Post <post@127.0.0.1>"
    assert first["To"] == "Anna <anna.m1@players.example>"
    assert first["Auto-Submitted"] == "auto-generated"
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<http://127.0.0.1:8000/u/u\.\S+>", first["List-Unsubscribe"])
    assert first["Content-Language"] == "en"
    assert first["Message-ID"] == tables.letters()[0].message_id


def test_letters_of_a_match_follow_each_other_in_one_thread(writing_room: Flask) -> None:
    table = tables.lay()
    delivery.deliver(at(1))
    for seat in range(3):
        table.submit(seat, "bid nothing")
    resolution.resolve("m1", at(2)())
    delivery.deliver(at(3))

    anna = [one for one in tables.letters() if one.seat == 0]
    second = tables.parsed(anna[1])
    assert set(second.keys()) == {*HEADERS, *THREAD}
    assert second["In-Reply-To"] == anna[0].message_id
    assert second["References"] == anna[0].message_id


def test_the_next_letter_tells_what_happened_since_the_last(writing_room: Flask) -> None:
    table = tables.lay()
    delivery.deliver(at(1))
    for seat in range(3):
        table.submit(seat, "bid nothing")
    resolution.resolve("m1", at(2)())
    delivery.deliver(at(3))

    first, second = (tables.words(one) for one in tables.letters() if one.seat == 0)
    assert "The table is set" in first
    assert "The table is set" not in second
    assert "Blue bids nothing" in second
    assert "Nobody took these from the quarry" in second


def test_a_letter_says_what_may_be_done_until_when_and_where(writing_room: Flask) -> None:
    tables.lay()
    delivery.deliver(at())

    said = tables.words(tables.letters()[1])
    assert "Hello Bruno," in said
    assert "    bid nothing" in said
    assert "due on Tuesday, 3 March 2026, 13:00 (Europe/Rome): 2 days from now." in said
    assert "Green: Bruno (you)" in said
    assert "Behind your screen: 1 worker, sorcerer, chief" in said
    assert re.search(r"(?m)^http://127.0.0.1:8000/t/t\.\S+$", said)
    assert str(tables.Table("m1", ()).row().head) in said
    assert tables.Table("m1", ()).row().seed_hash in said


def test_the_seed_is_shown_at_the_end_and_not_before(writing_room: Flask) -> None:
    tables.lay()
    delivery.deliver(at(1))
    with writing() as session:
        row = session.get_one(Match, "m1")
        row.status = "finished"
        notices.write(session, row, [Telling(0, "finished", "entry:9")], NOON)
    delivery.deliver(at(2))

    before, after = (tables.words(one) for one in tables.letters() if one.seat == 0)
    head = tables.Table("m1", ()).row().head
    assert tables.SEED.hex() not in before
    assert tables.SEED.hex() in after
    assert "/verify" not in before
    assert f"http://127.0.0.1:8000/verify?match=m1&head={head}\n" in after


# Whatever the service writes a notice for has its folder; facts as their writers give them.
FACTS: dict[str, dict[str, object]] = {
    "handover": {
        "step": "proposed",
        "handover": 1,
        "seat": 1,
        "from": "Bruno",
        "to": "Dora",
        "kind": "person",
        "effective_at": (NOON + timedelta(days=1)).isoformat(),
    },
    "vote": {
        "step": "proposed",
        "vote": 1,
        "kind": "extend",
        "hours": 24,
        "phase": "auction 1",
        "name": "Carla",
        "lapses_at": (NOON + timedelta(days=3)).isoformat(),
    },
    "problem": {"problem": "address_refused", "seat": 1},
    "declined": {"seat": 1, "name": "Bruno"},
    "reminder": {"turn": 0},
    "plan": {"reason": "points"},
    "missed": {"phase": "auction 1", "missed": 1, "patience": 3},
    "correction": {"entry": 1, "seat": 2},
    "message": {"message": "gone", "generation": 1},
    "away": {"step": "bot", "seat": 1, "name": "Bruno"},
    "keys": {"step": "registered", "keyid": "k" * 43, "signed_only": False},
    "links": {"scope": "seat", "hosts": False, "laid": True, "webhooks": 2, "keys": ["k" * 43]},
    "receipt": {
        "submission": 1,
        "received_at": NOON.isoformat(),
        "phase": "auction 1",
        "entry": 2,
        "hash": "ab" * 32,
    },
}


def test_every_kind_of_notice_has_its_words() -> None:
    written = set()
    for path in Path("service").rglob("*.py"):
        written |= set(re.findall(r'Telling\(\s*[\w.]+,\s*"(\w+)"', path.read_text()))
    assert written - {"kind"} <= templates.kinds()
    assert set(ORDER) == templates.kinds()


@pytest.mark.parametrize("kind", sorted(ORDER))
def test_every_kind_of_letter_can_be_written(writing_room: Flask, kind: str) -> None:
    table = tables.lay(start=kind not in ("confirm", "invitation", "ready", "declined"))
    hosts = kind in ("confirm", "ready", "declined", "problem")
    with writing() as session:
        row = session.get_one(Match, "m1")
        row.status = {
            "confirm": "unconfirmed",
            "finished": "finished",
            "cancelled": "cancelled",
        }.get(kind, row.status)
        row.paused_at = NOON if kind == "paused" else None
        telling = Telling(None if hosts else 1, kind, "test:1", FACTS.get(kind, {}))
        player = "m1-Anna" if hosts else "m1-Bruno"
        notices.tell_player(session, row, player, telling, NOON)
    delivery.deliver(at(), table.id)

    letter = next(one for one in tables.letters() if one.player_id == player)
    assert (letter.status, letter.reason) == ("sent", None)
    assert "None" not in tables.words(letter)
    assert tables.parsed(letter)["Subject"]


def test_the_hosts_first_letter_of_the_match_brings_its_own_page_again(writing_room: Flask) -> None:
    """A host who has lost the link finds it there; nobody else does."""
    tables.lay()
    delivery.deliver(at())

    linked = ["/h/h." in tables.words(one) for one in tables.letters()]
    assert linked == [True, False, False]


def test_a_host_without_a_seat_hears_that_the_match_begins(writing_room: Flask) -> None:
    tables.lay(start=False)
    with writing() as session:
        for number, status in ((0, "Bruno"), (1, "Carla")):
            session.get_one(Seat, ("m1", number)).player_id = f"m1-{status}"
        session.get_one(Seat, ("m1", 2)).player_id = None
        row = session.get_one(Match, "m1")
        for number in range(3):
            session.get_one(Seat, ("m1", number)).status = "accepted"
        session.flush()
        tables.begin(session, row, NOON)
    delivery.deliver(at())

    anna = [one for one in tables.letters() if one.player_id == "m1-Anna"]
    assert [one.kind for one in anna] == ["started"]
    assert "/h/h." in tables.words(anna[0])
    assert "THE TABLE AS YOU SEE IT" not in tables.words(anna[0])


@pytest.mark.parametrize("kind", ["handover", "vote"])
def test_the_button_of_a_letter_that_asks_the_table_has_a_say_in_it(
    writing_room: Flask, kind: str
) -> None:
    """Unless it is the reader's turn, which comes first."""
    tables.lay()
    delivery.deliver(at(1))
    with writing() as session:
        row = session.get_one(Match, "m1")
        telling = Telling(1, kind, f"{kind}:1:proposed", FACTS[kind])
        notices.write(session, row, [telling], NOON)
    delivery.deliver(at(2))

    doors = re.findall(r"/([a-z])/[a-z]\.", tables.words(tables.letters()[-1]))
    assert doors == ["v", "t", "u"]


def test_in_a_pause_a_letter_asks_for_nothing(writing_room: Flask) -> None:
    tables.lay()
    delivery.deliver(at(1))
    hosting.pause(tokens.Host("m1", 1), NOON)
    delivery.deliver(at(2))

    said = tables.words(tables.letters()[-1])
    assert "The host has paused the match" in said
    assert "See the table:" in said
    assert "Play your turn" not in said
    assert " due on " not in said
    assert "WHAT YOU MAY DO NOW" not in said


def test_the_button_of_what_a_host_sees_to_opens_its_page(writing_room: Flask) -> None:
    tables.lay()
    delivery.deliver(at(1))
    with writing() as session:
        row = session.get_one(Match, "m1")
        telling = Telling(None, "problem", "letter:9", FACTS["problem"])
        notices.tell_player(session, row, "m1-Anna", telling, NOON)
    delivery.deliver(at(2))

    doors = re.findall(r"/([a-z])/[a-z]\.", tables.words(tables.letters()[-1]))
    assert doors == ["h", "t", "u"]


# --- names


@given(st.text(max_size=60))
@hypothesis_settings(max_examples=200, deadline=None)
def test_no_name_adds_a_header_a_part_or_a_line(name: str) -> None:
    raw = envelope.build(enveloped(name), HELLO)

    message = read(raw)
    assert list(message.keys()) == HEADERS
    assert [part.get_content_type() for part in message.iter_parts()] == [
        "text/plain",
        "text/html",
    ]
    assert message["To"].addresses[0].addr_spec == "ann@moai.example"
    assert tables.plain(message).splitlines() == ["Hello"]
    assert envelope.one_line(name) == " ".join(envelope.one_line(name).splitlines())


@given(st.text(min_size=1, max_size=40))
@hypothesis_settings(max_examples=200, deadline=None)
def test_a_subject_is_one_header_or_refused(subject: str) -> None:
    try:
        message = read(envelope.build(enveloped(subject=subject), HELLO))
    except UnsafeHeaderError:
        assert subject != envelope.one_line(subject)
        return

    assert list(message.keys()) == HEADERS


@pytest.mark.parametrize("bad", ["a\nBcc: x@y.example", "a\r\n\r\nbody", "a\x00", "a\u2028b"])
def test_what_would_end_a_line_is_refused_in_a_header(bad: str) -> None:
    with pytest.raises(UnsafeHeaderError):
        envelope.build(enveloped(subject=bad), HELLO)


def test_a_name_that_slipped_in_adds_no_line_to_a_letter(writing_room: Flask) -> None:
    tables.lay()
    evil = "Eve\r\nBcc: all@x.example\u2028http://evil.example"
    with writing() as session:
        session.get_one(Player, "m1-Anna").name = evil[:40]
        session.get_one(Seat, ("m1", 0)).name = evil[:40]
    delivery.deliver(at())

    for letter in tables.letters():
        assert "Bcc" not in tables.parsed(letter)
        assert not re.search(r"(?m)^(Bcc|http://evil)", tables.words(letter))


@pytest.mark.parametrize(
    "evil",
    [
        "=?utf-8?q?a=0AReply-To:e@e=2Eio?=",
        "=?l1?q?a=0A=0APay_at_evil=2Eio/x?=",
        "=?utf-8?b?YQ0KQmNjOiBhbGxAZS5pbw==?=",
    ],
)
def test_a_name_kept_as_an_encoded_word_adds_no_header_and_no_body(
    writing_room: Flask, evil: str
) -> None:
    """A mail library decodes such a name when a header is set, and writes its lines out."""
    tables.lay()
    with writing() as session:
        session.get_one(Player, "m1-Anna").name = evil
        session.get_one(Seat, ("m1", 0)).name = evil
    delivery.deliver(at())

    assert len(tables.letters()) == 3
    for letter in tables.letters():
        assert letter.status == "sent"
        assert list(tables.parsed(letter).keys()) == HEADERS
        assert not re.search(r"(?m)^(Reply-To|Bcc|Pay)", tables.words(letter))


def test_a_letter_that_is_not_ours_is_not_sent_and_the_log_says_why(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tables.lay()
    honest = envelope.build
    monkeypatch.setattr(envelope, "build", lambda *given: b"Bcc: e@e.io\r\n" + honest(*given))
    for hour in range(10):
        delivery.deliver(at(hour * 60))

    assert {one.status for one in tables.letters()} == {"dead"}
    assert {one.reason for one in tables.letters()} == {"could not be written: UnsafeLetterError"}
    assert "other headers than ours: Bcc, Subject" in capsys.readouterr().out


def test_a_long_link_stays_whole() -> None:
    raw = envelope.build(enveloped(), HELLO)

    assert f"List-Unsubscribe: <https://moai.example/u/{'x' * 200}>\r\n".encode() in raw


def test_a_time_zone_that_is_not_one_is_utc() -> None:
    assert templates.moment(NOON, "Mars/Olympus", "en").endswith("12:00 (UTC)")
    assert templates.left(timedelta(), "en") is None


# --- noninterference


def test_another_seats_sealed_bid_changes_nothing_in_my_letters(
    make_settings: Callable[..., Settings],
    tmp_path: Path,
    migrated_sqlite: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two matches that differ only in what Bruno and Carla have sealed."""
    bids = [("bid nothing", "bid nothing"), ("bid 2 markers, 1 worker, chief", "bid sorcerer")]
    texts = []
    for number, (bruno, carla) in enumerate(bids):
        path = tmp_path / f"{number}.sqlite3"
        path.write_bytes(migrated_sqlite.read_bytes())
        stillness.draw(monkeypatch)
        texts.append(letters_after(make_settings(DATABASE_URL=f"sqlite:///{path}"), bruno, carla))

    assert texts[0] == texts[1]
    assert "bid nothing" in texts[0][0]


def letters_after(chosen: Settings, bruno: str, carla: str) -> list[str]:
    """Anna's letters, written once the others have bid; the signatures' seconds taken out."""
    app = service_app.create(chosen)
    with app.app_context():
        table = tables.lay()
        table.submit(1, bruno)
        table.submit(2, carla)
        delivery.deliver(at())
        mine = [one for one in tables.letters() if one.seat == 0]
        raw = [vault.unseal(one.copy or b"").decode() for one in mine]
        db.engine.dispose()
    return [unsigned(one) for one in raw]


def unsigned(text: str) -> str:
    """A token is its payload, the second of signing and a signature over both."""
    joined = text.replace("=\r\n", "")
    return re.sub(r"(/[a-z]/[a-z]\.[\w-]+)\.[\w-]+\.[\w-]+", r"\1", joined)


def test_control_a_bid_that_is_open_does_show(writing_room: Flask) -> None:
    table = tables.lay()
    for seat, bid in enumerate(("bid nothing", "bid 2 markers", "bid sorcerer")):
        table.submit(seat, bid)
    resolution.resolve("m1", at(2)())
    delivery.deliver(at(3))

    assert "Green bids: markers 2" in tables.words(tables.letters()[0])
