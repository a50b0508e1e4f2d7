"""Every event of Openhours. Importing this package fills the registry in `contracts.event`."""

from contracts.events import (
    booking,
    feed,
    identity,
    moderation,
    notifications,
    profiles,
    ratings,
    reminders,
)

__all__ = [
    "booking",
    "feed",
    "identity",
    "moderation",
    "notifications",
    "profiles",
    "ratings",
    "reminders",
]
