"""Seals matches that were dealt before each had a key of its own: `make seal`."""

import os
import sys

import click

from service import app as service_app, logs
from service.operating import sealing
from service.operating.sealing import Tally
from service.settings import read_or_exit
from service.store import schema


def main() -> None:
    settings = read_or_exit(os.environ)
    app = service_app.create_or_exit(settings)
    schema.demand_newest_or_exit(app)
    with app.app_context(), logs.aside():
        tally = _sealed(sealing.count())
    if tally.sealed:
        click.echo(f"Matches sealed: {tally.sealed}.")
    if tally.stuck:
        sys.exit(
            f"No secret key at hand opens what is sealed in these matches: {', '.join(tally.stuck)}"
            "\nAdd the key that they were made with to OLD_SECRET_KEYS, and run this again."
        )


def _sealed(length: int) -> Tally:
    """With a bar on a terminal."""
    tally, hidden = Tally(), not (length and sys.stderr.isatty())
    with click.progressbar(
        sealing.seal_all(), length=length, label="Matches", file=sys.stderr, hidden=hidden
    ) as bar:
        for now in bar:
            tally = now
    return tally


if __name__ == "__main__":
    main()
