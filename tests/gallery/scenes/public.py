"""The pages that anyone may open, and this machine's mailbox."""

from tests.gallery import world
from tests.gallery.scene import Ask, Fields, Scene

HOST: Fields = {
    "host.name": "Frida",
    "host.address": "frida@moai.example",
    "host.language": "en",
    "host.time_zone": "Europe/Rome",
}
PACE: Fields = {"pace.turn_hours": "48", "pace.sealed_hours": "48", "cooling": "0", "start": "auto"}
SEATS: Fields = {
    "seats.0.kind": "host",
    "seats.1.kind": "player",
    "seats.1.name": "Bruno",
    "seats.1.address": "bruno@moai.example",
    "seats.1.language": "it",
    "seats.2.kind": "bot greedy",
}
OPENING: Fields = {"game": "rapa-nui", "seats": "3", "key": "1", **HOST, **PACE, **SEATS}
FAULTY: Fields = {
    **OPENING,
    "key": "2",
    "host.time_zone": "Mars",
    "seats.1.name": "",
    "seats.1.address": "bruno",
}


def _of(name: str, **query: str) -> Ask:
    return Ask(world.called(name), query)


def _checked(head: str | None = None) -> Ask:
    """The record of a finished match, perhaps with a head that no letter named."""
    asked = {"match": world.called("giants-finished")}
    return Ask(query=asked if head is None else {**asked, "head": head})


SCENES = (
    Scene("front", "GET /", dark=True, broad=True),
    Scene("play-refused", "POST /play", lambda: Ask(form={"game": "chess"})),
    Scene("open-choice", "GET /open"),
    Scene("open", "GET /open", lambda: Ask(query={"game": "giants", "seats": "4"}), broad=True),
    Scene("open-faults", "POST /open", lambda: Ask(form=FAULTY)),
    Scene("opened", "POST /open", lambda: Ask(form=OPENING)),
    Scene("rules", "GET /rules"),
    Scene("rules-giants", "GET /rules/<game>", lambda: Ask("giants"), broad=True),
    Scene("rules-rapa-nui", "GET /rules/<game>", lambda: Ask("rapa-nui"), dark=True),
    Scene("help", "GET /help"),
    Scene("docs", "GET /docs"),
    Scene("error", "GET /nowhere"),
    Scene("matches", "GET /matches"),
    Scene("import", "GET /import"),
    Scene("import-faults", "POST /import", lambda: Ask(form={"names": "Ann, Bruno"})),
    Scene("match-giants", "GET /m/<match>", lambda: _of("giants-place"), broad=True),
    Scene("match-rapa-nui", "GET /m/<match>", lambda: _of("rapa-nui-play")),
    Scene("match-giants-finished", "GET /m/<match>", lambda: _of("giants-finished")),
    Scene("match-rapa-nui-finished", "GET /m/<match>", lambda: _of("rapa-nui-finished")),
    Scene("replay-giants", "GET /m/<match>/replay", lambda: _of("giants-finished", entry="60")),
    Scene("replay-rapa-nui", "GET /m/<match>/replay", lambda: _of("rapa-nui-finished", entry="9")),
    Scene("verify", "GET /verify"),
    Scene("verify-sound", "GET /verify", _checked, broad=True),
    Scene("verify-faulty", "GET /verify", lambda: _checked("0" * 64), dark=True),
    Scene("mailbox", "GET /mailbox"),
    Scene("mailbox-letter", "GET /mailbox/<int:letter>", lambda: Ask(str(world.newest_letter()))),
)
