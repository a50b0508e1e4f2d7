"""Calendars as other programs write them. In doubt a time is busy, and what could not be read is counted."""

import pytest
from booking.external_calendars.ics_parser import busy_time
from contracts.zones import ZONES
from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

from services.booking.tests.unit.ics_texts import BERLIN, FIRST, LAST, busy, calendar

BERLIN_HOUR = "DTSTART;TZID=Europe/Berlin:20270105T100000|DTEND;TZID=Europe/Berlin:20270105T110000"
DAILY = f"{BERLIN_HOUR}|RRULE:FREQ=DAILY;COUNT=3"
FIRST_DAY, SECOND_DAY, THIRD_DAY = (f"01-0{day}T09:00" for day in (5, 6, 7))
OTHER = "DTSTART:20270108T100000Z|DTEND:20270108T110000Z"
OTHER_BUSY = ("01-08T10:00", "01-08T11:00")


def in_zone(name: str) -> bytes:
    """A calendar with an event at ten in the zone of this name."""
    return calendar(f"DTSTART;TZID={name}:20270105T100000|DTEND;TZID={name}:20270105T110000")


def counted(content: bytes) -> tuple[int, int, list[str]]:
    """Entries in doubt, entries left out, and zones that nobody knows."""
    found = busy_time(content, BERLIN, FIRST, LAST)
    return found.in_doubt, found.left_out, found.unknown_zones


@pytest.mark.parametrize(
    ("exclusion", "starts", "in_doubt"),
    [
        ("EXDATE;TZID=Europe/Berlin:", (FIRST_DAY, SECOND_DAY, THIRD_DAY), 0),
        ("EXDATE:", (FIRST_DAY, SECOND_DAY, THIRD_DAY), 0),
        ("EXDATE;TZID=Europe/Berlin:20270106T100000,", (FIRST_DAY, THIRD_DAY), 0),
        ("EXDATE;TZID=Europe/Berlin:,20270106T100000", (FIRST_DAY, THIRD_DAY), 0),
        ("EXDATE;TZID=Europe/Berlin:2027-13-77,20270106T100000", (FIRST_DAY, THIRD_DAY), 1),
        ("EXDATE:soon", (FIRST_DAY, SECOND_DAY, THIRD_DAY), 1),
        ("EXDATE:20270106T090000Z", (FIRST_DAY, THIRD_DAY), 0),
        ("EXDATE:20270106T100000", (FIRST_DAY, THIRD_DAY), 0),
        ("EXDATE:20270106T100000Z", (FIRST_DAY, SECOND_DAY, THIRD_DAY), 0),
        ("EXDATE;VALUE=DATE:20270106", (FIRST_DAY, THIRD_DAY), 0),
        ("EXDATE;TZID=Europe/Berlin:20270105T100000", (SECOND_DAY, THIRD_DAY), 0),
    ],
)
def test_an_exclusion_frees_the_dates_that_it_names(
    exclusion: str, starts: tuple[str, ...], in_doubt: int
) -> None:
    content = calendar(f"{DAILY}|{exclusion}")
    assert [start for start, _ in busy(content)] == list(starts)
    assert counted(content) == (in_doubt, 0, [])


@pytest.mark.parametrize(
    ("times", "ends"),
    [
        ("DTSTART:20270105T100000Z|DTEND:20270105T105960Z", "01-05T11:00"),
        ("DTSTART:20270105T100000Z|DTEND:20270105T240000Z", "01-06T00:00"),
        ("DTSTART:20270105T100000.123Z|DTEND:20270105T110000.5Z", "01-05T11:00"),
        ("DTSTART:2027-01-05T10:00:00Z|DTEND:2027-01-05T11:00:00Z", "01-05T11:00"),
        ("DTSTART:2027-01-05 10:00|DTEND:2027-01-05 12:00:00+01:00", "01-05T11:00"),
        ("DTSTART:20270105T110000+0100|DTEND:20270105T060000-05", "01-05T11:00"),
        ("DTSTART: 20270105T100000Z |DTEND: 20270105T110000Z ", "01-05T11:00"),
        ("dtstart:20270105t100000z|dtend:20270105t110000z", "01-05T11:00"),
        ("DTSTART:20270105T100000Z|DURATION: PT1H", "01-05T11:00"),
        ("DTSTART:20270105T100000Z|DURATION:+P0DT60M", "01-05T11:00"),
        ("DTSTART:20270105T100000Z|DTEND:20270105T101500Z|DURATION:PT1H", "01-05T11:00"),
        ("DTSTART:20270105T100000Z|DTEND:20270105T101500Z|DTEND:20270105T110000Z", "01-05T11:00"),
    ],
)
def test_times_are_read_as_programs_write_them(times: str, ends: str) -> None:
    starts = "01-05T09:00" if "05 10:00|" in times else "01-05T10:00"
    assert busy(calendar(times)) == [(starts, ends)]
    assert counted(calendar(times)) == (0, 0, [])


