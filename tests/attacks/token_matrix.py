"""What each token is worth, written by hand from trust.md and docs/: a row a line, yes where named.

What a row does not name is a no. Nothing here is read from the service or its contract: the tests
hold those against this page. Whoever adds an operation or a button adds its row.

- host: the table's tools; invitation: one seat, to take or leave; confirm: the host's own address.
- seat: all that a seat may ever do. turn: what ends with its phase, and plans until the round does.
- voice: one seat's word in one proposal. return: the end of a stand-in. drop: the end of a plan.
- player: what is the person's own, over all matches. unsubscribe: fewer letters, or none.
- signature: a key of the seat in place of a token, for what may be proved later. none: no token.
"""

KINDS = (
    "host",
    "invitation",
    "seat",
    "turn",
    "voice",
    "return",
    "drop",
    "player",
    "confirm",
    "unsubscribe",
)
BESIDE = ("signature", "none")  # what a request may come with in place of a token

_OPERATIONS = """
listGames            none
getGame              none
openMatch            player none
listMatches          none
getMatch             none
getRecord            none
importRecord         none

confirmMatch         confirm
acceptInvitation     invitation
declineInvitation    invitation

changeMatch          host
startMatch           host
cancelMatch          host
pauseMatch           host
resumeMatch          host
extendMatch          host
inviteAgain          host
replaceSeat          host
listMatchLetters     host
listSubstitutes      host
addSubstitute        host
strikeSubstitute     host
renewLinks           host seat
sendPlayerLink       host seat

getView              seat turn none
getLog               seat turn none
getBoardSvg          seat turn none
getBoardPng          seat turn none
getChoices           seat turn
getSealed            seat turn
getMessages          seat turn
getPlan              seat turn

submitTurn           seat turn signature
putSealed            seat turn signature
withdrawSealed       seat turn signature
checkTurn            seat turn signature
peek                 seat turn signature
undo                 seat turn signature
postMessage          seat turn
putPlan              seat turn
withdrawPlan         seat turn

getPreferences       seat
putPreferences       seat
proposeVote          seat
agreeToVote          seat
disagreeWithVote     seat
consentToReplace     seat
objectToReplace      seat
resignSeat           seat
returnToSeat         seat
getLetterPolicy      seat
putLetterPolicy      seat
listKeys             seat
registerKey          seat
bindKeys             seat
revokeKey            seat
listWebhooks         seat
makeWebhook          seat
removeWebhook        seat
enableWebhook        seat
pingWebhook          seat

getMe                player
changeMe             player
eraseMe              player
listMyAbsences       player
declareAbsence       player
withdrawAbsence      player
getMyData            player
listMyLetters        player
writeToMeAgain       player
listMyMatches        player
renewMyLinks         player
"""

# Under each link's own letter: /t/<token>, /s/<token> … A `do` may take a number or a word more.
_DOORS = """
confirm               | confirm        | confirm
invitation            | accept         | invitation
invitation            | decline        | invitation

host                  | start          | host
host                  | cancel         | host
host                  | pause          | host
host                  | resume         | host
host                  | extend         | host
host                  | remind 1       | host
host                  | change         | host
host                  | replace 1      | host
host                  | substitute     | host
host                  | strike 1       | host

table                 | preview        | seat turn
table                 | play           | seat turn
table                 | undo           | seat turn
table                 | withdraw       | seat turn
table                 | say            | seat turn
table                 | plan-add       | seat turn
table                 | plan-save      | seat turn
table                 | plan-up-1      | seat turn
table                 | plan-down-0    | seat turn
table                 | plan-drop-0    | seat turn
table                 | plan-forget    | seat turn
table                 | link           | seat turn
table                 | prefer         | seat
table                 | propose pause  | seat
table                 | agree 1        | seat
table                 | disagree 1     | seat
table                 | consent 1      | seat
table                 | object 1       | seat
table                 | resign         | seat
table                 | return         | seat
seat/my-page          | my-page        | seat
host/my-page          | my-page        | host
seat/links            | renew          | seat
seat/links            | keep           | seat
host/links            | renew          | host
host/links            | keep           | host
player/links          | renew          | player
player/links          | keep           | player
table/letters         | again          | seat turn

voice                 | consent        | voice
voice                 | object         | voice
voice                 | agree          | voice
voice                 | disagree       | voice
return                | return         | return
drop                  | drop           | drop

player                | change         | player
player                | leave          | player
player                | stay none      | player
player/letters        | again          | player
player/letters/choose |                | player
player/erase          | erase          | player

unsubscribe           | mute           | unsubscribe
unsubscribe           | unmute         | unsubscribe
unsubscribe           | block          | unsubscribe
unsubscribe           | digest         | unsubscribe
unsubscribe           | apart          | unsubscribe
unsubscribe           | spare          | unsubscribe
"""

# By which letters one comes to a page; each kind of link has one letter.
LETTERS = {
    "confirm": "c",
    "invitation": "i",
    "host": "h",
    "seat": "s",
    "turn": "t",
    "voice": "v",
    "return": "r",
    "drop": "d",
    "player": "p",
    "unsubscribe": "u",
}
PAGES = {page: (page,) for page in LETTERS} | {"table": ("seat", "turn")}


def _rows(table: str) -> list[str]:
    return [line for line in table.splitlines() if line]


def _door(row: str) -> tuple[str, str, frozenset[str]]:
    page, do, kinds = (one.strip() for one in row.split("|"))
    return page, do, frozenset(kinds.split())


OPERATIONS = {name: frozenset(kinds) for name, *kinds in map(str.split, _rows(_OPERATIONS))}
DOORS = tuple(map(_door, _rows(_DOORS)))
