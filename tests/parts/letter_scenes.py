"""Letters of every kind, written by the real post from matches that bots have played a while."""

import random
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final, TypeAlias

from sqlalchemy import update
from sqlalchemy.orm import Session

from engine import match as engine
from engine.registry import BOTS
from engine.sealing import Sealed
from service import notices, planning, table, tokens, vault
from service.notices import Telling
from service.plans import Laid
from service.post import delivery
from service.store.database import reading, writing
from service.store.letters import Letter, Notice
from service.store.matches import Match, Seat
from service.store.messages import Message
from service.store.players import Player
from tests.parts import tables
from tests.parts.tables import NOON, at

PEOPLE: Final = ("Anna", "Bruno", "Carla", "Dmitri")
NEWS = 6  # entries, since the last letter
Chosen: TypeAlias = dict[int, Any]  # an action for each seat

WHOLE = 10_000  # steps: until the match is over


@dataclass(frozen=True)
class Scene:
    """A letter to be written: what its notice says, and where its match stands."""

    name: str
    kind: str
    game: str = "giants"
    steps: int = 40
    hosts: bool = False
    facts: dict[str, Any] = field(default_factory=dict)
    match: dict[str, Any] = field(default_factory=dict)  # columns that are otherwise
    seat: dict[str, Any] = field(default_factory=dict)  # and of the reader's seat
    planned: tuple[str, ...] = ()  # with a link of the reader's

    @property
    def started(self) -> bool:
        return self.steps > 0


_HANDOVER = {
    "handover": 1,
    "seat": 2,
    "from": "Carla",
    "to": "Eleonora",
    "kind": "person",
    "effective_at": (NOON + timedelta(days=1)).isoformat(),
}
_KEY = {"keyid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"}
_VOTE = {
    "step": "proposed",
    "vote": 1,
    "name": "Carla",
    "lapses_at": (NOON + timedelta(days=3)).isoformat(),
}
_RECEIPT = {"submission": 17, "received_at": NOON.isoformat()}
_DIGEST = "67018f88d3c8e8d0b52b24e5f1c7b1fcb7b6d5de2ac70ad7d5f0a6cbbf1d3c5e"

TOLD = """I shall be slow until Monday: no net on the boat.

Do look at https://moai.example/log, entry 12: was that wise?"""

