"""A changed value is what `dataclasses.replace` would give, and the old one stays as it was."""

import dataclasses

import pytest

from engine.changing import replace
from engine.giants.state import Clan, Crowd

CLAN = Clan(Crowd(1, sorcerer=True), markers=2, bases=6)


def test_it_gives_what_the_library_gives() -> None:
    changed = replace(CLAN, markers=1, score=4)

    assert changed == dataclasses.replace(CLAN, markers=1, score=4)
    assert hash(changed) == hash(dataclasses.replace(CLAN, markers=1, score=4))


def test_the_old_value_stays_as_it_was() -> None:
    replace(CLAN, markers=1)

    assert Clan(Crowd(1, sorcerer=True), markers=2, bases=6) == CLAN


def test_the_new_value_is_frozen_too() -> None:
    changed = replace(CLAN, markers=1)

    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.markers = 3  # type: ignore[misc] # that is what is tried
