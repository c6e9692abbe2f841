"""Letters in both their forms: strict mail, sound HTML, one button, the board, the same facts."""

import re
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings as hypothesis_settings, strategies as st
from PIL import Image

from engine.registry import GAMES
from service import app as service_app, drawing, resolution, settings as settings_, vault
from service.languages import LANGUAGES
from service.mail import envelope, templates
from service.mail.envelope import Content, Envelope, one_line
from service.post import composing, delivery, digest, gathering, standing
from service.post.case import Case
from service.post.gathering import ORDER
from service.store import outbox
from service.store.database import reading
from service.store.letters import Letter
from service.store.matches import Match
from service.store.players import Player
from tests.parts import letter_scenes, markup, tables
from tests.parts.letter_scenes import DIGEST, PEOPLE, SCENES, WHOLE, Scene
from tests.parts.tables import NOON, at

STRICT = SMTP.clone(raise_on_defect=True)
HEADERS = {
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
}
BARE = ["multipart/alternative", "text/plain", "text/html"]
PICTURED = [*BARE[:2], "multipart/related", "text/html", "image/png"]
# Before there is a table, and in a brief letter, there is nothing to picture.
WITHOUT_PICTURE = {
    "confirm",
    "invitation",
    "ready",
    "declined",
    "receipt",
    "message",
    "keys",
    "seat_link",
    "player_link",
    "links",
}
LINK = re.compile(r"https?://\S+")
# What a picture shows of the player's own, in the words beside it.
TOLD = {"giants": "Behind my screen: ", "rapa-nui": "My hand: "}
EARLY = 12  # steps
scenes = pytest.mark.parametrize("scene", SCENES, ids=lambda one: one.name)


def strictly(letter: Letter) -> EmailMessage:
    return message_from_bytes(vault.unseal(letter.copy or b""), policy=STRICT)


def test_there_is_a_scene_of_every_kind() -> None:
    assert {one.kind for one in SCENES} == templates.kinds() == set(ORDER)


@scenes
def test_a_letter_in_both_its_forms(writing_room: Flask, scene: Scene) -> None:
    """Headers, parts, picture, HTML and facts of one letter: it is written once for all of it."""
    letter = letter_scenes.post(scene, "m1")
    message = strictly(letter)
    page, text = markup.read(tables.page(message)), tables.words(letter)

    assert set(message.keys()) == HEADERS
    assert len(message.keys()) == len(HEADERS)
    pictured = scene.kind not in WITHOUT_PICTURE
    assert [one.get_content_type() for one in message.walk()] == (PICTURED if pictured else BARE)
    assert _picture_fits(message, page) is pictured
    _demand_harmless(page)
    _demand_buttons(page, text, 1)
    _demand_same_facts(page, text, scene)


def test_a_digest_in_both_its_forms(writing_room: Flask) -> None:
    """A button a match and no picture; in hostile names nothing of it changes its shape."""
    letter = letter_scenes.post(DIGEST, "m1")
    message = strictly(letter)
    page, text = markup.read(tables.page(message)), tables.words(letter)
    names = ("Ann", '"><img src=x>', "a\r\nBcc: x@y.example\u2028")
    plain, *nasty = (digest_with(letter, name) for name in names)

    assert set(message.keys()) == HEADERS
    assert [one.get_content_type() for one in message.walk()] == BARE
    _demand_harmless(page)
    _demand_buttons(page, text, len(letter_scenes.IN_DIGEST))
    _demand_same_facts(page, text, DIGEST)
    assert [one.shape for one in nasty] == [plain.shape] * 2


def digest_with(letter: Letter, name: str) -> markup.Page:
    """The same digest, had its people such names."""
    with reading() as session, session.no_autoflush:
        covered = outbox.covered(session, letter.id)
        for notice in covered:
            people = tuple(f"{name}{number}" for number in range(len(PEOPLE)))
            letter_scenes.name(session, notice.match_id, "en", people)
        told = [(session.get_one(Match, notice.match_id), [notice]) for notice in covered]
        player = session.get_one(Player, letter.player_id)
        draft = digest.compose(session, player, letter, told, at()())
        session.expunge_all()
    return markup.read(tables.page(message_from_bytes(draft.text, policy=STRICT)))


