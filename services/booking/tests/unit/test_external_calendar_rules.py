"""Which calendar addresses may be read, and which times of a calendar are busy."""

from datetime import timedelta
from io import BytesIO

import pytest
from booking.external_calendars.ics_components import contents_of
from booking.external_calendars.ics_lines import NotACalendar
from booking.external_calendars.ics_parser import busy_time
from booking.external_calendars.rules import (
    NotAnAddress,
    calendar_address,
    is_switched_off,
    next_check,
    shown_address,
)
from booking.zones import seconds

from services.booking.tests.unit.ics_texts import BERLIN, FIRST, LAST, busy, calendar


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("webcal://example.com/a.ics", "https://example.com/a.ics"),
        (" HTTPS://example.com/a.ics?x=1#top ", "https://example.com/a.ics?x=1"),
        ("http://example.com", "http://example.com/"),
        ("https://example.com:8443/a", "https://example.com:8443/a"),
        ("https://example.com:443/a", "https://example.com:443/a"),
        ("http://example.com:80/a", "http://example.com:80/a"),
        ("https://example.com:1024/a", "https://example.com:1024/a"),
        ("https://example.com/".ljust(2_000, "a"), "https://example.com/".ljust(2_000, "a")),
    ],
)
def test_what_is_pasted_becomes_an_address(typed: str, address: str) -> None:
    assert calendar_address(typed) == address


@pytest.mark.parametrize(
    "typed",
    [
        "", "calendar", "ftp://example.com/a", "file:///etc/passwd", "https://", "https:///a.ics",
        "https://me:secret@example.com/a", "https://example.com:22/a", "https://example.com/a b",
        "https://example.com/a\x00", "gopher://example.com", "https://[::1/a", "https://example.com:99999/",
        "https://①②⑦.0.0.1/", "https://münchen.example/", "https://127.1/", "https://0x7f000001/",
        "https://example.com:1023/a", "https://example.com/".ljust(2_001, "a"), "https://me@example.com/a",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(NotAnAddress):
        calendar_address(typed)


def test_an_address_is_never_shown_whole() -> None:
    url = "https://calendar.example.com/private/abcdefghijkl/basic.ics"
    assert shown_address(url) == "calendar.example.com/…ic.ics"


def test_failures_in_a_row_are_looked_at_later_each_time() -> None:
    waits = [next_check(failures, FIRST) - FIRST for failures in range(12)]
    assert waits == sorted(waits)
    assert waits[:7] == [timedelta(minutes=15 * 2**failures) for failures in range(7)]
    assert waits[7:] == [timedelta(hours=24)] * 5
    slow = [next_check(0, FIRST, slow_readings) - FIRST for slow_readings in range(6)]
    assert slow == [timedelta(minutes=minutes) for minutes in (15, 30, 60, 120, 240, 240)]


def test_events_in_every_kind_of_time() -> None:
    content = calendar(
        "DTSTART:20270105T100000Z|DTEND:20270105T110000Z",
        "DTSTART;TZID=America/New_York:20270106T090000|DURATION:PT30M",
        "DTSTART:20270107T090000|DTEND:20270107T100000",  # floating: the provider's own clock
        "DTSTART;VALUE=DATE:20270109|DTEND;VALUE=DATE:20270111",  # two whole days of it
    )
    assert busy(content) == [
        ("01-05T10:00", "01-05T11:00"),
        ("01-06T14:00", "01-06T14:30"),
        ("01-07T08:00", "01-07T09:00"),
        ("01-08T23:00", "01-10T23:00"),
    ]


def test_repeated_events_with_exceptions() -> None:
    content = calendar(
        "DTSTART;TZID=Europe/Berlin:20270105T090000|DTEND;TZID=Europe/Berlin:20270105T100000"
        "|RRULE:FREQ=WEEKLY;COUNT=4|EXDATE;TZID=Europe/Berlin:20270112T090000"
    )
    moved = content.replace(
        b"END:VCALENDAR",
        b"BEGIN:VEVENT\r\nUID:0@elsewhere\r\nDTSTAMP:20270101T000000Z\r\n"
        b"RECURRENCE-ID;TZID=Europe/Berlin:20270119T090000\r\nDTSTART;TZID=Europe/Berlin:20270120T150000\r\n"
        b"DTEND;TZID=Europe/Berlin:20270120T160000\r\nEND:VEVENT\r\nEND:VCALENDAR",
    )
    assert [start for start, _ in busy(moved)] == ["01-05T08:00", "01-20T14:00", "01-26T08:00"]


def test_what_is_not_busy() -> None:
    hour = "DTSTART:20270105T100000Z|DTEND:20270105T110000Z"
    content = calendar(f"{hour}|TRANSP:TRANSPARENT", f"{hour}|STATUS:CANCELLED", "DTSTART:20270105T100000Z")
    assert busy(content) == []
    assert busy(calendar("SUMMARY:when?", hour)) == [("01-05T10:00", "01-05T11:00")]
    ours = calendar(hour).replace(b"0@elsewhere", b"0192-0@openhours")
    found = busy_time(ours, BERLIN, FIRST, LAST)
    assert (found.periods, list(found.ours)) == ([], ["0192-0@openhours"])


def test_only_the_time_that_was_asked_for_is_told() -> None:
    content = calendar("DTSTART:20261201T000000Z|DTEND:20271201T000000Z")
    assert busy_time(content, BERLIN, FIRST, LAST).periods == [(seconds(FIRST), seconds(LAST))]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>sign in</html>",
        b"BEGIN:VCALENDAR",
        b"BEGIN:VEVENT\r\nDTSTART:20270105T100000Z\r\nEND:VEVENT\r\n",
        b"BEGIN:VCALENDAR\r\n" + b"BEGIN:X\r\n" * 9 + b"END:X\r\n" * 9 + b"END:VCALENDAR\r\n",
        calendar("DTSTART:20270105T100000Z|RDATE:" + ",".join(["20270106T100000Z"] * 4_000)),
        calendar("DTSTART:20270105T100000Z|RRULE:FREQ=HOURLY;BYMINUTE=0,1,2,3,4"),
        calendar("DTSTART:20270105T100000Z|RRULE:FREQ=SECONDLY"),
        calendar("DTSTART:20270105T100000Z|DTEND:20270105T100100Z|RRULE:FREQ=MINUTELY"),
    ],
)
def test_what_is_no_calendar_is_said_in_words(content: bytes) -> None:
    with pytest.raises(NotACalendar):
        busy_time(content, BERLIN, FIRST, LAST)


