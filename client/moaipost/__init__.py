"""A client for Moai Post: play Giants and Rapa Nui by program, or from a terminal."""

from moaipost.credentials import Credential
from moaipost.errors import Problem, Unreachable
from moaipost.host import Host
from moaipost.invitation import Invitation
from moaipost.keys import Key
from moaipost.links import Link, read as read_link
from moaipost.player import Player
from moaipost.seat import Seat
from moaipost.service import Service
from moaipost.wire import Patience

__version__ = "0.1.0"
__all__ = [
    "Credential",
    "Host",
    "Invitation",
    "Key",
    "Link",
    "Patience",
    "Player",
    "Problem",
    "Seat",
    "Service",
    "Unreachable",
    "read_link",
]