def _picture_fits(message: EmailMessage, page: markup.Page) -> bool:
    """A PNG of the narrow layout for two pixels to the point, called by the HTML and told there."""
    found = [one for one in message.walk() if one.get_content_type() == "image/png"]
    shown = page.all("img")
    assert len(shown) == len(found)
    for part, image in zip(found, shown, strict=True):
        assert image.attributes["src"] == f"cid:{part['Content-ID'].strip('<>')}"
        assert part["Content-Disposition"].startswith("inline")
        assert re.match(r"(Giants, round|Rapa Nui, turn) \d+: ", image.attributes["alt"])
        data = part.get_content()
        assert len(data) < 100_000
        with Image.open(BytesIO(data)) as drawn:
            assert (drawn.format, drawn.width) == ("PNG", 720)
    return bool(found)


def _demand_harmless(page: markup.Page) -> None:
    """Nothing is fetched, nothing runs; headings come in order."""
    assert not {one.tag for one in page.elements} & {
        "script",
        "iframe",
        "form",
        "link",
        "object",
    }
    for one in page.elements:
        assert not any(name.startswith("on") for name in one.attributes)
        assert one.attributes.get("src", "cid:").startswith("cid:")
        assert "url(" not in one.attributes.get("style", "") + one.words * (one.tag == "style")
    assert all("@import" not in one.words for one in page.all("style"))
    assert page.all("html")[0].attributes["lang"] == "en"
    assert page.elements[-1].tag != "h1"
    headings = [one.tag for one in page.elements if one.tag in ("h1", "h2")]
    assert headings[0] == "h1"


def _demand_buttons(page: markup.Page, text: str, number: int) -> None:
    """So many, one a match; each link of the HTML is in the text too, and leads to us."""
    links = page.all("a")
    assert len([one for one in links if one.attributes["class"] == "press"]) == number
    assert [one.attributes["href"] for one in links] == LINK.findall(text)
    assert all(one.attributes["href"].startswith("http://127.0.0.1:8000/") for one in links)


def _demand_same_facts(page: markup.Page, text: str, scene: Scene) -> None:
    """Every line of the text is in the HTML, but for the sketch, which the picture stands for."""
    board = "(?s)THE TABLE AS YOU SEE IT\n\n(.*?\n\n).*?\n-- \n"
    told = re.sub(board, r"THE TABLE AS YOU SEE IT\n\n\1\n", text).replace("\n-- \n", "\n")
    said = _bare(page.words)
    lines = [line.strip().removeprefix("- ").removeprefix(">") for line in told.splitlines()]
    missing = [line for line in lines if not LINK.match(line) and _bare(line) not in said]
    assert not missing, scene.name


def _bare(words: str) -> str:
    """Without what the forms have each of their own: capitals for headings, colons for columns."""
    return words.replace(":", "").casefold()


# --- names


NASTY = st.one_of(
    st.text(min_size=1, max_size=40),
    st.sampled_from(
        [
            "<script>alert(1)</script>",
            '"><img src=x onerror=alert(1)>',
            "</td></tr></table>",
            "<!-- ",
            "&lt;b&gt; &amp;",
            "{{ 7 * 7 }} {% raw %} %(name)s {name} %s %",
            "a\r\nBcc: x@y.example",
            "\x00\x07\x1b[31m\x85\u2028\u2029",
            "\u202eevil\u2066name\u200f",
            "שלום עולם",
            "اَلسَّلامُ",
            "W" * 40,
            "👩‍👩‍👧‍👦" * 5,
            "Z̸̧̢̛͙͔̗̣a̴l̵g̶o̷",
        ]
    ),
)


