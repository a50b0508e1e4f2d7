"""The hand-written JSON of slots equals what the model would serialize."""

import tracemalloc
from datetime import UTC, date, datetime

from booking.availability.schemas import AvailableSlots
from booking.availability.serializers import slots_answer
from booking.hours.rules import default_hours
from booking.slots.rules import FreeRow, SlotDay
from booking.slots.runs import long_enough
from chassis.http.envelope import Answer
from hypothesis import example, given
from hypothesis import strategies as st

WORDS = st.text(st.sampled_from('abc "\\/{}%\x00\n\u2028éß🙂'), max_size=12)
BEGIN = int(datetime(1971, 1, 1, tzinfo=UTC).timestamp())


@st.composite
def rows(draw: st.DrawFn) -> FreeRow:
    instants = draw(st.lists(st.integers(BEGIN, BEGIN + 129 * 365 * 86_400), min_size=1, max_size=3))
    runs = [draw(st.integers(1, 3)) for _ in instants]
    return FreeRow(instants, runs, draw(st.integers(5, 1440)), draw(WORDS), draw(WORDS))


@st.composite
def days(draw: st.DrawFn) -> SlotDay:
    return SlotDay(draw(st.dates(date(1971, 1, 1), date(2100, 1, 1))), draw(st.lists(rows(), max_size=3)))


ODD = FreeRow([BEGIN], [1], 5, '"\\\n{}%s', "\u2028🙂\x00</script>")


@given(st.lists(days(), max_size=4), st.one_of(st.none(), st.integers(1, 2000)))
@example([SlotDay(date(2027, 1, 1), [ODD]), SlotDay(date(2027, 1, 2), [])], 5)
def test_the_bytes_read_back_as_the_answer(shown: list[SlotDay], duration: int | None) -> None:
    content = slots_answer(default_hours("America/New_York"), shown, duration)
    answer = Answer[AvailableSlots].model_validate_json(content)
    assert answer.status is True
    assert answer.data is not None
    assert answer.data.provider_timezone == "America/New_York"
    marked = long_enough((row for day in shown for row in day.rows), duration) if duration else None
    assert answer.data.model_dump()["days"] == [
        {
            "date": day.day,
            "slots": [
                {
                    "appointment_slot_id": slot.slot_id,
                    "provider_start_time": slot.start,
                    "provider_end_time": slot.end,
                    "client_start_time": slot.start,
                    "client_end_time": slot.end,
                    "duration": slot.minutes,
                    "alias": slot.alias,
                    "long_enough": None if marked is None else slot.run in marked,
                }
                for slot in day.slots
            ],
        }
        for day in shown
    ]
    assert Answer[AvailableSlots].model_validate_json(content).model_dump_json().encode() == content


def test_a_remembered_slot_takes_less_than_a_kilobyte() -> None:
    instants = [BEGIN + 1800 * number for number in range(1000)]
    shown = [SlotDay(date(2027, 1, 1), [FreeRow(instants, [1] * len(instants), 30, "remembered", "")])]
    tracemalloc.start()
    try:
        slots_answer(default_hours("UTC"), shown, None)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held / len(instants) < 1024
