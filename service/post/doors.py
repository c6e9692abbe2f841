"""The doors that a letter leads to: the one on its button, and the rarer ones beside it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.words import N_
from service import links, table, tokens
from service.post import standing
from service.post.case import Case
from service.store import matches
from service.store.matches import Match

YOURS = N_("The link is yours alone, and good until this phase is over.")
ALONE = N_("The link is yours alone.")
MOST_UNANSWERED = 50  # in one letter
OF_MATCH = N_("%(game)s, match %(match_id)s")
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
MINE = N_("Your page with all your matches")
SEAT = N_("Your seat")
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
    first = _host if _scopes(case) == {"host"} else _FIRST.get(case.kind, _answer)
    ways = dict.fromkeys(
        (first, _answer, _renewed, _mine, _seat, _turn, _return, _voice, _vote, _host)
    )
    found = (way(case) for way in ways)
    doors = tuple(one for one in found if one is not None) or (_watch(case),)
    return (*doors, *_unanswered(case), *_check(case))


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
    asked = any(one.kind == "seat_link" for one in case.notices)
    if not asked or seat is None or not case.plays:
        return None
    return _link(case, OWN, WHOLE, tokens.Seat(row.id, seat.number, seat.generation))


def _mine(case: Case) -> Link | None:
    """The page of the person itself, where it was asked for: it opens all that they hold."""
    if not any(one.kind == "player_link" for one in case.notices):
        return None
    return _own_page(case)


def _own_page(case: Case) -> Link:
    return _link(case, MINE, ALONE, tokens.Player(case.player.id, case.player.generation))


def _host(case: Case) -> Link | None:
    """Where the letter is about what a host sees to, or the match begins: the token opens much."""
    row = case.match
    is_hosts = any(
        one.kind == "started"
        or (one.seat is None and one.kind != "confirm")
        or one.facts.get("hosts")
        for one in case.notices
    )
    if case.player.id != row.host_id or not is_hosts or row.status == "unconfirmed":
        return None
    return _link(case, HOST, ALONE, tokens.Host(row.id, row.host_generation))


# --- in place of links that were replaced


def _scopes(case: Case) -> set[str]:
    return {one.facts["scope"] for one in case.notices if one.kind == "links"}


def _renewed(case: Case) -> Link | None:
    """The widest of a person's own that were replaced."""
    row, seat, scopes = case.match, case.seat, _scopes(case)
    if "player" in scopes:
        return _own_page(case)
    if scopes & {"seat", "host"} and seat is not None and case.plays:
        return _link(case, SEAT, ALONE, tokens.Seat(row.id, seat.number, seat.generation))
    return None


def _unanswered(case: Case) -> Iterator[Link]:
    """What a person was asked in letters whose links are dead: it is asked here once more."""
    if "player" not in _scopes(case):
        return
    say, player = case.tongue.say, case.player
    for match_id in matches.going_on(case.session, player.id, MOST_UNANSWERED):
        row = case.session.get_one(Match, match_id)
        token = _asking(case, row)
        if token is not None:
            label = CONFIRM if isinstance(token, tokens.Confirm) else ANSWER
            game = table.game_of(row).meta.title
            note = say(OF_MATCH) % {"game": game, "match_id": row.id}
            yield Link(say(label), note, links.to(token))


def _asking(case: Case, row: Match) -> tokens.Token | None:
    player = case.player
    if row.status == "unconfirmed":
        confirm = tokens.Confirm(row.id, player.id, row.host_generation)
        return confirm if row.host_id == player.id else None
    seat = standing.held_by(case.session, row, player)
    if seat is None or seat.status == "accepted":
        return None
    return tokens.Invitation(row.id, seat.number, seat.generation)


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
    "seat_link": _seat,
    "player_link": _mine,
    "away": _return,
    "handover": _voice,
    "vote": _vote,
    "ready": _host,
    "declined": _host,
    "problem": _host,
    "links": _renewed,
}
