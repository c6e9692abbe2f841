"""The operator's commands: `flask --app wsgi NAME`, each as thin as a door."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, date, datetime
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click
from flask import Blueprint, Flask, current_app

from service import erasing, logs
from service.operating import (
    OperatingError,
    backup as backup_,
    checking,
    people,
    quarantine as quarantine_,
    rekeying,
    repairing,
    restored,
    retention,
)
from service.operating.sqlite_copy import Progress
from service.settings import Settings
from service.store import schema
from service.store.database import Unavailable, said

P = ParamSpec("P")
T = TypeVar("T")

blueprint = Blueprint("operating", __name__, cli_group=None)
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


def attach(app: Flask) -> None:
    app.register_blueprint(blueprint)


def _settings() -> Settings:
    settings: Settings = current_app.extensions["settings"]
    return settings


def _now() -> datetime:
    return datetime.now(UTC)


def explained(command: Callable[P, T]) -> Callable[P, T]:
    """What cannot be done is a sentence and an exit code of 1, not a traceback."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with logs.aside():
                return command(*args, **kwargs)
        except OperatingError as fault:
            raise click.ClickException(str(fault)) from fault
        except Unavailable as fault:
            raise click.ClickException(f"The database cannot be used: {said(fault)}") from fault

    return run


def ready(command: Callable[P, T]) -> Callable[P, T]:
    """Explained, and only on a database that this code can work with."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        schema.demand_or_exit(current_app)
        return command(*args, **kwargs)

    return explained(run)


def _line(found: Any, indent: int | None = None) -> None:
    click.echo(json.dumps(asdict(found), default=_written, indent=indent))


def _written(moment: date) -> str:
    return moment.isoformat()


def _bar(found: Iterable[T], length: int, label: str) -> Iterator[T]:
    """On a terminal alone, and beside what is printed."""
    with click.progressbar(found, length=length, label=label, **_beside()) as bar:
        yield from bar


def _beside() -> dict[str, Any]:
    return {"file": sys.stderr, "hidden": not sys.stderr.isatty()}


@contextmanager
def _pages() -> Iterator[Progress]:
    with click.progressbar(length=1, label="Pages", **_beside()) as bar:

        def show(done: int, all_: int) -> None:
            bar.length = all_
            bar.update(done - bar.pos)

        yield show


# --- backups


@blueprint.cli.command("backup")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@ready
def backup(file: Path | None) -> None:
    """Write the whole database, as it is at this moment, to FILE.

    The service may run. Without FILE it goes to DATA/backups, named by the moment. With a
    BACKUP_KEY it is encrypted. No key is in it: keep them too, elsewhere.
    """
    target = file or backup_.usual_place(_settings(), _now())
    with _pages() as progress:
        backup_.make(_settings().database_url, target, progress, _settings().backup_key)
    click.echo(target)


@blueprint.cli.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--keep-waiting", is_flag=True, help="Send what waited: nothing has left since.")
@explained
def restore(file: Path, *, keep_waiting: bool) -> None:
    """Fill the empty database that DATABASE_URL names from the backup FILE.

    One that is encrypted is opened with BACKUP_KEY.

    Letters that waited when the backup was made are held back for good, for they may have left
    since; `ask-again` writes to everyone who is awaited.
    """
    with _pages() as progress:
        dropped = restored.restore(
            _settings().database_url,
            file,
            progress,
            keep_waiting=keep_waiting,
            key=_settings().backup_key,
        )
    click.echo(f"Restored. Notices held back for good: {dropped}.")


@blueprint.cli.command("ask-again")
@ready
def ask_again() -> None:
    """Write to everyone who is awaited, as matches stand now: after a restore."""
    click.echo(f"Matches whose players are written to: {restored.ask_again(_now())}.")


# --- matches


@blueprint.cli.command("verify")
@click.argument("matches", nargs=-1)
@as_json
@ready
def verify(matches: tuple[str, ...], *, as_json: bool) -> None:
    """Check MATCHES, or all that are stored, against their logs.

    The chain of hashes, luck, rules and signatures, and whether every row is what its log leads
    to. Names the first thing that is wrong with each; exits with 1 if there is any.
    """
    length = len(matches) or checking.count()
    wrong = total = 0
    for match_id in _bar(matches or checking.ids(), length, "Matches"):
        found = checking.check(match_id)
        total, wrong = total + 1, wrong + (found.fault is not None)
        if as_json:
            _line(found)
        elif found.fault is not None:
            click.echo(f"{found.match}: {found.fault}")
    if not as_json:
        click.echo(f"Matches checked: {total}. Wrong: {wrong}.")
    sys.exit(1 if wrong else 0)


@blueprint.cli.command("repair")
@click.argument("match")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@as_json
@ready
def repair(match: str, *, dry_run: bool, as_json: bool) -> None:
    """Make the rows of MATCH anew from its log, and lift its quarantine."""
    found = repairing.look(match) if dry_run else repairing.repair(match, _now())
    if as_json:
        _line(found)
        return
    for change in found.changes or ["Everything is what the log leads to."]:
        click.echo(change)
    if found.lifted:
        click.echo("The quarantine would be lifted." if dry_run else "The quarantine is lifted.")


@blueprint.cli.group("quarantine")
def quarantine() -> None:
    """Matches that were taken out of play."""


@quarantine.command("list")
@as_json
@ready
def quarantine_list(*, as_json: bool) -> None:
    """Which they are, since when, why, and after how many attempts."""
    for one in quarantine_.listed():
        if as_json:
            _line(one)
        else:
            click.echo(
                f"{one.match}  {one.game}  {one.since.isoformat()}  "
                f"attempts: {one.attempts}  {one.fault}"
            )


@quarantine.command("lift")
@click.argument("match")
@ready
def quarantine_lift(match: str) -> None:
    """Let MATCH go on where it stopped, if it verifies; players get the time back."""
    quarantine_.lift(match, _now())
    click.echo("It goes on.")


# --- keys and people


@blueprint.cli.command("rekey")
@ready
def rekey() -> None:
    """Seal everything anew with SECRET_KEY, so that OLD_SECRET_KEYS are needed for links alone."""
    tally = rekeying.Tally()
    seen = 0
    with click.progressbar(length=rekeying.count(), label="Rows", **_beside()) as bar:
        for tally in rekeying.rekey(_now()):
            bar.update(tally.rows - seen)
            seen = tally.rows
    click.echo(f"Rows: {tally.rows}. Sealed anew: {tally.resealed}. Lost: {tally.lost}.")
    sys.exit(1 if tally.lost else 0)


@blueprint.cli.command("retain")
@as_json
@ready
def retain(*, as_json: bool) -> None:
    """Forget now what is kept no longer; the sweep does so once a day by itself."""
    done = retention.everything(_now())
    if as_json:
        click.echo(json.dumps(done))
        return
    for name, count in done.items():
        click.echo(f"{name}: {count}")


@blueprint.cli.group("person")
def person() -> None:
    """Somebody who asks for their data or their erasure by other means than their page."""


@person.command("data")
@click.argument("who")
@ready
def person_data(who: str) -> None:
    """All that is kept about WHO, an address or a player's id, as JSON."""
    _line(people.data(who), indent=1)


@person.command("relink")
@click.argument("who")
@click.confirmation_option(prompt="Replace all links of this person?")
@ready
def person_relink(who: str) -> None:
    """Replace all links of WHO, an address or a player's id; a letter brings the new ones."""
    people.relink(who, _now())
    click.echo("Replaced. A letter is on its way.")


@person.command("erase")
@click.argument("who")
@click.confirmation_option(prompt="Erase this person for good?")
@ready
def person_erase(who: str) -> None:
    """Erase WHO, an address or a player's id, at once and for good."""
    erasing.erase(people.found(who), _now())
    click.echo("Erased.")