@pytest.mark.parametrize(
    "times",
    [
        "DTSTART:20270105T100000Z|DTEND:20270105T090000Z",
        "DTSTART:20270105T100000Z|DURATION:-PT1H",
        "DTSTART:20270105T100000Z|DTEND:20270105T1100OOZ",
        "DTSTART:20270105T100000Z|DURATION:an hour",
    ],
)
def test_an_end_that_cannot_be_read_is_the_end_of_the_day(times: str) -> None:
    content = calendar(times, OTHER)
    assert busy(content) == [("01-05T10:00", "01-06T00:00"), OTHER_BUSY]
    assert counted(content) == (1, 0, [])


@pytest.mark.parametrize("start", ["DTSTART:20270231T100000Z", "DTSTART:", "DTSTART:20270105T256100Z", "X:1"])
def test_an_event_without_a_start_is_counted_and_costs_no_other(start: str) -> None:
    content = calendar(f"{start}|DTEND:20270105T110000Z", OTHER)
    assert busy(content) == [OTHER_BUSY]
    assert counted(content) == (0, 1, [])
    assert counted(calendar(f"{start}|STATUS:CANCELLED", OTHER)) == (0, 0, []), "it took no time anyway"


def test_each_of_several_starts_has_the_ends_behind_it() -> None:
    twice = "DTSTART:20270105T100000Z|DTEND:20270105T110000Z|DTSTART:20270106T100000Z|DTEND:20270106T110000Z"
    leaked = "DTSTART:19700308T020000|DTEND:20270105T100000Z|DTSTART:20270105T090000Z|DTEND:20270105T110000Z"
    assert busy(calendar(twice)) == [("01-05T10:00", "01-05T11:00"), ("01-06T10:00", "01-06T11:00")]
    assert busy(calendar(leaked)) == [("01-05T09:00", "01-05T11:00")]
    assert counted(calendar(leaked)) == (1, 0, [])


@pytest.mark.parametrize(
    ("days", "until"),
    [
        ("DTSTART;VALUE=DATE:20270105|DTEND;VALUE=DATE:20270105", 5),
        ("DTSTART;VALUE=DATE:20270105", 5),
        ("DTSTART:20270105", 5),
        ("DTSTART;VALUE=DATE:20270105|DTEND;VALUE=DATE:20270104", 5),
        ("DTSTART;VALUE=DATE:20270105|DURATION:PT24H", 5),
        ("DTSTART;VALUE=DATE:20270105|DURATION:P2D", 6),
        ("DTSTART;VALUE=DATE:20270105T000000|DTEND;VALUE=DATE:20270107T000000", 6),
        ("DTSTART;TZID=America/New_York;VALUE=DATE:20270105", 5),
    ],
)
def test_a_whole_day_is_at_least_that_day_of_the_provider(days: str, until: int) -> None:
    assert busy(calendar(days)) == [("01-04T23:00", f"01-0{until}T23:00")]


@pytest.mark.parametrize(
    ("series", "days"),
    [
        ("DTSTART;VALUE=DATE:20270105|RRULE:FREQ=YEARLY;UNTIL=20270104T230000Z", 1),
        ("DTSTART;VALUE=DATE:20270105|RRULE:FREQ=DAILY;UNTIL=20270106T230000Z", 3),
        ("DTSTART;VALUE=DATE:20270105|RRULE:FREQ=DAILY;UNTIL=20270107T000000Z", 3),
        ("DTSTART;VALUE=DATE:20270105|RRULE:FREQ=DAILY;UNTIL=20270107T000000", 3),
        ("DTSTART;VALUE=DATE:20270105|RRULE:FREQ=DAILY;UNTIL=20270101", 1),
        ("DTSTART;VALUE=DATE:20270105|RRULE:FREQ=DAILY;UNTIL=20270107|EXDATE:20270105T230000Z", 2),
        ("DTSTART;VALUE=DATE:20270105|RRULE:FREQ=DAILY;UNTIL=20270107|EXDATE:20270106T000000", 2),
    ],
)
def test_a_series_of_days_ends_with_the_last_day_that_it_may_mean(series: str, days: int) -> None:
    found = busy_time(calendar(series), BERLIN, FIRST, LAST).periods
    assert sum(end - start for start, end in found) == days * 86_400


