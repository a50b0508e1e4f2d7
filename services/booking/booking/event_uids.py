"""The UIDs of appointments in calendars (product.md 4.13).

The process that reads a calendar of elsewhere loads this, so it imports nothing of booking.
"""

from typing import Final

_HOST: Final = "@openhours"
_LONGEST: Final = 100


def uid_of(name: str) -> str:
    """The UID of the event of an order, or of one of its sessions, by what names it."""
    return f"{name}{_HOST}"


def is_ours(uid: str) -> bool:
    """Whether this UID is written as those of our appointments are, here and in every other deployment."""
    return uid.endswith(_HOST) and len(uid) <= _LONGEST


def names_in(uid: str) -> set[str]:
    """What a UID of ours may name: an order, or an order whose session has a number behind it."""
    name = uid.removesuffix(_HOST)
    return {name, name.rpartition("-")[0]}
