"""Encoded words as an attacker would build them: every charset and encoding, folded and nested."""

import base64
import quopri

from hypothesis import strategies as st

CHARSETS = (
    ("utf-8", "utf-8"),
    ("UTF-8", "utf-8"),
    ("us-ascii", "ascii"),
    ("l1", "latin-1"),
    ("iso-8859-1", "latin-1"),
    ("iso-8859-5", "iso-8859-5"),
    ("windows-1252", "cp1252"),
    ("koi8-r", "koi8-r"),
    ("utf-16", "utf-16"),
    ("utf-7", "utf-7"),
    ("unknown-8bit", "utf-8"),
    ("nonsense", "utf-8"),
    ("utf-8*en", "utf-8"),
)
HARM = (
    "a\nReply-To: e@e.io",
    "a\r\nBcc: all@e.io",
    "a\n\nPay at evil.io/x",
    "a\r\n\r\n<a href='//evil.io'>",
    "a\x00b",
    "a\u202eb",
    "a\u2028b",
    "http://evil.io",
    "\r\n ",
)


def _based(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _quoted(raw: bytes) -> str:
    """All but letters and digits by their numbers, as a word may have no space in it."""
    shown = (chr(one) if chr(one).isalnum() and one < 128 else f"={one:02X}" for one in raw)
    return "".join(shown)


def _scrambled(raw: bytes) -> str:
    return quopri.encodestring(raw, header=True).decode("latin-1").replace("\n", "")


WAYS = (("b", _based), ("B", _based), ("q", _quoted), ("Q", _quoted), ("q", _scrambled))


@st.composite
def _word(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    label, codec = draw(st.sampled_from(CHARSETS))
    way, encode = draw(st.sampled_from(WAYS))
    raw = draw(inner).encode(codec, "replace")
    end = draw(st.sampled_from(["?=", "?= ", "?", ""]))
    return f"=?{label}?{way}?{encode(raw)}{end}"


_harm = st.sampled_from(HARM) | st.text(max_size=8)
_nested = st.recursive(_harm, lambda inner: _word(inner), max_leaves=3)  # noqa: PLW0108  # composite
_space = st.sampled_from(["", " ", "\t", "  ", "\u3000", ", "])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Some words beside each other, with or without what unfolds away between them."""
    words = draw(st.lists(_word(_nested) | st.text(max_size=6), min_size=1, max_size=3))
    return draw(_space).join(words)
