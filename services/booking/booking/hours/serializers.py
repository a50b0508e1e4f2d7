"""Business hours as the contract's flat fields (api.md 4)."""

from booking.hours.rules import WEEKDAYS, CustomSlot, DayWindow, Hours, clock_of
from booking.hours.schemas import AppointmentInfo


def appointment_info(provider_id: str, hours: Hours) -> AppointmentInfo:
    """The hours in the contract's flat fields."""
    fields: dict[str, object] = {
        "provider_id": provider_id,
        "timezone": hours.timezone,
        "minimum_notice": str(hours.minimum_notice),
        "booking_horizon": str(hours.horizon),
        "answer_hours": str(hours.answer_hours),
        "keep_gaps": "yes" if hours.keep_gaps else "no",
        "most_per_day": str(hours.most_per_day or ""),
        "most_per_week": str(hours.most_per_week or ""),
        "date_overrides": [
            {"date": each.first, "end_date": each.last, "note": each.note, **_window_fields(each.window)}
            for each in hours.overrides
        ],
    }
    for name, day in zip(WEEKDAYS, hours.days, strict=True):
        fields |= {f"{name}_{field}": shown for field, shown in _window_fields(day).items()}
    return AppointmentInfo.model_validate(fields)


def _window_fields(day: DayWindow) -> dict[str, object]:
    return {
        "window_type": day.window_type,
        "window_status": day.status,
        "quota_start_time": clock_of(day.start),
        "quota_end_time": clock_of(day.end),
        "quota_time_off": [
            {"startTime": clock_of(off.start), "endTime": clock_of(off.end)} for off in day.time_off
        ],
        "quota_duration": str(day.duration),
        "quota_buffer": str(day.buffer),
        "custom_slots": [_slot_fields(slot) for slot in day.custom],
        "flexible_step": str(day.step),
    }


def _slot_fields(slot: CustomSlot) -> dict[str, str]:
    return {
        "id": slot.slot_id,
        "startTime": clock_of(slot.start),
        "endTime": clock_of(slot.end),
        "alias": slot.alias,
        "duration": str(slot.minutes),
    }
