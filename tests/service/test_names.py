"""Names: what is taken, what is refused, and which are too much alike."""

from email import message_from_bytes
from email.policy import SMTP

import pytest
from hypothesis import given, settings as hypothesis_settings, strategies as st

from service import names
from service.refusals import Refusal
from tests.service.encoded_words import texts


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("J. R. Müller-Ōe", "J. R. Müller-Ōe"),
        ("Дарья", "Дарья"),
        ("王 芳", "王 芳"),
        ("e\u0301", "é"),
        ("Ann ❤\ufe0f", "Ann ❤\ufe0f"),
        ("Ann (2.0)", "Ann (2.0)"),
        ("What? Me = you", "What? Me = you"),
        ("Data Awwww", "Data Awwww"),
        ("Aww. Ann", "Aww. Ann"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_kept_tidied(given_name: str, kept: str) -> None:
    assert names.read(given_name, "name") == kept


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "   ",
        "x" * 41,
        "Ann\nBcc: all@moai.example",
        "Ann\r\n",
        "Ann\x00",
        "Ann\t",
        "Ann\u202e",
        "Ann\u200b",
        "\u3164",
        "A\u3164nn",
        "An\u034fn",
        "An\U000e0100n",
        "\ufe0f",
        "\ufe0f \ufe0f",
        "\u2028",
        "\ud800",
        "http://evil",
        "see evil.com",
        "WWW.evil",
        "evil\u3002com",
        "evil\uff0ecom",
        "ann@moai.example",
        "ann@localhost",
        "1.2.3.4",
        "192.168.1.1/a",
        "\uff11.\uff12.\uff13.\uff14",
        "10.1/x",
        "2001:db8::1",
        "mailto:eve",
        "=?utf-8?q?a=0AReply-To:e@e=2Eio?=",
        "=?l1?q?a=0A=0APay_at_evil=2Eio/x?=",
        "a =? b",
        "\uff1d\uff1futf-8",
        "Moai Post",
        "MOAI-POST",
        "M0ai P\u043est",
        "Moai Post Support",
        "The moaipost team",
    ],
)
def test_a_name_that_could_harm_a_letter_is_refused_with_its_field(bad: str) -> None:
    with pytest.raises(Refusal) as caught:
        names.read(bad, "seats.1.name")

    assert caught.value.code == "malformed"
    assert caught.value.facts == {"field": "seats.1.name", "reason": "bad_name"}


@given(st.text(max_size=60) | texts())
@hypothesis_settings(max_examples=300, deadline=None)
def test_whatever_passes_as_a_name_is_read_the_same_by_a_mail_library(text: str) -> None:
    try:
        name = names.read(text, "name")
    except Refusal:
        return
    subject = message_from_bytes(f"Subject: {name}\n\n".encode(), policy=SMTP)["Subject"]

    assert 1 <= len(name) <= 40
    assert str(subject).encode("utf-8", "surrogateescape").decode() == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Ann", "An\u200dn".replace("\u200d", "\u034f")),
        ("Ann", "\u0410nn"),  # a Cyrillic A
        ("paypal", "p\u0430yp\u0430l"),
        ("Ian", "lan"),
        ("Bob", "B0b"),
        ("Anna Maria", "AnnaMaria"),
        ("Anna", "Anna."),
        ("Arma", "Arrna"),
        ("Will", "VViII"),
        ("Ann", "\uff21nn"),
        ("Ann", "Ann\ufe0f"),
        ("Ann", "Ann|"),
        ("IAN", "\u0456an"),  # a Cyrillic i
        ("I\u0410N", "\u0456an"),  # a Cyrillic A, a Cyrillic i
        ("Zoe", "Z\u0153"),
        ("?", "\u0294"),  # a glottal stop
    ],
)
def test_names_that_look_alike_are_alike_both_ways(one: str, other: str) -> None:
    assert names.alike(one, ["Zoe", other])
    assert names.alike(other, [one])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Seat 1", "Seat 2"),
        ("Jose", "José"),
        ("Иван", "Иванна"),
        ("王", "玉"),
        ("!", "?"),
        ("🗿", "🗿🗿"),
        ("❤", "☀"),
        ("Ann ❤", "Ann ☀"),
        ("Ann ❤", "Ann"),
        ("Андрей", "Андреи"),
        ("Åsa", "Asa"),
    ],
)
def test_names_that_a_reader_tells_apart_are_not_alike(one: str, other: str) -> None:
    assert not names.alike(one, [other])
    assert not names.alike(one, [])


@pytest.mark.parametrize("name", ["Móai Pöst", "Moa1 Post", "MOAl POST", r"\\evil\x", "a//evil"])
def test_a_name_neither_bends_ours_nor_leads_to_a_server(name: str) -> None:
    with pytest.raises(Refusal):
        names.read(name, "name")
