"""Busy times from external calendars, which a real HTTP server of the test serves."""

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from booking.external_calendars import sync
from booking.external_calendars.fetch import CalendarFetcher
from booking.external_calendars.ics_parser import BusyTime
from booking.external_calendars.parser_process import ReaderKilled, read_busy
from booking.external_calendars.sync import read_next_due
from chassis.db import Database
from chassis.lanes import Lanes
from chassis.public_hosts import may_connect
from client.api_client import eventually
from contracts.events.booking import AvailabilityChanged
from contracts.events.identity import AccountDeleted
from local.databases import asyncpg_url
from sqlalchemy import text

from services.booking.tests.external_calendar_server import (
    HERE,
    NEVER,
    Elsewhere,
    add,
    busy_from,
    hours_of_slots,
    serving,
)

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = [pytest.mark.service, pytest.mark.usefixtures("calendars_read_by_the_test")]


async def test_what_is_busy_elsewhere_is_not_offered(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    before = await marketplace.slots(provider)
    answer = await add(marketplace, provider, f"{elsewhere.url}/private/secret.ics")
    assert answer["status"], answer
    calendar = answer["data"]["calendar"]
    assert (calendar["status"], calendar["busy_periods"]) == ("working", 1)
    assert "private" not in str(answer), "the address is a secret"
    assert not [at for at in await hours_of_slots(marketplace, provider) if "09:30" < at < "12:00"]
    taken = next(slot for slot in before if slot["provider_start_time"][11:16] == "10:20")
    body = marketplace.order(provider, [service], [taken])
    refused = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    assert refused["status"] is False
    body = {"iv_calendar_id": calendar["calendar_id"]}
    assert (await marketplace.post("remove_external_calendar", body, marketplace.as_(provider)))["status"]
    assert await marketplace.slots(provider) == before


async def test_its_owner_has_it_read_at_most_every_ten_seconds(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    added = await add(marketplace, provider, f"{elsewhere.url}/work.ics")
    body = {"iv_calendar_id": added["data"]["calendar"]["calendar_id"]}
    elsewhere.body, elsewhere.etag = busy_from("1300", "1400"), '"2"'
    requests = []
    for seconds in (0, 9, 1):
        marketplace.now += timedelta(seconds=seconds)
        assert (await marketplace.post("check_external_calendar", body, marketplace.as_(provider)))["status"]
        requests.append(len(elsewhere.asked))
    assert requests == [1, 1, 2], "adding it reads it, too"


async def test_it_is_read_again_and_failures_keep_what_was_known(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    await add(marketplace, provider, f"{elsewhere.url}/a.ics")
    database, fetcher = Database(marketplace.database_url), CalendarFetcher([HERE])
    try:
        assert not await read_next_due(database, fetcher, marketplace.clock), "nothing is due yet"
        marketplace.now += timedelta(minutes=16)
        assert await read_next_due(database, fetcher, marketplace.clock)
        assert elsewhere.asked[-1] == '"1"', "asked only whether it changed"
        elsewhere.body, elsewhere.etag = busy_from("1400", "1500"), '"2"'
        marketplace.now += timedelta(minutes=16)
        assert await read_next_due(database, fetcher, marketplace.clock)
        left = await hours_of_slots(marketplace, provider)
        assert "10:20" in left
        assert "14:20" not in left
        await marketplace.published.wait_for(AvailabilityChanged, 2)
        elsewhere.etag = ""
        marketplace.now += timedelta(minutes=16)
        assert await read_next_due(database, fetcher, marketplace.clock)
        async with database.writing() as tx:
            waiting = await tx.session.scalar(text("SELECT count(*) FROM outbox"))
        assert waiting == 0
        assert len(marketplace.published.of(AvailabilityChanged)) == 2, (
            "nothing else is busy: nobody looks anew"
        )
        elsewhere.status, elsewhere.etag = 500, ""
        marketplace.now += timedelta(minutes=16)
        assert await read_next_due(database, fetcher, marketplace.clock)
        marketplace.now += timedelta(minutes=16)
        assert not await read_next_due(database, fetcher, marketplace.clock), "after a failure later"
    finally:
        await database.close()
    [calendar] = (await marketplace.get("get_external_calendars", marketplace.as_(provider)))["data"][
        "calendars"
    ]
    assert calendar["status"] == "failing"
    assert calendar["failure"] == "The calendar's server answered 500."
    assert await hours_of_slots(marketplace, provider) == left


async def test_a_calendar_works_again_once_its_server_says_that_nothing_changed(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    added = await add(marketplace, provider, f"{elsewhere.url}/a.ics")
    body = {"iv_calendar_id": added["data"]["calendar"]["calendar_id"]}
    seen: list[tuple[str, str]] = []
    for elsewhere.status, elsewhere.etag in ((500, ""), (200, '"1"')):
        marketplace.now += timedelta(seconds=10)
        await marketplace.post("check_external_calendar", body, marketplace.as_(provider))
        [shown] = (await marketplace.get("get_external_calendars", marketplace.as_(provider)))["data"][
            "calendars"
        ]
        seen.append((shown["status"], shown["failure"]))
    assert seen == [("failing", "The calendar's server answered 500."), ("working", "")]
    assert elsewhere.asked[-1] == '"1"', "it was asked for what is new"


async def test_a_calendar_is_read_whole_every_twelve_hours(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    added = await add(marketplace, provider, f"{elsewhere.url}/a.ics")
    body = {"iv_calendar_id": added["data"]["calendar"]["calendar_id"]}
    asked: list[str] = []
    half_a_day = timedelta(hours=12)
    for later in (timedelta(seconds=10), half_a_day, half_a_day, half_a_day - timedelta(seconds=1)):
        marketplace.now += later
        await marketplace.post("check_external_calendar", body, marketplace.as_(provider))
        asked.append(elsewhere.asked[-1])
    assert asked == ['"1"', "", "", '"1"']


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/missing", "The calendar's server answered 404."),
        ("/page", "There is no calendar at this address."),
        ("/flood", "This calendar is too large."),
    ],
)
async def test_what_cannot_be_read_is_refused_beside_the_address(
    marketplace: "Marketplace", elsewhere: Elsewhere, path: str, words: str
) -> None:
    elsewhere.status = 404 if path == "/missing" else 200
    elsewhere.body = "<html>Sign in</html>"
    answer = await add(marketplace, await marketplace.provider(), elsewhere.url + path)
    assert answer["message"]["iv_msg"] == {"iv_url": words}


async def test_an_address_is_asked_for_as_it_was_typed(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    for path in ("/a%40b/c%2Fd%7Ee.ics?x=%20y&z=1@2", "/ü b/é.ics?k=ß"):
        await CalendarFetcher([HERE]).fetch(f"{elsewhere.url}{path}")
    assert elsewhere.paths == [
        "/a%40b/c%2Fd%7Ee.ics?x=%20y&z=1@2",
        "/%C3%BC%20b/%C3%A9.ics?k=%C3%9F",
    ]


async def test_no_private_address_is_reached_by_name_number_or_redirect(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    port = elsewhere.url.rpartition(":")[2]
    elsewhere.location = f"http://127.0.0.1:{port}/a.ics"
    strict = CalendarFetcher()
    for host in ("127.0.0.1", "localhost", "[::1]", "0.0.0.1", "127.1", "2130706433", "0x7f000001"):
        with pytest.raises(Exception, match=r"can't be (read|reached)"):
            await strict.fetch(f"http://{host}:{port}/a.ics")
    assert elsewhere.asked == [], "nobody ever connected"
    lenient = CalendarFetcher([HERE])
    elsewhere.location = "http://169.254.169.254/latest/meta-data"
    with pytest.raises(Exception, match="can't be read"):
        await lenient.fetch(f"{elsewhere.url}/elsewhere")
    assert not may_connect("127.0.0.1")


async def have_further(marketplace: "Marketplace", number: int) -> None:
    """Give each provider who has a calendar so many more."""
    database = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        await database.execute(
            """
            INSERT INTO external_calendar
                (calendar_id, provider_id, name, url, checked_at, read_at, check_after)
            SELECT calendar_id || n, provider_id, name, 'https://example.com/' || n, checked_at, read_at,
                check_after
            FROM external_calendar, generate_series(1, $1::integer) AS n
            """,
            number,
        )
    finally:
        await database.close()


async def test_whose_calendars_and_how_many(marketplace: "Marketplace", elsewhere: Elsewhere) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    body = {"iv_name": "Work", "iv_url": f"{elsewhere.url}/a.ics"}
    assert (await marketplace.http.post("/api/add_external_calendar", json=body)).status_code == 401
    refused = await marketplace.http.post(
        "/api/add_external_calendar", json=body, headers=marketplace.as_(client)
    )
    assert refused.status_code == 403
    mine = (await add(marketplace, provider, f"{elsewhere.url}/a.ics"))["data"]["calendar"]
    twice = await add(marketplace, provider, f"{elsewhere.url}/a.ics")
    assert twice["message"]["iv_msg"] == {"iv_url": "You have added this calendar already."}
    other = await marketplace.provider()
    for call in ("remove_external_calendar", "check_external_calendar"):
        answer = await marketplace.http.post(
            f"/api/{call}", json={"iv_calendar_id": mine["calendar_id"]}, headers=marketplace.as_(other)
        )
        assert answer.status_code == 404
    await have_further(marketplace, 9)
    full = await add(marketplace, provider, f"{elsewhere.url}/10.ics")
    assert full["message"]["main_msg"] == "At most 10 calendars can be added."


async def test_of_the_same_calendar_added_at_once_one_stays(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    answers = await asyncio.gather(*(add(marketplace, provider, f"{elsewhere.url}/a.ics") for _ in range(4)))
    assert [answer["status"] for answer in answers].count(True) == 1
    kept = await marketplace.get("get_external_calendars", marketplace.as_(provider))
    assert len(kept["data"]["calendars"]) == 1


async def test_of_calendars_added_at_once_no_more_than_ten_stay(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    await add(marketplace, provider, f"{elsewhere.url}/a.ics")
    await have_further(marketplace, 8)
    answers = await asyncio.gather(
        *(add(marketplace, provider, f"{elsewhere.url}/at-once-{number}.ics") for number in range(4))
    )
    assert [answer["status"] for answer in answers].count(True) == 1
    kept = await marketplace.get("get_external_calendars", marketplace.as_(provider))
    assert len(kept["data"]["calendars"]) == 10


async def test_a_calendar_that_never_ends_only_ends_its_reader(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()

    async def read() -> None:
        with pytest.raises(ReaderKilled, match="too much time or memory"):
            await read_busy(
                NEVER.encode(), "UTC", marketplace.now, marketplace.now + timedelta(days=400), cpu_seconds=1
            )

    reading = asyncio.create_task(read())
    assert await marketplace.slots(provider)
    assert not reading.done(), "others are answered meanwhile"
    await reading


async def read_busy_in_one_second(content: bytes, timezone: str, first: datetime, last: datetime) -> BusyTime:
    """Read a calendar. The one whose rule never ends gets one second of processor time instead of fifteen."""
    if content == NEVER.encode():
        return await read_busy(content, timezone, first, last, cpu_seconds=1)
    return await read_busy(content, timezone, first, last)


async def read_due(marketplace: "Marketplace", *minutes: int) -> AsyncIterator[None]:
    """After each of these waits, all calendars that are due have been read."""
    database, fetcher = Database(marketplace.database_url), CalendarFetcher([HERE])
    try:
        for wait in minutes:
            marketplace.now += timedelta(minutes=wait)
            while await read_next_due(database, fetcher, marketplace.clock):
                pass
            yield
    finally:
        await database.close()


@pytest.mark.long
async def test_a_calendar_that_ended_two_readers_is_not_read_on(
    marketplace: "Marketplace", elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "read_busy", read_busy_in_one_second)
    provider, other = await marketplace.provider(), await marketplace.provider()
    await add(marketplace, provider, f"{elsewhere.url}/a.ics")
    await add(marketplace, other, f"{elsewhere.url}/b.ics")
    left = await hours_of_slots(marketplace, provider)
    elsewhere.hostile, elsewhere.etag = "/a.ics", ""
    seen: list[tuple[str, int]] = []
    async for _ in read_due(marketplace, 16, 31, 11 * 60):
        calendars = await marketplace.get("get_external_calendars", marketplace.as_(provider))
        seen.append((calendars["data"]["calendars"][0]["status"], len(elsewhere.asked)))
    assert seen == [("failing", 4), ("switched_off", 6), ("switched_off", 7)], "only the other is read on"
    assert await hours_of_slots(marketplace, provider) == left, "what was busy stays busy"


async def test_a_calendar_that_is_off_is_switched_on_by_its_owner(
    marketplace: "Marketplace", elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "read_busy", read_busy_in_one_second)
    provider = await marketplace.provider()
    added = (await add(marketplace, provider, f"{elsewhere.url}/a.ics"))["data"]["calendar"]
    elsewhere.hostile, elsewhere.etag = "/a.ics", ""
    async for _ in read_due(marketplace, 16, 31):
        pass

    async def check(minutes: int) -> dict[str, Any]:
        marketplace.now += timedelta(minutes=minutes)
        body = {"iv_calendar_id": added["calendar_id"]}
        return await marketplace.post("check_external_calendar", body, marketplace.as_(provider))

    elsewhere.hostile = ""
    assert (await check(10))["data"]["calendar"]["status"] == "working"
    elsewhere.hostile = "/a.ics"
    assert (await check(1))["data"]["calendar"]["status"] == "switched_off", "once more is enough"
    assert "ten minutes" in (await check(1))["message"]["main_msg"]


async def test_a_calendar_whose_reader_breaks_is_refused(
    marketplace: "Marketplace", elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    answer = await add(marketplace, await marketplace.provider(), f"{elsewhere.url}/a.ics")
    assert answer["message"]["iv_msg"] == {"iv_url": "This calendar can't be read."}


async def test_slow_calendars_hold_up_nobody_elses(marketplace: "Marketplace", elsewhere: Elsewhere) -> None:
    database, fetcher = Database(marketplace.database_url), CalendarFetcher([HERE])
    async with serving("127.0.0.2") as pit:
        for number in range(3):
            await add(marketplace, await marketplace.provider(), f"{pit.url}/{number}.ics")
        await add(marketplace, await marketplace.provider(), f"{elsewhere.url}/a.ics")
        marketplace.now += timedelta(minutes=16)
        pit.open.clear()
        lanes = Lanes(4, quick_seconds=5)
        quick = lanes.enter("somebody", "127.0.0.1")
        assert quick
        lanes.leave(quick, 0.1)
        reading = [
            asyncio.create_task(read_next_due(database, fetcher, marketplace.clock, lanes)) for _ in range(4)
        ]
        try:
            await eventually(lambda: len(pit.asked) == 3 + 2)
            await eventually(lambda: len(elsewhere.asked) == 2)
            assert len(pit.asked) == 3 + 2, "two of four readers wait there"
        finally:
            pit.open.set()
            await asyncio.gather(*reading)
    await database.close()


async def test_nothing_is_left_of_an_erased_providers_calendars(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    await add(marketplace, provider, f"{elsewhere.url}/a.ics")
    exported = await marketplace.http.get("/internal/export", headers=marketplace.as_(provider))
    assert exported.json()["data"]["external_calendars"] == [
        {"name": "Work", "url": f"{elsewhere.url}/a.ics"}
    ]
    await marketplace.tell(AccountDeleted(account_id=provider))
    database = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        for table in ("external_calendar", "busy_time"):
            assert await database.fetchval(f"SELECT count(*) FROM {table}") == 0  # noqa: S608
    finally:
        await database.close()
