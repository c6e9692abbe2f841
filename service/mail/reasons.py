"""Why a letter did not arrive, in a mail server's own words: on one line, and fit to be kept."""

LONGEST = 200


def plain(said: str) -> str:
    """Without addresses, which outlive nobody in our rows, and without links of somebody else's."""
    words = (word for word in said.split() if "@" not in word and "://" not in word)
    return "".join(c for c in " ".join(words) if c.isprintable())[:LONGEST]
