"""The least that Flask and SQLAlchemy Core can do for a turn or a look, on our pool's settings."""

import os

from flask import Flask, Response, jsonify, request
from sqlalchemy import Column, Integer, LargeBinary, MetaData, String, Table, create_engine, select

from service.store import postgresql, sqlite
from service.store.database import options

ROWS = 4096
metadata = MetaData()
thing = Table(
    "bare_thing",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)
sent = Table(
    "bare_sent",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("thing_id", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("path", String(255), nullable=False),
    Column("body", LargeBinary, nullable=False),
)


def make(url: str) -> Flask:
    app = Flask("bare_store")
    engine = create_engine(url, **options(url))
    (sqlite if engine.dialect.name == "sqlite" else postgresql).guard(engine)
    writer = engine.execution_options(writing=True)

    @app.post("/bid/<int:key>")
    def act(key: int) -> tuple[Response, int]:
        """One locked read, one update, one insert."""
        body = request.get_json()
        with writer.begin() as connection:
            query = select(thing).where(thing.c.id == key).with_for_update()
            found = connection.execute(query).one()
            number = found.revision + 1
            connection.execute(thing.update().where(thing.c.id == key).values(revision=number))
            values = {"thing_id": key, "number": number, "path": request.path}
            connection.execute(sent.insert().values(**values, body=request.get_data()))
        return jsonify(number=number, turn=body["turn"]), 202

    @app.get("/row/<int:key>")
    def look(key: int) -> Response:
        """One row by its key."""
        with engine.connect() as connection:
            query = select(thing.c.revision).where(thing.c.id == key)
            return jsonify(revision=connection.execute(query).scalar_one())

    return app


def prepare(url: str) -> None:
    engine = create_engine(url)
    metadata.create_all(engine)
    rows = [{"id": key, "revision": 0, "state": b"x" * 1600} for key in range(ROWS)]
    with engine.begin() as connection:
        connection.execute(thing.insert(), rows)
    engine.dispose()


def app() -> Flask:
    """What gunicorn calls."""
    return make(os.environ["DATABASE_URL"])
