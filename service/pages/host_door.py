"""The host's door: who has answered, who is awaited, whether letters arrive, and what to do."""

from collections.abc import Iterator

from flask import request
from flask.typing import ResponseReturnValue

from service import hosting, invitations, tokens
from service.lobby import SeatSeen, Standing
from service.pages.door import Button, Door, blueprint, now, read, refused, show
from service.pages.lobby_doors import described
from service.post import tracking
from service.refusals import Refusal


@blueprint.get("/h/<token>")
def host(token: str) -> ResponseReturnValue:
    return show(_hosting(read(token, tokens.Host)))


@blueprint.post("/h/<token>")
def hosted(token: str) -> ResponseReturnValue:
    held = read(token, tokens.Host)
    try:
        _act(held, *request.form.get("do", "").split(" ", 1))
    except Refusal as refusal:
        return refused(refusal, lambda: _hosting(held))
    return show(_hosting(held))


def _act(held: tokens.Host, do: str, seat: str = "") -> None:
    if do == "start":
        hosting.start(held, now())
    elif do == "cancel":
        hosting.cancel(held, now())
    elif do == "remind" and seat.isdecimal():
        invitations.remind(held, int(seat), now())
    else:
        raise Refusal("malformed", "The form does not say what to do.")


def _hosting(held: tokens.Host) -> Door:
    seen, letters = hosting.look(held), tracking.states(held.match)
    buttons = [
        Button(f"remind {seat.seat}", f"Remind {seat.name}", quiet=True)
        for seat in seen.seats
        if (seat.status == "invited" and seen.status != "unconfirmed")
        or (seat.bot is None and seen.status == "running" and _is_awaited(seen, seat))
    ]
    buttons += [Button("start", "Start")] if seen.status == "gathering" else []
    if seen.status not in ("finished", "cancelled"):
        buttons.append(Button("cancel", "Cancel the match", quiet=True))
    words = (*described(seen), f"It is {seen.status}.", *_seats(seen, letters))
    return Door("Your match", words, buttons=tuple(buttons))


def _seats(seen: Standing, letters: dict[int, str]) -> Iterator[str]:
    for seat in seen.seats:
        notes = [seat.status if seat.bot is None else "bot"]
        notes += ["awaited"] if _is_awaited(seen, seat) else []
        notes += [f"letter {letters[seat.seat]}"] if seat.seat in letters else []
        yield f"{seat.name}: {', '.join(notes)}."


def _is_awaited(seen: Standing, seat: SeatSeen) -> bool:
    return seat.seat in seen.awaited and seat.seat not in seen.submitted