@pytest.fixture(scope="module")
def written(
    tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Any
) -> Iterator[list[tuple[Scene, str]]]:
    """Every scene once, each in a match of its own, for tests that write it again and again."""
    data = tmp_path_factory.mktemp("scenes")
    path = data / "scenes.sqlite3"
    path.write_bytes(migrated_sqlite.read_bytes())
    chosen = settings_.read(
        {"MODE": "development", "DATA": str(data), "DATABASE_URL": f"sqlite:///{path}"}
    )
    with service_app.create(chosen).app_context():
        made = [(_early(scene), f"n{number:02}") for number, scene in enumerate(SCENES)]
        for scene, match_id in made:
            letter_scenes.prepare(scene, match_id)
            gathering.gather(match_id, NOON)  # sending it would draw its picture
        yield made


def _early(scene: Scene) -> Scene:
    """After fewer steps, where the match still runs: what a letter tells is of the same kinds."""
    return scene if scene.steps == WHOLE else replace(scene, steps=min(scene.steps, EARLY))


def rewritten(scene: Scene, match_id: str, names: tuple[str, ...]) -> tuple[str, str, str]:
    """Subject, text and HTML of the scene's letter, had its people these names."""
    with reading() as session, session.no_autoflush:
        row = session.get_one(Match, match_id)
        recipient = f"{match_id}-{PEOPLE[0 if scene.hosts else 1]}"
        letters = outbox.of_match(session, match_id, 9)
        letter = next(one for one in letters if one.player_id == recipient)
        player = session.get_one(Player, letter.player_id)
        notices = outbox.covered(session, letter.id)
        assert [one.kind for one in notices] == [scene.kind]
        for notice in notices:
            named = letter_scenes.renamed(scene, names[0]).facts
            notice.facts = {**notice.facts, **named, "turn": row.turn}
        letter_scenes.name(session, match_id, "en", names)
        seat = standing.held_by(session, row, player)
        facts = composing._facts(Case(session, row, player, seat, notices, letter, NOON))
        texts = templates.text("en", facts, notices), templates.html("en", facts, notices)
        session.expunge_all()  # nothing of this is to be kept
    return (facts["subject"], *texts)


def test_a_digest_tells_of_whatever_there_is_to_tell(written: list[tuple[Scene, str]]) -> None:
    """Each kind finds all that its words need also where no table is shown."""
    with reading() as session:
        for scene, match_id in written:
            row = session.get_one(Match, match_id)
            recipient = f"{match_id}-{PEOPLE[0 if scene.hosts else 1]}"
            letters = outbox.of_match(session, match_id, 9)
            letter = next(one for one in letters if one.player_id == recipient)
            player = session.get_one(Player, recipient)
            notices = outbox.covered(session, letter.id)
            draft = digest.compose(session, player, letter, [(row, notices)], NOON)

            assert f"Match {match_id}" in draft.text.decode(), scene.name


@cache
def plainly(match_id: str) -> tuple[str, str, str]:
    return rewritten(_early(SCENES[int(match_id[1:])]), match_id, ("Ann", "Bob", "Cy", "Di"))


@given(name=NASTY)
@hypothesis_settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_name_changes_the_shape_of_any_kind_of_letter(
    written: list[tuple[Scene, str]], name: str
) -> None:
    """Controls, markup, right-to-left, very long: no element, no line, no turned order of it."""
    for scene, match_id in written:
        plain = plainly(match_id)
        nasty = rewritten(scene, match_id, (name, f"{name}2", f"{name}3", f"{name}4"))

        assert markup.read(nasty[2]).shape == markup.read(plain[2]).shape, scene.name
        assert len(nasty[1].split("\n")) == len(plain[1].split("\n")), scene.name
        for said in nasty:
            kept = "".join(said.split("\n"))
            assert one_line(kept) == " ".join(kept.split()), scene.name


def test_control_a_name_that_is_not_escaped_is_noticed(
    written: list[tuple[Scene, str]],
) -> None:
    scene, match_id = next(one for one in written if one[0].kind == "your_turn")
    html = rewritten(scene, match_id, ("<b>Ann</b>", "Bob", "Cy", "Di"))[2]
    careless = html.replace("&lt;b&gt;Ann&lt;/b&gt;", "<b>Ann</b>")

    assert markup.read(careless).shape != markup.read(html).shape


