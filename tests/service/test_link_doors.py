"""A match by its letters' own links: every door, opened by scanners first and by people then."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from service import app as service_app, erasing, handovers, lobby, opening, settings, tokens
from service.opening import BotSeat, Guest, HostSeat, Origin, Terms
from service.players import Person
from service.post import delivery
from service.store.database import db, reading, writing
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import openings, tables
from tests.parts.openings import NOON

TABLES = ("match", "seat", "player", "submission", "entry", "notice", "letter", "block", "handover")


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


@pytest.fixture
def production(sqlite_url: str, tmp_path: Path) -> FlaskClient:
    environment = {
        "MODE": "production",
        "DATA": str(tmp_path),
        "BASE_URL": "http://127.0.0.1:8000",
        "SECRET_KEY": "k" * 40,
        "DATABASE_URL": sqlite_url,
        "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
        "SMTP_URL": "smtp://127.0.0.1:1",
    }
    return service_app.create(settings.read(environment)).test_client()


def now() -> datetime:
    return datetime.now(UTC)


def opened(client: FlaskClient, guest_speaks: str = "en") -> str:
    terms = Terms("rapa-nui", {}, 48, 24, 0, public=False, starts_alone=True)
    ann = Person("Ann", "ann@moai.example", "en", "Europe/London")
    bruno = Guest(Person("Bruno", "bruno@moai.example", guest_speaks, "Europe/Rome"))
    made = opening.open_match(terms, ann, (HostSeat(), bruno), Origin("192.0.2.1"), now())
    return made.match.match


def post(match_id: str) -> None:
    delivery.deliver(now, match_id)


def link(match_id: str, name: str, door: str) -> str:
    """The newest link of this kind in this person's letters."""
    for letter in reversed(tables.letters(match_id)):
        found = re.search(rf"(?m)^http://127.0.0.1:8000(/{door}/\S+)$", tables.words(letter))
        if found and tables.parsed(letter)["To"].startswith(name):
            return found[1]
    pytest.fail(f"no letter to {name} with a link /{door}/")


def everything() -> dict[str, object]:
    with reading() as session:
        return {
            table: sorted(map(repr, session.execute(text(f"SELECT * FROM {table}"))))  # noqa: S608
            for table in TABLES
        }


def look(client: FlaskClient, path: str) -> str:
    """As a scanner does, several times; nothing may change."""
    before = everything()
    pages = [client.get(path), client.head(path), client.get(path)]

    assert {page.status_code for page in pages} == {200}
    assert everything() == before
    assert "Set-Cookie" not in pages[0].headers
    assert pages[0].headers["Referrer-Policy"] == "no-referrer"
    return pages[0].text


def started(client: FlaskClient) -> str:
    match_id = opened(client)
    post(match_id)
    client.post(link(match_id, "Ann", "c"), data={"do": "confirm"})
    post(match_id)
    client.post(link(match_id, "Bruno", "i"), data={"do": "accept", "text": "my luck"})
    post(match_id)
    return match_id


def test_from_the_hosts_letter_to_a_turn_by_links_alone(house: FlaskClient) -> None:
    match_id = opened(house)
    post(match_id)
    confirm = link(match_id, "Ann", "c")
    asked = look(house, confirm)
    confirmed = house.post(confirm, data={"do": "confirm"})
    post(match_id)
    invitation = link(match_id, "Bruno", "i")
    invited = look(house, invitation)
    accepted = house.post(invitation, data={"do": "accept", "text": "my luck"})
    post(match_id)
    first = ("Ann", "Bruno")[tables.Table(match_id, ()).row().awaited[0]]
    turn = link(match_id, first, "t")
    page = look(house, turn)
    example = re.findall(r"<code>(.*?)</code>", page)[0]
    number = re.findall(r'name="turn" value="(\d+)"', page)[0]
    made = house.post(turn, data={"turn": number, "sealed": "", "text": example, "do": "play"})

    assert "Open this match?" in asked
    assert "invitations are on their way" in confirmed.text
    assert "You are invited" in invited
    assert "You are in" in accepted.text
    assert (made.status_code, "Your turn is made" in made.text) == (200, True)
    assert tables.Table(match_id, ()).row().turn == 1


def test_a_second_click_gets_the_first_answer(house: FlaskClient) -> None:
    match_id = started(house)
    seat = tables.Table(match_id, ()).row().awaited[0]
    turn = link(match_id, ("Ann", "Bruno")[seat], "t")
    example = re.findall(r"<code>(.*?)</code>", look(house, turn))[0]
    form = {"turn": "0", "sealed": "", "text": example, "do": "play"}
    answers = [house.post(turn, data=form) for _ in range(3)]

    assert [one.status_code for one in answers] == [200] * 3
    assert tables.Table(match_id, ()).row().turn == 1


