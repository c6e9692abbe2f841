"""The doors of hosts, of those who are invited, and of people by themselves."""

from service import tokens
from tests.gallery import world
from tests.gallery.scene import Ask, Scene

HOST, GUEST, OTHER = 0, 2, 3


def _host(name: str, **query: str) -> Ask:
    return Ask(tokens.sign(tokens.Host(world.called(name), 1)), query)


def _acting(ask: Ask, **form: str) -> Ask:
    return Ask(ask.place, ask.query, form)


def _confirm() -> Ask:
    match = world.called("confirming")
    return Ask(tokens.sign(tokens.Confirm(match, world.player(match, "Anna"), 1)))


def _invited(name: str, seat: int) -> Ask:
    return Ask(tokens.sign(tokens.Invitation(world.called(name), seat, 1)))


def _voice(seat: int) -> Ask:
    match = world.called("hosting")
    return Ask(tokens.sign(tokens.Voice(match, seat, 1, world.handover())))


def _ballot(seat: int) -> Ask:
    match = world.called("hosting")
    return Ask(tokens.sign(tokens.Voice(match, seat, 1, world.vote(), "vote")))


def _silence(person: str) -> Ask:
    match = world.called("hosting")
    return Ask(tokens.sign(tokens.Unsubscribe(world.player(match, person), match, 1)))


def _me(person: str = "Anna") -> Ask:
    return Ask(tokens.sign(tokens.Player(world.player(world.called("hosting"), person), 1)))


def _letters_of_a_match() -> Ask:
    return Ask(_me().place, query={"match": world.called("hosting")})


def _seated(number: int) -> Ask:
    return Ask(tokens.sign(tokens.Seat(world.called("hosting"), number, 1)))


def _back() -> Ask:
    return Ask(tokens.sign(tokens.Return(world.called("hosting"), 3, 1)))


HALF_QUIET = {"delay": "15", "digest": "18", "quiet_from": "22", "quiet_to": "none"}
DAYS = {"do": "leave", "first_day": "2026-03-14", "last_day": "2026-03-22"}
KNOWN = {"name": "Anna", "language": "en", "time_zone": "Europe/Rome"}
SCENES = (
    Scene("confirm", "GET /c/<token>", _confirm),
    Scene("confirmed", "POST /c/<token>", lambda: _acting(_confirm(), do="confirm")),
    Scene("invitation", "GET /i/<token>", lambda: _invited("gathering", GUEST), broad=True),
    Scene(
        "invitation-faults",
        "POST /i/<token>",
        lambda: _acting(_invited("gathering", GUEST), do="accept", time_zone="Mars"),
    ),
    Scene("host-gathering", "GET /h/<token>", lambda: _host("gathering"), broad=True),
    Scene("host-replacing", "GET /h/<token>", lambda: _host("gathering", seat=str(OTHER))),
    Scene("host-sure", "GET /h/<token>", lambda: _host("gathering", sure="cancel")),
    Scene("host-running", "GET /h/<token>", lambda: _host("hosting"), dark=True),
    Scene(
        "accepted", "POST /i/<token>", lambda: _acting(_invited("gathering", GUEST), do="accept")
    ),
    Scene(
        "declined", "POST /i/<token>", lambda: _acting(_invited("gathering", OTHER), do="decline")
    ),
    Scene("voice", "GET /v/<token>", lambda: _voice(1)),
    Scene("voice-agreed", "POST /v/<token>", lambda: _acting(_voice(1), do="consent")),
    Scene("vote", "GET /v/<token>", lambda: _ballot(1)),
    Scene("vote-disagreed", "POST /v/<token>", lambda: _acting(_ballot(1), do="disagree")),
    Scene("me", "GET /p/<token>", _me, dark=True, broad=True),
    Scene("me-changed", "POST /p/<token>", lambda: Ask(_me().place, form=KNOWN)),
    Scene("me-faulty", "GET /p/<token>", lambda: _me("Dmitri")),
    Scene("my-letters", "GET /p/<token>/letters", _me, dark=True, broad=True),
    Scene("my-letters-faulty", "GET /p/<token>/letters", lambda: _me("Dmitri")),
    Scene("letters-chosen", "GET /p/<token>/letters/choose", _me, broad=True),
    Scene(
        "letters-chosen-faults",
        "POST /p/<token>/letters/choose",
        lambda: Ask(_me().place, form=HALF_QUIET),
    ),
    Scene("letters-chosen-match", "GET /p/<token>/letters/choose", _letters_of_a_match, dark=True),
    Scene("erase", "GET /p/<token>/erase", _me, broad=True),
    Scene("my-page-seat", "GET /s/<token>/my-page", lambda: _seated(1)),
    Scene("my-page-host", "GET /h/<token>/my-page", lambda: _host("hosting")),
    Scene("my-page-sent", "POST /s/<token>/my-page", lambda: _acting(_seated(1), do="my-page")),
    Scene(
        "my-page-sent-host",
        "POST /h/<token>/my-page",
        lambda: _acting(_host("hosting"), do="my-page"),
    ),
    Scene("links-mine", "GET /p/<token>/links", _me, dark=True),
    Scene(
        "links-mine-refused", "POST /p/<token>/links", lambda: _acting(_me("Dmitri"), do="renew")
    ),
    Scene("links-seat", "GET /s/<token>/links", lambda: _seated(1)),
    Scene("links-seat-refused", "POST /s/<token>/links", lambda: _acting(_seated(3), do="keep")),
    Scene("links-host", "GET /h/<token>/links", lambda: _host("hosting")),
    Scene("me-away", "POST /p/<token>", lambda: Ask(_me().place, form=DAYS), broad=True),
    Scene("return", "GET /r/<token>", _back),
    Scene("returned", "POST /r/<token>", lambda: _acting(_back(), do="return")),
    Scene("unsubscribe", "GET /u/<token>", lambda: _silence("Bruno")),
    Scene("unsubscribe-digest", "POST /u/<token>", lambda: _acting(_silence("Bruno"), do="digest")),
    Scene("unsubscribe-muted", "POST /u/<token>", lambda: _acting(_silence("Bruno"), do="mute")),
    Scene("unsubscribe-never", "POST /u/<token>", lambda: _acting(_silence("Bruno"), do="block")),
    Scene(
        "my-letters-again", "POST /p/<token>/letters", lambda: _acting(_me("Dmitri"), do="again")
    ),
    Scene("host-paused", "POST /h/<token>", lambda: _acting(_host("hosting"), do="pause")),
    Scene("erased", "POST /p/<token>/erase", lambda: _acting(_me("Dmitri"), do="erase")),
    Scene("links-replaced", "POST /h/<token>/links", lambda: _acting(_host("hosting"), do="renew")),
    Scene("links-dead", "GET /h/<token>", lambda: _host("hosting")),
)
