"""Which of a provider's own rules an appointment breaks (product.md 4.25). Pure."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from chassis.errors import RuleViolation
from contracts.zones import zone_named

from booking.slots.coverage import is_open
from booking.slots.limits import exceeded
from booking.slots.open_time import OpenTime, limits_of, narrowed
from booking.slots.rules import Period
from booking.zones import local_day, seconds

BOOKED: Final = "You have another appointment at this time."
OVER: Final = "This time is over."
OVER_RULES: Final = "This is over your own rules. Confirm it, or choose another time."
CONFIRM: Final = "Confirm that you book over your own rules."


@dataclass(frozen=True, slots=True)
class Conflicts:
    """What else there is at a time, beside the appointment itself."""

    booked: bool
    """Another appointment of the provider's, as provider or as client: nothing goes over that."""
    buffer: bool
    """A buffer of another appointment, or one within the own buffers."""
    blocked: bool
    busy: bool
    """Another calendar says so."""


def check_bookable(conflicts: Conflicts, ends_at: datetime, now: datetime) -> None:
    """Raise RuleViolation where nothing can be booked, whatever the provider confirms."""
    if ends_at <= now:
        raise RuleViolation(OVER, iv_start_time=OVER)
    if conflicts.booked:
        raise booked()


def booked() -> RuleViolation:
    """The refusal of a time at which another appointment is."""
    return RuleViolation(BOOKED, iv_start_time=BOOKED)


def check_confirmed(warnings: dict[str, str], *, confirmed: bool) -> None:
    """Raise RuleViolation with every warning unless the provider has confirmed them."""
    if warnings and not confirmed:
        raise RuleViolation(OVER_RULES, iv_over_rules=CONFIRM, **warnings)


def warnings_for(open_time: OpenTime, period: Period, conflicts: Conflicts, now: datetime) -> dict[str, str]:
    """The sentences about each rule that a session of this period breaks, by the names of their fields."""
    hours = narrowed(open_time.hours, open_time.services)
    zone = zone_named(hours.timezone)
    today = now.astimezone(zone).date()
    start = period[0]
    day = date.fromordinal(local_day(start, zone))
    away = hours.away_until is not None and day < hours.away_until
    limits = limits_of(hours, open_time.services)
    found: dict[str, str | bool] = {
        "iv_warning_away": away and "You are away then.",
        "iv_warning_hours": not is_open(replace(hours, away_until=None), *period)
        and "This is outside of your open hours.",
        "iv_warning_blocked": conflicts.blocked and "You have blocked this time.",
        "iv_warning_busy": conflicts.busy and "Another calendar of yours says that you are busy then.",
        "iv_warning_buffer": conflicts.buffer
        and "This leaves less time beside another appointment than you keep free.",
        "iv_warning_limit": exceeded(limits, open_time.counted, [start], zone) is not None
        and "This is one appointment more than you take on a day or in a week.",
        "iv_warning_notice": hours.minimum_notice > 0
        and start < seconds(now + timedelta(minutes=hours.minimum_notice))
        and "This is sooner than the notice that you ask of clients.",
        "iv_warning_horizon": hours.horizon > 0
        and day > today + timedelta(days=hours.horizon)
        and "This is further ahead than clients can book.",
        "iv_warning_day": not _offered_on(open_time, day)
        and "A selected service is not offered on this day of the week.",
    }
    return {field: text for field, text in found.items() if isinstance(text, str)}


def _offered_on(open_time: OpenTime, day: date) -> bool:
    return all(each.weekdays >> day.weekday() & 1 for each in open_time.services)
