"""The commands about records: download one, and check one without the service."""

from collections.abc import Iterator
from pathlib import Path

from engine import record
from engine.errors import Refusal
from engine.record import Record
from engine.registry import GAMES
from engine.verify import Report, verify as examine
from engine.words import FAULTS, REFUSALS, UNCHECKED, tell
from moaipost.terminal.desk import Desk
from moaipost.terminal.said import Exit, Said, Trouble


def download(desk: Desk) -> Iterator[Said]:
    login, match = desk.login(), desk.match()
    text = desk.service(login.url if login else None).record(match)
    if desk.given.output is None:
        yield Said(None, text.rstrip("\n"))
        return
    path = Path(desk.given.output)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise Trouble(f"{path} cannot be written: {fault.strerror}.") from fault
    yield Said({"match": match, "file": str(path)}, f"{path} holds the record of {match}.")


def verify(desk: Desk) -> Iterator[Said]:
    book = _read(desk.given.file)
    report = examine(book, GAMES.get(book.game), desk.given.head)
    if report.fault is not None:
        fault = report.fault
        said = tell(FAULTS, fault.code, {"entry": fault.entry, **fault.facts})
        found = {"code": fault.code, "detail": said, "facts": {**fault.facts}, "entry": fault.entry}
        raise Trouble(said, Exit.REFUSED, found)
    found = {
        "entries": report.entries,
        "head": book.head,
        "finished": report.finished,
        "unchecked": list(report.unchecked),
        "signatures": report.signatures,
        "covered": list(report.covered),
    }
    yield Said(found, "\n".join(_lines(report, book.head)))


def _read(name: str) -> Record:
    try:
        return record.parse(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise Trouble(f"There is no readable file {name}.") from fault
    except Refusal as refusal:
        why = f"{name} holds no record: {tell(REFUSALS, refusal.code, refusal.facts)}"
        found = {"code": refusal.code, "detail": why, "facts": {**refusal.facts}}
        raise Trouble(why, Exit.REFUSED, found) from refusal


def _lines(report: Report, head: str) -> Iterator[str]:
    yield f"Nothing is wrong in {report.entries} entries. The head is {head}."
    yield report.standing
    if report.signatures:
        yield f"Signatures that hold: {report.signatures}."
    for code in report.unchecked:
        yield f"  not checked: {tell(UNCHECKED, code, report.facts)}"
