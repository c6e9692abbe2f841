"""The web server's configuration with gunicorn's own worker, for controls."""

from service import server

globals().update(vars(server))
worker_class = "gthread"
