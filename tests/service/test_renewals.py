"""New links: the old ones die at once, with what they laid down; the new ones come by letter."""

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest
from flask import Flask

from engine import record
from engine.registry import GAMES
from engine.verify import verify
from service import (
    handovers,
    hosting,
    invitations,
    keyring,
    looking,
    planning,
    play,
    renewals,
    resigning,
    returning,
    sealed,
    talking,
    tokens,
)
from service.hooks import keeping
from service.invitations import Reply
from service.opening import Guest, HostSeat
from service.players import Person
from service.post import choosing, delivery
from service.refusals import Refusal
from service.sent import Asked, Sent
from service.store import handovers as proposals, outbox, seat_keys
from service.store.database import reading, writing
from service.store.letters import Letter
from service.store.matches import Match
from service.talking import Words
from tests.engine.giants.tables import table as position
from tests.parts import openings
from tests.parts.openings import CLARA, NOON
from tests.parts.post_office import PostOffice
from tests.service.plan_tables import (
    BLUE,
    GREEN,
    LEFT,
    at,
    entries,
    lay,
    told,
    turn as turn_of,
    work,
)

LATER = NOON + timedelta(hours=1)
BRUNO = Guest(Person("Bruno", "bruno@moai.example"))
KEY = bytes(range(32))
SAID = Sent(b"", "POST", "moai.example", "/messages")
LINK = re.compile(r"http://127\.0\.0\.1:8000/([a-z])/(\S+)")


def giants() -> str:
    return openings.running(HostSeat(), BRUNO, CLARA, game="giants")


def person(who: str = "bruno") -> tokens.Player:
    found = openings.player(f"{who}@moai.example")
    return tokens.Player(found.id, found.generation)


def turn(match_id: str, seat: int) -> tokens.Turn:
    held = openings.seat_token(match_id, seat)
    return tokens.Turn(match_id, seat, held.generation, str(openings.row(match_id).phase))


def bid(match_id: str, seat: int, key: str | None = None) -> object:
    sent = Sent(b"bid nothing", "POST", "moai.example", "/turns", key)
    asked = Asked(openings.row(match_id).turn, None, "bid nothing")
    return play.submit(openings.seat_token(match_id, seat), sent, asked, NOON)


