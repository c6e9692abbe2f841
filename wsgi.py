"""Composes the app for gunicorn; production unless MODE says otherwise."""

import os

from service.app import create
from service.settings import read_or_exit

app = create(read_or_exit(os.environ))
