"""Every event of Openhours. Importing this package fills the registry in `contracts.event`."""

from contracts.events import (
    booking,
    booking_ratings,
    booking_reminders,
    feed,
    identity,
    notifications,
    profiles,
    profiles_moderation,
)

__all__ = [
    "booking",
    "booking_ratings",
    "booking_reminders",
    "feed",
    "identity",
    "notifications",
    "profiles",
    "profiles_moderation",
]
