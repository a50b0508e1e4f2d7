"""What makes a profile: pure rules."""

from typing import Final
from zoneinfo import available_timezones

from contracts.events.profiles import ContactAudience

FALLBACK_ZONE: Final = "UTC"
_ZONES: Final = frozenset(available_timezones())


def zone_of(typed: str, device_zone: object, stored: str, *, first_time: bool) -> str | None:
    """The IANA zone to keep: the typed one, else at first the device's, else the stored one (product.md 3.1).

    A provider who travels keeps their zone: it moves hours. None when the typed one is no zone.
    """
    if typed:
        return typed if typed in _ZONES else None
    if first_time and isinstance(device_zone, str) and device_zone in _ZONES:
        return device_zone
    return stored or FALLBACK_ZONE


def may_see_contact(shown_to: ContactAudience, *, booked: bool) -> bool:
    """Whether people other than the provider may see the telephone number or the street (product.md 3.6).

    `booked`: they have an order with the provider that is not rejected or cancelled.
    """
    return shown_to == "everybody" or (shown_to == "booked" and booked)


def initials_of(name: str, username: str = "") -> str:
    """One or two letters that stand for a person without a picture; '' when the name has no letter."""
    words = [word for word in (name or username).replace("_", " ").split() if word[0].isalnum()]
    picked = words[:1] + words[-1:] if len(words) > 1 else words
    return "".join(word[0] for word in picked).upper()[:2]