@pytest.mark.parametrize(
    ("rule", "number"),
    [
        ("FREQ=DAILY;UNTIL=20270107", 3),
        ("FREQ=DAILY;UNTIL=20270107T100000", 3),
        ("FREQ=DAILY;UNTIL=20270107T090000Z", 3),
        ("FREQ=DAILY;UNTIL=20270107T085900Z", 2),
        ("FREQ=DAILY;UNTIL=20260101T000000Z", 1),
        ("FREQ=WEEKLY;BYDAY=FR;COUNT=2", 3),  # its own start counts, too
        ("freq=daily;count=2;", 2),
    ],
)
def test_a_series_ends_with_its_last_date_and_has_its_first(rule: str, number: int) -> None:
    content = calendar(f"{BERLIN_HOUR}|RRULE:{rule}")
    assert len(busy(content)) == number
    assert busy(content)[0][0] == FIRST_DAY
    assert counted(content) == (0, 0, [])


@pytest.mark.parametrize(
    ("rule", "number"),
    [
        ("FREQ=SOMETIMES", 1),
        ("COUNT=3", 1),
        ("FREQ=DAILY;COUNT=many;UNTIL=20270107", 3),
        ("FREQ=WEEKLY;BYDAY=;COUNT=2", 2),
        ("FREQ=WEEKLY;BYDAY=XX;COUNT=2", 2),
        ("FREQ=DAILY;INTERVAL=0;COUNT=2", 2),
        ("FREQ=DAILY;COUNT=2;BYMONTH=13", 2),
        ("FREQ=DAILY;COUNT=2;BYMIDNIGHT=1", 2),
        ("FREQ=HOURLY;INTERVAL=24;BYHOUR=5", 1),
    ],
)
def test_a_rule_that_cannot_be_read_costs_no_other_event(rule: str, number: int) -> None:
    content = calendar(f"{BERLIN_HOUR}|RRULE:{rule}", OTHER)
    assert len([period for period in busy(content) if period != OTHER_BUSY]) == number
    assert OTHER_BUSY in busy(content)
    assert counted(content)[:2] == (0 if "BYHOUR" in rule else 1, 0)


def test_a_date_that_the_clocks_skip_has_the_offset_from_before() -> None:
    series = "DTSTART;TZID=Europe/Berlin:20270327T023000|DTEND;TZID=Europe/Berlin:20270327T033000"
    assert busy(calendar(f"{series}|RRULE:FREQ=DAILY;COUNT=3")) == [
        ("03-27T01:30", "03-27T02:30"),
        ("03-28T01:30", "03-28T02:30"),
        ("03-29T00:30", "03-29T01:30"),
    ]


def test_events_that_share_a_uid_are_all_busy_unless_a_newer_one_replaces_them() -> None:
    early, late = "DTSTART:20270105T100000Z|DTEND:20270105T110000Z", OTHER
    both = calendar(early, late).replace(b"1@elsewhere", b"0@elsewhere")
    assert busy(both) == [("01-05T10:00", "01-05T11:00"), OTHER_BUSY]
    newer = calendar(f"{early}|SEQUENCE:1", f"{late}|SEQUENCE:2").replace(b"1@elsewhere", b"0@elsewhere")
    assert busy(newer) == [OTHER_BUSY]
    cancelled = calendar(early, f"{early}|SEQUENCE:1|STATUS:CANCELLED").replace(b"1@else", b"0@else")
    assert busy(cancelled) == []


@pytest.mark.parametrize(
    ("change", "starts"),
    [
        ("RECURRENCE-ID;TZID=Europe/Berlin:20270106T100000|DTSTART:20270106T140000Z|DTEND:20270106T150000Z",
         [FIRST_DAY, "01-06T14:00", THIRD_DAY]),
        ("RECURRENCE-ID:20270106T090000Z|DTSTART:20270106T140000Z|DTEND:20270106T150000Z",
         [FIRST_DAY, "01-06T14:00", THIRD_DAY]),
        ("RECURRENCE-ID;VALUE=DATE:20270106|DTSTART:20270106T140000Z|DTEND:20270106T150000Z",
         [FIRST_DAY, "01-06T14:00", THIRD_DAY]),
        ("RECURRENCE-ID:20270106T090000Z|STATUS:Cancelled|DTSTART:20270106T090000Z", [FIRST_DAY, THIRD_DAY]),
        ("RECURRENCE-ID:20270106T090000Z|SUMMARY:when?", [FIRST_DAY, SECOND_DAY, THIRD_DAY]),
        ("RECURRENCE-ID:sometime|DTSTART:20270106T140000Z|DTEND:20270106T150000Z",
         [FIRST_DAY, SECOND_DAY, "01-06T14:00", THIRD_DAY]),
        ("RECURRENCE-ID;RANGE=THISANDFUTURE:20270106T090000Z|DTSTART:20270106T140000Z|DTEND:20270106T150000Z",
         [FIRST_DAY, "01-06T14:00", "01-07T14:00"]),
    ],
)  # fmt: skip
def test_a_changed_date_is_where_it_was_moved_to(change: str, starts: list[str]) -> None:
    content = calendar(DAILY, change).replace(b"1@elsewhere", b"0@elsewhere")
    assert [start for start, _ in busy(content)] == starts


