"""Calendars of elsewhere, from their address to the slots that are offered."""

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from services.booking.tests.external_calendar_server import Elsewhere, add, busy_from, hours_of_slots

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = [pytest.mark.service, pytest.mark.usefixtures("calendars_read_by_the_test")]

EVENT_AT_TEN = busy_from("1000", "1100")
UTC_LINES = "DTSTART:20270105T100000Z\r\nDTEND:20270105T110000Z"
LATER = UTC_LINES.replace("0105", "0209")
DAILY = UTC_LINES.replace("20270105", "20270104") + "\r\nRRULE:FREQ=DAILY;COUNT=3"
BROKEN = {
    "an empty exclusion": DAILY + "\r\nEXDATE:",
    "an exclusion that is none": DAILY + "\r\nEXDATE:20271377",
    "an end of days at the midnight of elsewhere": "DTSTART;VALUE=DATE:20270105\r\n"
    "RRULE:FREQ=YEARLY;UNTIL=20270104T230000Z",
    "a last day in a series of times": DAILY.replace("COUNT=3", "UNTIL=20270105"),
    "a day that ends when it begins": "DTSTART;VALUE=DATE:20270105\r\nDTEND;VALUE=DATE:20270105",
    "a zone beside UTC": UTC_LINES.replace(":2", ";TZID=America/New_York:2"),
    "a numbered zone of Windows": "DTSTART;TZID=Eastern Standard Time 1:20270105T050000\r\nDURATION:PT1H",
    "a zone that is UTC": UTC_LINES.replace("Z", "").replace(":2", ';TZID="tzone://Microsoft/Utc":2'),
    "a zone by its offset": "DTSTART;TZID=GMT+0200:20270105T120000\r\nDURATION:PT1H",
    "the last second of a leap": UTC_LINES.replace("T110000", "T105960"),
    "times with a blank": UTC_LINES.replace(":2", ": 2"),
    "a rule without a meaning": UTC_LINES + "\r\nRRULE:FREQ=SOMETIMES",
    "an end in the year 9999": UTC_LINES.replace("DTEND:20270105T110000Z", "DTEND:99991231T235959Z"),
    "another start": "DTSTART:19700308T020000\r\n" + UTC_LINES,
}
WHOLE_FILES = {
    "a mark of the byte order": "\ufeff" + EVENT_AT_TEN,
    "two calendars": EVENT_AT_TEN.replace("20270105", "20270209") + EVENT_AT_TEN,
    "blanks behind the colon": EVENT_AT_TEN.replace("BEGIN:", "BEGIN: "),
    "one name for two events": EVENT_AT_TEN.replace(
        "BEGIN:VEVENT", f"BEGIN:VEVENT\r\nUID:1\r\n{LATER}\r\nEND:VEVENT\r\nBEGIN:VEVENT"
    ),
    "free-busy times": "BEGIN:VCALENDAR\r\nBEGIN:VFREEBUSY\r\nFREEBUSY:20270105T100000Z/PT1H\r\n"
    "END:VFREEBUSY\r\nEND:VCALENDAR\r\n",
    "a zone that nobody uses": EVENT_AT_TEN.replace(
        "BEGIN:VEVENT", "BEGIN:VTIMEZONE\r\nTZID:Unused\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT"
    ),
    "thousands of past events": EVENT_AT_TEN.replace(
        "BEGIN:VEVENT", "BEGIN:VEVENT\r\nDTSTART:20150105T100000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\n" * 6_000
        + "BEGIN:VEVENT"
    ),
} | {name: EVENT_AT_TEN.replace(UTC_LINES, lines) for name, lines in BROKEN.items()}  # fmt: skip


async def test_no_slot_is_offered_in_what_a_broken_calendar_calls_busy(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    """Each kind of calendar that was read as free once, from its address to the slots."""
    provider, elsewhere.etag = await marketplace.provider(), ""
    elsewhere.body = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
    added = await add(marketplace, provider, f"{elsewhere.url}/work.ics")
    assert "10:20" in await hours_of_slots(marketplace, provider)
    body, offered = {"iv_calendar_id": added["data"]["calendar"]["calendar_id"]}, list[str]()
    for name, elsewhere.body in WHOLE_FILES.items():
        marketplace.now += timedelta(seconds=10)
        answer = await marketplace.post("check_external_calendar", body, marketplace.as_(provider))
        assert answer["data"]["calendar"]["status"] == "working", (name, answer)
        offered += [name for at in await hours_of_slots(marketplace, provider) if at == "10:20"]
    assert offered == []


async def test_a_zone_is_sold_by_its_newest_rules(marketplace: "Marketplace") -> None:
    """British Columbia keeps UTC-7 all year since the edition 2026b, whatever this machine has."""
    provider = await marketplace.provider(timezone="America/Vancouver")
    assert (await marketplace.slots(provider))[0]["provider_start_time"] == "2027-01-05T16:00:00Z"


async def test_what_could_not_be_read_is_said_beside_the_calendar(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    odd = "RRULE:FREQ=SOMETIMES\r\nDTSTART"
    starts = ("DTSTART:soon", "DTSTART;TZID=Nowhere:20270106T100000")
    events = "".join(f"BEGIN:VEVENT\r\nUID:{start}\r\n{start}\r\nEND:VEVENT\r\n" for start in starts)
    elsewhere.body = busy_from("1000", "1200").replace("DTSTART", odd).replace("END:VCA", f"{events}END:VCA")
    calendar = (await add(marketplace, provider, f"{elsewhere.url}/a.ics"))["data"]["calendar"]
    said = {
        name: calendar[name] for name in ("status", "entries_in_doubt", "entries_left_out", "unknown_zones")
    }
    assert said == {
        "status": "working", "entries_in_doubt": 1, "entries_left_out": 1, "unknown_zones": ["Nowhere"],
    }  # fmt: skip
    assert not [at for at in await hours_of_slots(marketplace, provider) if "09:30" < at < "12:00"]
    elsewhere.body, elsewhere.etag = busy_from("1000", "1200"), ""
    marketplace.now += timedelta(seconds=10)
    body = {"iv_calendar_id": calendar["calendar_id"]}
    await marketplace.post("check_external_calendar", body, marketplace.as_(provider))
    [calendar] = (await marketplace.get("get_external_calendars", marketplace.as_(provider)))["data"][
        "calendars"
    ]
    assert (calendar["entries_in_doubt"], calendar["unknown_zones"]) == (0, [])


async def test_only_an_appointment_of_this_account_is_known_better_here(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    """An order of the provider's own, one of two others, and one of another deployment, all at ten."""
    provider, other, client = (
        await marketplace.provider(),
        await marketplace.provider(),
        await marketplace.person(),
    )
    own, foreign = await marketplace.booked(provider, client), await marketplace.booked(other, client, 3)
    busy: list[int] = []
    for name in (own, f"{own}-1", foreign, "0192-1"):
        elsewhere.body = busy_from("1000", "1100").replace("UID:1", f"UID:{name}@openhours")
        added = await add(marketplace, provider, f"{elsewhere.url}/{name}.ics")
        busy.append(added["data"]["calendar"]["busy_periods"])
    assert busy == [0, 0, 1, 1]
