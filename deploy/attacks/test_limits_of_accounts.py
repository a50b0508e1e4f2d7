"""Standing at the address of somebody who left or was renamed, and having data exported over and over."""

from datetime import datetime, timedelta

import httpx
import pytest
from chassis.db import Database
from client.personas import PASSWORD
from identity.jobs import delete_expired
from testkit.account_owner import SetClock

pytestmark = pytest.mark.service


async def clean_up(url: str, now: datetime) -> None:
    """Do what identity's job does each ten minutes."""
    database = Database(url, pool_size=1)
    async with database.writing() as tx:
        await delete_expired(tx, now)
    await database.close()


async def person(client: httpx.AsyncClient, name: str) -> dict[str, str]:
    """The header of a new account."""
    fields = {"iv_name": "Mara Weiss", "iv_email": f"{name}@example.com", "iv_password": PASSWORD}
    answer = (await client.post("/api/sign_up", json=fields | {"iv_device_data": {}})).json()
    return {"Authorization": f"Bearer {answer['data']['access_token']}"}


async def takes(client: httpx.AsyncClient, who: dict[str, str], username: str) -> bool:
    """Whether the account gets this username."""
    answer = await client.post("/api/update_username", json={"iv_username": username}, headers=who)
    refused = answer.json()["message"]["iv_msg"]
    assert answer.json()["status"] or list(refused) == ["iv_username"]
    return answer.json()["status"]


async def test_nobody_stands_at_the_address_of_somebody_who_left_for_ninety_days(
    identity: httpx.AsyncClient, identity_url: str, clock: SetClock
) -> None:
    mara, eve = await person(identity, "mara"), await person(identity, "eve")
    assert await takes(identity, mara, "Mara_Weiss")
    left = await identity.post("/api/delete_account", json={"iv_password": PASSWORD}, headers=mara)
    assert left.json()["status"] is True, left.text
    for spelling in ("Mara_Weiss", "mara_weiss", "MARA_WEISS"):
        assert not await takes(identity, eve, spelling)
    assert await takes(identity, eve, "mara-weiss2")
    again = await person(identity, "mara")
    assert not await takes(identity, again, "mara_weiss"), "the address is free again, the name is not"
    for days, free in ((89, False), (91, True)):
        clock.ahead = timedelta(days=days)
        await clean_up(identity_url, clock())
        assert await takes(identity, await person(identity, f"day{days}"), "mara_weiss") is free


async def test_nobody_stands_at_the_former_address_of_somebody_who_was_renamed(
    identity: httpx.AsyncClient, identity_url: str, clock: SetClock
) -> None:
    mara, eve = await person(identity, "mara"), await person(identity, "eve")
    for username in ("Mara_Weiss", "Mara_Braun", "mara_BRAUN", "Mara_Koch"):
        assert await takes(identity, mara, username)
    for former in ("mara_weiss", "MARA_BRAUN"):
        assert not await takes(identity, eve, former)
    assert await takes(identity, mara, "mara_weiss"), "who had it may have it again"
    assert await takes(identity, mara, "mara_koch")
    for days, free in ((89, False), (91, True)):
        clock.ahead = timedelta(days=days)
        await clean_up(identity_url, clock())
        assert await takes(identity, await person(identity, f"day{days}"), "mara_weiss") is free


async def test_a_former_username_is_nobodys_once_its_account_is_deleted(identity: httpx.AsyncClient) -> None:
    mara = await person(identity, "mara")
    for username in ("Mara_Weiss", "Mara_Braun"):
        assert await takes(identity, mara, username)
    left = await identity.post("/api/delete_account", json={"iv_password": PASSWORD}, headers=mara)
    assert left.json()["status"] is True, left.text
    again = await person(identity, "mara")
    assert [await takes(identity, again, each) for each in ("mara_weiss", "mara_braun")] == [False, False]


async def test_nobody_keeps_many_names_from_others(identity: httpx.AsyncClient, clock: SetClock) -> None:
    eve = await person(identity, "eve")
    assert [await takes(identity, eve, f"good_name_{n}") for n in range(8)] == [True] * 6 + [False] * 2
    clock.ahead = timedelta(hours=25)
    assert await takes(identity, eve, "good_name_9")


async def test_an_export_is_made_a_few_times_a_day_and_each_account_has_its_own_count(
    identity: httpx.AsyncClient, clock: SetClock
) -> None:
    mara, eve = await person(identity, "mara"), await person(identity, "eve")

    async def exported(who: dict[str, str]) -> int:
        return (await identity.get("/internal/export", headers=who)).status_code

    assert [await exported(mara) for _ in range(7)] == [200] * 5 + [429] * 2
    refused = await identity.get("/internal/export", headers=mara)
    assert 0 < int(refused.headers["Retry-After"]) <= 86_400
    assert await exported(eve) == 200
    clock.ahead = timedelta(hours=25)
    assert await exported(mara) == 200