def test_what_cannot_be_read_is_said_on_the_page_and_what_was_written_stays(
    house: FlaskClient,
) -> None:
    match_id = started(house)
    seat = tables.Table(match_id, ()).row().awaited[0]
    turn = link(match_id, ("Ann", "Bruno")[seat], "t")

    answer = house.post(turn, data={"turn": "0", "text": "<b>fly</b>", "do": "play"})

    assert answer.status_code == 400
    assert "stand before what somebody else wrote" in answer.text
    assert 'value="&lt;b&gt;fly&lt;/b&gt;"' in answer.text


def test_a_link_of_a_phase_that_is_over_does_nothing(house: FlaskClient) -> None:
    match_id = started(house)
    old = tokens.sign(tokens.Turn(match_id, 0, 1, "turn 99"))
    before = everything()
    answers = [house.get(f"/t/{old}"), house.post(f"/t/{old}", data={"turn": "0", "text": "x"})]

    assert [one.status_code for one in answers] == [409, 409]
    assert everything() == before


@pytest.mark.parametrize("door", ["t", "s", "i", "c", "h", "u", "v"])
def test_a_token_of_another_kind_opens_no_door(house: FlaskClient, door: str) -> None:
    match_id = started(house)
    seat, turn = tokens.Seat(match_id, 0, 1), tokens.Turn(match_id, 0, 1, "turn 1")
    other = tokens.sign(turn if door == "s" else seat)
    before = everything()
    answers = [house.get(f"/{door}/{other}"), house.post(f"/{door}/{other}")]
    nonsense = house.get(f"/{door}/nonsense")

    assert [one.status_code for one in answers] == [403, 403]
    assert nonsense.status_code == 401
    assert everything() == before


def test_a_host_that_says_yes_again_long_after_is_told_so_and_gets_no_key(
    house: FlaskClient,
) -> None:
    match_id = started(house)
    with writing() as session:
        session.get_one(Match, match_id).started_at = now() - timedelta(days=1)

    answer = house.post(link(match_id, "Ann", "c"), data={"do": "confirm"})

    assert answer.status_code == 200
    assert "You have said so already." in answer.text
    assert "/h/" not in answer.text


def test_the_invited_may_decline_and_the_host_is_told(house: FlaskClient) -> None:
    match_id = opened(house)
    post(match_id)
    house.post(link(match_id, "Ann", "c"))
    post(match_id)

    answer = house.post(link(match_id, "Bruno", "i"), data={"do": "decline"})

    post(match_id)
    assert "You have declined" in answer.text
    assert "Bruno has declined" in tables.words(tables.letters(match_id)[-1])


def test_the_host_sees_who_answered_and_may_remind_and_cancel(house: FlaskClient) -> None:
    match_id = opened(house)
    post(match_id)
    house.post(link(match_id, "Ann", "c"))
    post(match_id)
    host = f"/h/{tokens.sign(tokens.Host(match_id, 1))}"
    page = look(house, host)
    reminded = house.post(host, data={"do": "remind 1"})
    again = house.post(host, data={"do": "remind 1"})
    cancelled = house.post(host, data={"do": "cancel"})
    senseless = house.post(host, data={"do": "dance"})

    assert "invited, has not answered" in page
    assert "Remind Bruno" in page
    assert [one.status_code for one in (reminded, again, cancelled, senseless)] == [
        200,
        409,
        200,
        400,
    ]
    assert tables.Table(match_id, ()).row().status == "cancelled"


