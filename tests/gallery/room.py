"""The service as the gallery has it: a database that is gone afterwards, a clock that stands."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from service import app as service_app, logs, settings as settings_
from service.store import migrate
from service.store.database import db
from tests.parts.tables import at

NOW = at(90)


class Quiet(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """The gallery says itself how far it is."""


def prepare(folder: Path) -> Path:
    """A database with its tables, and nothing in them."""
    database = folder / "gallery.sqlite3"
    migrate.migrate(f"sqlite:///{database}")
    return database


@contextmanager
def inside(database: Path) -> Iterator[Flask]:
    """The app, in its context."""
    given = {
        "MODE": "development",
        "DATA": str(database.parent),
        "DATABASE_URL": f"sqlite:///{database}",
        "REDIS_URL": f"redis+socket://{database.parent}/none.sock",
    }
    logs.configure("error")
    app = service_app.create(settings_.read(given))
    app.extensions["clock"] = NOW
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The app's address, on this machine alone."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
