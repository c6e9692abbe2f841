"""Where a request ends among the bytes that have come in, told before anybody reads it."""

import re
from http import HTTPStatus

END = b"\r\n\r\n"
LONGEST_HEAD = 65_536
LONGEST_LINE = 8_190  # of a chunk's size, and all lines behind the last chunk together
FRAMES = re.compile(
    rb"\r\n(content-length|transfer-encoding|expect)[ \t]*:([^\r\n]*)", re.IGNORECASE
)
SIZE = re.compile(rb"[0-9A-Fa-f]{1,8}")
LENGTH = re.compile(rb"[0-9]{1,18}")
PATH = re.compile(rb"[A-Z]+ (/[a-z]+)[ ?]")


class RefusedError(Exception):
    """Whatever still comes, this is how it is answered."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Arriving:
    """The bytes of one request, and of what follows it, as they come.

    What is no plain request counts as whole with its head: the server's parser refuses it, and
    nothing behind it is believed (`last`).
    """

    def __init__(self, held: bytes, largest: int) -> None:
        self.held = bytearray(held)
        self.last = False
        self.head = 0
        self.expects = False
        self._most = largest
        self._searched = 0
        self._at = 0
        self._length: int | None = None

    def end(self) -> int | None:
        """Where the request ends; None as long as more of it must come."""
        if not self.head and not self._has_head():
            return None
        if self._length is None:
            return self._chunks_end()
        end = self.head + self._length
        return end if len(self.held) >= end else None

    def path(self) -> bytes:
        found = PATH.match(self.held)
        return found[1] if found else b""

    def _has_head(self) -> bool:
        found = self.held.find(END, self._searched)
        if found < 0:
            self._searched = max(0, len(self.held) - len(END) + 1)
        if (len(self.held) if found < 0 else found) > LONGEST_HEAD:
            raise RefusedError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if found < 0:
            return False
        self.head = self._at = found + len(END)
        self._read_frame(bytes(self.held[: self.head]))
        return True

    def _read_frame(self, head: bytes) -> None:
        fields = [(name.lower(), value.strip(b" \t")) for name, value in FRAMES.findall(head)]
        self.expects = (b"expect", b"100-continue") in (
            (name, value.lower()) for name, value in fields
        )
        frames = [field for field in fields if field[0] != b"expect"]
        if not frames:
            self._length = 0
            return
        name, value = frames[0]
        if len(frames) == 1 and name == b"transfer-encoding" and value.lower() == b"chunked":
            return
        plain = len(frames) == 1 and name == b"content-length" and LENGTH.fullmatch(value)
        length = int(value) if plain else None
        # What is longer than anything is read of is answered without being read.
        self.last = length is None or length > self._most
        self._length = 0 if self.last else length

    def _chunks_end(self) -> int | None:
        """Walks on over the chunks that are there; the server's parser reads them closely."""
        while True:
            line = self._line_end()
            if line is None:
                return None
            size = self._size(line)
            if size == 0:
                return self._trailers_end(line)
            after = line + 2 + size
            if after > self.head + self._most + LONGEST_LINE:
                raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            if len(self.held) < after + 2:
                return None
            if self.held[after : after + 2] != b"\r\n":
                raise RefusedError(HTTPStatus.BAD_REQUEST)
            self._at = after + 2

    def _line_end(self) -> int | None:
        found = self.held.find(b"\r\n", self._at, self._at + LONGEST_LINE)
        if found >= 0:
            return found
        if len(self.held) - self._at >= LONGEST_LINE:
            raise RefusedError(HTTPStatus.BAD_REQUEST)
        return None

    def _size(self, line: int) -> int:
        size, extended, _ = bytes(self.held[self._at : line]).partition(b";")
        size = size.rstrip(b" \t") if extended else size
        if not SIZE.fullmatch(size):
            raise RefusedError(HTTPStatus.BAD_REQUEST)
        return int(size, 16)

    def _trailers_end(self, line: int) -> int | None:
        found = self.held.find(END, line, line + LONGEST_LINE)
        if found >= 0:
            return found + len(END)
        if len(self.held) - line >= LONGEST_LINE:
            raise RefusedError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        return None