@pytest.mark.parametrize(
    ("name", "starts"),
    [
        ("America/Vancouver", "01-05T17:00"),  # UTC-7 all year since the edition 2026b
        ("GMT Standard Time 1", "01-05T10:00"),
        ("Eastern Standard Time 1", "01-05T15:00"),
        ("W. Europe Standard Time", "01-05T09:00"),
        ('"tzone://Microsoft/Utc"', "01-05T10:00"),
        ('"/freeassociation.sourceforge.net/Europe/Helsinki"', "01-05T08:00"),
        ("europe/helsinki", "01-05T08:00"),
        ("America/New York", "01-05T15:00"),
        ("eastern standard time", "01-05T15:00"),
        ("GMT+0200", "01-05T08:00"),
        ('"UTC+02:00"', "01-05T08:00"),
        ("UTC-5", "01-05T15:00"),
        ("Etc/GMT+5", "01-05T15:00"),
    ],
)
def test_zones_are_known_by_the_names_that_programs_give_them(name: str, starts: str) -> None:
    assert busy(in_zone(name))[0][0] == starts
    assert counted(in_zone(name)) == (0, 0, [])


def test_each_zone_of_windows_is_one_that_exists() -> None:
    assert set(WINDOWS_TO_OLSON.values()) <= ZONES


def test_a_zone_that_nobody_knows_is_the_providers_and_is_named() -> None:
    assert busy(in_zone("Customized Time Zone"))[0][0] == FIRST_DAY
    assert counted(in_zone("Customized Time Zone")) == (0, 0, ["Customized Time Zone"])
    assert counted(in_zone('"(UTC+01:00) Somewhere"')) == (0, 0, ["(UTC+01:00) Somewhere"])
    unquoted = in_zone("(UTC+01:00) Somewhere")
    assert (busy(unquoted)[0][0], counted(unquoted)[2]) == (FIRST_DAY, ["(UTC+01:00) Somewhere"])


def test_utc_goes_before_a_zone() -> None:
    content = calendar("DTSTART;TZID=America/New_York:20270105T100000Z|DURATION:PT1H")
    assert busy(content) == [("01-05T10:00", "01-05T11:00")]


def with_zone(*lines: str) -> bytes:
    """A calendar with a VTIMEZONE of these lines, and an event in the zone called Own."""
    zone = "\r\n".join(["BEGIN:VTIMEZONE", *lines, "END:VTIMEZONE", "BEGIN:VEVENT"]).encode()
    return in_zone("Own").replace(b"BEGIN:VEVENT", zone, 1)


STANDARD = (
    "BEGIN:STANDARD",
    "DTSTART:16010101T000000",
    "TZOFFSETFROM:+0500",
    "TZOFFSETTO:+0500",
    "END:STANDARD",
)


@pytest.mark.parametrize(
    ("lines", "starts", "unknown"),
    [
        (("TZID:Own", *STANDARD), "01-05T05:00", []),
        (("TZID:Own", *(line.replace("+0500", "+05:00") for line in STANDARD)), "01-05T05:00", []),
        (("TZID:Own", *STANDARD[:-1], "RRULE:FREQ=SECONDLY", STANDARD[-1]), FIRST_DAY, ["Own"]),
        (("TZID:Own",), FIRST_DAY, ["Own"]),
        (("TZID:Own", *STANDARD[:1], *STANDARD[2:]), FIRST_DAY, ["Own"]),
        (("TZID:Other", *STANDARD), FIRST_DAY, ["Own"]),
        (STANDARD, FIRST_DAY, ["Own"]),
    ],
)
def test_a_zone_of_the_file_counts_if_it_is_one(
    lines: tuple[str, ...], starts: str, unknown: list[str]
) -> None:
    content = with_zone(*lines)
    assert (busy(content)[0][0], counted(content)) == (starts, (0, 0, unknown))


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + calendar(OTHER),
        calendar(OTHER).decode().encode("utf-16"),
        calendar(OTHER).replace(b"BEGIN:", b"BEGIN: ").replace(b"END:", b"end:  "),
        calendar(OTHER).replace(b"VEVENT", b"vevent"),
        calendar(OTHER).replace(b"END:VCALENDAR", b"END:X\r\nEND:VEVENT\r\nEND:VCALENDAR"),
        calendar(OTHER).replace(b"END:VEVENT\r\n", b""),
        calendar(OTHER).replace(b"\r\n", b"\r\n\r\n"),
    ],
)
def test_what_is_odd_about_the_lines_costs_no_event(content: bytes) -> None:
    assert busy(content) == [OTHER_BUSY]