SCENES: Final = (
    Scene("confirm", "confirm", steps=0, hosts=True, match={"status": "unconfirmed"}),
    Scene("invitation", "invitation", steps=0, match={"options": {"island": "motu-nui"}}),
    Scene("ready", "ready", steps=0, hosts=True),
    Scene("declined", "declined", steps=0, hosts=True, facts={"seat": 1, "name": "Bruno"}),
    Scene("started", "started", steps=1, hosts=True),
    Scene("your-turn", "your_turn"),
    Scene("your-turn-cards", "your_turn", "rapa-nui", steps=60),
    Scene("reminder", "reminder", "rapa-nui", steps=30),
    Scene("reminder-due", "reminder", steps=20, facts={"due": True}),
    Scene("resolved", "resolved", steps=2),
    Scene("extended", "extended", facts={"due_at": (NOON + timedelta(days=4)).isoformat()}),
    Scene(
        "extended-planned",
        "extended",
        facts={"due_at": (NOON + timedelta(days=4)).isoformat()},
        planned=("pass",),
    ),
    Scene("paused", "paused", match={"paused_at": NOON}),
    Scene("resumed", "resumed", "rapa-nui"),
    Scene("handover-proposed", "handover", facts={**_HANDOVER, "step": "proposed"}),
    Scene("handover-stopped", "handover", facts={**_HANDOVER, "step": "stopped"}),
    Scene("handover-done", "handover", facts={**_HANDOVER, "step": "done", "kind": "bot"}),
    Scene(
        "handover-substitute",
        "handover",
        facts={**_HANDOVER, "step": "proposed", "kind": "substitute", "to": "Eleonora, Filippo"},
    ),
    Scene(
        "handover-resigned",
        "handover",
        facts={**_HANDOVER, "step": "resigned", "kind": "substitute"},
    ),
    Scene(
        "handover-taken",
        "handover",
        facts={"step": "taken", "seat": 2, "to": "Eleonora", "kind": "person"},
    ),
    Scene("vote-extend", "vote", facts={**_VOTE, "kind": "extend", "hours": 48}),
    Scene("vote-pause", "vote", "rapa-nui", facts={**_VOTE, "kind": "pause", "hours": None}),
    Scene(
        "away",
        "away",
        facts={
            "step": "dates",
            "seat": 2,
            "name": "Carla",
            "since": "2026-03-05",
            "until": "2026-03-17",
            "policy": "wait",
        },
    ),
    Scene("away-bot", "away", facts={"step": "bot", "seat": 2, "name": "Carla"}),
    Scene("correction", "correction", "rapa-nui", steps=12, facts={"entry": 8, "seat": 2}),
    Scene("message", "message", steps=2, facts={"to": None, "text": TOLD}),
    Scene("message-alone", "message", steps=2, facts={"to": 1, "text": "Shall we, this time?"}),
    Scene(
        "away-bot-own",
        "away",
        facts={"step": "bot", "seat": 1, "name": "Bruno", "own": True},
        seat={"stand_in": "greedy"},
    ),
    Scene("missed", "missed", "rapa-nui", facts={"phase": "turn 9", "missed": 2, "patience": 3}),
    Scene(
        "receipt-sealed",
        "receipt",
        facts={
            **_RECEIPT,
            "phase": "auction 2",
            "commitment": _DIGEST,
            "hidden_commitment": _DIGEST[::-1],
        },
    ),
    Scene(
        "receipt-open",
        "receipt",
        "rapa-nui",
        facts={**_RECEIPT, "phase": "turn 9", "entry": 12, "hash": _DIGEST},
    ),
    Scene(
        "links-seat",
        "links",
        steps=2,
        facts={
            "scope": "seat",
            "hosts": False,
            "laid": True,
            "webhooks": 1,
            "keys": [_KEY["keyid"]],
        },
    ),
    Scene(
        "links-player",
        "links",
        steps=2,
        facts={"scope": "player", "hosts": False, "laid": False, "webhooks": 0, "keys": []},
    ),
    Scene(
        "links-host",
        "links",
        steps=2,
        hosts=True,
        facts={"scope": "host", "hosts": True, "laid": False, "webhooks": 0, "keys": []},
    ),
    Scene("plan-stopped", "plan", facts={"reason": "points"}),
    Scene("link", "seat_link"),
    Scene("my-page", "player_link"),
    Scene("keys-registered", "keys", facts={"step": "registered", **_KEY}),
    Scene("keys-revoked", "keys", facts={"step": "revoked", **_KEY}),
    Scene("keys-bound", "keys", "rapa-nui", facts={"step": "bound", "keyid": None}),
    Scene("keys-unbound", "keys", "rapa-nui", facts={"step": "unbound", "keyid": None}),
    Scene(
        "problem-address", "problem", hosts=True, facts={"problem": "address_refused", "seat": 1}
    ),
    Scene("problem-bounced", "problem", hosts=True, facts={"problem": "letter_bounced", "seat": 1}),
    Scene(
        "problem-fault", "problem", facts={"problem": "quarantined"}, match={"quarantined_at": NOON}
    ),
    Scene("finished", "finished", steps=WHOLE),
    Scene("finished-cards", "finished", "rapa-nui", steps=WHOLE),
    Scene("cancelled", "cancelled", match={"status": "cancelled", "awaited": []}),
)


# Many matches in one letter: these scenes, told to one person.
DIGEST: Final = Scene("digest", "digest")
IN_DIGEST: Final = ("resolved", "your-turn", "reminder", "finished-cards")


def post(
    scene: Scene, match_id: str, language: str = "en", people: tuple[str, ...] = PEOPLE
) -> Letter:
    """The scene's letter, as it was sent."""
    if scene is DIGEST:
        player = prepare_digest(match_id, language, people)
        delivery.deliver(at())
    else:
        player = prepare(scene, match_id, language, people)
        delivery.deliver(at(), match_id)
    letter = next(one for one in tables.letters(match_id) if one.player_id == player)
    if letter.status != "sent":
        raise ValueError(f"{scene.name}: {letter.status}, {letter.reason}")
    return letter


def prepare(
    scene: Scene, match_id: str, language: str = "en", people: tuple[str, ...] = PEOPLE
) -> str:
    """All that the scene's letter is written from; whom it is to."""
    tables.lay(match_id, scene.game, PEOPLE, start=scene.started)
    advance(match_id, scene.steps - 1)
    player = f"{match_id}-{PEOPLE[0 if scene.hosts else 1]}"
    with writing() as session:
        name(session, match_id, language, people)
        row = session.get_one(Match, match_id)
        for column, value in scene.match.items():
            setattr(row, column, value)
        session.execute(update(Notice).where(Notice.match_id == match_id).values(status="dropped"))
        seat = 0 if scene.hosts else 1
        _await(session, row, scene, seat)
        as_host = scene.hosts and scene.kind != "started"
        spoken = _spoken(session, row, scene, seat)
        facts = {"turn": row.turn, "phase": row.phase, **scene.facts, **spoken}
        telling = Telling(None if as_host else seat, scene.kind, "scene", facts)
        notices.tell_player(session, row, player, telling, NOON)
    _plan(match_id, seat, scene.planned)
    return player


