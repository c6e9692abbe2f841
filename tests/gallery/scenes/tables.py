"""The tables of both games in every step: to be filled in, filled in, done, and waited at."""

from collections.abc import Callable, Iterator
from functools import partial

from service import planning, tokens, way_back
from service.plans import Laid
from tests.gallery import world
from tests.gallery.positions import STEPS, draft, row_of
from tests.gallery.scene import Ask, Fields, Scene
from tests.parts.tables import BY_LETTER, NOON

SEALED = {"giants-bid", "rapa-nui-claim"}  # what is sealed stands in no address
BY_NIGHT = {"giants-move-drafted", "rapa-nui-play-drafted"}
BROADLY = {"giants-move-drafted", "rapa-nui-play-drafted"}


def _seat(name: str) -> str:
    """The link of an awaited seat to the whole match; seat 0's where nobody is awaited."""
    return world.seat_link(name, (row_of(name).awaited or [0])[0])


def _turn(name: str, phase: str | None = None) -> str:
    """The same in a letter, for one phase."""
    row = row_of(name)
    return tokens.sign(tokens.Turn(row.id, row.awaited[0], 1, phase or str(row.phase)))


def _other(name: str) -> str:
    """Somebody who waits."""
    row = row_of(name)
    return world.seat_link(name, min(set(range(row.seats)) - set(row.awaited)))


def _acting(link: Callable[[str], str], name: str, **form: str) -> Ask:
    sealed = "yes" if name in SEALED else ""
    return Ask(link(name), form={"turn": str(row_of(name).turn), "sealed": sealed, **form})


def _planning(name: str, **form: str) -> Ask:
    """Somebody who waits lays down a step; its page has shown the seat's first revision."""
    link = _other(name)
    return Ask(link, form={"revision": "1", **form})


def _looked(name: str) -> Ask:
    return Ask(_turn(name))


def _filled(name: str) -> Ask:
    """The form as a bot fills it in: in the address, or sent where it is sealed."""
    filled: Fields = draft(name)
    if name in SEALED:
        return Ask(_seat(name), form={"do": "preview", **filled})
    return Ask(_seat(name), filled)


def _dropping() -> Ask:
    """Somebody who waits has planned with a letter's link; what the next letter leads to."""
    row = row_of("giants-place")
    seat, phase = max(set(range(row.seats)) - set(row.awaited)), str(row.phase)
    step = Laid({"text": "pass"}, phase=f"transport {phase.partition(' ')[2]}")
    planning.lay(tokens.Turn(row.id, seat, 1, phase), BY_LETTER, [step], NOON)
    return Ask(tokens.sign(tokens.Drop(row.id, seat, 1, phase)))


def _steps() -> Iterator[Scene]:
    for name in STEPS:
        looking, filling = partial(_looked, name), partial(_filled, name)
        door = f"{'POST' if name in SEALED else 'GET'} /s/<token>"
        yield Scene(name, "GET /t/<token>", looking, english=True)
        drafted = f"{name}-drafted"
        shown = {"dark": drafted in BY_NIGHT, "broad": drafted in BROADLY}
        yield Scene(drafted, door, filling, **shown)


def _acted(name: str) -> str:
    """Who has made the last step, if that step is there to be taken back."""
    return world.seat_link(name, way_back.steps(row_of(name))[-1].seat)


def _talked() -> Ask:
    """Three have spoken, one of them to the seat alone."""
    name = "rapa-nui-play"
    seat = (row_of(name).awaited or [0])[0]
    others = [one for one in range(row_of(name).seats) if one != seat]
    world.say(name, others[0], "Good morning from the coast.\nWho has all the grain?")
    world.say(name, seat, "Not I. See https://moai.example/rules, page 4.")
    world.say(name, others[1], "Leave the fish to me, and the wood is yours.", to=seat)
    return Ask(world.seat_link(name, seat))


