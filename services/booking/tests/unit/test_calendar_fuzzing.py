"""Calendars that nobody wrote: a second, naive reader says what must be busy in them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import recurring_ical_events
from booking.external_calendars.ics_lines import NotACalendar
from booking.external_calendars.ics_parser import busy_time
from booking.slots.rules import Period
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from services.booking.tests.unit.ics_texts import BERLIN, FIRST, LAST, calendar

NAIVE = datetime(2027, 1, 4)  # noqa: DTZ001 - its zone is beside it
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Cairo")
MANY = settings(max_examples=4_000)
FEW = settings(max_examples=200)


def covers(busy: Iterable[Period], wanted: Period) -> bool:
    """Whether all of a period is busy."""
    return any(start <= wanted[0] and wanted[1] <= end for start, end in busy)


# Rules, beside those of recurring-ical-events


def numbers(least: int, most: int) -> st.SearchStrategy[str]:
    return st.lists(st.integers(least, most), min_size=1, max_size=3, unique=True).map(
        lambda found: ",".join(map(str, found))
    )


DAYS = st.lists(st.sampled_from(("MO", "TU", "WE", "TH", "FR", "SA", "SU")), min_size=1, max_size=3)
PART = st.one_of(
    numbers(1, 12).map(lambda found: f"BYMONTH={found}"),
    numbers(1, 31).map(lambda found: f"BYMONTHDAY={found}"),
    numbers(0, 23).map(lambda found: f"BYHOUR={found}"),
    DAYS.map(lambda found: f"BYDAY={','.join(found)}"),
    st.integers(1, 5).map(lambda number: f"INTERVAL={number}"),
    st.integers(1, 40).map(lambda number: f"COUNT={number}"),
    st.sampled_from(("UNTIL=20270210T120000Z", "UNTIL=20270401T000000Z", "WKST=SU")),
)
FREQUENCY = st.sampled_from(("YEARLY", "MONTHLY", "WEEKLY", "DAILY"))


def about(part: str) -> str:
    """What a rule may say once: a count is an end, too."""
    return part.partition("=")[0].replace("UNTIL", "COUNT")


def rule(frequency: str, parts: list[str]) -> str:
    return ";".join([f"FREQ={frequency}", *parts])


RULE = st.builds(rule, FREQUENCY, st.lists(PART, max_size=3, unique_by=about))


@dataclass(frozen=True)
class Series:
    """An event that repeats by a rule, without some of its dates."""

    start: datetime
    minutes: int
    zone: str
    rule: str
    excluded: tuple[int, ...]
    """Days after its start."""

    def text(self) -> str:
        lines = [
            f"DTSTART;TZID={self.zone}:{self.start:%Y%m%dT%H%M%S}",
            f"DTEND;TZID={self.zone}:{self.start + timedelta(minutes=self.minutes):%Y%m%dT%H%M%S}",
            f"RRULE:{self.rule}",
        ]
        dates = [self.start + timedelta(days=days) for days in self.excluded]
        return "|".join([*lines, *(f"EXDATE;TZID={self.zone}:{date:%Y%m%dT%H%M%S}" for date in dates)])


def moment(days: int, hour: int) -> datetime:
    return NAIVE + timedelta(days=days, hours=hour)


SERIES = st.builds(
    Series,
    st.builds(moment, st.integers(-900, 60), st.integers(4, 20)),
    st.integers(5, 180),
    st.sampled_from(ZONES),
    RULE,
    st.lists(st.integers(0, 30), max_size=3).map(tuple),
)


def by_the_second_reader(content: bytes) -> list[Period]:
    """What recurring-ical-events finds."""
    found: list[Any] = list(recurring_ical_events.of(Calendar.from_ical(content)).between(FIRST, LAST))
    return [(int(each.start.timestamp()), int(each.end.timestamp())) for each in found]


def check_series(series: list[Series]) -> None:
    content = calendar(*[each.text() for each in series])
    ours = busy_time(content, BERLIN, FIRST, LAST)
    assert (ours.in_doubt, ours.left_out, ours.unknown_zones) == (0, 0, [])
    edges = int(FIRST.timestamp()), int(LAST.timestamp())
    for start, end in by_the_second_reader(content):
        inside = max(start, edges[0]), min(end, edges[1])
        assert inside[0] >= inside[1] or covers(ours.periods, inside), content.decode()


@FEW
@given(st.lists(SERIES, min_size=1, max_size=3))
def test_what_another_reader_finds_busy_is_busy(series: list[Series]) -> None:
    check_series(series)


@pytest.mark.long
@MANY
@given(st.lists(SERIES, min_size=1, max_size=3))
def test_what_another_reader_finds_busy_is_busy_in_many_calendars(series: list[Series]) -> None:
    check_series(series)


# Files that are broken, beside a reader of lines

PARTS = re.compile(rb"BEGIN:(VALARM|X)\r\n(?:(?!(?:BEGIN|END):VEVENT).*\r\n)*?END:\1")
"""Whole components in events, whose times are none of the events."""
CLOCK = re.compile(rb"^(DTSTART|DTEND):(\d{8}T\d{6})Z$", re.MULTILINE)
HOURS = tuple(
    f"DTSTART:{start:%Y%m%dT%H%M%SZ}|DTEND:{start + timedelta(hours=1):%Y%m%dT%H%M%SZ}"
    for start in (NAIVE + timedelta(hours=5 * number) for number in range(1, 9))
)
NOISE = st.sampled_from(
    (
        "DTSTART", "DTEND:", "DURATION:-P1D", "DURATION:PT", "RRULE:FREQ=DAILY;UNTIL=20260101", "RRULE:",
        "RRULE:FREQ=NO", "RRULE:FREQ=WEEKLY;BYDAY=;INTERVAL=0", "RRULE:FREQ=YEARLY;COUNT=99999999999",
        "RRULE:FREQ=DAILY;INTERVAL=9999999", "EXRULE:FREQ=DAILY", "EXDATE:", "EXDATE:,", "EXDATE:20270132",
        "RDATE:x", "RDATE:20270111T100000Z", "RDATE;VALUE=PERIOD:20270111T100000Z/", "RECURRENCE-ID:",
        "SEQUENCE:x", "STATUS:?", "TRANSP:", "UID:", "CLASS:PRIVATE", "DTSTAMP:never", 'X-A;B="c:D',
        "BEGIN:VALARM", "END:VALARM", "BEGIN:X", "END:X", "BEGIN:", "END:", "END:VTODO", " folded", "\t", "",
        ":", ";", "SUMMARY:\\n\\,;", "ÿ" * 90, "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nEND:VTIMEZONE",
    )
)  # fmt: skip


def naively_busy(content: bytes) -> list[Period]:
    """The hours of those events whose first start and first end stand in lines of their own."""
    found: list[Period] = []
    for event in PARTS.sub(b"", content).split(b"BEGIN:VEVENT")[1:]:
        lines = dict[bytes, int]()
        for name, at in CLOCK.findall(event.partition(b"END:VEVENT")[0].replace(b"\r", b"")):
            moment = datetime.strptime(at.decode(), "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
            lines.setdefault(name, int(moment.timestamp()))
        if len(lines) == 2:
            found.append((lines[b"DTSTART"], lines[b"DTEND"]))
    return found


def check_noise(noise: list[tuple[int, str]]) -> None:
    lines = calendar(*HOURS).decode().split("\r\n")
    for place, line in noise:
        lines.insert(4 + place % (len(lines) - 6), line)
    content = "\r\n".join(lines).encode()
    found = busy_time(content, BERLIN, FIRST, LAST)
    freed = [period for period in naively_busy(content) if not covers(found.periods, period)]
    assert len(freed) <= found.in_doubt + found.left_out, content.decode()


NOISES = st.lists(st.tuples(st.integers(0, 60), NOISE), max_size=6)


@FEW
@given(NOISES)
def test_a_line_that_is_wrong_frees_nothing_in_silence(noise: list[tuple[int, str]]) -> None:
    check_noise(noise)


@pytest.mark.long
@MANY
@given(NOISES)
def test_lines_that_are_wrong_free_nothing_in_silence_in_many_calendars(noise: list[tuple[int, str]]) -> None:
    check_noise(noise)


WHOLE = calendar(
    *HOURS[:3],
    "DTSTART;TZID=Europe/Berlin:20270105T100000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=3|EXDATE:20270106T090000Z",
    "DTSTART;VALUE=DATE:20270109|RDATE;VALUE=PERIOD:20270111T100000Z/PT1H|STATUS:CANCELLED",
)


def check_bytes(cuts: list[tuple[int, int, bytes]]) -> None:
    content = bytearray(WHOLE)
    for at, length, put in cuts:
        content[at % len(content) : at % len(content) + length] = put
    try:
        busy_time(bytes(content), BERLIN, FIRST, LAST)
    except NotACalendar:
        return


CUTS = st.lists(st.tuples(st.integers(0, 2_000), st.integers(0, 9), st.binary(max_size=9)), max_size=9)


@FEW
@given(CUTS)
def test_bytes_end_in_words_or_in_busy_times(cuts: list[tuple[int, int, bytes]]) -> None:
    check_bytes(cuts)


@pytest.mark.long
@MANY
@given(CUTS)
def test_many_bytes_end_in_words_or_in_busy_times(cuts: list[tuple[int, int, bytes]]) -> None:
    check_bytes(cuts)
