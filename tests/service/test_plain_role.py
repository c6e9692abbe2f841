"""A role that owns its database and is no superuser restores it, whatever else its dump names."""

import uuid
from pathlib import Path

import pytest
from sqlalchemy import make_url

from service.operating import OperatingError, backup, pg_programs
from service.store.migrate import migrate
from tests.parts.databases import OwnPostgres, Postgres


def still(_done: int, _all: int) -> None:
    """Nobody looks at the progress."""


def plain(server: Postgres, name: str) -> str:
    """An empty database of a role of its own, as the guide has it made."""
    role = f"{name}_role"
    server.execute(f"CREATE ROLE {role} LOGIN", f"CREATE DATABASE {name} OWNER {role}")
    server.made.append(name)
    address = make_url(server.address(name)).set(username=role, password=None)
    return address.render_as_string(hide_password=False)


def with_extension(server: Postgres, template: str) -> str:
    """A service's database in which its superuser has made an extension."""
    url = server.address(server.create(template))
    Postgres(url).execute("CREATE EXTENSION vector")
    return url


@pytest.mark.parametrize("key", ["", "the key of this service's backups, 1"])
@pytest.mark.parametrize("earlier", [True, False])
def test_a_dump_of_a_database_with_extensions_is_restored_by_the_services_own_role(
    own_postgres: OwnPostgres,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    key: str,
    *,
    earlier: bool,
) -> None:
    """Of this release, which leaves them out, and of an earlier one, which did not."""
    template = own_postgres.create()
    migrate(own_postgres.address(template))
    if earlier:
        monkeypatch.setattr(backup, "DUMP", backup.DUMP[:-1])
    file, empty = tmp_path / "moai.dump", plain(own_postgres, f"plain_{uuid.uuid4().hex}")
    backup.make(with_extension(own_postgres, template), file, still, key)
    if earlier and not key:  # the control: all that it names at once
        with pytest.raises(OperatingError, match="permission denied to create extension"):
            pg_programs.run("pg_restore", empty, *backup.RESTORE, str(file))
    backup.fill(empty, file, still, key)

    assert pg_programs.has_tables(empty)


def test_a_database_that_holds_an_extension_alone_is_empty(own_postgres: OwnPostgres) -> None:
    url = own_postgres.address(own_postgres.create())
    Postgres(url).execute(
        "CREATE EXTENSION vector",
        "CREATE TABLE its_own (id int)",
        "ALTER EXTENSION vector ADD TABLE its_own",
    )
    assert not pg_programs.has_tables(url)
    Postgres(url).execute("CREATE TABLE ours (id int)")

    assert pg_programs.has_tables(url)
