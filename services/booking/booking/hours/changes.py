"""Applies what a provider asks for to the hours that are kept (product.md 4.1)."""

from dataclasses import replace
from typing import Any, Final

from chassis.errors import RuleViolation
from chassis.http.envelope import refuse_fields

from booking.hours.rules import (
    WEEKDAYS,
    CustomSlot,
    DateOverride,
    DayWindow,
    Hours,
    TimeOff,
    checked_overrides,
    checked_window,
    default_hours,
    minute_of,
)
from booking.hours.schemas import CustomSlotEntry, DateOverrideEntry, TimeOffPeriod, WindowRequest

NO_PROVIDER: Final = "You need to become a service provider to set business hours."


def changed_hours(known: Hours, window: WindowRequest) -> Hours:
    """The hours after the request. Raises a refusal with a message beside each field that is wrong."""
    asked = window.model_dump(exclude_none=True)
    given: dict[str, Any] = {name: getattr(window, name) for name in asked}
    wrong: dict[str, str] = {}
    days: list[DayWindow] = []
    for name, day in zip(WEEKDAYS, known.days, strict=True):
        prefix = f"iv_{name}_"
        fields = {key.removeprefix(prefix): value for key, value in given.items() if key.startswith(prefix)}
        try:
            days.append(checked_window(_merged(day, fields), prefix) if fields else day)
        except RuleViolation as violation:
            wrong |= violation.fields
    overrides = known.overrides
    try:
        if window.iv_date_overrides is not None:
            overrides = checked_overrides(_override(entry) for entry in window.iv_date_overrides)
    except RuleViolation as violation:
        wrong |= violation.fields
    if wrong:
        raise refuse_fields(**wrong)
    return replace(
        known,
        timezone=window.iv_timezone or known.timezone,
        days=tuple(days),
        overrides=overrides,
        minimum_notice=_given(window.iv_minimum_notice, known.minimum_notice),
        horizon=_given(window.iv_booking_horizon, known.horizon),
        answer_hours=_given(window.iv_answer_hours, known.answer_hours),
        keep_gaps=known.keep_gaps if window.iv_keep_gaps is None else window.iv_keep_gaps == "yes",
        most_per_day=_given(window.iv_most_per_day, known.most_per_day),
        most_per_week=_given(window.iv_most_per_week, known.most_per_week),
    )


def _given(asked: int | None, known: int) -> int:
    return known if asked is None else asked


def _override(entry: DateOverrideEntry) -> DateOverride:
    fields = {name: getattr(entry, name) for name in entry.model_fields_set}
    usual = default_hours("UTC").days[0]
    window = _merged(usual, {"window_status": "closed", **fields})
    return DateOverride(entry.date, entry.end_date or entry.date, entry.note, window)


def _merged(day: DayWindow, fields: dict[str, Any]) -> DayWindow:
    off: list[TimeOffPeriod] | None = fields.get("quota_time_off")
    custom: list[CustomSlotEntry] | None = fields.get("custom_slots")
    return DayWindow(
        window_type=fields.get("window_type", day.window_type),
        status=fields.get("window_status", day.status),
        start=minute_of(fields["quota_start_time"]) if "quota_start_time" in fields else day.start,
        end=minute_of(fields["quota_end_time"]) if "quota_end_time" in fields else day.end,
        time_off=day.time_off
        if off is None
        else tuple(TimeOff(minute_of(each.startTime), minute_of(each.endTime)) for each in off),
        duration=fields.get("quota_duration", day.duration),
        buffer=fields.get("quota_buffer", day.buffer),
        custom=day.custom if custom is None else tuple(_custom(each) for each in custom),
        step=fields.get("flexible_step", day.step),
    )


def _custom(entry: CustomSlotEntry) -> CustomSlot:
    start, end = minute_of(entry.startTime), minute_of(entry.endTime)
    minutes = end - start if entry.duration is None else entry.duration
    return CustomSlot(entry.id or f"custom-{start}", start, end, entry.alias, minutes)
