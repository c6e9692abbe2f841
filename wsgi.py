"""Composes the app for gunicorn; production unless MODE says otherwise."""

import os

from service import logs
from service.app import create_or_exit
from service.settings import read_or_exit
from service.store import schema

settings = read_or_exit(os.environ)
# Whatever server runs this: the stock formatter would print a failure with its local variables.
logs.configure(settings.log_level)
app = create_or_exit(settings)
# A command asks for itself: `flask restore` is given an empty database.
if "FLASK_RUN_FROM_CLI" not in os.environ:
    schema.demand_or_exit(app)