def _plan(match_id: str, seat: int, words: tuple[str, ...]) -> None:
    if words:
        with reading() as session:
            phase = str(session.get_one(Match, match_id).phase)
        held = tokens.Turn(match_id, seat, 1, phase)
        laid = [Laid({"text": one}, phase=f"transport {phase.partition(' ')[2]}") for one in words]
        planning.lay(held, tables.BY_LETTER, laid, NOON)


def prepare_digest(match_id: str, language: str = "en", people: tuple[str, ...] = PEOPLE) -> str:
    """A match for each scene, the first one called so; whom the digest is to."""
    scenes = {scene.name: scene for scene in SCENES}
    matches = [match_id, *(f"{match_id}{letter}" for letter in "bcd")]
    told = [
        prepare(scenes[one], match, language, people)
        for one, match in zip(IN_DIGEST, matches, strict=True)
    ]
    with writing() as session:
        for match, player in zip(matches, told, strict=True):
            session.get_one(Seat, (match, 1)).player_id = told[0]
            waiting = update(Notice).where(Notice.player_id == player, Notice.status == "waiting")
            session.execute(waiting.values(player_id=told[0], digest=True))
    return told[0]


def _spoken(session: Session, row: Match, scene: Scene, seat: int) -> dict[str, Any]:
    """Carla has said what the scene's letter tells; by its id, as the service would."""
    if scene.kind != "message":
        return {}
    said, to = scene.facts["text"], scene.facts["to"]
    made = Message(
        id=f"{row.id}-said",
        match_id=row.id,
        number=1,
        seat=2,
        generation=1,
        player_id=f"{row.id}-Carla"[:16],
        to_seat=to,
        to_generation=None if to is None else 1,
        text=vault.seal(said.encode()),
        created_at=NOON,
    )
    session.add(made)
    return {"message": made.id, "generation": 1}


def name(session: Session, match_id: str, language: str, people: tuple[str, ...]) -> None:
    """Call the people at a table so."""
    for number, called in enumerate(people):
        seat = session.get_one(Seat, (match_id, number))
        player = session.get_one(Player, seat.player_id)
        seat.name = player.name = called
        player.language = language


def _await(session: Session, row: Match, scene: Scene, seat: int) -> None:
    """Whoever a letter tells that it is its turn is awaited."""
    held = session.get_one(Seat, (row.id, seat))
    if row.status == "running":
        held.due_at = NOON + timedelta(days=2, hours=5)
    for column, value in scene.seat.items():
        setattr(held, column, value)
    if scene.kind in ("your_turn", "reminder", "plan") and seat not in row.awaited:
        raise ValueError(f"{scene.name}: seat {seat} is not awaited")


def advance(match_id: str, steps: int) -> None:
    """So many steps by bots whose luck is always the same; a little further to seat 1's turn."""
    luck = random.Random(3)  # noqa: S311  # a scene, no secret
    with writing() as session, session.no_autoflush:
        row = session.get_one(Match, match_id)
        for step in range(steps + 40):
            if row.status != "running" or (step >= steps and 1 in row.awaited):
                break
            table.keep(session, row, stepped(row, chosen(row, luck)), NOON)
        told = max(0, row.number - NEWS)
        session.execute(update(Seat).where(Seat.match_id == match_id).values(told=told))


def chosen(row: Match, luck: random.Random) -> Chosen:
    """What the awaited seats do, if bots sit there."""
    played = table.load(row)
    game, state = played.game, played.state
    bot = BOTS[row.game]["greedy"]
    return {
        seat: bot(game.view(state, seat), game.choices(state, seat), luck.randrange)
        for seat in row.awaited
    }


def stepped(row: Match, acts: Chosen) -> engine.Done[Any]:
    """A step on: all of what is sealed, else the first of them."""
    played = table.load(row)
    if row.sealed:
        return engine.resolve(
            played,
            {seat: Sealed(action, "bot", bytes(16), bytes(16)) for seat, action in acts.items()},
        )
    seat = row.awaited[0]
    return engine.play(played, seat, acts[seat], "bot")


def renamed(scene: Scene, name: str) -> Scene:
    """The same with this name wherever a fact holds one."""
    said: dict[str, Any] = {key: name for key in ("name", "from", "to") if key in scene.facts}
    return replace(scene, facts={**scene.facts, **said})