def refusal(call: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value


def why(call: Callable[[], object]) -> object:
    found = refusal(call)
    return found.facts.get("reason", found.code)


def posted(office: PostOffice, to: str = "bruno@moai.example") -> EmailMessage:
    """The newest letter with new links, as it left."""
    delivery.deliver(lambda: LATER)
    sent = {str(one["Message-ID"]): one for one in office.letters}
    found = sent[of_links()[0].message_id]
    assert to in str(found["To"])
    return found


def words(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def keys_in(letter: EmailMessage) -> dict[str, tokens.Token]:
    """The tokens of its links, by the letter of their kind."""
    return {letter: tokens.read(text) for letter, text in LINK.findall(words(letter))}


def of_links() -> list[Letter]:
    with reading() as session:
        return [one for one in outbox.newest(session, 100) if one.kind == "links"]


def by_every_link(match_id: str, seat: int) -> dict[str, Callable[[], object]]:
    """What a seat's links open, with those that it has now."""
    held, now = openings.seat_token(match_id, seat), turn(match_id, seat)
    generation = held.generation
    handovers.replace(openings.host_token(match_id), 2, openings.BOT, NOON)
    with reading() as session:
        waiting = proposals.waiting_for(session, match_id, 2)
        assert waiting is not None
        voice = tokens.Voice(match_id, seat, generation, waiting.called)
    asked = openings.invitation(match_id, seat)
    return {
        "seat": lambda: looking.sight(held, match_id),
        "turn": lambda: looking.sight(now, match_id),
        "mark": lambda: looking.mark(held, match_id),
        "return": lambda: returning.look(tokens.Return(match_id, seat, generation)),
        "voice": lambda: handovers.look(voice),
        "invitation": lambda: invitations.accept(asked, Reply(), NOON),
    }


# --- a seat


def test_all_links_of_a_seat_are_dead_at_once_and_say_so(stored: Flask) -> None:
    match_id = giants()
    old, rival = by_every_link(match_id, 1), openings.seat_token(match_id, 2)
    for look in old.values():
        look()  # each was good
    renewals.of_seat(openings.seat_token(match_id, 1), LATER)

    told = [refusal(look) for look in old.values()]
    assert {(one.code, one.facts.get("reason")) for one in told} == {
        ("unauthenticated", "replaced")
    }
    assert "replaced on 2026-03-01" in told[0].detail
    assert looking.sight(openings.seat_token(match_id, 1), match_id).seat == 1
    assert looking.sight(rival, match_id).seat == 2


def test_control_were_the_generation_not_raised_the_old_links_would_act(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewals, "_renew_seat", lambda *_, **__: None)
    match_id = giants()
    old = by_every_link(match_id, 1)
    renewals.of_seat(openings.seat_token(match_id, 1), LATER)

    for look in old.values():
        look()


def test_the_new_links_go_to_the_address_that_is_kept_and_nowhere_else(
    posting: Flask, post_office: PostOffice
) -> None:
    match_id = giants()
    answer = renewals.of_seat(openings.seat_token(match_id, 1), LATER)
    found = keys_in(posted(post_office))

    assert vars(answer) == {"replaced_at": LATER}
    assert found["s"] == openings.seat_token(match_id, 1) == tokens.Seat(match_id, 1, 2)
    assert found["t"] == turn(match_id, 1)
    assert not {"p", "h"} & set(found)
    assert len(of_links()) == 1


def test_a_plan_is_dropped_and_its_seat_is_asked_after_all(writing_room: Flask) -> None:
    """Somebody else may have laid it down with one of the old links."""
    table = at(position(stage="placement", turn="blue", blue=LEFT, green=LEFT, red=LEFT))
    lay(table, GREEN, "worker C4")
    renewals.of_seat(tokens.Seat(table.id, GREEN, 1), NOON)
    turn_of(table, BLUE, "worker D6")

    assert work(table) == 0
    assert told(GREEN)[-1] == "your_turn"
    assert [one for one in entries(table) if one[0] == GREEN] == []


def test_control_with_the_plan_left_there_it_is_played(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewals, "_drop_laid", lambda *_: False)
    table = at(position(stage="placement", turn="blue", blue=LEFT, green=LEFT, red=LEFT))
    lay(table, GREEN, "worker C4")
    renewals.of_seat(tokens.Seat(table.id, GREEN, 1), NOON)
    turn_of(table, BLUE, "worker D6")

    assert work(table) == 1


def test_preferences_are_dropped_and_what_is_sealed_stays_for_its_holder_to_change(
    posting: Flask, post_office: PostOffice
) -> None:
    match_id = giants()
    seat = openings.seat_token(match_id, 1)
    bid(match_id, 1)
    planning.prefer(seat, {"idle": True}, NOON)
    renewals.of_seat(seat, LATER)
    new = openings.seat_token(match_id, 1)

    assert planning.my_preferences(new) == {"recall": "ask", "idle": False}
    assert openings.row(match_id).submitted == [1]
    assert sealed.own_sealed(new).text == "bid nothing"
    assert "Plans and preferences were dropped" in words(posted(post_office))
    sealed.withdraw(new, LATER)
    assert openings.row(match_id).submitted == []


def with_programs(match_id: str) -> str:
    """A key that binds the seat, and a webhook; the key's name."""
    seat = openings.seat_token(match_id, 1)
    (key,) = keyring.register(seat, KEY, NOON).items
    keyring.bind(seat, NOON, signed_only=True)
    keeping.make(seat, "http://hooks.example/", NOON)
    return key.keyid


def test_keys_and_webhooks_go_and_the_letter_names_them(
    posting: Flask, post_office: PostOffice
) -> None:
    """The log names keys, so it must say that these are in force no more."""
    match_id = giants()
    keyid = with_programs(match_id)
    renewals.of_seat(openings.seat_token(match_id, 1), LATER)
    new = openings.seat_token(match_id, 1)
    ring, letter = keyring.look(new), words(posted(post_office))
    book = record.parse(looking.whole_record(match_id))

    assert (ring.items, ring.signed_only, keeping.listed(new)) == ([], False, [])
    assert keyid in letter
    assert "1 webhook was removed." in letter
    assert book.entries[-1].public["keys"] == []
    assert verify(book, GAMES["giants"]).fault is None


def test_a_program_may_keep_its_keys_and_webhooks(stored: Flask) -> None:
    match_id = giants()
    keyid = with_programs(match_id)
    before = openings.row(match_id)
    renewals.of_seat(openings.seat_token(match_id, 1), LATER, keep_programs=True)
    new = openings.seat_token(match_id, 1)
    with reading() as session:
        found = seat_keys.in_force(session, match_id, keyid)

    assert found == (1, new.generation, KEY)
    assert keyring.look(new).signed_only
    assert len(keeping.listed(new)) == 1
    assert openings.row(match_id).revision == before.revision


def test_the_letter_lists_what_was_kept_and_does_not_say_that_nothing_acts(
    posting: Flask, post_office: PostOffice
) -> None:
    """A thief's key or webhook may be among them; of an address, which may hold a secret, the host.

    What acts there is told at the hour when it was registered, where the reader lives.
    """
    match_id = giants()
    keyid = with_programs(match_id)
    renewals.of_seat(openings.seat_token(match_id, 1), LATER, keep_programs=True)
    letter = " ".join(words(posted(post_office)).split())

    assert "These were kept, and go on acting for your seat." in letter
    assert f"Signing key {keyid[:12]}… of match {match_id}, since Sunday, 1 March 2026" in letter
    assert f"Webhook at hooks.example of match {match_id}, since Sunday, 1 March 2026" in letter
    assert "It opens nothing now" not in letter


def test_a_person_who_keeps_programs_is_told_those_of_each_seat(
    posting: Flask, post_office: PostOffice
) -> None:
    match_id, other = giants(), giants()
    keyid = with_programs(match_id)
    keeping.make(openings.seat_token(other, 1), "http://else.example/secret", NOON)
    renewals.of_player(person(), LATER, keep_programs=True)
    letter = " ".join(words(posted(post_office)).split())

    assert f"Signing key {keyid[:12]}… of match {match_id}" in letter
    assert f"Webhook at else.example of match {other}" in letter
    assert "secret" not in letter


def test_the_letter_says_when_letters_come_now_for_somebody_else_may_have_chosen_it(
    posting: Flask, post_office: PostOffice
) -> None:
    match_id = giants()
    chosen = {"delay": 600, "digest": 3, "quiet": {"from": 4, "to": 2}, "off": ["reminder"]}
    choosing.choose_own(openings.seat_token(match_id, 1), match_id, chosen, NOON)
    renewals.of_seat(openings.seat_token(match_id, 1), LATER)
    letter = " ".join(words(posted(post_office)).split())

    assert "A letter waits 600 minutes for more to tell." in letter
    assert "One letter a day, at 3:00, tells of all your matches." in letter
    assert "From 4:00 to 2:00 nothing comes." in letter
    assert "1 kind of news brings no letter." in letter
    assert "No reminders come before a deadline." not in letter
    assert "on your own page, under “Your letters”" in letter


def test_in_a_match_out_of_play_the_keys_die_though_the_log_can_say_nothing(
    writing_room: Flask,
) -> None:
    match_id = giants()
    with_programs(match_id)
    with writing() as session:
        row = session.get_one(Match, match_id)
        row.quarantined_at = NOON
        number = row.number
    renewals.of_seat(openings.seat_token(match_id, 1), LATER)
    ring = keyring.look(openings.seat_token(match_id, 1))

    assert (ring.items, ring.signed_only) == ([], True)
    assert openings.row(match_id).number == number


def test_keys_are_not_revoked_while_a_phase_is_resolved(writing_room: Flask) -> None:
    match_id = giants()
    with_programs(match_id)
    with writing() as session:
        session.get_one(Match, match_id).closes_at = NOON
    found = refusal(lambda: renewals.of_seat(openings.seat_token(match_id, 1), LATER))

    assert (found.code, found.facts["retry_after"]) == ("resolving", 2)


def test_what_the_holder_said_and_sent_is_still_its_own(stored: Flask) -> None:
    """Others go on seeing who said it, and the same request is the same submission."""
    match_id = giants()
    talking.post(openings.seat_token(match_id, 1), Words("to all", None), SAID, NOON)
    talking.post(openings.seat_token(match_id, 2), Words("to Bruno", 1), SAID, NOON)
    first = bid(match_id, 1, "a key")
    renewals.of_seat(openings.seat_token(match_id, 1), LATER)
    mine = talking.read(openings.seat_token(match_id, 1), None).items
    others = talking.read(openings.seat_token(match_id, 2), None).items

    assert [(one.text, one.mine) for one in mine] == [("to all", True), ("to Bruno", False)]
    assert [one.name for one in others] == ["Bruno", "Clara"]
    assert bid(match_id, 1, "a key") == first


def test_a_hosts_own_seat_is_opened_by_its_page_so_that_goes_with_it(
    posting: Flask, post_office: PostOffice
) -> None:
    match_id = giants()
    host = openings.host_token(match_id)
    assert hosting.own_seat(host) is not None
    renewals.of_seat(openings.seat_token(match_id, 0), LATER)
    found = keys_in(posted(post_office, "ann@moai.example"))

    assert why(lambda: hosting.own_seat(host)) == "replaced"
    assert (found["s"], found["h"]) == (
        openings.seat_token(match_id, 0),
        openings.host_token(match_id),
    )


def test_the_next_holder_of_a_seat_has_nothing_of_the_one_before(stored: Flask) -> None:
    match_id = giants()
    talking.post(openings.seat_token(match_id, 2), Words("to Bruno", 1), SAID, NOON)
    renewals.of_seat(openings.seat_token(match_id, 1), LATER)
    old = openings.seat_token(match_id, 1)
    resigning.resign(old, LATER)
    found = openings.seats(match_id)[1]

    assert (found.generation, found.holder, found.renewed_at) == (3, 3, None)
    assert refusal(lambda: looking.sight(old, match_id)).facts == {}
