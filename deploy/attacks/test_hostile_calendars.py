"""Calendars that are made to use up the memory or the processor of who reads them."""

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

MEMORY: Final = 192
"""In MiB, what one reader may take."""
MOST_GROWTH: Final = 24
"""In MiB, of the process that has calendars read."""
LARGEST: Final = 5_000_000
_READ: Final = """
import asyncio, json, resource, sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from booking.external_calendars.parser_process import read_busy

first, limits, ends = datetime(2027, 1, 1, tzinfo=UTC), json.loads(sys.argv[1]), []
size = lambda whose: resource.getrusage(whose).ru_maxrss // 1024
contents = [Path(each).read_bytes() for each in sys.argv[2:]]
before = size(resource.RUSAGE_SELF)
for content in contents:
    try:
        found = asyncio.run(read_busy(content, "Europe/Berlin", first, first + timedelta(days=400), **limits))
        ends.append(f"{len(found.periods)} periods")
    except Exception as error:
        ends.append(f"{type(error).__name__}: {error}")
grown = size(resource.RUSAGE_SELF) - before
print(json.dumps({"ends": ends, "grown": grown, "reader": size(resource.RUSAGE_CHILDREN)}))
"""


def calendar(*events: str) -> str:
    """A calendar of events, each of its lines joined by `|`."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//elsewhere//EN"]
    for number, event in enumerate(events):
        lines += ["BEGIN:VEVENT", f"UID:{number}@elsewhere", "DTSTAMP:20270101T000000Z"]
        lines += [*event.split("|"), "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""])


HOUR: Final = "DTSTART:20270105T100000Z|DTEND:20270105T101000Z"


def dates(most: int) -> str:
    """So many seconds of one day, and of the next ones."""
    seconds = (f"T{n // 3600 % 24:02}{n // 60 % 60:02}{n % 60:02}Z" for n in range(most))
    return ",".join(f"202701{5 + n // 86_400:02}{second}" for n, second in enumerate(seconds))


def one_line() -> str:
    return calendar(f"{HOUR}|RDATE:{dates(290_000)}")


def a_laugh_of_dates() -> str:
    """Series that each name the same dates again, in lines of a bearable length."""
    return calendar(*[f"{HOUR}|" + "|".join(["RDATE:" + dates(180)] * 15) for _ in range(100)])


def nested() -> str:
    depth = 150_000
    return calendar(HOUR).replace(
        "END:VCALENDAR", "BEGIN:X\r\n" * depth + "END:X\r\n" * depth + "END:VCALENDAR"
    )


def a_zone_of_seconds() -> str:
    zone = (
        "BEGIN:VTIMEZONE|TZID:Nowhere|BEGIN:STANDARD|DTSTART:19700101T000000|TZOFFSETFROM:+0000|TZOFFSETTO:+0000"
        "|RRULE:FREQ=SECONDLY|END:STANDARD|END:VTIMEZONE"
    ).replace("|", "\r\n")
    event = "DTSTART;TZID=Nowhere:20270105T100000|DTEND;TZID=Nowhere:20270105T101000"
    return calendar(event).replace("BEGIN:VEVENT", f"{zone}\r\nBEGIN:VEVENT", 1)


OVER_BUDGET: Final[dict[str, Callable[[], str]]] = {
    "hourly for ever": lambda: calendar(*[f"{HOUR}|RRULE:FREQ=HOURLY"] * 100),
    "one line": one_line,
    "a laugh of dates": a_laugh_of_dates,
    "as many events as fit": lambda: calendar(*[HOUR] * 40_000),
    "every second of every hour": lambda: calendar(
        f"{HOUR}|RRULE:FREQ=HOURLY;BYMINUTE={','.join(map(str, range(60)))};BYSECOND=0,1,2,3,4,5,6,7,8,9"
    ),
}
QUICK: Final = ("one line", "every second of every hour")
"""Those that are refused at once; the others use up the budget first."""
NEVER: Final = calendar(f"{HOUR}|RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30")
"""A rule that is true at no hour, and that looks for one until the year 9999."""
HOARDER: Final = calendar(
    *[f"{HOUR}|EXDATE:{','.join([f'20270{n}05T100000Z' for n in range(1, 5)])}"] * 4_900
)
"""As many events and dates as the budget allows, which do not fit into a small memory."""


@dataclass(frozen=True)
class Readings:
    """How readings ended, how much the process grew, and how large its largest reader was, in MiB."""

    ends: list[str]
    grown: int
    reader: int


async def read(folder: Path, *contents: str, **limits: Any) -> Readings:
    """Read calendars as booking does, in a process whose memory nobody else uses."""
    files = [folder / f"{number}.ics" for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_text(content)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _READ, json.dumps(limits), *map(str, files), stdout=asyncio.subprocess.PIPE
    )
    answer, _ = await process.communicate()
    return Readings(**json.loads(answer))


@pytest.mark.parametrize(
    "attacks", [QUICK, pytest.param(tuple(OVER_BUDGET), marks=pytest.mark.long)], ids=["quick", "all"]
)
async def test_calendars_over_budget_are_refused_in_words(tmp_path: Path, attacks: tuple[str, ...]) -> None:
    readings = await read(tmp_path, *[OVER_BUDGET[attack]() for attack in attacks], seconds=120)
    many, often = "has too many events.", "has events that repeat by the minute."
    assert dict(zip(attacks, readings.ends, strict=True)) == {
        attack: f"NotACalendar: This calendar {often if attack == 'every second of every hour' else many}"
        for attack in attacks
    }
    assert readings.reader < MEMORY
    assert readings.grown < MOST_GROWTH


async def test_calendars_of_no_sane_shape_take_no_time(tmp_path: Path) -> None:
    """A zone that nobody can use costs the event its zone, and not the calendar its events."""
    readings = await read(tmp_path, nested(), a_zone_of_seconds(), seconds=120, cpu_seconds=2)
    assert readings.ends == ["NotACalendar: This calendar can't be read.", "1 periods"]
    assert readings.reader < MEMORY


@pytest.mark.parametrize(
    ("content", "limits"),
    [
        pytest.param(NEVER, {"cpu_seconds": 4}, id="time", marks=pytest.mark.long),
        pytest.param(HOARDER, {"memory": 30 << 20, "cpu_seconds": 60}, id="memory", marks=pytest.mark.long),
    ],
)
async def test_a_calendar_ends_only_its_own_reader(
    content: str, limits: dict[str, int], tmp_path: Path
) -> None:
    readings = await read(tmp_path, content, calendar(HOUR), **limits, seconds=120)
    assert readings.ends == [
        "ReaderKilled: This calendar takes too much time or memory to read.",
        "1 periods",
    ]
    assert readings.grown < MOST_GROWTH


@pytest.mark.long
async def test_the_largest_honest_calendar_is_read(tmp_path: Path) -> None:
    """Twelve years of a full diary with descriptions: five megabytes, of which 4,900 events are to come."""

    def event(day: int, year: int) -> str:
        when = f"{year}{day % 12 + 1:02}{day % 28 + 1:02}T{day % 24:02}"
        times = f"DTSTART;TZID=Europe/Berlin:{when}0000|DTEND;TZID=Europe/Berlin:{when}3000"
        return f"{times}|SEQUENCE:0|STATUS:CONFIRMED|TRANSP:OPAQUE|SUMMARY:Work|DESCRIPTION:{'x' * 90}"

    past = [event(number, 2015 + number % 11) for number in range(10_300)]
    content = calendar(*past, *[event(number, 2027) for number in range(4_900)])
    assert LARGEST * 0.9 < len(content) < LARGEST
    readings = await read(tmp_path, content, seconds=150)
    assert readings.ends == ["167 periods"]
    assert readings.reader < MEMORY
    assert readings.grown < MOST_GROWTH
