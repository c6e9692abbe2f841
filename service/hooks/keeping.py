"""A seat's own webhooks: making, listing, trying, enabling and removing them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from flask import current_app
from sqlalchemy.orm import Session

from engine.words import N_
from service import players, seating, tokens, vault
from service.hooks import reaching, signing, telling
from service.refusals import Refusal, say
from service.settings import Settings
from service.store import webhooks
from service.store.database import reading, writing
from service.store.held import Chair
from service.store.matches import Match, Seat
from service.store.webhooks import Webhook

MOST = 3  # a seat
MOST_WAITING = 20  # pings and news together, before another ping is refused


@dataclass(frozen=True)
class Kept:
    """A webhook as its seat sees it; the secret is shown once, when it is made."""

    id: str
    url: str
    status: str
    reason: str | None
    failing_since: datetime | None
    created_at: datetime
    secret: str | None = field(default=None, repr=False)


def make(token: tokens.Seat, url: str, now: datetime) -> Kept:
    _demand_mine(token)
    reaching.demand(url, "url", at_home=at_home())
    secret = signing.new_secret()
    with _held(token) as (session, row, chair):
        seating.demand_unfinished(row)
        _demand_room(session, row, chair)
        made = Webhook(
            id=players.new_id(),
            match_id=row.id,
            seat=token.seat,
            generation=chair.holder,
            url=vault.seal(url.encode()),
            secret=vault.seal(secret.encode()),
            status=webhooks.ACTIVE,
            created_at=now,
        )
        session.add(made)
        row.hooked = True
        return _kept(made, secret)


def listed(token: tokens.Seat) -> list[Kept]:
    with reading() as session:
        row = seating.read(session, token.match)
        chair = seating.demand_seat(session, row, token)
        return [_kept(one) for one in _of(session, row, chair)]


def remove(token: tokens.Seat, hook_id: str) -> None:
    """At once: what still waits for it is not sent."""
    with _held(token) as (session, row, chair):
        _remove(session, _demand(session, row, chair, hook_id))


def remove_all(session: Session, row: Match, seat: Seat) -> int:
    """Those of a holder who asked for new links; how many they were."""
    found = _of(session, row, seat)
    for hook in found:
        _remove(session, hook)
    return len(found)


def _remove(session: Session, hook: Webhook) -> None:
    webhooks.let_go(session, hook.id, "the webhook was removed")
    hook.status, hook.generation = webhooks.DISABLED, 0  # nobody's any longer


def enable(token: tokens.Seat, hook_id: str) -> Kept:
    """Calls again, where it still may be called. What happened meanwhile is in the log."""
    reaching.demand(_url(token, hook_id), "url", at_home=at_home())
    with _held(token) as (session, row, chair):
        hook = _demand(session, row, chair, hook_id)
        hook.status, hook.reason, hook.failing_since = webhooks.ACTIVE, None, None
        return _kept(hook)


def ping(token: tokens.Seat, hook_id: str, now: datetime) -> None:
    """A call that says nothing, to see whether it arrives."""
    with _held(token) as (session, row, chair):
        hook = _demand(session, row, chair, hook_id)
        if hook.status != webhooks.ACTIVE:
            raise Refusal("conflict", N_("That webhook is disabled."), reason="disabled")
        if webhooks.waiting(session, hook.id) >= MOST_WAITING:
            raise Refusal(
                "too_many", N_("Calls to that webhook are waiting already."), retry_after=60
            )
        telling.call(session, row, hook, "ping", f"ping:{now.isoformat()}", now)


def at_home() -> bool:
    """Whether a webhook may be on this machine: in development only."""
    settings: Settings = current_app.extensions["settings"]
    return settings.mode == "development"


def _demand_mine(token: tokens.Seat) -> None:
    """Before anything is looked up in anybody's name; nothing is held while it is."""
    with reading() as session:
        seating.demand_seat(session, seating.read(session, token.match), token)


def _url(token: tokens.Seat, hook_id: str) -> str:
    with reading() as session:
        row = seating.read(session, token.match)
        chair = seating.demand_seat(session, row, token)
        return vault.unseal(_demand(session, row, chair, hook_id).url).decode()


@contextmanager
def _held(token: tokens.Seat) -> Iterator[tuple[Session, Match, Chair]]:
    with writing() as session:
        row = seating.hold(session, token.match)
        yield session, row, seating.demand_seat(session, row, token)


def _of(session: Session, row: Match, seat: Chair | Seat) -> list[Webhook]:
    return webhooks.of_seat(session, row.id, seat.number, seat.holder)


def _demand_room(session: Session, row: Match, seat: Chair) -> None:
    if len(_of(session, row, seat)) >= MOST:
        raise Refusal(
            "conflict",
            say(N_("A seat has at most {most} webhooks; remove one first."), most=MOST),
            reason="webhooks_full",
            most=MOST,
        )


def _demand(session: Session, row: Match, seat: Chair, hook_id: str) -> Webhook:
    found = next((one for one in _of(session, row, seat) if one.id == hook_id), None)
    if found is None:
        raise Refusal("not_found", N_("This seat has no such webhook."))
    return found


def _kept(hook: Webhook, secret: str | None = None) -> Kept:
    return Kept(
        id=hook.id,
        url=vault.unseal(hook.url).decode(),
        status=hook.status,
        reason=hook.reason,
        failing_since=hook.failing_since,
        created_at=hook.created_at,
        secret=secret,
    )
