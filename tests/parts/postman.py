"""What lies in people's mailboxes: letters as they arrived, and the links in them."""

import re
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from tests.parts import tables
from tests.parts.post_office import PostOffice
from tests.parts.site import wait_for

LINK = re.compile(r"https?://[^\s<>]+")


@dataclass(frozen=True)
class Mail:
    """A letter that arrived."""

    to: str
    subject: str
    message_id: str
    text: str
    html: str = field(repr=False)
    headers: EmailMessage = field(repr=False)

    @property
    def links(self) -> list[str]:
        return LINK.findall(self.text)

    def link(self, door: str) -> str | None:
        """The link to this door, by its letter."""
        return next((one for one in self.links if f"/{door}/{door}." in one), None)


def token(link: str) -> str:
    """The token that stands at the end of a link."""
    return link.rpartition("/")[2]


@dataclass
class Postman:
    """Reads each letter of the sink once."""

    office: PostOffice
    read: list[Mail] = field(default_factory=list)

    def letters(self, to: str | None = None) -> list[Mail]:
        for raw in self.office.texts[len(self.read) :]:
            self.read.append(_mail(raw))
        return [one for one in self.read if to is None or one.to == to]

    def newest(self, to: str, door: str) -> str | None:
        """The newest link to this door in the letters to one person."""
        links = (one.link(door) for one in reversed(self.letters(to)))
        return next((link for link in links if link), None)

    def await_link(self, to: str, door: str, old: str | None = None) -> str:
        """The newest link to this door once it is another than the one known."""
        wait_for(lambda: self.newest(to, door) not in (None, old), f"/{door}/ for {to}")
        found = self.newest(to, door)
        assert found is not None
        return found


def _mail(raw: bytes) -> Mail:
    parsed = message_from_bytes(raw, policy=default)
    return Mail(
        parsed["To"].addresses[0].addr_spec,
        parsed["Subject"],
        parsed["Message-ID"],
        tables.plain(parsed),
        tables.page(parsed),
        parsed,
    )
