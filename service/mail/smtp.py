"""The mail server: how it is reached, and whether it greets."""

import smtplib
import ssl
from urllib.parse import unquote, urlsplit

SECONDS = 10.0
OK = 250
PORTS = {"smtp": 587, "smtps": 465}


def connect(url: str) -> smtplib.SMTP:
    """A greeted connection: TLS at once for smtps, STARTTLS where smtp offers it, then login."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    if parts.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            host, port, timeout=SECONDS, context=ssl.create_default_context()
        )
    else:
        server = smtplib.SMTP(host, port, timeout=SECONDS)
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
    server.ehlo()
    if parts.username:
        # A stripped STARTTLS must not make us show the password to whoever stripped it.
        if not isinstance(server.sock, ssl.SSLSocket):
            server.close()
            raise smtplib.SMTPNotSupportedError("no TLS: the password stays here")
        server.login(unquote(parts.username), unquote(parts.password or ""))
    return server


def greets(url: str) -> bool:
    """Whether the server lets us in; nothing is sent."""
    try:
        with connect(url) as server:
            return server.noop()[0] == OK
    except (OSError, smtplib.SMTPException):
        return False
