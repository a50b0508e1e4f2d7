"""What is announced of a provider's slots."""

from datetime import datetime, timedelta
from typing import Final

from contracts.events.booking import AvailabilityChanged

from booking.slots.rules import LONGEST_VIEW

ON_SCREEN: Final = timedelta(days=LONGEST_VIEW)
"""How far ahead open screens may show a provider's slots."""


def all_slots_changed(provider_id: str, now: datetime) -> AvailabilityChanged:
    """Tells open screens of the provider's slots to read all of them again."""
    return AvailabilityChanged(
        provider_id=provider_id, starts_at=now, ends_at=now + ON_SCREEN, occurred_at=now
    )