def test_each_calendar_of_a_file_is_read_with_its_own_zones() -> None:
    east = with_zone("TZID:Own", *STANDARD)
    west = with_zone("TZID:Own", *(line.replace("+0500", "-0500") for line in STANDARD))
    assert [start for start, _ in busy(east + west + calendar(OTHER))] == [
        "01-05T05:00",
        "01-05T15:00",
        "01-08T10:00",
    ]


def test_an_event_whose_end_is_missing_ends_where_the_next_begins() -> None:
    content = calendar("DTSTART:20270105T100000Z|DTEND:20270105T110000Z", OTHER)
    assert len(busy(content.replace(b"END:VEVENT\r\n", b"", 1))) == 2


def test_periods_of_free_busy_feeds_are_busy_unless_they_are_called_free() -> None:
    lines = (
        "BEGIN:VCALENDAR", "BEGIN:VFREEBUSY", "DTSTART:20270104T000000Z", "DTEND:20270204T000000Z",
        "FREEBUSY:20270105T100000Z/20270105T110000Z,20270105T120000Z/PT30M",
        "FREEBUSY;FBTYPE=busy-tentative:20270106T100000Z/PT1H", "FREEBUSY;FBTYPE=FREE:20270107T100000Z/PT1H",
        "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20270108T100000Z/20270108T110000Z,soon",
        "END:VFREEBUSY", "END:VCALENDAR",
    )  # fmt: skip
    content = "\r\n".join(lines).encode()
    assert busy(content) == [
        ("01-05T10:00", "01-05T11:00"),
        ("01-05T12:00", "01-05T12:30"),
        ("01-06T10:00", "01-06T11:00"),
        OTHER_BUSY,
    ]
    assert counted(content) == (0, 1, [])


def test_words_with_a_fixed_meaning_have_it_in_letters_of_any_size() -> None:
    free = [f"{OTHER}|{line}" for line in ("TRANSP:transparent", "STATUS:Cancelled", "STATUS:CANCELLED ")]
    assert busy(calendar(*free)) == []
    outlook = [f"{OTHER}|X-MICROSOFT-CDO-BUSYSTATUS:FREE|TRANSP:OPAQUE"]
    assert busy(calendar(*outlook)) == [OTHER_BUSY]


@pytest.mark.parametrize(
    "odd",
    [
        "DTSTART:20270105T100000Z|DTEND:99991231T235959Z|STATUS:CANCELLED",
        "DTSTART;VALUE=DATE:99991231",
        "DTSTART:00010101T000000Z|DTEND:00010101T010000Z",
        "DTSTART:20270105T100000Z|DURATION:P99999999999D|TRANSP:TRANSPARENT",
        "DTSTART:00000000T000000Z",
    ],
)
def test_times_at_the_ends_of_the_calendar_cost_no_other_event(odd: str) -> None:
    assert busy(calendar(odd, OTHER)) == [OTHER_BUSY]


def test_past_events_are_skipped_however_their_length_is_written() -> None:
    past = [
        "DTSTART:20150105T100000Z|DURATION:PT1H",
        "DTSTART;VALUE=DATE:20150105",
        "DTSTART:20150105T100000Z",
    ]
    assert busy(calendar(*past * 2_000, OTHER)) == [OTHER_BUSY]


def test_a_series_of_many_years_has_the_dates_of_these_days() -> None:
    weekly = "DTSTART;TZID=Europe/Berlin:20090106T100000|DURATION:PT1H|RRULE:FREQ=WEEKLY;INTERVAL=2"
    assert busy(calendar(weekly))[:2] == [("01-12T09:00", "01-12T10:00"), ("01-26T09:00", "01-26T10:00")]
    in_utc = "DTSTART:20261005T080000Z|DURATION:PT1H|RRULE:FREQ=DAILY"
    meant = calendar(in_utc).replace(b"VERSION:2.0", b"VERSION:2.0\r\nX-WR-TIMEZONE:Europe/Berlin")
    assert busy(meant)[0] == ("01-04T09:00", "01-04T10:00")
