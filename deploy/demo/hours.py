"""The hours of the demo's providers, as booking knows them."""

from datetime import date, timedelta
from typing import Final, Literal

from booking.hours.rules import (
    USUAL_STEP,
    WEEKDAYS,
    CustomSlot,
    DateOverride,
    DayWindow,
    Hours,
    TimeOff,
    checked_overrides,
    checked_window,
    minute_of,
)

from demo.people import OtherHours, Provider

_AS_ALWAYS: Final = OtherHours()


def booked_hours_of(provider: Provider, today: date) -> Hours:
    """The same with slots of fixed length in place of flexible hours: earlier bookings began at those."""
    return hours_of(
        provider.model_copy(update={"hours": provider.hours.model_copy(update={"step": 0})}), today
    )


def hours_of(provider: Provider, today: date) -> Hours:
    """The provider's hours; days off are counted from `today`. Raises RuleViolation for impossible ones."""
    off = _window(provider, _AS_ALWAYS, "closed")
    away = [
        DateOverride(today + timedelta(days=first), today + timedelta(days=last), note, off)
        for first, last, note in provider.hours.away
    ]
    return Hours(
        timezone=provider.zone,
        days=tuple(
            _window(
                provider,
                provider.hours.days.get(day, _AS_ALWAYS),
                "closed" if day in provider.hours.closed else "open",
            )
            for day in WEEKDAYS
        ),
        overrides=checked_overrides(away),
        minimum_notice=provider.hours.notice,
        horizon=provider.hours.horizon,
    )


def _window(provider: Provider, day: OtherHours, status: Literal["open", "closed"]) -> DayWindow:
    week = provider.hours
    start, end = minute_of(day.open or week.open), minute_of(day.close or week.close)
    pauses = [TimeOff(minute_of(begin), minute_of(stop)) for begin, stop in week.pauses]
    return checked_window(
        DayWindow(
            window_type="custom" if week.slots else "flexible" if week.step else "quota",
            status=status,
            start=start,
            end=end,
            time_off=tuple(each for each in pauses if start <= each.start and each.end <= end),
            duration=day.minutes or week.minutes,
            buffer=week.buffer,
            step=week.step or USUAL_STEP,
            custom=tuple(
                CustomSlot(f"{provider.mail}-{number}", minute_of(begin), minute_of(stop), name,
                           minute_of(stop) - minute_of(begin))
                for number, (name, begin, stop) in enumerate(week.slots, start=1)
            ),
        )
    )  # fmt: skip
