"""One service's part of an export: who may have it, for how long, and what happens when others never come."""

from datetime import timedelta
from typing import Any, Final

import asyncpg
import httpx
import pytest
from chassis.clock import utc_now
from chassis.data_exports import remove_expired_parts
from chassis.db import Database
from chassis.ids import new_id
from client.api_client import eventually
from client.personas import PASSWORD, new_email
from contracts.events.feed import FeedDataCollected
from contracts.events.identity import AccountDeleted, DataExportRequested
from feed.app import create_app as create_feed
from feed.settings import FeedSettings
from identity.jobs import give_up_late_exports
from local.databases import asyncpg_url
from testkit.account_owner import SetClock
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

pytestmark = pytest.mark.service
KEPT: Final = timedelta(minutes=5)
"""Shorter than a step-up holds, so that only the end of the export can be what refuses."""


async def signed_up(identity: httpx.AsyncClient) -> dict[str, str]:
    """The header of a new account."""
    fields = {"iv_name": "Mara Weiss", "iv_email": new_email("mara"), "iv_password": PASSWORD}
    answer = (await identity.post("/api/sign_up", json=fields | {"iv_device_data": {}})).json()
    return {"Authorization": f"Bearer {answer['data']['access_token']}"}


async def test_starting_and_downloading_ask_who_one_is(identity: httpx.AsyncClient, clock: SetClock) -> None:
    who = await signed_up(identity)
    begun = (await identity.post("/api/start_data_export", headers=who)).json()["data"]["data_export"]
    clock.ahead = timedelta(minutes=11)
    for method, path in (
        ("POST", "/api/start_data_export"),
        ("GET", f"/internal/ready_data_export/{begun['export_id']}"),
    ):
        answer = (await identity.request(method, path, headers=who)).json()
        assert "iv_step_up" in answer["message"]["iv_msg"], path
    part = await identity.get(f"/internal/data_export_part/{begun['export_id']}", headers=who)
    assert part.status_code == 403
    assert (await shown(identity, who))["export_id"] == begun["export_id"]


async def shown(identity: httpx.AsyncClient, who: dict[str, str]) -> dict[str, Any]:
    """The export as its owner sees it."""
    answer = (await identity.get("/api/get_data_export", headers=who)).json()
    export: dict[str, Any] = answer["data"]["data_export"]
    return export


async def test_a_service_that_stays_away_makes_an_export_fail_and_never_ready(
    identity: httpx.AsyncClient, identity_url: str
) -> None:
    who = await signed_up(identity)
    first = (await identity.post("/api/start_data_export", headers=who)).json()["data"]["data_export"]

    async def own_part() -> bool | None:
        return (await shown(identity, who))["parts_done"] == 1 or None

    await eventually(own_part, "identity's own part")
    path = f"/internal/ready_data_export/{first['export_id']}"
    for hours, state in ((23, "collecting"), (25, "failed")):
        database = Database(identity_url, pool_size=1)
        async with database.writing() as tx:
            await give_up_late_exports(tx, utc_now() + timedelta(hours=hours))
        await database.close()
        assert (await shown(identity, who))["state"] == state
        assert (await identity.get(path, headers=who)).status_code == 404
    again = (await identity.post("/api/start_data_export", headers=who)).json()["data"]["data_export"]
    assert (again["state"], again["export_id"] != first["export_id"]) == ("collecting", True)


@pytest.fixture
async def feed_url(new_database: NewDatabase) -> str:
    """The feed's database."""
    return await new_database("feed")


@pytest.fixture
async def feed(service_app: ServiceApp, feed_url: str, clock: SetClock) -> httpx.AsyncClient:
    """The feed, as one of the services with a part."""
    return await service_app(create_feed, FeedSettings(database_url=feed_url), clock=clock)


async def parts_in(url: str) -> int:
    """How many parts a service holds."""
    connection = await asyncpg.connect(asyncpg_url(url))
    count: int = await connection.fetchval("SELECT count(*) FROM data_export_part")
    await connection.close()
    return count


async def collected(
    feed: httpx.AsyncClient, published: EventRecorder, clock: SetClock, account_id: str, who: dict[str, str]
) -> str:
    """The path of a part that the feed has collected."""
    export_id = new_id()
    expires = clock() + KEPT
    await published.tell(DataExportRequested(export_id=export_id, account_id=account_id, expires_at=expires))
    path = f"/internal/data_export_part/{export_id}"

    async def there() -> bool | None:
        return (await feed.get(path, headers=who)).status_code == 200 or None

    await eventually(there, "the part")
    return path


async def test_a_part_is_handed_to_its_owner_alone_who_has_shown_who_they_are(
    feed: httpx.AsyncClient, published: EventRecorder, tokens: Tokens, clock: SetClock
) -> None:
    mara, eve = new_id(), new_id()
    own = tokens.bearer(tokens.account(mara))
    path = await collected(feed, published, clock, mara, own)
    assert (await feed.get(path, headers=own)).json()["posts"] == []
    others = tokens.bearer(tokens.account(eve))
    assert (await feed.get(path, headers=others)).status_code == 404
    assert (await feed.get(path)).status_code == 401
    claims: dict[str, Any] = {"sub": mara, "typ": "account", "lid": "old", "auth_time": 1_000_000_000}
    long_ago = tokens.bearer(tokens.signed(claims))
    assert (await feed.get(path, headers=long_ago)).status_code == 403


async def test_an_expired_part_is_gone(
    feed: httpx.AsyncClient, feed_url: str, published: EventRecorder, tokens: Tokens, clock: SetClock
) -> None:
    mara = new_id()
    own = tokens.bearer(tokens.account(mara))
    path = await collected(feed, published, clock, mara, own)
    clock.ahead = KEPT + timedelta(seconds=1)
    assert (await feed.get(path, headers=own)).status_code == 404
    database = Database(feed_url, pool_size=1)
    async with database.writing() as tx:
        await remove_expired_parts(tx, clock())
    await database.close()
    assert await parts_in(feed_url) == 0


async def test_a_part_asked_for_twice_is_collected_once_and_goes_with_the_account(
    feed: httpx.AsyncClient, feed_url: str, published: EventRecorder, tokens: Tokens, clock: SetClock
) -> None:
    mara = new_id()
    own = tokens.bearer(tokens.account(mara))
    asked = DataExportRequested(export_id=new_id(), account_id=mara, expires_at=clock() + KEPT)
    await published.tell(asked, asked)
    path = f"/internal/data_export_part/{asked.export_id}"

    async def there() -> bool | None:
        return (await feed.get(path, headers=own)).status_code == 200 or None

    await eventually(there, "the part")
    await published.first(FeedDataCollected)
    await published.tell(AccountDeleted(account_id=mara))
    assert await parts_in(feed_url) == 0
    assert len(published.of(FeedDataCollected)) == 1
