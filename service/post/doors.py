"""The doors that a letter leads to: the one on its button, and the rarer ones beside it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.words import N_
from service import links, tokens
from service.post.case import Case

YOURS = N_("The link is yours alone, and good until this phase is over.")
ALONE = N_("The link is yours alone.")
LOOKING = N_("Opening the link does neither.")
ANYONE = N_("Anyone who has the link may look.")
PLAY = N_("Play your turn")
SEE = N_("See the table")
CONFIRM = N_("Confirm your address")
ANSWER = N_("Accept or decline")
VOICE = N_("Agree or object")
VOTE = N_("Agree or disagree")
RETURN = N_("Take my seat back")
OWN = N_("Open my seat")
WHOLE = N_("Whoever has this link holds your seat until the match is over: give it to nobody.")
HOST = N_("Your page as host")
WATCH = N_("See the match")
CHECK = N_("Check the record")
OWN_BROWSER = N_("Your own browser checks it: seed, draws, sealed actions, signatures and chain.")


@dataclass(frozen=True)
class Link:
    """What a click opens, and a sentence about who may."""

    label: str
    note: str
    url: str


def of(case: Case) -> tuple[Link, ...]:
    """The button's first; a letter that leads nowhere else leads to what everyone may see."""
    first = _FIRST.get(case.kind, _answer)
    ways = dict.fromkeys((first, _answer, _seat, _turn, _return, _voice, _vote, _host))
    found = (way(case) for way in ways)
    doors = tuple(one for one in found if one is not None) or (_watch(case),)
    return (*doors, *_check(case))


def _link(case: Case, label: str, note: str, token: tokens.Token) -> Link:
    say = case.tongue.say
    return Link(say(label), say(note), links.to(token))


def _answer(case: Case) -> Link | None:
    row, seat = case.match, case.seat
    if case.kind == "confirm":
        confirm = tokens.Confirm(row.id, row.host_id, row.host_generation)
        return _link(case, CONFIRM, ALONE, confirm)
    if case.kind == "invitation" and seat is not None:
        invitation = tokens.Invitation(row.id, seat.number, seat.generation)
        return _link(case, ANSWER, LOOKING, invitation)
    return None


def _turn(case: Case) -> Link | None:
    row, seat = case.match, case.seat
    if seat is None or not case.plays or row.status not in ("running", *_talked(case)):
        return None
    turn = tokens.Turn(row.id, seat.number, seat.generation, str(row.phase))
    label = PLAY if case.awaited and not seat.signed_only else SEE
    return _link(case, label, YOURS, turn)


def _talked(case: Case) -> tuple[str, ...]:
    """Who is spoken to when the match is over may still answer."""
    return ("finished",) if any(one.kind == "message" for one in case.notices) else ()


def _voice(case: Case) -> Link | None:
    """Where the seat has its say in a change of hands; good in every phase, unlike the other."""
    return _asked(case, "handover", VOICE)


def _vote(case: Case) -> Link | None:
    """Where it has its say in its match's time."""
    return _asked(case, "vote", VOTE)


def _asked(case: Case, about: str, label: str) -> Link | None:
    row, seat = case.match, case.seat
    asked = [
        one.facts[about]
        for one in case.notices
        if one.kind == about and one.facts.get("step") == "proposed"
    ]
    if not asked or seat is None or not case.plays or row.status != "running":
        return None
    voice = tokens.Voice(row.id, seat.number, seat.generation, asked[-1], about)
    return _link(case, label, ALONE, voice)


def _return(case: Case) -> Link | None:
    """Where a bot plays for this player; good in every phase, for being away outlives them."""
    row, seat = case.match, case.seat
    if seat is None or seat.stand_in is None or row.status != "running":
        return None
    return _link(case, RETURN, ALONE, tokens.Return(row.id, seat.number, seat.generation))


def _seat(case: Case) -> Link | None:
    """The seat's own, where its holder has asked for it: worth more than any other link here."""
    row, seat = case.match, case.seat
    asked = any(one.kind == "link" for one in case.notices)
    if not asked or seat is None or not case.plays:
        return None
    return _link(case, OWN, WHOLE, tokens.Seat(row.id, seat.number, seat.generation))


def _host(case: Case) -> Link | None:
    """Where the letter is about what a host sees to, or the match begins: the token opens much."""
    row = case.match
    is_hosts = any(
        one.kind == "started" or (one.seat is None and one.kind != "confirm")
        for one in case.notices
    )
    if case.player.id != row.host_id or not is_hosts:
        return None
    return _link(case, HOST, ALONE, tokens.Host(row.id, row.host_generation))


def _watch(case: Case) -> Link:
    say = case.tongue.say
    return Link(say(WATCH), say(ANYONE), links.to_match(case.match.id))


def _check(case: Case) -> tuple[Link, ...]:
    """Where the match is over, and its record is open to be checked."""
    row, say = case.match, case.tongue.say
    if row.head is None or not any(one.kind == "finished" for one in case.notices):
        return ()
    return (Link(say(CHECK), say(OWN_BROWSER), links.to_check(row.id, row.head)),)


# What a letter of this kind is there for; its other doors stand beside the button.
_FIRST: Mapping[str, Callable[[Case], Link | None]] = {
    "link": _seat,
    "away": _return,
    "handover": _voice,
    "vote": _vote,
    "ready": _host,
    "declined": _host,
    "problem": _host,
}
