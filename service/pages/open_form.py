"""The form that opens a match, read whole: every fault at its field, nothing typed is lost."""

from collections.abc import Mapping

from engine.game import Meta, Option, Value
from service import languages, names, players
from service.api.lobby_schemas import LONGEST_COOLING
from service.opening import MOST_SUBSTITUTES, BotSeat, Chair, Guest, HostSeat, Terms
from service.pacing import LONGEST_PACE, Pace
from service.pages import describing, pace_form
from service.pages.filling import Filled
from service.players import Person

HOST, PERSON, BOT = "host", "player", "bot "
DEFAULT_PACE = "48"
NOBODY = Person("-", None)


def blank(meta: Meta, seats: int, language: str) -> Filled:
    """As it is before anybody has touched it: the host plays, the others are people."""
    values = {f"options.{one.name}": _written(one.default) for one in meta.options}
    values |= {f"seats.{number}.kind": PERSON for number in range(seats)} | {"seats.0.kind": HOST}
    values |= {f"seats.{number}.language": language for number in range(seats)}
    values |= {f"substitutes.{number}.language": language for number in range(MOST_SUBSTITUTES)}
    values |= {"host.language": language, "host.time_zone": "UTC", "start": "auto"}
    values |= {"pace.turn_hours": DEFAULT_PACE, "pace.sealed_hours": DEFAULT_PACE, "cooling": "0"}
    values |= pace_form.written(Pace(1, 1), "pace.")
    return Filled(values)


def _written(value: Value) -> str:
    return ("yes" if value else "") if isinstance(value, bool) else str(value)


def kinds(game: str) -> list[str]:
    """What a seat's holder can be."""
    return [HOST, PERSON, *(f"{BOT}{name}" for name in describing.bots(game))]


def terms(filled: Filled, meta: Meta) -> Terms:
    return Terms(
        game=meta.slug,
        options=_options(filled, meta),
        turn_hours=filled.number("pace.turn_hours", 1, LONGEST_PACE, 1),
        sealed_hours=filled.number("pace.sealed_hours", 1, LONGEST_PACE, 1),
        cooling=filled.number("cooling", 0, LONGEST_COOLING, 0),
        public=filled.ticked("public"),
        starts_alone=filled.one_of("start", ("auto", "host"), "auto") == "auto",
        **pace_form.read(filled, "pace."),
    )


def _options(filled: Filled, meta: Meta) -> Mapping[str, Value]:
    return {one.name: _option(filled, one) for one in meta.options}


def _option(filled: Filled, option: Option) -> Value:
    field = f"options.{option.name}"
    if option.kind == "flag":
        return filled.ticked(field)
    if option.kind == "choice":
        return filled.one_of(field, option.choices, str(option.default))
    return filled.number(field, option.least or 0, option.most or 0, int(option.default))


def host(filled: Filled) -> Person:
    return _person(filled, "host.", needed=False)


def chairs(filled: Filled, game: str, seats: int) -> list[Chair]:
    return [_chair(filled, game, number) for number in range(seats)]


def _chair(filled: Filled, game: str, number: int) -> Chair:
    kind = filled.one_of(f"seats.{number}.kind", kinds(game), HOST)
    if kind == HOST:
        return HostSeat()
    if kind.startswith(BOT):
        return BotSeat(kind.removeprefix(BOT))
    return Guest(_person(filled, f"seats.{number}.", needed=True))


def successor(filled: Filled, game: str) -> Guest | BotSeat:
    """Who is to take a seat: the same fields, of one person."""
    kind = filled.one_of("kind", kinds(game)[1:], PERSON)
    if kind.startswith(BOT):
        return BotSeat(kind.removeprefix(BOT))
    return Guest(guest(filled, ""))


def guest(filled: Filled, where: str) -> Person:
    """Somebody with an address."""
    return _person(filled, where, needed=True)


def substitutes(filled: Filled) -> list[Person]:
    """Those of the form's rows in which anything is written."""
    return [
        guest(filled, f"substitutes.{number}.")
        for number in range(MOST_SUBSTITUTES)
        if any(filled.value(f"substitutes.{number}.{part}").strip() for part in ("name", "address"))
    ]


def _person(filled: Filled, where: str, *, needed: bool) -> Person:
    """A guest's time zone is the guest's own business: asked for when they accept."""
    given = needed or filled.value(f"{where}address").strip()
    return Person(
        name=filled.read(names.read, f"{where}name", NOBODY.name),
        address=filled.read(players.read_address, f"{where}address", "") if given else None,
        language=filled.one_of(f"{where}language", languages.LANGUAGES, languages.DEFAULT),
        time_zone=_zone(filled, f"{where}time_zone"),
    )


def _zone(filled: Filled, field: str) -> str:
    return filled.read(players.read_time_zone, field, "UTC") if filled.value(field) else "UTC"
