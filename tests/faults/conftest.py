"""A house under siege for each kind of database, shared by all that a house survives."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.migrate import migrate
from tests.faults.siege import Siege, besieged
from tests.parts.databases import OwnPostgres


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def siege(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Siege]:
    there = tmp_path_factory.mktemp(f"siege-{request.param}")
    if request.param == "postgresql":
        own: OwnPostgres = request.getfixturevalue("own_postgres")
        url = own.address(own.create())
        migrate(url)
    else:
        path = there / "moai.sqlite3"
        path.write_bytes(Path(request.getfixturevalue("migrated_sqlite")).read_bytes())
        url = f"sqlite:///{path}"
    with besieged(there, url) as made:
        yield made
