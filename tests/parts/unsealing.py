"""A match as it lay in the database before each had a key, made of one that is sealed."""

import json
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from service import hidden, vault
from service.store import entries
from service.store.database import writing
from service.store.matches import Match
from service.store.submissions import Submission


def lay_open(match_id: str) -> None:
    """State, log and open actions to be read by anyone; sealed actions in the vault itself."""
    with writing() as session:
        row = session.get_one(Match, match_id)
        _open_log(session, row)
        for made in session.scalars(select(Submission).where(Submission.match_id == match_id)):
            _open_submission(session, row, made)
        state, back = hidden.state(row), json.dumps(list(hidden.back(row)))
        query = "UPDATE match SET state = :state, back = :back, sealing_key = NULL WHERE id = :id"
        session.execute(text(query), {"state": state, "back": back, "id": match_id})


def _open_log(session: Session, row: Match) -> None:
    for one in entries.all_of(session, row.id):
        opened = {
            "private": json.dumps(hidden.private(row, one)),
            "salt": hidden.salt(row, one),
            "told": json.dumps(hidden.told(row, one)),
        }
        query = "UPDATE entry SET private = :private, salt = :salt, told = :told"
        where = " WHERE match_id = :id AND number = :number"
        session.execute(text(query + where), {**opened, "id": row.id, "number": one.number})


def _open_submission(session: Session, row: Match, made: Submission) -> None:
    sealed = made.kind == "sealed"
    body, proof = hidden.body(row, made), hidden.proof(row, made)
    opened: dict[str, Any] = {
        "body": vault.seal(body) if sealed and body else body,
        "action": vault.seal(hidden.action(row, made)) if made.action else None,
        "proof": None if proof is None else json.dumps(_former(proof, sealed=sealed)),
        "standing": _written(hidden.standing(row, made)),
    }
    parts = ", ".join(f"{name} = :{name}" for name in opened)
    session.execute(
        text(f"UPDATE submission SET {parts} WHERE id = :id"),  # noqa: S608  # names of our own columns
        {**opened, "id": made.id},
    )


def _former(proof: dict[str, Any], *, sealed: bool) -> dict[str, Any]:
    kept = proof["proof"]
    if sealed:
        return {"key": proof["key"], "sealed": vault.seal(json.dumps(kept).encode()).decode()}
    return {"key": proof["key"], "open": kept}


def _written(value: Any) -> str | None:
    return None if value is None else json.dumps(value)