@pytest.mark.parametrize(
    "name", ["<b>&\"'", "a\r\nBcc: x@y.example\u2028", "\u202e\u05e9\x00\x1b", "👩‍👩‍👧‍👦" * 5]
)
def test_whatever_slipped_in_as_a_name_the_letter_leaves_with_its_picture(
    writing_room: Flask, name: str
) -> None:
    scene = next(one for one in SCENES if one.name == "your-turn")
    people = (name, name + "2", name + "3", name + "4")
    message = strictly(letter_scenes.post(scene, "m1", people=people))

    assert set(message.keys()) == HEADERS
    assert [one.get_content_type() for one in message.walk()] == PICTURED
    assert _picture_fits(message, markup.read(tables.page(message)))


# --- languages


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "Tuesday, 3 March 2026"),
        ("it", "martedì 3 marzo 2026"),
        ("de", "Dienstag, 3. März 2026"),
        ("ru", "вторник, 3 марта 2026"),
    ],
)
def test_a_letter_speaks_its_readers_language(writing_room: Flask, language: str, day: str) -> None:
    """Also where a sentence has no translation: then that one is English."""
    assert language in LANGUAGES
    scene = next(one for one in SCENES if one.name == "your-turn")
    message = strictly(letter_scenes.post(scene, "m1", language))

    assert message["Content-Language"] == language
    assert markup.read(tables.page(message)).all("html")[0].attributes["lang"] == language
    assert day in tables.plain(message)
    assert day in tables.page(message)


def test_the_same_letter_is_the_same_bytes() -> None:
    """Nothing in it comes by chance: what differs between two copies is a difference in facts."""
    sent = Envelope(
        sender="post@moai.example",
        recipient="ann@moai.example",
        name="Ann",
        subject="Giants: your turn",
        message_id="<m1.1@moai.example>",
        date=NOON,
        thread=(),
        unsubscribe="https://moai.example/u/x",
        language="en",
    )
    content = Content("Hello\n", "<p>Hello</p>\n", b"\x89PNG", "board.m1.1@moai.example")

    assert envelope.build(sent, content) == envelope.build(sent, content)


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("game", GAMES)
def test_the_picture_in_a_letter_is_drawn_for_a_telephone(writing_room: Flask, game: str) -> None:
    """Of all kinds alike; so one of each game is really drawn."""
    scene = next(one for one in SCENES if one.game == game and one.kind == "your_turn")
    message = strictly(letter_scenes.post(scene, "m1"))

    assert _picture_fits(message, markup.read(tables.page(message)))


@pytest.mark.usefixtures("painted")
def test_a_picture_is_drawn_once_and_anew_when_the_table_has_changed(writing_room: Flask) -> None:
    """Before the letter is claimed; the claim itself finds it at hand."""
    drawing.small_png.cache_clear()
    table = tables.lay()
    delivery.deliver(at(1))
    first = drawing.small_png.cache_info()
    delivery.deliver(at(2))
    for seat in range(3):
        table.submit(seat, "bid nothing")
    resolution.resolve("m1", at(3)())
    delivery.deliver(at(4))

    assert (first.misses, first.hits) == (3, 3)
    assert drawing.small_png.cache_info().misses == 6


@pytest.mark.usefixtures("painted")
def test_only_the_newest_pictures_are_kept() -> None:
    """Some megabytes, however many tables there are."""
    assert drawing.small_png.cache_info().maxsize == drawing.png.cache_info().maxsize == 32


@pytest.mark.parametrize("game", GAMES)
def test_where_no_pictures_are_wanted_the_letter_tells_the_table_in_words(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """LETTER_PICTURES=no: nothing is drawn, and nothing that the picture would tell is lost."""
    wanted = replace(writing_room.extensions["settings"], letter_pictures=False)
    monkeypatch.setitem(writing_room.extensions, "settings", wanted)
    monkeypatch.setattr(drawing, "small_png", pytest.fail)
    scene = next(one for one in SCENES if one.game == game and one.kind == "your_turn")
    message = strictly(letter_scenes.post(scene, "m1"))
    page = markup.read(tables.page(message))

    assert [part.get_content_type() for part in message.walk()] == BARE
    assert not page.all("img")
    assert TOLD[game] in tables.page(message)
