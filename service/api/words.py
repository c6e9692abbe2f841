"""What each operation does, in the contract's words: one sentence or two by operationId."""

from collections.abc import Sequence

OPERATIONS = {
    "listGames": "Every game with its seats and options. The answer changes only with the service.",
    "getGame": "One game as the list has it, and the JSON Schema of its actions.",
    "openMatch": (
        "The seed is drawn and its hash published now. With people among the seats the host gets a "
        "letter first, and the tokens in the answer are null until it is answered; alone against "
        "bots the match starts at once."
    ),
    "listMatches": "Matches whose host made them public, a page at a time, once confirmed.",
    "getMatch": (
        "Status, seats by name, who is awaited, whose sealed action is in with its commitment, "
        "the deadline and the hash of the log. Poll it with its ETag."
    ),
    "changeMatch": (
        "Before the start all of it may change; once the match runs only `public`, and a pace "
        "that is slower."
    ),
    "confirmMatch": "Invitations leave now. Asked again, it answers the same and does no more.",
    "acceptInvitation": (
        "The answer has the seat's own token. The last to accept starts the match, unless the "
        "host wants to. Accepting twice is answered twice and done once."
    ),
    "declineInvitation": "The host is told. Until the seat is given on it can be taken after all.",
    "startMatch": "For matches that wait for their host's word; refused while seats are missing.",
    "cancelMatch": "Everyone who was written to is told. A match that is over stays as it is.",
    "pauseMatch": "Nothing can be played until it is resumed. Everyone at the table is told.",
    "resumeMatch": "Every deadline moves by as long as the pause was. Everyone is told.",
    "extendMatch": "The present deadline moves by these hours, to at most 60 days ahead.",
    "inviteAgain": "Of an invitation once in a match, of a turn once in a phase; never more.",
    "replaceSeat": (
        "Before the start at once. After it everyone is told, and it happens by the holder's "
        "consent, by a vote of the others, or after 24 hours without an objection."
    ),
    "consentToReplace": "The holder's consent is enough; that of the others counts as a vote.",
    "objectToReplace": "One objection of anybody at the table stops it.",
    "submitTurn": (
        "An open action is played at once: 201 with its entry and the table after it. In a sealed "
        "phase it is kept unread: 202 with a receipt, and it may be changed until the phase closes."
    ),
    "peek": "What a game allows out of turn, such as looking at a base in Giants. Leaves the turn.",
    "checkTurn": "The same body as for a turn; the answer says what would happen, or why not.",
    "getSealed": "Nobody else can read it before the phase opens.",
    "putSealed": "Like submitting it, but refused where the phase is an open one.",
    "withdrawSealed": "Possible until the last one is in; while a phase cools off this reopens it.",
    "getView": (
        "With a seat's token what that seat may see, without one what a stranger may. The ETag "
        "holds while nothing has changed for this viewer."
    ),
    "getChoices": "Factored as each game describes it; null for a seat that is not awaited.",
    "getLog": "Entries after a number, with their events as this viewer may still read them.",
    "getRecord": (
        "The hash-chained log. Once the match is finished it holds the seed and all that was "
        "hidden, so that anyone can check luck, rules and chain; before that its public parts."
    ),
    "getBoardSvg": (
        "The table drawn as this viewer may see it, light or dark, for a telephone or a wide "
        "page; title and description tell it in words."
    ),
    "getBoardPng": "The same drawing as a picture that every letter and page can show.",
    "getMe": "Name, address, language and time zone, as letters use them.",
    "changeMe": "Letters from now on follow it.",
    "listMyMatches": "As host or at a seat, with whether it is my turn, a page at a time.",
}


def describe(name: str, kinds: Sequence[str]) -> str:
    """What an operation does, and whose token it takes."""
    told = OPERATIONS[name]
    return f"{told} Tokens: {' or '.join(kinds)}." if kinds else told
