"""What is asked of the service: bids, turns and looks, by a token or signed, as they go out."""

import json
import time
from collections.abc import Iterable
from typing import Any

import httpx

from bench import stored
from bench.load import request
from bench.servers import getting
from bench.stored import Stock
from moaipost import signing


def acting(stock: Stock, action: dict[str, Any]) -> bytes:
    return json.dumps({"turn": stock.turn, "action": action}).encode()


def by_token(stock: Stock, match: str, seat: int, body: bytes) -> bytes:
    headers = {"Authorization": stock.bearer(match, seat)}
    return request("POST", f"/api/v1/matches/{match}/turns", headers, body)


def signed(stock: Stock, match: str, seat: int, body: bytes) -> bytes:
    """With a key of its own, as a client of ours signs; good for five minutes."""
    path = f"/api/v1/matches/{match}/turns"
    headers = {"Idempotency-Key": f"{match}-{seat}"}
    made = httpx.Request("POST", f"http://{stored.AUTHORITY}{path}", headers=headers, content=body)
    signing.sign(made, stock.keys[seat], int(time.time()), stored.AUTHORITY)
    names = ("Idempotency-Key", "Content-Digest", "Signature-Input", "Signature")
    return request("POST", path, {name: made.headers[name] for name in names}, body)


def looking(stock: Stock, match: str) -> tuple[str, dict[str, str]]:
    return f"/api/v1/matches/{match}/view", {"Authorization": stock.bearer(match, 0)}


def held(port: int, stock: Stock, match: str) -> bytes:
    """A look by who has seen this table already."""
    path, headers = looking(stock, match)
    tag = getting(port, path, headers)().getheader("ETag") or ""
    return request("GET", path, {**headers, "If-None-Match": tag})


def bids(stock: Stock, seats: Iterable[int], matches: Iterable[str]) -> list[bytes]:
    """A bid of each of these seats at each of these tables, no table's two in a row."""
    body = acting(stock, stored.first_actions("giants", stock.seats, 0))
    tables = list(matches)
    return [by_token(stock, match, seat, body) for seat in seats for match in tables]
