"""A table's page: what a seat sees and may do there, arranged for its template."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.words import Tongue
from service import dry_run, moments
from service.acquaintance import Reader
from service.dry_run import Checked
from service.pages import faults, table_words
from service.pages.forming import FORMERS
from service.pages.forms import Draft, Offer, Seated, Way
from service.pages.table_picture import UNLINKED, Pictured, links, pictured
from service.refusals import Refusal
from service.seating import Actor
from service.sent import Asked
from service.sitting import Sitting
from service.watching import Scene

NOTHING = Offer((), "", {}, None)


@dataclass(frozen=True)
class Visit:
    """Who looks, in which tongue, and when; `carried` is what every link takes along."""

    token: Actor
    reader: Reader
    language: str
    tongue: Tongue
    carried: Mapping[str, str]
    now: datetime


@dataclass(frozen=True)
class Written:
    """What came with the request: a draft of the forms, or an action in words."""

    draft: Draft
    text: str = ""
    in_address: bool = False


@dataclass(frozen=True)
class Deadline:
    at: str  # for programs
    said: str
    left: str | None


@dataclass(frozen=True)
class Page:
    """All that the template shows."""

    sitting: Sitting
    title: str
    pictured: Pictured
    offer: Offer
    deadline: Deadline | None
    opens: Deadline | None
    written: Written
    preview: Checked | None
    refusal: str | None

    @property
    def way(self) -> Way | None:
        return next((one for one in self.offer.ways if one.slug == self.offer.at), None)

    @property
    def waits(self) -> bool:
        """Whether something may happen without this seat: the page looks again by itself."""
        running = self.sitting.status in ("running", "resolving", "paused")
        return running and (not self.sitting.seen.awaited or self.sitting.seen.submitted)


def arrange(visit: Visit, sitting: Sitting, written: Written, said: Refusal | None = None) -> Page:
    offer = _offer(visit, sitting, _draft(sitting, written))
    preview, fault = (None, said) if said else _preview(visit, sitting, offer, written.text)
    tongue, seen = visit.tongue, sitting.seen
    # A click on the picture makes an address, and what is sealed stands in none.
    linked = UNLINKED if seen.sealed else links(offer, visit.carried)
    scene = Scene(sitting.game, sitting.view, sitting.names, sitting.events)
    return Page(
        sitting=sitting,
        title=table_words.title(sitting, tongue),
        pictured=pictured(scene, tongue, linked),
        offer=offer,
        deadline=_deadline(visit, seen.due_at) if sitting.status == "running" else None,
        opens=_deadline(visit, sitting.closes_at) if sitting.status == "running" else None,
        written=written,
        preview=preview,
        refusal=None if fault is None else faults.said(fault),
    )


def _draft(sitting: Sitting, written: Written) -> Draft:
    """An address holds nothing sealed: of what it says there, only the way is read."""
    if sitting.seen.sealed and written.in_address:
        return {name: said for name, said in written.draft.items() if name == "way"}
    return written.draft


def _offer(visit: Visit, sitting: Sitting, draft: Draft) -> Offer:
    former = FORMERS.get(sitting.game.meta.slug)
    if former is None or not sitting.acting:
        return NOTHING
    return former(Seated(sitting.game, sitting.state, sitting.seat, visit.tongue), draft)


def _preview(
    visit: Visit, sitting: Sitting, offer: Offer, text: str
) -> tuple[Checked | None, Refusal | None]:
    """What would follow, so far as the seat could work it out itself."""
    if not text and offer.action is not None:
        text = sitting.game.say(sitting.state, offer.action)
    if not text:
        return None, None
    asked = Asked(sitting.seen.turn, None, text)
    try:
        return dry_run.check(visit.token, asked, visit.now, visit.tongue), None
    except Refusal as refusal:
        return None, refusal


def _deadline(visit: Visit, at: datetime | None) -> Deadline | None:
    if at is None:
        return None
    said = moments.said(at, visit.reader.time_zone, visit.language)
    return Deadline(at.isoformat(), said, moments.left(at - visit.now, visit.language))
