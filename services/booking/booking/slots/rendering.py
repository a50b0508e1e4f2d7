"""Free slots as the bytes of an answer: the hottest of all reads, so that no model checks it again. Pure."""

from collections.abc import Sequence
from typing import Any

import orjson

from booking.hours.rules import Hours
from booking.slots.rules import Slot, SlotDay, long_enough, slot_id_of


def rendered(hours: Hours, days: Sequence[SlotDay], duration: int | None) -> bytes:
    """The whole answer; `duration` (minutes) asks which runs are long enough."""
    marked = long_enough((slot for day in days for slot in day.slots), duration) if duration else None
    answer = {
        "status": True,
        "message": {"main_msg": "", "iv_msg": {}},
        "data": {
            "provider_timezone": hours.timezone,
            "days": [{"date": day, "slots": _shown(slots, marked)} for day, slots in days],
        },
    }
    return orjson.dumps(answer, option=orjson.OPT_UTC_Z)


def _shown(slots: Sequence[Slot], marked: set[int] | None) -> list[dict[str, Any]]:
    """`slots.schemas.AvailableSlot` of each; a test holds the two together."""
    return [
        {
            "appointment_slot_id": slot_id_of(source, start),
            "provider_start_time": start,
            "provider_end_time": end,
            "client_start_time": start,
            "client_end_time": end,
            "duration": minutes,
            "alias": alias,
            "long_enough": None if marked is None else run in marked,
        }
        for start, end, minutes, source, alias, run in slots
    ]
