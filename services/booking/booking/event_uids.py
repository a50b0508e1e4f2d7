"""The UIDs of appointments in calendars (product.md 4.13).

The process that reads a calendar of elsewhere loads this, so it imports nothing of booking.
"""

from typing import Final

_HOST: Final = "@openhours"


def uid_of(name: str) -> str:
    """The UID of the event of an order, or of one of its sessions, by what names it."""
    return f"{name}{_HOST}"


def is_ours(uid: str) -> bool:
    """Whether this UID ends as those of our appointments do. Booking knows their times already."""
    return uid.endswith(_HOST)
