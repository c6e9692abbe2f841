"""Bringing in a match that was played elsewhere: its record, checked whole, becomes a match here.

It keeps its id, which its luck and its commitments are made with. Nobody holds a seat of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine import codec
from engine.canonical import plain
from engine.chance import commitment
from engine.errors import Malformed, shown
from engine.game import Game
from engine.match import Done
from engine.parts import read_public
from engine.proofs import Claim, by_submission, claims
from engine.record import Record, entry
from engine.registry import GAMES
from engine.replay import replay
from engine.signing import Proof
from engine.verify import Fault, verify
from engine.words import FAULTS, N_, REFUSALS, Tongue, plainly, tell
from service import hidden, limits, lobby, names, pacing, players, proofs, table, vault
from service.lobby import MATCH_ID, Standing
from service.pacing import Pace
from service.players import Person
from service.refusals import Refusal, Saying, say
from service.store.database import writing
from service.store.matches import Match, Seat
from service.store.submissions import PLAYED, Submission

IMPORTER = "Import"
SEAT = "Seat {number}"


@dataclass(frozen=True)
class Brought:
    """A record as it came, unread, and what its seats shall be called; nothing: by number."""

    record: Any
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kept:
    """Where the match stands; whether it is new here."""

    match: Standing
    new: bool


def bring(asked: Brought, ip: str, now: datetime) -> Kept:
    """Counted first, for checking is the work; kept only when every check has passed."""
    with writing() as session:
        limits.demand_import(session, ip, now)
    book = _read(asked.record)
    game = _demand_sound(book)
    _demand_names(book, asked.names)
    log = list(replay(game, book.seed or b"", filter(None, map(entry, book.entries))))
    with writing() as session:
        limits.hold_import(session, book.match, now)
        known = session.get(Match, book.match)
        if known is not None:
            return Kept(lobby.standing(session, _demand_same(known, book)), new=False)
        row = _keep(session, book, log, asked.names, now)
        session.add_all(_signed(row, book, log, now))
        session.flush()
        return Kept(lobby.standing(session, row), new=True)


# --- what is asked of a record


def _read(given: Any) -> Record:
    # The whole of it, before its parts: what is too deep to be written must not be read.
    if not plain(given):
        raise _bad("not_plain", N_("A record holds JSON without fractions, not too deep."))
    try:
        book: Record = codec.read(Record, given)
    except Malformed as why:
        raise _bad(why.code, _sentence(REFUSALS, why.code, why.facts), **_named(why.facts)) from why
    return book


def _demand_sound(book: Record) -> Game[Any, Any]:
    game = GAMES.get(book.game)
    if game is None:
        raise _bad("unknown_game", say(N_("There is no game “{game}”."), game=shown(book.game)))
    if not MATCH_ID.fullmatch(book.match):
        raise _bad("match_id", N_("The match's id has 1 to 16 letters, digits, - and _."))
    report = verify(book, game)
    if report.fault is not None:
        raise _faulty(report.fault)
    if not report.finished:
        raise _bad("unfinished", N_("Only the record of a match that is over can be brought in."))
    if report.unchecked:
        raise _bad(
            "other_rules",
            say(
                N_("The record was made by the rules “{given}”; here they are {known}."),
                given=shown(book.rules),
                known=", ".join(game.meta.known),
            ),
        )
    return game


def _demand_names(book: Record, given: Sequence[str]) -> None:
    seats = book.entries[0].public["seats"]
    if given and len(given) != seats:
        players.wrong(
            "names",
            "wrong_names",
            say(N_("This match has {seats} seats: give as many names, or none."), seats=seats),
        )
    if any(names.alike(one, given[:number]) for number, one in enumerate(given)):
        players.wrong("names", "same_name", N_("Two seats have the same name, or nearly so."))


def _demand_same(row: Match, book: Record) -> Match:
    if row.status != "finished" or row.head != book.head:
        raise Refusal(
            "conflict",
            say(N_("There is another match “{match}” here."), match=book.match),
            reason="match_exists",
        )
    return row


# --- in words


def _faulty(fault: Fault) -> Refusal:
    facts = {"entry": fault.entry, **fault.facts}
    return _bad(fault.code, _sentence(FAULTS, fault.code, facts), **_named(facts))


def _sentence(words: Any, code: str, facts: Any) -> Saying:
    def saying(tongue: Tongue) -> str:
        return tell(words, code, facts, plainly, tongue)

    return saying


def _bad(reason: str, saying: str | Saying, **facts: object) -> Refusal:
    return Refusal("bad_record", saying, **{**facts, "reason": reason})


def _named(facts: Any) -> dict[str, object]:
    return {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()}


# --- rows


def _keep(
    session: Session, book: Record, log: list[Done[Any]], called: Sequence[str], now: datetime
) -> Match:
    host = players.made_without_address(session, Person(IMPORTER, None), now)
    row = _match(book, host.id, now)
    session.add(row)
    session.flush()
    for number in range(row.seats):
        name = called[number] if called else SEAT.format(number=number + 1)
        session.add(Seat(match_id=row.id, number=number, name=name, status="accepted"))
    table.adopt(session, row, log, now)
    session.flush()
    return row


def _signed(
    row: Match, book: Record, log: Sequence[Done[Any]], now: datetime
) -> Iterator[Submission]:
    """What was signed keeps its proof: without it the record would be found wanting."""
    shown = by_submission(book)
    for done in log:
        for claim in claims(read_public(done.entry.public)):
            if claim.key is not None:
                yield _submission(row, done, claim, shown[claim.submission], now)


def _submission(
    row: Match, done: Done[Any], claim: Claim, proof: Proof, now: datetime
) -> Submission:
    made = Submission(
        match_id=done.match.id,
        number=proof.submission,
        seat=claim.seat,
        kind="sealed" if claim.sealed else "turn",
        status=PLAYED,
        phase="",
        turn=done.match.turn,
        by=claim.by,
        method=proof.method,
        authority=proof.authority,
        path=proof.path,
        proof=None if claim.key is None else proofs.written(row, proof, claim.key),
        entry=done.entry.number,
        created_at=now,
    )
    hidden.keep_body(row, made, proof.body)
    return made


def _match(book: Record, host_id: str, now: datetime) -> Match:
    deal, seed = book.entries[0].public, book.seed or b""
    return Match(
        id=book.match,
        game=book.game,
        options=dict(deal["options"]),
        seats=deal["seats"],
        status="finished",
        public=False,
        starts_alone=True,
        pace=pacing.written(Pace(pacing.HOURS_A_DAY, pacing.HOURS_A_DAY)),
        cooling=0,
        host_id=host_id,
        host_generation=1,
        seed=vault.seal(seed),
        seed_hash=commitment(seed),
        helped=[],
        imported=True,
        created_at=now,
        started_at=None,
    )
