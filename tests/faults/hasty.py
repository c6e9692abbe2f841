"""The web app that commits after its answer, for a control: it is quicker, and it lies."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response, after_this_request
from sqlalchemy.orm import Session

from service.crash_points import reach
from service.store import database
from service.store.database import db


@contextmanager
def writing() -> Iterator[Session]:
    """As the real one, but that only the closed answer makes it true."""
    session = Session(db.engine, expire_on_commit=False)
    session.info.update(writing=True, after_commit=[])
    session.info["connection"] = session.connection(execution_options={"writing": True})
    yield session
    session.flush()

    @after_this_request
    def _later(response: Response) -> Response:
        response.call_on_close(lambda: _commit(session))
        return response


def _commit(session: Session) -> None:
    reach("before-commit")
    session.commit()
    session.close()


def instead(real: object) -> None:
    """Of this one, wherever it was taken to from there."""
    for module in [one for name, one in sys.modules.items() if name.startswith("service.")]:
        for name in [name for name, value in vars(module).items() if value is real]:
            setattr(module, name, writing)


from wsgi import app  # noqa: E402  # so that all of it is there

instead(database.writing)

__all__ = ["app"]