SCENES = (
    *_steps(),
    Scene("table-waiting", "GET /s/<token>", lambda: Ask(_other("giants-place"))),
    Scene("table-waiting-cards", "GET /s/<token>", lambda: Ask(_other("rapa-nui-play"))),
    Scene("table-asked", "GET /s/<token>", lambda: Ask(world.seat_link("hosting", 1))),
    Scene(
        "table-resigning",
        "GET /s/<token>",
        lambda: Ask(world.seat_link("giants-place", 1), {"sure": "resign"}),
    ),
    Scene(
        "table-planning",
        "POST /s/<token>",
        lambda: _planning("giants-place", do="plan-add", text="pass"),
    ),
    Scene("table-finished", "GET /s/<token>", lambda: Ask(_seat("giants-finished"))),
    Scene("table-finished-cards", "GET /s/<token>", lambda: Ask(_seat("rapa-nui-finished"))),
    Scene("table-log", "GET /s/<token>/log", lambda: Ask(_seat("giants-place"))),
    Scene("table-log-of-a-phase", "GET /t/<token>/log", lambda: Ask(_turn("rapa-nui-play"))),
    Scene("table-letters", "GET /s/<token>/letters", lambda: Ask(_seat("giants-place"))),
    Scene(
        "table-letters-of-a-phase",
        "GET /t/<token>/letters",
        lambda: Ask(_turn("giants-place")),
        english=True,
    ),
    Scene(
        "table-letters-again",
        "POST /s/<token>/letters",
        lambda: Ask(_seat("giants-place"), form={"do": "again"}),
        english=True,
    ),
    Scene(
        "table-letters-of-a-phase-again",
        "POST /t/<token>/letters",
        lambda: Ask(_turn("giants-place"), form={"do": "again"}),
        english=True,
    ),
    Scene("table-replay", "GET /s/<token>/replay", lambda: Ask(_seat("giants-place"))),
    Scene("drop", "GET /d/<token>", _dropping),
    Scene("dropped", "POST /d/<token>", lambda: Ask(_dropping().place, form={"do": "drop"})),
    Scene(
        "table-of-a-phase-refused",
        "POST /t/<token>",
        lambda: Ask(_turn("giants-place"), form={"do": "resign"}),
    ),
    Scene(
        "table-link-asked",
        "POST /t/<token>",
        lambda: Ask(_turn("giants-place"), form={"do": "link"}),
    ),
    Scene("table-shut", "GET /t/<token>", lambda: Ask(_turn("giants-place", "auction 1"))),
    Scene("table-undealt", "GET /s/<token>", lambda: Ask(world.seat_link("gathering", 1))),
    Scene(
        "table-refused",
        "POST /s/<token>",
        lambda: _acting(_seat, "giants-place", do="play", text="move moai 3 to Z9"),
    ),
    Scene(
        "table-sealed-receipt",
        "POST /s/<token>",
        lambda: _acting(_seat, "giants-bid", do="play", text="bid 1 worker"),
    ),
    Scene("table-sealed", "GET /s/<token>", lambda: Ask(_seat("giants-bid"))),
    Scene(
        "table-receipt",
        "POST /s/<token>",
        lambda: _acting(_seat, "giants-place", do="play", text="pass"),
    ),
    Scene("table-undo", "GET /s/<token>", lambda: Ask(_acted("giants-place"))),
    Scene(
        "table-undone",
        "POST /s/<token>",
        lambda: Ask(
            _acted("giants-place"), form={"do": "undo", "turn": str(row_of("giants-place").turn)}
        ),
    ),
    Scene("table-talk", "GET /s/<token>", _talked),
    Scene(
        "table-talk-refused",
        "POST /s/<token>",
        lambda: Ask(_seat("rapa-nui-play"), form={"do": "say", "message": " ", "to": ""}),
    ),
    Scene("talk", "GET /s/<token>/talk", lambda: Ask(_seat("rapa-nui-play")), dark=True),
    Scene("talk-of-a-phase", "GET /t/<token>/talk", lambda: Ask(_turn("rapa-nui-play"))),
    Scene(
        "table-receipt-cards",
        "POST /t/<token>",
        lambda: _acting(_turn, "rapa-nui-draw", do="play", text="draw 1"),
    ),
)
