"""What was logged in: tokens by match and person, in a file that only its owner reads.

The file is replaced in one step, never half written.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from moaipost.terminal.said import Trouble

OWNER_ONLY, OWNER_ONLY_FOLDER = 0o600, 0o700
FILE, KEYS = "logins.json", "keys"


@dataclass
class Login:
    """What is held for one match: its tokens by kind, and perhaps a key that signs."""

    url: str
    tokens: dict[str, str] = field(default_factory=dict)
    key: str | None = None  # the name of its file
    seat: int | None = None  # where a key alone says nothing of it
    authority: str | None = None  # of the service's public address, if it is reached by another


@dataclass
class Logins:
    """All of it; `current` is the match that is meant where none is named."""

    matches: dict[str, Login] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)  # a person's token by the service's url
    current: str | None = None

    def keep(self, match: str, url: str, **tokens: str | None) -> Login:
        """Hold these tokens too, and mean this match from now on."""
        login = self.matches.setdefault(match, Login(url))
        login.url = url
        login.tokens |= {kind: token for kind, token in tokens.items() if token is not None}
        self.current = match
        return login

    def forget(self, match: str) -> None:
        del self.matches[match]
        if self.current == match:
            self.current = next(iter(self.matches), None)


def folder(environ: Mapping[str, str]) -> Path:
    """Where such things are kept (XDG Base Directory)."""
    given = environ.get("XDG_CONFIG_HOME", "")
    # A relative path there is invalid by the specification, and is to be ignored.
    base = Path(given) if given.startswith("/") else Path(environ.get("HOME", "~")) / ".config"
    return base.expanduser() / "moaipost"


def load(environ: Mapping[str, str]) -> Logins:
    path = folder(environ) / FILE
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        held = {match: Login(**one) for match, one in kept["matches"].items()}
        return Logins(held, kept["players"], kept["current"])
    except FileNotFoundError:
        return Logins()
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        raise Trouble(f"{path} cannot be read: mend it, or remove it and log in again.") from fault


def save(environ: Mapping[str, str], logins: Logins) -> None:
    there = folder(environ)
    there.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    beside = there / f"{FILE}.new"
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(asdict(logins), file, indent=1)
    beside.replace(there / FILE)


def key_path(environ: Mapping[str, str], name: str) -> Path:
    if not name.isprintable() or "/" in name or name.startswith("."):
        raise Trouble(f"“{name}” is no name for a key: use letters and digits.")
    return folder(environ) / KEYS / f"{name}.pem"
