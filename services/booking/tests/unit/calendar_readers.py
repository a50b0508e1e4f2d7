"""Reads calendar files with two independent readers."""

import json
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from icalendar import Calendar, Event

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[3]
ICAL_JS = CHECKOUT / "web" / "node_modules" / "ical.js" / "dist" / "ical.js"

Said = dict[str, Any]


def by_ical_js(files: Sequence[bytes]) -> list[Said]:
    """Read the files with ical.js, Thunderbird's reader, in one process."""
    order = ["node", str(HERE / "second_reader.mjs"), ICAL_JS.as_uri()]
    asked = json.dumps([content.decode() for content in files])
    done = subprocess.run(order, input=asked, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def by_icalendar(content: bytes) -> Said:
    """Read the file with icalendar; recurrence dates and overrides are expanded by hand."""
    calendar = Calendar.from_ical(content)
    events = [event for event in calendar.walk("VEVENT") if isinstance(event, Event)]
    mains = [event for event in events if "RECURRENCE-ID" not in event]
    return {
        "method": str(calendar["METHOD"]),
        "events": [
            _said(main, [event for event in events if event is not main and event["UID"] == main["UID"]])
            for main in mains
        ],
    }


def _said(main: Event, others: list[Event]) -> Said:
    return {
        "uid": str(main["UID"]),
        "sequence": int(str(main["SEQUENCE"])),
        "status": str(main["STATUS"]),
        "summary": str(main["SUMMARY"]),
        "description": str(main["DESCRIPTION"]),
        "location": str(main.get("LOCATION", "")),
        "organizer": _person(main["ORGANIZER"]),
        "attendees": [_person(each) for each in _listed(main.get("ATTENDEE", []))],
        "times": _times(main, others),
    }


def _times(main: Event, others: list[Event]) -> list[list[str]]:
    first: datetime = main.decoded("dtstart")
    lasts: timedelta = main.decoded("dtend") - first
    starts = {first}
    for listed in _listed(main.get("RDATE", [])):
        starts |= {each.dt for each in listed.dts}
    times = {start: (start, start + lasts) for start in starts}
    for other in others:
        times[other.decoded("recurrence-id")] = (other.decoded("dtstart"), other.decoded("dtend"))
    return [[_text(start), _text(end)] for start, end in sorted(times.values())]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _person(address: Any) -> Said:
    params = address.params
    return {
        "address": str(address),
        "name": str(params.get("CN", "")),
        "status": str(params.get("PARTSTAT", "")),
    }


def _text(instant: datetime) -> str:
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