def test_what_no_busy_time_follows_from_is_left_out_before_parsing() -> None:
    hour = "DTSTART:20270105T100000Z|DTEND:20270105T110000Z"
    ended = "DTSTART:20260105T100000Z|DTEND:20260105T110000Z"
    alarm = "|BEGIN:VALARM|TRIGGER:-PT5M|DESCRIPTION:ring|END:VALARM"
    content = calendar(
        f"{hour}|SUMMARY:secret|DESCRIPTION:{'x' * 100_000}|ATTENDEE:mailto:a@b.example{alarm}",
        ended,
        f"{ended}|RRULE:FREQ=DAILY;UNTIL=20261201T000000Z",
        hour.replace("2027", "2029"),
        f"{ended}|RRULE:FREQ=YEARLY",
    )
    [found] = contents_of(BytesIO(content), FIRST.date(), LAST.date())
    assert len(found.entries) == 2
    assert not [word for word in ("secret", "xxx", "mailto", "VALARM") if word in str(found)]
    assert busy(content) == [("01-05T10:00", "01-05T11:00")]


def test_an_event_that_is_under_way_is_not_left_out() -> None:
    content = calendar(
        "DTSTART:20261230T100000Z|DTEND:20270104T110000Z",
        "DTSTART:20261228T100000Z|DTEND:20261231T110000Z|RRULE:FREQ=WEEKLY;UNTIL=20270102T000000Z",
        "DTSTART:20270105T100000Z|DURATION:PT1H",
    )
    assert busy(content) == [("01-04T00:00", "01-04T11:00"), ("01-05T10:00", "01-05T11:00")]


def test_two_readers_ended_switch_a_calendar_off() -> None:
    assert [is_switched_off(kills) for kills in range(4)] == [False, False, True, True]
