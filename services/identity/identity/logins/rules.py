"""How long a login lasts, and which of its tokens hold (product.md 1.3; RFC 9700, 4.14.2)."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from typing import Final

TOKEN_LIFE: Final = timedelta(hours=48)
LONGEST_LIFE: Final = timedelta(days=30)
STAFF_TOKEN_LIFE: Final = timedelta(minutes=30)
"""A staff token is not refreshed while nobody works, so this is how long a login of the staff may idle."""
STAFF_LONGEST_LIFE: Final = timedelta(hours=12)
OVERLAP: Final = timedelta(seconds=60)
"""How long a replaced token holds beside its successor: for other tabs, and for an answer that got lost."""
ROTATIONS_AT_ONCE: Final = 20
"""Refreshes within `OVERLAP` that begin a generation of their own; further ones get another of the newest."""

Rotation = Sequence[float]
"""A refresh: the generation that it began, and the Unix time from which those before are refused."""


class Standing(Enum):
    """What a token is worth, by its generation."""

    CURRENT = auto()
    """It is of the newest generation."""
    OVERLAPPING = auto()
    """A newer one has just replaced it; both hold for a moment."""
    REPLACED = auto()
    """A newer one replaced it long enough ago: whoever uses it may have stolen it."""
    UNKNOWN = auto()
    """Nobody was given one of this generation, such as after an older state of the database was restored."""


def last_instant(begun: datetime, *, staff: bool) -> datetime:
    """The end of a login that began at `begun`, however often it is refreshed."""
    return begun + (STAFF_LONGEST_LIFE if staff else LONGEST_LIFE)


def expiry_of(begun: datetime, *, staff: bool, now: datetime) -> datetime:
    """When a token that is issued now expires: at the end of its login at the latest. In whole seconds."""
    life = STAFF_TOKEN_LIFE if staff else TOKEN_LIFE
    return min(now + life, last_instant(begun, staff=staff)).replace(microsecond=0)


def standing_of(generation: int, newest: int, rotations: Sequence[Rotation], *, now: datetime) -> Standing:
    """What a token of `generation` is worth in a login whose newest tokens are of the generation `newest`."""
    if generation == newest:
        return Standing.CURRENT
    if generation > newest:
        return Standing.UNKNOWN
    begins = [start for newer, start in rotations if newer > generation]
    return Standing.REPLACED if not begins or min(begins) <= now.timestamp() else Standing.OVERLAPPING


def may_rotate(rotations: Sequence[Rotation], *, now: datetime) -> bool:
    """Whether a refresh begins a new generation: not when too many have just begun."""
    return sum(start > now.timestamp() for _, start in rotations) < ROTATIONS_AT_ONCE


def rotated(rotations: Sequence[Rotation], generation: int, *, now: datetime) -> list[list[float]]:
    """The refreshes to keep after one that begins `generation`: those to take effect, and one before."""
    past = [list(each) for each in rotations if each[1] <= now.timestamp()][-1:]
    coming = [list(each) for each in rotations if each[1] > now.timestamp()]
    return [*past, *coming, [generation, (now + OVERLAP).timestamp()]]


def refused_from(rotation: Rotation) -> datetime:
    """The instant from which tokens before the rotation's generation are refused."""
    return datetime.fromtimestamp(rotation[1], UTC)
