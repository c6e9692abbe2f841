"""Delivery: claim one letter, commit, hand it over, commit. See docs/adr/0010."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog
from flask import current_app
from sqlalchemy.orm import Session

from service import vault
from service.bell import Bell
from service.crash_points import reach
from service.mail import inspection, returning, senders
from service.mail.outcomes import Later, Outcome
from service.post import composing, digest, gathering, marking, picture, standing, timing
from service.settings import Settings
from service.store import outbox
from service.store.database import Unavailable, reading, writing
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.players import Player
from service.store.rows import lock

# Longer than a task may live: whoever has had a letter this long is gone.
LEASE = timedelta(seconds=90)
BUDGET = timedelta(seconds=5)  # of one turn: others wait for its process, too
MOST_MATCHES = 200
MOST_LETTERS = 200

Clock = Callable[[], datetime]

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Claimed:
    """A letter in this worker's hands alone; `attempt` tells it from a later claim."""

    letter: int
    called: str  # outside
    match: str | None  # None: a digest
    attempt: int
    address: str = field(repr=False)
    text: bytes = field(repr=False)


def deliver(clock: Clock, match_id: str | None = None) -> int:
    """Gather what waits and send what is due, of one match or of all; how many were handed over.

    A match or a letter that fails is logged and left, and the others go on.
    """
    for waiting in [match_id] if match_id else _waiting(clock()):
        _guarded(gathering.gather, waiting, clock())
    for reader in [] if match_id else _struck(clock()):
        _guarded(gathering.gather_digest, reader, clock())
    began, handed = clock(), 0
    for letter_id in _due(clock, match_id):
        if clock() - began > BUDGET:
            _ring_again()
            break
        outcome = _guarded(carry, letter_id, clock)
        if isinstance(outcome, Later) and outcome.down:
            break
        handed += outcome is not None
    return handed


def _ring_again() -> None:
    """Its turn is over, and letters are left: at the end of the line, for all of them."""
    bell: Bell = current_app.extensions["bell"]
    bell.ring("post.deliver")


def _waiting(now: datetime) -> list[str]:
    with reading() as session:
        return outbox.matches_waiting(session, now, MOST_MATCHES)


def _struck(now: datetime) -> list[str]:
    with reading() as session:
        return outbox.digests_waiting(session, now, MOST_MATCHES)


def _due(clock: Clock, match_id: str | None) -> Iterator[int]:
    """Each letter once, until no other is due: one may have waited for another that we had."""
    seen: set[int] = set()
    while fresh := [one for one in _found(clock(), match_id) if one not in seen]:
        seen.update(fresh)
        yield from fresh


def _found(now: datetime, match_id: str | None) -> list[int]:
    with reading() as session:
        return outbox.due(session, now, MOST_LETTERS, match_id)


def _guarded(work: Callable[..., Outcome | None], what: str | int, when: object) -> Outcome | None:
    try:
        return work(what, when)
    except Exception:
        log.exception("post_failed", work=work.__name__, id=what)
        return None


def carry(letter_id: int, clock: Clock) -> Outcome | None:
    """One letter from claim to mark; None where there was nothing to hand over."""
    try:
        picture.draw_ahead(letter_id, clock())
        claimed = claim(letter_id, clock())
    except Unavailable:
        raise
    except Exception as fault:  # noqa: BLE001  # whatever it is, it must not come again for ever
        marking.unwritten(letter_id, fault, clock())
        return None
    if claimed is None:
        return None
    reach("after-claim")
    outcome = hand(claimed)
    marking.mark(claimed.letter, claimed.match, claimed.attempt, outcome, clock())
    return outcome


# --- claiming


def claim(letter_id: int, now: datetime) -> Claimed | None:
    """Take the letter, if it is due and still true; two workers never take the same.

    Nor do they take two to one player of one match: the older would arrive after the newer.
    The attempt counts as one that may have arrived until the mark says otherwise.
    """
    with writing() as session:
        letter = lock(session, Letter, letter_id)
        if letter is None or not _is_due(letter, now) or outbox.overtakes(session, letter, now):
            return None
        player = session.get_one(Player, letter.player_id)
        if not _write(session, letter, player, now):
            return None
        letter.status, letter.next_at = outbox.SENDING, now + LEASE
        letter.attempts += 1
        letter.unsure += 1
        text = vault.unseal(letter.copy or b"")
        inspection.demand_ours(text, str(player.address))
        return Claimed(
            letter.id,
            letter.called,
            letter.match_id,
            letter.attempts,
            str(player.address),
            text,
        )


def _is_due(letter: Letter, now: datetime) -> bool:
    return letter.status == outbox.READY and letter.next_at is not None and letter.next_at <= now


def _write(session: Session, letter: Letter, player: Player, now: datetime) -> bool:
    """Look once more whether it is true, and write it as things stand; whether it is to leave."""
    covered = outbox.covered(session, letter.id)
    told = _true(session, player, covered)
    if not told:
        reason = covered[-1].reason if covered else None
        letter.status, letter.reason, letter.next_at = outbox.DROPPED, reason, None
        letter.copy = None
        return False
    calm = min(timing.calm(session, player, row, one, now) for row, kept in told for one in kept)
    if calm > now:
        letter.next_at = calm  # it comes late, and quiet hours have begun
        return False
    if letter.unsure and letter.copy is not None:
        return True  # it may have arrived: the second copy is the first, to the byte
    _compose(session, letter, player, told, now)
    return True


def _true(
    session: Session, player: Player, covered: list[Notice]
) -> list[tuple[Match, list[Notice]]]:
    """What a letter covers, match by match, as far as it still holds."""
    ids = dict.fromkeys(one.match_id for one in covered)
    rows = [session.get_one(Match, match_id) for match_id in ids]
    told = [
        (row, standing.sift(session, row, player, [n for n in covered if n.match_id == row.id]))
        for row in rows
    ]
    return [(row, kept) for row, kept in told if kept]


def _compose(
    session: Session,
    letter: Letter,
    player: Player,
    told: list[tuple[Match, list[Notice]]],
    now: datetime,
) -> None:
    if letter.match_id is None:
        many = digest.compose(session, player, letter, told, now)
        letter.copy = vault.seal(many.text)
        for section in outbox.sections(session, letter.id):
            section.told = many.told.get(section.match_id, 0)
        return
    ((row, kept),) = told
    letter.kind = gathering.leading(one.kind for one in kept)
    draft = composing.compose(session, row, player, letter, kept, now)
    letter.copy, letter.told = vault.seal(draft.text), draft.told


def hand(claimed: Claimed) -> Outcome:
    settings: Settings = current_app.extensions["settings"]
    sender = returning.sender(settings, claimed.called)
    return senders.present().hand(sender, claimed.address, claimed.text)
