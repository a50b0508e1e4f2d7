"""What makes a profile: pure rules."""

from datetime import UTC, date, datetime, time
from typing import Final

from chassis.errors import RuleViolation
from contracts.events.profiles import ContactAudience
from contracts.zones import ZONES, zone_named

FALLBACK_ZONE: Final = "UTC"
FARTHEST_RETURN: Final = 730
"""Days ahead."""


def zone_of(typed: str, device_zone: object, stored: str, *, first_time: bool) -> str | None:
    """The IANA zone to keep: the typed one, else at first the device's, else the stored one (product.md 3.1).

    A provider who travels keeps their zone: it moves hours. None when the typed one is no zone.
    """
    if typed:
        return typed if typed in ZONES else None
    if first_time and isinstance(device_zone, str) and device_zone in ZONES:
        return device_zone
    return stored or FALLBACK_ZONE


def may_see_contact(shown_to: ContactAudience, *, booked: bool) -> bool:
    """Whether people other than the provider may see the telephone number or the street (product.md 3.6).

    `booked`: they have an order that the provider has accepted. A request alone shows nothing: anybody can
    make one, and cancel it.
    """
    return shown_to == "everybody" or (shown_to == "booked" and booked)


def checked_return(day: date | None, zone: str, now: datetime) -> date | None:
    """The first day back of a provider who is away; None: until they say so (product.md 3.10).

    Raises RuleViolation for a day that is not after today in `zone`, and for one too far ahead.
    """
    if day is None:
        return None
    ahead = (day - now.astimezone(zone_named(zone)).date()).days
    if ahead < 1:
        text = "The day of your return must be after today"
        raise RuleViolation(text, iv_away_until=text)
    if ahead > FARTHEST_RETURN:
        text = f"The day of your return must be within {FARTHEST_RETURN} days"
        raise RuleViolation(text, iv_away_until=text)
    return day


def away_ends_at(day: date | None, zone: str) -> datetime | None:
    """When the first day back begins in `zone`, UTC; the change itself where the clocks skip midnight."""
    if day is None:
        return None
    midnight = datetime.combine(day, time.min, zone_named(zone))
    return midnight.astimezone(UTC)


def initials_of(name: str, username: str = "") -> str:
    """One or two letters that stand for a person without a picture; '' when the name has no letter."""
    words = [word for word in (name or username).replace("_", " ").split() if word[0].isalnum()]
    picked = words[:1] + words[-1:] if len(words) > 1 else words
    return "".join(word[0] for word in picked).upper()[:2]
