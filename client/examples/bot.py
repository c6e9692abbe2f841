"""Plays a whole match of any game here, by chance: python bot.py LINK [--key FILE].

LINK is the link of a letter, or a seat's token. It looks no oftener than the service asks for.
"""

import argparse
import random
import time
from itertools import islice
from pathlib import Path

from moaipost import Key, Problem, Seat, Service, choices, read_link
from moaipost.answers import Offered, Sight

MOST = 500  # actions to choose from: a placement in Giants has hundreds
MOVED_ON = {"stale", "out_of_turn", "resolving", "match_over"}  # somebody was quicker: look again


def act(seat: Seat, luck: random.Random) -> None:
    """As long as it stays this seat's turn: each answer says what may follow."""
    offered: Offered | Sight = seat.choices()
    while actions := list(islice(choices.actions(offered["choices"]), MOST)):
        done = seat.play(luck.choice(actions), offered["turn"])
        if "commitment" in done:
            print(f"sealed for {done['phase']}")
            return
        print(*done["entry"]["sentences"], sep="\n")
        offered = done["table"]


def play(seat: Seat, luck: random.Random, pause: float | None) -> None:
    while (standing := seat.wait(pause))["status"] == "running":
        try:
            act(seat, luck)
        except Problem as problem:
            if problem.code not in MOVED_ON:
                raise
            time.sleep(problem.retry_after or 1)
    print(f"{standing['status']}: {standing['outcome']}")


def main() -> None:
    asked = argparse.ArgumentParser(description="A bot that plays by chance.")
    asked.add_argument("link")
    asked.add_argument("--url", help="where the service is, if the link does not say it")
    asked.add_argument("--key", type=Path, help="signs each turn; registered before")
    asked.add_argument("--pause", type=float, help="seconds between looks")
    asked.add_argument("--seed", help="for luck that can be had again")
    given = asked.parse_args()
    url = given.url or read_link(given.link).url or "http://127.0.0.1:8000"
    with Service(url) as service:
        seat = service.seat(given.link, given.key and Key.load(given.key))
        play(seat, random.Random(given.seed), given.pause)  # noqa: S311  # it plays, it hides nothing


if __name__ == "__main__":
    main()
