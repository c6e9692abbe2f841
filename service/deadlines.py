"""At the deadline: what the rules do for an absent seat, counted, until a bot takes over.

`python -m service.deadlines resume` is the operator's word after the guard has held them.
"""

import os
import sys
from datetime import UTC, datetime

import structlog
from sqlalchemy.orm import Session

from service import app, due, notices, pacing, settings, stand_ins, table
from service.due import Holder
from service.notices import Telling
from service.pacing import Pace
from service.stand_ins import Move
from service.store import holds, matches
from service.store.absences import Absence
from service.store.database import reading, writing
from service.store.holds import DEADLINES
from service.store.matches import Match, Overdue

MOST = 200  # matches of one look
# So many at once are an outage or a wrong clock sooner than so many absent players.
TRUSTED = 5
TRUSTED_SHARE = 0.1

log = structlog.get_logger(__name__)


# --- the look, and its guard


def overdue(now: datetime) -> list[str]:
    """Matches in which something is to be done for an absent seat; none while they are held."""
    with reading() as session:
        found = matches.overdue(session, now)
        trusted = _trusted(session, len(found))
    if not found:
        return []
    with writing() as session:
        hold = holds.locked(session, DEADLINES)
        late = [one for one in found if one.late and _unseen(one, hold.released_at)]
        if hold.held_at is None and len(late) > trusted:
            hold.held_at = now
            hold.reason = f"{len(late)} matches would have timed out at once"
        if hold.held_at is not None:
            log.error("deadlines_held", since=hold.held_at.isoformat(), reason=hold.reason)
            return []
    return [one.match for one in found[:MOST]]


def _trusted(session: Session, found: int) -> float:
    """So few need no share: all that run are not counted four times a minute for nothing."""
    if found <= TRUSTED:
        return TRUSTED
    return max(TRUSTED, matches.running(session) * TRUSTED_SHARE)


def _unseen(one: Overdue, released_at: datetime | None) -> bool:
    """What was overdue when the operator said go on is meant to time out."""
    return released_at is None or one.due_at > released_at


def resume(now: datetime) -> bool:
    """The operator has looked: go on; whether they were held."""
    with writing() as session:
        hold = holds.locked(session, DEADLINES)
        held = hold.held_at is not None
        hold.held_at, hold.reason, hold.released_at = None, None, now
        return held


# --- one match


def enforce(match_id: str, upto: datetime, now: datetime) -> int:
    """Act for every seat that was late at `upto`; how many there were.

    `upto` is the moment of the look that found the match: a message that was delivered late must
    not find deadlines that passed while nobody could act.
    """
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or not _in_play(row):
            return 0
        late = [one for one in due.holders(session, row).values() if _late(row, one, upto)]
        for holder in late[: None if row.sealed else 1]:  # an open turn changes whom it waits for
            _act_for(session, row, holder, upto, now)
        due.settle(session, row, now)
        return len(late)


def _in_play(row: Match) -> bool:
    running = row.status == "running" and row.closes_at is None
    return running and row.quarantined_at is None and row.paused_at is None


def _late(row: Match, holder: Holder, upto: datetime) -> bool:
    if not due.waits_for(row, holder.seat):
        return False
    past = holder.seat.due_at is not None and holder.seat.due_at <= upto
    return past or _represented(pacing.read(row.pace), holder, upto) is not None


def _represented(pace: Pace, holder: Holder, at: datetime) -> Absence | None:
    """The absence for which the table does not wait, if it is one."""
    return None if pace.absence == "wait" else holder.away(at)


def _act_for(session: Session, row: Match, holder: Holder, upto: datetime, now: datetime) -> None:
    pace = pacing.read(row.pace)
    absence = _represented(pace, holder, upto)
    if absence is None:
        _missed(session, row, holder, pace, now)
    elif pace.absence == "default":
        _default(session, row, holder, now)
    else:
        seat = holder.seat
        seat.stand_in, seat.stand_in_until = stand_ins.usual(row.game), holder.back(absence)
        _seated(session, row, holder)


def _missed(session: Session, row: Match, holder: Holder, pace: Pace, now: datetime) -> None:
    """The game's default, counted, and told; with the last that is borne a bot takes over."""
    seat, cause = holder.seat, f"turn:{row.turn}"
    seat.defaults += 1
    replaced = 0 < pace.patience <= seat.defaults
    facts = {"phase": row.phase, "missed": seat.defaults, "patience": pace.patience}
    tellings = [Telling(seat.number, "missed", cause, facts)]
    if replaced:
        seat.stand_in = stand_ins.usual(row.game)
        tellings += _bot_tellings(row, holder, cause)
    notices.write(session, row, tellings, now)
    _default(session, row, holder, now)
    if replaced:
        _seated(session, row, holder)


def _bot_tellings(row: Match, holder: Holder, cause: str) -> list[Telling]:
    seat = holder.seat
    facts = {"step": "bot", "seat": seat.number, "name": seat.name}
    return [
        Telling(number, "away", f"{cause}:{seat.number}", facts | {"own": number == seat.number})
        for number in range(row.seats)
    ]


def _default(session: Session, row: Match, holder: Holder, now: datetime) -> None:
    played = table.load(row)
    action = played.game.default(played.state, holder.seat.number)
    stand_ins.do(session, row, holder.seat, played, Move(action, "default"), now)


def _seated(session: Session, row: Match, holder: Holder) -> None:
    """A bot sits in for the seat's holder from now on."""
    seat = holder.seat
    seat.due_at = seat.remind_at = None
    seat.revision += 1
    row.revision += 1
    session.flush()
    stand_ins.attend(session, row)


def main(arguments: list[str]) -> int:
    if arguments != ["resume"]:
        sys.stderr.write("usage: python -m service.deadlines resume\n")
        return 2
    with app.create_or_exit(settings.read_or_exit(os.environ)).app_context():
        held = resume(datetime.now(UTC))
    sys.stdout.write("Deadlines are enforced again.\n" if held else "They were not held.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
