"""The web server's configuration with short limits: read by gunicorn in place of service.server."""

from service import server
from service.connections import Limits

globals().update(vars(server))


class Worker(server.Worker):
    limits = Limits(head=3.0, body=4.0, answer=4.0, farewell=1.0)


worker_class = Worker
keepalive = 2
