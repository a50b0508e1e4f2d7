"""Free slots as the bytes of an answer. No model checks them again, because this is the hottest of all reads.

Pure. A test compares the bytes with the models in `availability.schemas`.
"""

from collections.abc import Sequence
from typing import Final

import orjson
from chassis.remembered import remembered

from booking.hours.rules import Hours
from booking.slots.rules import FreeRow, SlotDay, slot_id_of
from booking.slots.runs import long_enough
from booking.zones import moment

KINDS: Final = 128
"""How many kinds of slots have their texts remembered."""
TEXTS: Final = 2048
"""Texts of each kind, some 300 bytes each: more than a month of half-hours around the clock."""


def slots_answer(hours: Hours, days: Sequence[SlotDay], duration: int | None) -> bytes:
    """The whole answer. With `duration` (minutes) each slot says whether its run is long enough."""
    marked = long_enough((row for day in days for row in day.rows), duration) if duration else None
    answer = {
        "status": True,
        "message": {"main_msg": "", "iv_msg": {}},
        "data": {
            "provider_timezone": hours.timezone,
            "days": [{"date": day, "slots": _slots_json(rows, marked)} for day, rows in days],
        },
    }
    return orjson.dumps(answer)


def _slots_json(rows: Sequence[FreeRow], marked: set[int] | None) -> orjson.Fragment:
    shown: list[bytes] = []
    for instants, runs, minutes, source, alias in rows:
        if marked is None:
            texts = _texts(minutes, source, alias, None)
            shown += [texts[instant] for instant in instants]
        else:
            enough, short = (_texts(minutes, source, alias, long) for long in (True, False))
            shown += [
                (enough if run in marked else short)[instant]
                for instant, run in zip(instants, runs, strict=True)
            ]
    return orjson.Fragment(b"[" + b",".join(shown) + b"]")


class _Texts(dict[int, bytes]):
    """Slots of one kind in the form of `AvailableSlot`, by their instant.

    They are remembered, because half an hour from nine reads the same for every provider.
    """

    def __init__(self, minutes: int, source: str, alias: str, long: bool | None) -> None:
        super().__init__()
        self._minutes, self._source = minutes, source
        self._same = {"duration": minutes, "alias": alias, "long_enough": long}

    def __missing__(self, instant: int) -> bytes:
        start, end = moment(instant), moment(instant + self._minutes * 60)
        slot = {
            "appointment_slot_id": slot_id_of(self._source, instant),
            "provider_start_time": start,
            "provider_end_time": end,
            "client_start_time": start,
            "client_end_time": end,
            **self._same,
        }
        if len(self) >= TEXTS:
            self.clear()
        # Copied: orjson's bytes keep the 4 kB that they were written into.
        text = self[instant] = orjson.dumps(slot, option=orjson.OPT_UTC_Z).decode().encode()
        return text


@remembered(KINDS)
def _texts(minutes: int, source: str, alias: str, long: bool | None) -> _Texts:
    return _Texts(minutes, source, alias, long)
