"""docs/running.md and docs/operating.md are followed on SQLite: back up, restore, play on."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from service import tokens
from tests.docs.stage import Stage, clone
from tests.docs.told import OWN_MACHINE
from tests.parts import calling, tables
from tests.parts.servers import free_port
from tests.parts.site import MakeApp, wait_for

FLASK = ".venv/bin/flask --app wsgi"
BID = {"turn": 0, "text": "bid nothing"}


@pytest.mark.timeout(300)
def test_a_backup_of_ones_own_machine_is_restored_and_its_match_played_on(
    tmp_path: Path, sqlite_url: str, make_app: MakeApp
) -> None:
    port, data = free_port(), tmp_path / "data"
    instead = {
        "PORT=9000": f"PORT={port}",
        "DATA=/tmp/moai": f"DATA={data}",
        "/backups/": f"{tmp_path}/",
    }
    stage = Stage(clone(tmp_path), tmp_path, instead)
    stage.known = {"MODE": "development", "DATA": str(data), "DATABASE_URL": sqlite_url}
    app = make_app(**stage.known)
    with app.app_context():
        table = tables.lay("m1", now=datetime.now(UTC))
        table.submit(0, "bid nothing", datetime.now(UTC))
        phase = table.row().phase
        tokens_ = [tokens.sign(tokens.Seat("m1", seat, 1)) for seat in range(3)]
    stage.type(f"{FLASK} backup /backups/moai-monday.dump")
    stage.known["DATABASE_URL"] = f"sqlite:///{tmp_path}/again.sqlite3"
    assert "Restored. " in stage.type(f"{FLASK} restore /backups/moai-monday.dump")
    assert "Matches checked: 1. Wrong: 0." in stage.type(f"{FLASK} verify")

    with stage.running("make run PORT=9000 DATA=/tmp/moai", port) as site:
        turns = f"{site.url}/api/v1/matches/m1/turns"
        answers = [calling.send(turns, BID, one).status for one in tokens_[1:]]
        restored = make_app(**stage.known)
        with restored.app_context():
            wait_for(lambda: table.row().phase != phase, "the auction opens")

    assert answers == [202, 202]
    assert stage.typed == set(OWN_MACHINE)
