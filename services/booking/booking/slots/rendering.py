"""Free slots as the bytes of an answer: the hottest of all reads, so that no model checks it again. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import orjson

from booking.hours.rules import Hours
from booking.slots.rules import Slot, SlotDay, long_enough, slot_id_of
from booking.slots.zones import moment

REMEMBERED: Final = 1 << 14
"""Slots, of some 300 bytes each. Half an hour at nine reads the same whoever offers it."""


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
    return orjson.dumps(answer)


def _shown(slots: Sequence[Slot], marked: set[int] | None) -> orjson.Fragment:
    if marked is None:
        texts = [_text(slot[:4], None) for slot in slots]
    else:
        texts = [_text(slot[:4], slot.run in marked) for slot in slots]
    return orjson.Fragment(b"[" + b",".join(texts) + b"]")


@lru_cache(maxsize=REMEMBERED)
def _text(slot: tuple[int, int, str, str], long: bool | None) -> bytes:
    """`slots.schemas.AvailableSlot` of a slot, whatever its run; a test holds the two together."""
    instant, minutes, source, alias = slot
    start, end = moment(instant), moment(instant + minutes * 60)
    shown = {
        "appointment_slot_id": slot_id_of(source, instant),
        "provider_start_time": start,
        "provider_end_time": end,
        "client_start_time": start,
        "client_end_time": end,
        "duration": minutes,
        "alias": alias,
        "long_enough": long,
    }
    return orjson.dumps(shown, option=orjson.OPT_UTC_Z)