def test_one_click_of_a_mail_program_stops_the_letters_of_this_match(house: FlaskClient) -> None:
    """RFC 8058: the address in the header, one field in the body, no page before it."""
    match_id = started(house)
    letter = tables.parsed(tables.letters(match_id)[-1])
    path = letter["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    look(house, path)

    answer = house.post(path, data={"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert policy(letter["To"])["muted"] == [match_id]
    house.post(path, data={"do": "unmute"})
    assert policy(letter["To"])["muted"] == []


def policy(to: str) -> dict[str, list[str]]:
    with reading() as session:
        query = text("SELECT id FROM player WHERE address = :address")
        address = to.partition("<")[2].rstrip(">")
        found = session.execute(query, {"address": address}).scalar_one()
        return dict(session.get_one(Player, found).policy)


def proposed(client: FlaskClient) -> tuple[str, str]:
    """Ann wants to give Bruno's seat to a bot: the match, and the link in Bruno's letter."""
    match_id = started(client)
    handovers.replace(tokens.Host(match_id, 1), 1, BotSeat("random", "Ira"), now())
    post(match_id)
    return match_id, link(match_id, "Bruno", "v")


def name_of_seat_1(match_id: str) -> str:
    return lobby.one(match_id).seats[1].name


def test_any_seat_objects_at_the_door_in_its_letter_also_in_a_later_phase(
    house: FlaskClient,
) -> None:
    match_id, _ = proposed(house)
    with writing() as session:
        session.get_one(Match, match_id).phase = "a later phase"
    path = link(match_id, "Ann", "v")
    page = look(house, path)
    senseless = house.post(path, data={"do": "dance"})
    objected = house.post(path, data={"do": "object"})
    again = house.post(path, data={"do": "object"})

    assert "give the seat of Bruno to Ira" in page
    assert "I agree" in page
    assert [one.status_code for one in (senseless, objected, again)] == [400, 200, 404]
    assert "You have objected" in objected.text
    assert lobby.one(match_id).handovers == []
    assert name_of_seat_1(match_id) == "Bruno"
    assert "it was stopped" in look(house, path)


def test_the_holder_gives_up_its_seat_at_the_door_and_the_link_dies_with_it(
    house: FlaskClient,
) -> None:
    match_id, path = proposed(house)
    page = look(house, path)
    agreed = house.post(path, data={"do": "consent"})

    assert "Give up my seat" in page
    assert "The seat of Bruno has changed hands." in agreed.text
    assert name_of_seat_1(match_id) == "Ira"
    assert house.get(path).status_code == 401
    assert "the seat has changed hands" in look(house, link(match_id, "Ann", "v"))


def test_one_other_that_agrees_is_noted_and_nothing_changes_yet(house: FlaskClient) -> None:
    match_id, _ = proposed(house)
    agreed = house.post(link(match_id, "Ann", "v"), data={"do": "consent"})

    assert "It is noted." in agreed.text
    assert lobby.one(match_id).handovers[0].approvals == [0]
    assert name_of_seat_1(match_id) == "Bruno"


def test_a_say_in_one_proposal_is_none_in_the_next(house: FlaskClient) -> None:
    match_id, path = proposed(house)
    handovers.replace(tokens.Host(match_id, 1), 1, BotSeat("random", "Vakai"), now())
    other = tokens.sign(tokens.Voice(match_id, 1, 1, 999))

    assert "another was proposed" in look(house, path)
    assert house.post(path, data={"do": "consent"}).status_code == 404
    assert house.get(f"/v/{other}").status_code == 404
    assert name_of_seat_1(match_id) == "Bruno"


def test_who_stops_letters_while_playing_is_named_to_the_host(house: FlaskClient) -> None:
    match_id = started(house)
    house.post(link(match_id, "Bruno", "u"))

    post(match_id)

    last = tables.parsed(tables.letters(match_id)[-1])
    assert last["To"].startswith("Ann")
    assert "Bruno asked for no more letters" in tables.plain(last)
    assert "/h/" in tables.plain(last)


def test_never_again_is_for_every_match_and_every_host(house: FlaskClient) -> None:
    first = started(house)
    house.post(link(first, "Bruno", "u"), data={"do": "block"})
    second = opened(house)
    post(second)
    house.post(link(second, "Ann", "c"))

    post(second)

    assert not [one for one in tables.letters(second) if one.seat == 1]


def test_an_address_whose_letters_came_back_is_mended_by_who_reads_there(
    house: FlaskClient,
) -> None:
    match_id = started(house)
    path = link(match_id, "Bruno", "u")
    with writing() as session:
        holder = session.get_one(Seat, (match_id, 1)).player_id
        session.get_one(Player, holder).fault = "550 mailbox full"
    page = look(house, path)
    house.post(path, data={"do": "unmute"})

    assert "came back: 550 mailbox full" in page
    with reading() as session:
        assert session.get_one(Player, holder).fault is None


def test_sealed_actions_are_sealed_changed_and_withdrawn_at_the_door(house: FlaskClient) -> None:
    table = tables.lay("sealed", now=now())
    path = f"/t/{tokens.sign(table.turn_token(1))}"
    form = {"turn": "0", "sealed": "yes", "do": "play"}
    sealed = house.post(path, data=form | {"text": "bid 1 marker"})
    changed = house.post(path, data=form | {"text": "bid 2 markers"})
    page = look(house, path)
    withdrawn = house.post(path, data={"do": "withdraw"})

    assert "Your action is sealed" in sealed.text
    assert changed.status_code == withdrawn.status_code == 200
    assert "Sealed: bid 2 markers." in page
    assert table.row().submitted == []


def test_what_stops_letters_is_never_revoked(house: FlaskClient) -> None:
    match_id = started(house)
    path = link(match_id, "Bruno", "u")
    with writing() as session:
        seat = session.get_one(Seat, (match_id, 1))
        session.get_one(Player, seat.player_id).generation += 1

    assert house.post(path).status_code == 200


def test_the_link_of_who_was_erased_stops_nothing(house: FlaskClient) -> None:
    match_id = started(house)
    path = link(match_id, "Bruno", "u")
    erasing.erase(str(openings.seats(match_id)[1].player_id), NOON)

    assert house.post(path).status_code == 401


class TestMailbox:
    def test_it_lists_letters_and_their_links_work(self, house: FlaskClient) -> None:
        match_id = opened(house)
        post(match_id)
        index = house.get("/mailbox")
        letter = house.get(re.findall(r'href="(/mailbox/\d+)"', index.text)[0])
        followed = re.findall(r'href="http://127.0.0.1:8000(/c/[^"]+)"', letter.text)[0]

        assert "Confirm your address" in index.text
        assert house.get(followed).status_code == 200

    def test_a_letter_is_shown_in_a_frame_that_can_do_nothing(self, house: FlaskClient) -> None:
        post(started(house))
        path = re.findall(r'href="(/mailbox/\d+)"', house.get("/mailbox").text)[0]
        page, framed = house.get(path), house.get(f"{path}/html")
        drawn = house.get(re.findall(r'<img src="([^"]+)"', framed.text)[0])

        assert f'src="{path}/html"' in page.text
        assert "allow-scripts" not in page.text
        assert "Message-ID: &lt;" in page.text
        assert "cid:" not in framed.text
        assert (drawn.content_type, drawn.data[:4]) == ("image/png", b"\x89PNG")
        rules = dict(
            part.strip().partition(" ")[::2]
            for part in framed.headers["Content-Security-Policy"].split(";")
        )
        assert rules == {
            "default-src": "'none'",
            "style-src": "'unsafe-inline'",
            "img-src": "'self'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'self'",
            "sandbox": "allow-same-origin allow-top-navigation-by-user-activation",
        }

    def test_only_that_one_answer_may_be_framed(self, house: FlaskClient) -> None:
        post(started(house))
        path = re.findall(r'href="(/mailbox/\d+)"', house.get("/mailbox").text)[0]
        answers = {one: house.get(one) for one in ("/", "/mailbox", path, f"{path}/html")}

        framed = {one: answer.headers["X-Frame-Options"] for one, answer in answers.items()}
        assert framed == {
            "/": "DENY",
            "/mailbox": "DENY",
            path: "DENY",
            f"{path}/html": "SAMEORIGIN",
        }
        for one in ("/", "/mailbox", path):
            rules = answers[one].headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in rules
            assert ("frame-src 'self'" in rules) is (one == path)

    def test_a_letter_without_a_picture_shows_none(self, house: FlaskClient) -> None:
        post(opened(house))
        path = re.findall(r'href="(/mailbox/\d+)"', house.get("/mailbox").text)[0]

        assert house.get(f"{path}/html").status_code == 200
        assert house.get(f"{path}/picture").status_code == 404

    def test_nobody_else_gets_to_see_it(self, house: FlaskClient) -> None:
        far = {"REMOTE_ADDR": "192.0.2.9"}
        for part in ("html", "picture"):
            assert house.get(f"/mailbox/1/{part}", environ_overrides=far).status_code == 404

        assert house.get("/mailbox", environ_overrides=far).status_code == 404
        assert house.get("/mailbox/1", environ_overrides=far).status_code == 404

    def test_a_foreign_name_for_this_machine_does_not_open_it(self, house: FlaskClient) -> None:
        assert house.get("/mailbox", headers={"Host": "evil.example"}).status_code == 404
        assert house.get("/mailbox").status_code == 200

    @pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
    def test_this_machine_s_own_names_open_it(self, house: FlaskClient, host: str) -> None:
        assert house.get("/mailbox", headers={"Host": host}).status_code == 200

    def test_a_tunnel_to_this_machine_does_not_open_it(
        self, make_settings: Callable[..., settings.Settings], sqlite_url: str
    ) -> None:
        """Also under its own name, which BASE_URL must have for its links to work."""
        made = make_settings(DATABASE_URL=sqlite_url, BASE_URL="https://tunnel.example")
        client = service_app.create(made).test_client()

        assert client.get("/mailbox", headers={"Host": "tunnel.example"}).status_code == 404
        assert client.get("/mailbox", headers={"Host": "localhost"}).status_code == 200

    @pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
    def test_what_was_passed_on_does_not_open_it(self, house: FlaskClient, name: str) -> None:
        """A tunnel may ask as localhost; it still says that it speaks for another."""
        headers = {"Host": "localhost:8000", name: "192.0.2.9"}

        assert house.get("/mailbox", headers=headers).status_code == 404

    def test_in_production_there_is_none(self, production: FlaskClient) -> None:
        assert production.get("/mailbox").status_code == 404

    def test_a_letter_that_is_not_there(self, house: FlaskClient) -> None:
        with reading() as session:
            assert session.get(Letter, 999) is None

        assert house.get("/mailbox/999").status_code == 404
