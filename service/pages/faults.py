"""Refusals as a page says them: by reason or code, in the language of the present request."""

from collections.abc import Mapping
from typing import Final

from engine.words import N_
from service import languages
from service.refusals import Refusal

# By reason, which is the finer one.
REASONS: Final[Mapping[str, str]] = {
    "bad_name": N_(
        "A name has 1 to 40 characters that can be printed, holds no link, address or “=?”, "
        "and is not like ours."
    ),
    "bad_address": N_("This is not an address. It should look like ann@moai.example."),
    "bad_language": N_("Choose one of the languages in the list."),
    "bad_time_zone": N_("Choose a time zone from the list, for example Europe/Rome."),
    "bad_key": N_("That page of the list is not there. Start again from the newest."),
    "wrong_option": N_("This option cannot have that value."),
    "wrong_seats": N_("This game is not played by so many."),
    "too_few_ahus": N_("This island is too small for so many players. Choose the other one."),
    "same_address": N_("This address is there twice. For your own seat choose “I play”."),
    "same_mailbox": N_("Two other addresses here lead to the same mailbox. Choose another."),
    "same_name": N_("Two seats have the same name. Choose another."),
    "no_address": N_("To invite people, give an address of your own."),
    "nobody_plays": N_("Without an address, take one of the seats yourself."),
    "two_host_seats": N_("You can hold one seat only."),
    "unknown_bot": N_("There is no such bot for this game."),
    "unknown_game": N_("There is no such game."),
    "host_unconfirmed": N_("To invite people, the host needs a confirmed address."),
    "invited_enough": N_("This person has had an invitation and a reminder. No more are sent."),
    "accepted": N_("This person has accepted already."),
    "declined": N_("This person has declined, and may still accept. You can replace the seat."),
    "seats_missing": N_("Not everyone has accepted yet."),
    "started": N_("The match has started, so this can no longer be changed."),
    "faster": N_("The pace has been agreed: it can only become slower."),
    "too_far": N_("A deadline can be at most 60 days ahead."),
    "no_deadline": N_("This match has no deadline now."),
    "not_paused": N_("This match is not paused."),
    "already_proposed": N_("Your table is asked that already."),
    "no_substitutes": N_("There is no substitute who could be asked."),
    "substitutes_enough": N_("There are as many substitutes as a match can have."),
    "seat_on_offer": N_("A seat is being offered. Until it is taken, nobody can be added."),
    "asked": N_("This person has been asked already."),
    "no_record": N_("This file is no record: choose the JSON file that a match's page gives."),
    "wrong_names": N_("Give a name for each seat, with commas between, or none at all."),
    "match_exists": N_("There is another match of that id here."),
    "no_letters": N_(
        "No letter reaches you, so new links could not either. Yours stay as they are."
    ),
    "plan_changed": N_("Your plan is not as you saw it any more: look at it once more."),
}
CODES: Final[Mapping[str, str]] = {
    "malformed": N_("The form could not be read."),
    "too_many": N_("That was too much for a while. Try again later."),
    "unauthenticated": N_("This link is no longer good. Look for a newer letter."),
    "forbidden": N_("This link does not open that door."),
    "not_seated": N_("This link does not open that door."),
    "not_found": N_("There is nothing here any more."),
    "not_started": N_("The match has not started."),
    "match_over": N_("The match is over."),
    "paused": N_("The match is paused."),
    "quarantined": N_("The match is out of play until its operator has looked."),
    "resolving": N_("The phase is being resolved. Try again in a moment."),
    "stale": N_("The match has moved on. Look again."),
}


def said(refusal: Refusal) -> str:
    """What is right where something is wrong; else the refusal's own sentence."""
    reason = refusal.facts.get("reason")
    found = CODES.get(refusal.code) if reason is None else REASONS.get(str(reason))
    tongue = languages.present_tongue()
    return tongue.say(found) if found else refusal.said(tongue)


def field(refusal: Refusal) -> str:
    """The field of a form that it is about; nothing where it is about the whole."""
    return str(refusal.facts.get("field") or refusal.facts.get("option") or "")
