"""Looking up a name that a stranger gave us: not for long, and not many at once.

The system's own look-up cannot be told to end. So each is made by a thread that may hang as long
as it likes, of which there are few; who waits for it goes on after some seconds.
"""

import socket
import threading
from concurrent.futures import Future

SECONDS = 5.0
MOST = 8  # in one process, those that hang included
MOST_OF_A_DOMAIN = 3  # so that whoever lets names hang leaves room for others
MOST_AT_A_DOOR = 2  # where the threads that wait answer everyone else's requests too

Found = list[str]


class UnknownNameError(Exception):
    """Nobody knows the name just now."""


class TooSlowError(Exception):
    """Whoever should know the name has not answered in time."""


class BusyError(Exception):
    """So many look-ups hang that no other may begin: not the fault of who asks now."""


class Desk:
    """Counts the look-ups that are under way."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[str, int] = {}

    def enter(self, domain: str, most: int) -> None:
        with self._lock:
            mine = self._held.get(domain, 0)
            if mine >= MOST_OF_A_DOMAIN or sum(self._held.values()) >= most:
                raise BusyError
            self._held[domain] = mine + 1

    def leave(self, domain: str) -> None:
        with self._lock:
            self._held[domain] -= 1
            if not self._held[domain]:
                del self._held[domain]

    @property
    def count(self) -> int:
        with self._lock:
            return sum(self._held.values())


desk = Desk()


def look_up(name: str, port: int, most: int = MOST) -> Found:
    """Every address that the name has."""
    domain = _domain(name)
    desk.enter(domain, most)
    answer: Future[Found] = Future()
    # A daemon: a look-up that hangs must not keep the process from ending.
    looking = threading.Thread(target=_look, args=(name, port, domain, answer), daemon=True)
    try:
        looking.start()
    except RuntimeError as fault:  # there is no room for another thread
        desk.leave(domain)
        raise BusyError from fault
    try:
        return answer.result(SECONDS)
    except TimeoutError as fault:
        raise TooSlowError from fault


def _domain(name: str) -> str:
    """The name's last two labels: whoever owns these owns as many names as they like."""
    return ".".join(name.rstrip(".").split(".")[-2:])


def _look(name: str, port: int, domain: str, answer: "Future[Found]") -> None:
    try:
        found = [str(one[4][0]) for one in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)]
    except (OSError, ValueError):
        found = []
    finally:
        desk.leave(domain)
    if found:
        answer.set_result(found)
    else:
        answer.set_exception(UnknownNameError())
