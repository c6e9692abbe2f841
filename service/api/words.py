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
        "the deadline and the hash of the log. Of a sealed action its commitment tells that it is "
        "in and, when it changes, that it was replaced. Poll it with its ETag."
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
    "extendMatch": "All open deadlines move by these hours, to at most 60 days ahead.",
    "inviteAgain": "Of an invitation once in a match, of a turn once in a phase; never more.",
    "replaceSeat": (
        "Before the start at once. After it everyone is told, and it happens by the holder's "
        "consent, by a vote of the others, or after 24 hours without an objection. A bot plays "
        "until somebody who is invited accepts."
    ),
    "consentToReplace": "The holder's consent is enough; that of the others counts as a vote.",
    "objectToReplace": "One objection of anybody at the table stops it.",
    "proposeVote": (
        "It happens when more than half of the people at the table agree, the proposer among "
        "them; bots have no say. One of a kind at a time; it lapses after 72 hours, and one to "
        "extend with its phase. The other seats are told by letter."
    ),
    "agreeToVote": "The last word of a seat counts, until the vote is decided.",
    "disagreeWithVote": "With half of the people at the table against it, it is stopped.",
    "resignSeat": (
        "All links of the seat are dead at once, what it had sealed is destroyed, and a bot plays "
        "it: until a substitute accepts, where there are some. All are told. With the last "
        "person the match is cancelled."
    ),
    "listSubstitutes": "In the order in which they are asked.",
    "addSubstitute": (
        "Written to once a seat falls free: in order, with 48 hours each to accept. Refused while "
        "a seat is being offered."
    ),
    "strikeSubstitute": "Whoever has been asked keeps the time to answer.",
    "returnToSeat": (
        "Ends what a bot or the rules do for an absent holder; any action of one's own does so "
        "too. Where nobody plays for the seat, nothing changes."
    ),
    "renewLinks": (
        "A seat's token replaces all that opens the seat, a host's token what opens the host's "
        "tools; where the seat is the host's own, the first replaces both. Tokens and links from "
        "before are dead at once, this one too; plans and preferences are dropped, and signing "
        "keys and webhooks unless they are to be kept. What is sealed stays. No answer shows a new "
        "link: a letter brings it to the address that is kept. Asked again with the dead token "
        "within ten minutes, it answers the same and does nothing."
    ),
    "sendPlayerLink": (
        "It opens all that the person holds, so no answer shows it: a letter brings it to the "
        "address that is kept. Answered alike whether one leaves or not: one in ten minutes, four "
        "a day, for all of a person's matches together."
    ),
    "submitTurn": (
        "An open action is played at once: 201 with its entry and the table after it. In a sealed "
        "phase it is kept unread: 202 with a receipt, and it may be changed until the phase closes."
    ),
    "peek": "What a game allows out of turn, such as looking at a base in Giants. Leaves the turn.",
    "undo": (
        "While no other seat has acted, nothing came to light, no sealed action is in and the "
        "step's own deadline has not passed. The deadline is again what it was. "
        "A seat takes back 100 steps a day at most, and 6 of which a letter has told others."
    ),
    "checkTurn": "The same body as for a turn; the answer says what would happen, or why not.",
    "getSealed": "Nobody else can read it before the phase opens.",
    "putSealed": (
        "Like submitting it, but refused where the phase is an open one. Another action has "
        "another commitment: that it was replaced can be seen by all, never what it was or is."
    ),
    "withdrawSealed": "Possible until the last one is in; while a phase cools off this reopens it.",
    "listKeys": "Those in force, and whether the seat acts by signature alone.",
    "registerKey": (
        "An Ed25519 public key, as a JWK or in PEM; its keyid is its thumbprint (RFC 7638). At "
        "most 4 are in force: to change keys, register the new one, then revoke the old. The log "
        "says which keys are in force, and the seat's holder gets a letter."
    ),
    "bindKeys": (
        "With `signed_only` nothing but a signed request acts for this seat, links in letters "
        "included, until it is lifted here. A lost key is replaced with the seat's token."
    ),
    "revokeKey": "At once and for good. What the key signed before stays in the log as signed.",
    "getPlan": (
        "Nobody else can read it, or tell that there is one. What its steps would do is worked out "
        "for the table as it stands, were nobody else to act."
    ),
    "putPlan": (
        "Steps are read now, and judged when they are played: one each time that the seat is "
        "awaited in their phase. A step that would mean something else by then stops the plan, "
        "and a letter says so. If the seat is awaited now, the plan begins at once."
    ),
    "withdrawPlan": "What it has played stays played.",
    "getPreferences": "A value for each preference of the game; nobody else can read them.",
    "putPreferences": "They hold for this match and this holder; what is left out is asked.",
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
    "importRecord": (
        "The record of a finished match, checked as anyone can check it: chain, luck, sealed "
        "actions and every step by the rules. Whoever has the id can then watch, replay and "
        "download it; nobody can act in it, nobody is told, and it stands in no list. The same "
        "record again is the same match. A wrong one is refused with the first fault in it."
    ),
    "getBoardSvg": (
        "The table drawn as this viewer may see it, light or dark, for a telephone or a wide "
        "page; title and description tell it in words."
    ),
    "getBoardPng": "The same drawing as a picture that every letter and page can show.",
    "postMessage": (
        "From when one is seated till 30 days after the end, 60 an hour at most. A private message "
        "is read by its two seats, and by nobody who holds one of them later."
    ),
    "getMessages": (
        "Oldest first, a page at a time. Nobody without a seat sees any, the host neither. The "
        "ETag holds while nothing has changed for this seat."
    ),
    "getMe": "Name, address, language, time zone and policy, as letters use them.",
    "changeMe": (
        "What is not named stays, in `letters` too. Letters follow it from now on, also those "
        "that wait already."
    ),
    "getMyData": (
        "One document with all that is kept about me, to look at or to take along. Letters are "
        "told in plain text, as long as their copies are kept."
    ),
    "eraseMe": (
        "At once and for good: name, address, messages, letters, keys and links. Seats that I "
        "hold fall free as if I resigned; what I opened and has not started is cancelled. Records "
        "stay valid, for they name nobody."
    ),
    "listMyAbsences": "Those that are not over; the others at my tables can see them too.",
    "declareAbsence": (
        "Everyone I play with is told. In each running match it means what was agreed there: my "
        "time does not run, the rules act at once, or a bot plays. At most 60 days at a time, 120 "
        "in the year ahead, none twice."
    ),
    "withdrawAbsence": "From now on it is as if it had never been declared; nobody is told.",
    "listMyMatches": "As host or at a seat, with whether it is my turn, a page at a time.",
    "renewMyLinks": (
        "Those of my page, of every seat of mine and of every match that I host, invitations among "
        "them; as for one seat, and a letter brings the new ones. The link that stops letters "
        "goes on working."
    ),
    "listWebhooks": "With what became of the last calls; secrets are not shown again.",
    "makeWebhook": (
        "From now on it is called whenever this seat would get a letter, signed by the Standard "
        "Webhooks scheme. The answer alone has its secret."
    ),
    "removeWebhook": "At once: what still waits for it is not sent.",
    "enableWebhook": "After a day of failures it was disabled; what happened since is in the log.",
    "pingWebhook": "A signed call of the type `moai.ping`, made soon after the answer.",
    "getLetterPolicy": "What was chosen for this match, and what therefore holds in it.",
    "putLetterPolicy": (
        "It takes the place of what was chosen for this match before. What is not named is as "
        "everywhere; so is all of it for nothing or an empty object. Letters that wait already "
        "follow it."
    ),
    "listMyLetters": "The state of each letter to me, with its reason; never what it says.",
    "writeToMeAgain": (
        "Letters that come back mark an address as faulty, and nothing is sent there. Say so here "
        "once the mailbox works: the next letter is tried. Six times a day; where no address is "
        "faulty, asking counts for nothing."
    ),
    "listMatchLetters": (
        "States alone, never what a letter says. Of somebody who was only invited no more than "
        "that a letter failed."
    ),
}


def describe(name: str, kinds: Sequence[str], *, signed: bool) -> str:
    """What an operation does, whose token it takes, and whether a signature will do."""
    told = OPERATIONS[name]
    instead = " Or signed by the seat's key." if signed else ""
    return f"{told} Tokens: {' or '.join(kinds)}.{instead}" if kinds else told
