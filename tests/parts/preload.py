"""Imported once by the process that all others are forked from: the service and its libraries.

Only what reads the environment when it is imported (wsgi.py, workers/app.py, service/server.py) is
left to each process. One library does so too, and is told here what the web server would tell it:
that figures are shared by several processes. Where they lie it asks in each process anew.
"""

import gc
import importlib
import os
from pathlib import Path

from sqlalchemy.orm import configure_mappers

from service.mail import templates  # and nothing that counts: see below
from service.settings import read
from tests.parts import compiled, forks

figures = Path(os.environ["XDG_RUNTIME_DIR"]) / "figures"
figures.mkdir(exist_ok=True)
os.environ[forks.FIGURES] = str(figures)
compiled.share()

LATE = (  # what a start would else import in its middle
    "alembic.autogenerate.api",
    "babel.messages",
    "celery.app.trace",
    "celery.apps.worker",
    "celery.beat",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.worker",
    "gunicorn.app.wsgiapp",
    "gunicorn.workers.gthread",
    "jinja2.ext",
    "kombu.transport.redis",
    "resvg_py",
    "service.app",
    "service.deadlines",
    "service.guard",
    "service.inbox.door",
    "service.run",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "workers.beat",
    "workers.clock",
    "workers.context",
    "workers.hooks",
    "workers.matches",
    "workers.post",
    "workers.reserve",
    "workers.stall",
)
for one in LATE:
    importlib.import_module(one)
configure_mappers()
# What an app or a letter is made of is compiled when the first one is made.
data = str(figures.parent / "data")
importlib.import_module("service.app").create(read({"MODE": "development", "DATA": data}))
for form in ("txt", "html"):
    letters = templates._environment("en", form)
    for name in letters.list_templates(extensions=[form]):
        letters.get_template(name)
gc.collect()
gc.freeze()  # nothing of it goes: no process need look through it again
