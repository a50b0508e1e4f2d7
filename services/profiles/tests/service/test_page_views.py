"""Views of a provider's page: who is counted, by day, and until when (product.md 3.11)."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import asyncpg
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.jobs import run_once
from client.api_client import eventually
from contracts.events.identity import AccountDeleted
from local.databases import asyncpg_url
from profiles.page_views import counting
from profiles.page_views.counting import forget_old_views, write_views
from profiles.page_views.rules import Views
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import NewPerson, Person

pytestmark = pytest.mark.service

BROWSER = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36"}


@pytest.fixture(autouse=True)
def written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views are written after some milliseconds."""
    monkeypatch.setattr(counting, "WRITE_EVERY", 0.02)


async def opened(by: Person | None, of: Person, **headers: str) -> dict[str, Any]:
    bearer = by.bearer if by else {}
    answer = await of.client.post(
        "/api/count_page_view", json={"iv_owner_id": of.id}, headers={**BROWSER, **bearer, **headers}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


async def views_of(person: Person) -> dict[str, int]:
    day = utc_now().date()
    query = {"from_date": day - timedelta(1), "to_date": day + timedelta(1)}
    return (await person.get("/internal/page_views", **query))["views"]


async def until_written(person: Person, views: int) -> None:
    """Wait until so many views are written."""

    async def are_written() -> bool:
        return sum((await views_of(person)).values()) >= views

    await eventually(are_written, f"{views} views")


async def rows_of(database_url: str) -> list[tuple[str, date, int]]:
    connection = await asyncpg.connect(asyncpg_url(database_url))
    try:
        return [tuple(row) for row in await connection.fetch("SELECT * FROM page_view ORDER BY 1, 2")]
    finally:
        await connection.close()


async def test_people_are_counted_and_the_provider_and_programs_are_not(
    provider: NewPerson, person: NewPerson, database_url: str
) -> None:
    ana, ben, nadia = await provider(), await provider("Ben", "ben"), await person()
    await opened(ana, ana)
    await opened(None, ana, **{"user-agent": "Googlebot/2.1"})
    await opened(nadia, nadia)
    await opened(None, ben)
    await opened(nadia, ana)
    await opened(None, ana)
    await until_written(ana, 2)
    await until_written(ben, 1)
    today = utc_now().astimezone(ZoneInfo("Europe/Madrid")).date()
    assert await views_of(ana) == {today.isoformat(): 2}
    assert await views_of(nadia) == {}
    assert sorted(await rows_of(database_url)) == sorted([(ana.id, today, 2), (ben.id, today, 1)])


async def test_a_page_without_a_name_is_refused_beside_the_field(provider: NewPerson) -> None:
    ana = await provider()
    answer = await ana.client.post("/api/count_page_view", json={"iv_owner_id": ""}, headers=BROWSER)
    assert list(answer.json()["message"]["iv_msg"]) == ["iv_owner_id"]


async def test_views_are_exported_and_erased_with_the_account(
    provider: NewPerson, database_url: str, published: EventRecorder
) -> None:
    ana = await provider()
    database, views = Database(database_url), Views()
    try:
        views.add(ana.id, 3)
        await write_views(views, database, utc_now())
        [row] = (await ana.get("/internal/export"))["page_views"]
        assert row["views"] == 3
        await published.tell(AccountDeleted(account_id=ana.id))
        views.add(ana.id)
        await write_views(views, database, utc_now())
    finally:
        await database.close()
    assert await rows_of(database_url) == []


async def test_views_go_after_three_years(provider: NewPerson, database_url: str) -> None:
    ana = await provider()
    database, views = Database(database_url), Views()
    now = utc_now()
    try:
        for years in (0, 2, 4):
            views.add(ana.id)
            await write_views(views, database, now - timedelta(days=366 * years))
        await run_once(forget_old_views, database, now)
    finally:
        await database.close()
    assert len(await rows_of(database_url)) == 2
