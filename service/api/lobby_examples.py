"""Examples for the contract's lobby: one match of Rapa Nui, as it is opened and as it stands."""

from typing import Any

MATCH = "k7m2vq9xw3hjt5na"
OPENING: dict[str, Any] = {
    "game": "rapa-nui",
    "pace": {"turn_hours": 48, "sealed_hours": 24, "free_days": ["sunday"]},
    "public": True,
    "host": {
        "name": "Ann",
        "address": "ann@moai.example",
        "language": "en",
        "time_zone": "Europe/London",
    },
    "seats": [
        {"kind": "host"},
        {
            "kind": "player",
            "name": "Bruno",
            "address": "bruno@moai.example",
            "language": "it",
            "time_zone": "Europe/Rome",
        },
        {"kind": "bot", "bot": "random"},
    ],
}


def _seat(seat: int, name: str, status: str, bot: str | None = None) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": name,
        "kind": "bot" if bot else "person",
        "bot": bot,
        "status": status,
        "host": seat == 0,
        "due_at": None,
        "stand_in": None,
        "away": [],
    }


BRIEF: dict[str, Any] = {
    "match": MATCH,
    "game": "rapa-nui",
    "status": "gathering",
    "public": True,
    "options": {},
    "pace": {
        "turn_hours": 48,
        "sealed_hours": 24,
        "free_days": ["sunday"],
        "window": {"from": 0, "to": 24},
        "patience": 3,
        "absence": "wait",
    },
    "cooling": 0,
    "start": "auto",
    "seats": [
        _seat(0, "Ann", "accepted"),
        _seat(1, "Bruno", "invited"),
        _seat(2, "Haumaka", "accepted", "random"),
    ],
    "turn": 0,
    "phase": None,
    "awaited": [],
    "due_at": None,
    "created_at": "2026-03-01T12:00:00+00:00",
    "started_at": None,
    "finished_at": None,
}
STANDING: dict[str, Any] = BRIEF | {
    "sealed": False,
    "submitted": [],
    "commitments": [],
    "closes_at": None,
    "paused_at": None,
    "quarantined": False,
    "handovers": [],
    "votes": [],
    "substitutes": [],
    "seed_hash": "0f" * 32,
    "head": None,
    "entries": 0,
    "imported": False,
    "outcome": None,
    "revision": 2,
}
VOTED: dict[str, Any] = STANDING | {
    "votes": [
        {
            "vote": 7,
            "kind": "extend",
            "hours": 48,
            "seat": 1,
            "agreed": [1],
            "disagreed": [],
            "needed": 2,
            "lapses_at": "2026-03-04T12:00:00+00:00",
        }
    ]
}
SUBSTITUTE: dict[str, Any] = {
    "name": "Eva",
    "address": "eva@moai.example",
    "language": "de",
    "time_zone": "Europe/Berlin",
}
SUBSTITUTES: dict[str, Any] = {
    "items": [{"substitute": 3, "name": "Eva", "status": "waiting", "seat": None, "until": None}]
}
ADMISSION: dict[str, Any] = {
    "match": STANDING,
    "seat": 0,
    "host_token": "h.WyJrN20ydnE5eHczaGp0NW5hIiwxXQ.aaQxQA.3q2-7w",
    "seat_token": "s.WyJrN20ydnE5eHczaGp0NW5hIiwwLDFd.aaQxQA.3q2-7w",
    "player_token": None,
}
OPENED = ADMISSION | {"seat": None} | dict.fromkeys(("host_token", "seat_token", "player_token"))
ACCEPTED = ADMISSION | {"seat": 1, "host_token": None}
ME = {
    "player": "p2w9xrt5hj3nk7ma",
    "name": "Ann",
    "address": "ann@moai.example",
    "confirmed_at": "2026-03-01T12:05:00+00:00",
    "language": "en",
    "time_zone": "Europe/London",
    "receipts": False,
    "fault": None,
    "letters": {"delay": 2, "digest": 18, "quiet": {"from": 22, "to": 7}, "off": ["paused"]},
    "reminders": [24],
}
DAYS = {"first_day": "2030-08-01", "last_day": "2030-08-14"}
ABSENCE = {"absence": "t7xw2mq9kv4hn3pa"} | DAYS
RENEWAL = {"replaced_at": "2026-03-02T09:30:00+00:00"}
MINE = {"items": [{"match": BRIEF, "seat": 0, "hosting": True, "awaited": False}], "next": None}
