"""The mail of a provider's day: once, at seven in the morning where they are."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from booking.day_summaries.service import announce_due_summaries
from chassis.db import Database
from contracts.events.booking_reminders import DaySummaryDue
from contracts.events.notifications import MailUnsubscribed

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def want(marketplace: "Marketplace", who: str, daily_summary: str) -> None:
    saved = await marketplace.post(
        "update_reminder_plan", {"iv_daily_summary": daily_summary}, marketplace.as_(who)
    )
    assert saved["data"]["daily_summary"] == daily_summary


async def at(marketplace: "Marketplace", *moments: datetime) -> list[DaySummaryDue]:
    """What was told by the last of these moments."""
    for each in moments:
        marketplace.now = each
        await marketplace.run_jobs()
    return list(marketplace.published.of(DaySummaryDue))


async def test_a_day_is_told_with_its_sessions_and_what_waits(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await want(marketplace, provider, "busy_days")
    held = await marketplace.booked(provider, client, 3)
    waits = await marketplace.booked(provider, client, 5)
    await marketplace.respond(provider, held, "accepted")
    await marketplace.post("confirm_attendance", {"iv_order_id": held}, marketplace.as_(client))
    tuesday = datetime(2027, 1, 5, 7, tzinfo=UTC)
    assert await at(marketplace, tuesday - timedelta(minutes=1)) == []
    await at(marketplace, tuesday, tuesday + timedelta(minutes=1), tuesday + timedelta(hours=1))
    [told] = await marketplace.published.wait_for(DaySummaryDue)
    assert (told.provider_id, told.day, told.timezone) == (provider, date(2027, 1, 5), "UTC")
    [session] = told.sessions
    assert (session.order_id, session.client_name, session.services, session.coming) == (
        held, "Ana Client", ["Talk"], True,
    )  # fmt: skip
    assert session.place == "1 Main Street"
    assert [each.order_id for each in told.waiting] == [waits]
    assert told.until == tuesday + timedelta(hours=5)


async def test_empty_days_are_told_to_who_wants_them_and_a_link_ends_it(marketplace: "Marketplace") -> None:
    busy, every = await marketplace.provider(), await marketplace.provider()
    await want(marketplace, busy, "busy_days")
    await want(marketplace, every, "every_day")
    mornings = [datetime(2027, 1, day, 7, 0, 20, tzinfo=UTC) for day in (5, 6, 7)]
    await at(marketplace, *mornings[:2])
    told = await marketplace.published.wait_for(DaySummaryDue, 2)
    assert [(each.provider_id, each.day.day) for each in told] == [(every, 5), (every, 6)]
    await marketplace.tell(MailUnsubscribed(account_id=every, kind="summary"))
    assert len(await at(marketplace, mornings[2])) == 2
    shown = await marketplace.get("get_reminder_plan", marketplace.as_(every))
    assert shown["data"]["daily_summary"] == "off"


async def test_of_several_workers_one_tells_the_day(marketplace: "Marketplace") -> None:
    for _ in range(3):
        await want(marketplace, await marketplace.provider(), "every_day")
    now = datetime(2027, 1, 5, 7, tzinfo=UTC)
    databases = [Database(marketplace.database_url) for _ in range(4)]

    async def work(database: Database) -> None:
        async with database.writing() as tx:
            await announce_due_summaries(tx, now)

    try:
        await asyncio.gather(*(work(database) for database in databases for _ in range(3)))
    finally:
        for database in databases:
            await database.close()
    told = await marketplace.published.wait_for(DaySummaryDue, 3)
    assert len({each.provider_id for each in told}) == len(told) == 3


async def test_a_new_zone_moves_the_morning_and_tells_no_day_twice(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await want(marketplace, provider, "every_day")
    await at(marketplace, datetime(2027, 1, 5, 7, tzinfo=UTC))
    zone: dict[str, Any] = {"iv_timezone": "America/New_York"}
    moved = await marketplace.post("update_appointment_window", zone, marketplace.as_(provider))
    assert moved["status"], moved
    await at(marketplace, *(datetime(2027, 1, 5, hour, tzinfo=UTC) for hour in (8, 12, 15)))
    await at(marketplace, datetime(2027, 1, 6, 11, 59, tzinfo=UTC), datetime(2027, 1, 6, 12, tzinfo=UTC))
    told = await marketplace.published.wait_for(DaySummaryDue, 2)
    assert [each.day.day for each in told] == [5, 6]
