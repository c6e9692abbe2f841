"""A table's page: what a seat sees and may do there, arranged for its template."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.words import Tongue
from service import dry_run, moments, tokens
from service.acquaintance import Reader
from service.dry_run import Checked
from service.pages import faults, plan_page, table_talk, table_words
from service.pages.forming import FORMERS
from service.pages.forms import Draft, Offer, Seated, Way
from service.pages.plan_page import NOTHING, Planned, Plans
from service.pages.table_picture import UNLINKED, Pictured, links, pictured
from service.pages.table_talk import SILENT, Spoken, Talk
from service.refusals import Refusal
from service.seating import Actor
from service.sent import Asked
from service.sitting import Sitting
from service.watching import Scene


@dataclass(frozen=True)
class Visit:
    """Who looks, in which tongue, and when; `carried` is what every link takes along."""

    token: Actor
    reader: Reader
    language: str
    tongue: Tongue
    carried: Mapping[str, str]
    now: datetime

    @property
    def whole(self) -> bool:
        """Whether the link is the seat's own, and not one for a phase."""
        return isinstance(self.token, tokens.Seat)


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
    plans: Plans | None
    talk: Talk

    @property
    def planned(self) -> Planned | None:
        """The turn to come that the forms are for, in place of the present one."""
        return None if self.plans is None else self.plans.planned

    @property
    def sealing(self) -> bool:
        """Whether what is looked at would be sealed: a look aside is done at once."""
        aside = self.preview is not None and self.preview.aside
        return self.sitting.seen.sealed and self.sitting.seen.awaited and not aside

    @property
    def hushed(self) -> bool:
        """Whether what is filled in stays out of addresses: sealed actions and plans do."""
        return self.sitting.seen.sealed or self.planned is not None

    @property
    def way(self) -> Way | None:
        return next((one for one in self.offer.ways if one.slug == self.offer.at), None)

    @property
    def stood_in(self) -> bool:
        """Whether a bot plays for this seat's holder."""
        going = self.sitting.status in ("running", "resolving", "paused")
        return going and self.sitting.seen.people[self.sitting.seat].stand_in

    @property
    def waits(self) -> bool:
        """Whether something may happen without this seat: the page looks again by itself."""
        sitting = self.sitting
        running = sitting.status in ("running", "resolving", "paused")
        idle = not sitting.seen.awaited or sitting.seen.submitted
        return running and (idle or sitting.signed_only)


def arrange(
    visit: Visit,
    sitting: Sitting,
    written: Written,
    said: Refusal | None = None,
    spoken: Spoken = SILENT,
) -> Page:
    tongue, seen = visit.tongue, sitting.seen
    draft = _draft(sitting, written)
    plans = plan_page.arrange(sitting, draft, tongue, whole=visit.whole)
    planned = None if plans is None else plans.planned
    if planned is None:
        offer = _offer(visit, sitting, draft)
        preview, fault = (None, said) if said else _preview(visit, sitting, offer, written.text)
    else:
        offer, preview, fault = planned.offer, planned.preview, said or planned.fault
    # A click on the picture makes an address, and what is secret stands in none.
    linked = UNLINKED if seen.sealed or planned else links(offer, visit.carried)
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
        plans=plans,
        talk=table_talk.arrange(sitting.talk, spoken, visit.reader, visit.language),
    )


def _draft(sitting: Sitting, written: Written) -> Draft:
    """An address holds nothing secret: of what it says there, only the way is read."""
    secret = sitting.seen.sealed or not sitting.acting or "ahead" in written.draft
    if secret and written.in_address:
        return {name: said for name, said in written.draft.items() if name in ("way", "ahead")}
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
