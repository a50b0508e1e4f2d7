"""Calendar files, parsed by icalendar and checked line by line against the grammar of RFC 5545."""

import base64
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
from booking.orders.ics import Method, calendar_file, calendar_of
from booking.orders.order import BookedSession, Order, OrderedService, Party
from icalendar import Calendar

START = datetime(2027, 3, 14, 6, 30, tzinfo=UTC)
NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)


def order(*lengths: int) -> Order:
    sessions = tuple(
        BookedSession(f"s{n}", "", START + timedelta(days=n), START + timedelta(days=n, minutes=length))
        for n, length in enumerate(lengths)
    )
    return Order(
        order_id="01890000-0000-7000-8000-000000000000",
        provider_id="p",
        provider=Party("p", "Zoë O'Brien; Łódź, Ltd.", "zoe@example.com", "zoe", "", onboarded=True),
        client=Party("", "Gus", "gus@example.com", "", "", onboarded=False),
        guest_id="g",
        status="accepted",
        services=(OrderedService("x", 'Talk: "long"; and, odd\nname', 30, 2500),),
        sessions=sessions,
        delivery_mode="remote",
        delivery_location="https://meet.example.com/a;b,c",
        total_minutes=30,
        total_minor=2500,
        currency="EUR-DE",
        brief="Grüße 🙂 " * 30,
        note="",
        provider_timezone="America/New_York",
        client_timezone="Asia/Kolkata",
        created_at=NOW,
        revision=2,
        calendar_sequence=3,
    )


@pytest.mark.parametrize("method", ["REQUEST", "CANCEL"])
def test_the_file_reads_back_as_what_was_written(method: Method) -> None:
    file = calendar_file(order(30), method, NOW)
    calendar = Calendar.from_ical(base64.b64decode(file.content))
    [event] = calendar.walk("VEVENT")
    assert str(calendar["METHOD"]) == method == file.method
    assert event.decoded("dtstart") == START
    assert event.decoded("dtend") == START + timedelta(minutes=30)
    assert int(str(event["SEQUENCE"])) == 3
    assert str(event["UID"]) == "01890000-0000-7000-8000-000000000000@openhours"
    assert str(event["LOCATION"]) == "https://meet.example.com/a;b,c"
    assert str(event["ORGANIZER"]) == "mailto:zoe@example.com"
    assert [str(address) for address in cast("list[object]", event["ATTENDEE"])] == [
        "mailto:zoe@example.com",
        "mailto:gus@example.com",
    ]
    assert str(event["STATUS"]) == ("CONFIRMED" if method == "REQUEST" else "CANCELLED")


def test_every_line_is_short_and_ends_as_the_standard_says() -> None:
    content = calendar_of(order(30), "REQUEST", NOW).to_ical()
    lines = content.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert lines[-1] == b""
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in content.replace(b"\r\n", b"")
    for name in (b"PRODID:", b"VERSION:2.0", b"METHOD:REQUEST", b"DTSTAMP:", b"DTSTART:20270314T063000Z"):
        assert any(line.startswith(name) for line in lines), name


def test_several_sessions_are_one_event() -> None:
    calendar = calendar_of(order(30, 30, 60), "REQUEST", NOW)
    main, override = calendar.walk("VEVENT")
    assert main["UID"] == override["UID"]
    assert "RDATE" in main
    assert override.decoded("recurrence-id") == START + timedelta(days=2)
    assert override.decoded("dtend") - override.decoded("dtstart") == timedelta(minutes=60)
    assert len(calendar_of(replace(order(30, 30)), "CANCEL", NOW).walk("VEVENT")) == 1
