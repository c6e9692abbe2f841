"""Prints the tables of docs/pace.md: `python -m tests.pace`, some minutes."""

import sys
import tempfile
from random import Random

import structlog

from service import app as service_app, settings
from service.store.migrate import migrate
from tests.pace import figures
from tests.pace.habits import ZONES, Habit
from tests.pace.test_pace import Silent
from tests.pace.world import World, wordless

HEAD = """
| | matches | days | longest | sittings a player a round | letters a player a day |
| --- | --- | --- | --- | --- | --- |
"""
PACES = {
    "several sittings a day": (6, (8, 13, 18, 22)),
    "a sitting or two a day": (24, (8, 20)),
    "one sitting a day": (48, (20,)),
}
MATCHES = 4


def measured(game: str, seats: int, pace: str, *, plans: bool) -> figures.Figures:
    hours, sittings = PACES[pace]
    with tempfile.TemporaryDirectory() as data:
        url = f"sqlite:///{data}/pace.sqlite3"
        migrate(url)
        given = {"MODE": "development", "DATA": data, "DATABASE_URL": url, "LETTER_DELAY": "2"}
        made = service_app.create(settings.read(given))
        made.extensions["bell"] = Silent()
        with made.app_context():
            world = World(Random(11))  # noqa: S311  # a simulation's
            with wordless(world):
                for number in range(MATCHES):
                    people = tuple(Habit(ZONES[seat], sittings, plans) for seat in range(seats))
                    agreed = {"turn_hours": hours, "sealed_hours": hours}
                    world.open(f"m{number}", game, people, agreed, {})
                world.run()
                return figures.of(world)


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    for game, seats in (("giants", 4), ("rapa-nui", 3)):
        sys.stdout.write(f"\n### {game}, {seats} players{HEAD}")
        for pace in PACES:
            for plans in (True, False):
                name = f"{pace}, {'with' if plans else 'without'} plans"
                sys.stdout.write(figures.row(name, measured(game, seats, pace, plans=plans)) + "\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
