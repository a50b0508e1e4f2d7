"""How an account reads times: its device says in which zone and on which clock, and others are told."""

import httpx
import pytest
from chassis.db import Database
from contracts.event import Event
from contracts.events.identity import AccountFacts, AccountRegistered, ReadingChanged
from identity.replays import all_accounts
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, Person, SignUp, bearer

pytestmark = pytest.mark.service
NADIA = {"iv_name": "Nadia Kessler", "iv_email": "nadia@example.com", "iv_password": PASSWORD}
LIMA = {"timezone": "America/Lima", "hour_cycle": "h12"}


def reading(account: AccountFacts) -> tuple[str, str]:
    return account.timezone, account.hour_cycle


@pytest.mark.parametrize(
    ("device", "said"),
    [
        (LIMA, ("America/Lima", "h12")),
        ({"timezone": "Asia/Calcutta", "hour_cycle": "h23"}, ("Asia/Calcutta", "h23")),
        ({"timezone": "Mars/Olympus", "hour_cycle": "h12"}, ("", "h12")),
        ({"timezone": "localtime", "hour_cycle": "h12"}, ("", "h12")),
        ({"timezone": ["UTC"], "hour_cycle": 24}, ("", "")),
        ({}, ("", "")),
    ],
)
async def test_a_new_account_reads_times_as_its_device_says(
    client: httpx.AsyncClient, published: EventRecorder, device: dict[str, object], said: tuple[str, str]
) -> None:
    answer = await client.post("/api/sign_up", json={**NADIA, "iv_device_data": device})
    assert answer.json()["status"]
    assert reading((await published.first(AccountRegistered)).account) == said


async def test_the_check_of_a_login_follows_its_device(
    sign_up: SignUp, published: EventRecorder, database_url: str
) -> None:
    person = await sign_up(iv_device_data=LIMA)

    async def check(query: str) -> None:
        answer = await person.get(f"/api/check_active_login{query}")
        assert answer.json()["status"]
        person.token = answer.json()["data"]["refreshed_access_token"]["access_token"]

    for query in ("", "?timezone=America/Lima&hour_cycle=h12", "?timezone=Mars/Olympus&hour_cycle=h99"):
        await check(query)
    await check("?timezone=Asia/Tokyo")
    await check("?timezone=Asia/Tokyo&hour_cycle=h23")
    events = await published.wait_for(ReadingChanged, 2)
    assert [reading(event.account) for event in events] == [("Asia/Tokyo", "h12"), ("Asia/Tokyo", "h23")]
    assert events[0].account.revision < events[1].account.revision
    exported = (await person.get("/internal/export")).json()["data"]["account"]
    assert (exported["timezone"], exported["hour_cycle"]) == ("Asia/Tokyo", "h23")
    assert await _told_again(database_url) == [("Asia/Tokyo", "h23")]


async def test_a_sign_in_and_another_language_follow_the_device(
    client: httpx.AsyncClient, sign_up: SignUp, published: EventRecorder
) -> None:
    person = await sign_up(iv_device_data=LIMA)
    fields = {"iv_email": person.email, "iv_password": person.password}
    await client.post("/api/sign_in", json=fields)
    answer = await client.post("/api/sign_in", json={**fields, "iv_device_data": {"timezone": "Asia/Tokyo"}})
    person.token = answer.json()["data"]["access_token"]
    chosen = {"iv_language": "french", "iv_device_data": {"hour_cycle": "h23"}}
    assert (await person.post("update_language", **chosen)).json()["status"]
    events = await published.wait_for(ReadingChanged, 2)
    assert [reading(event.account) for event in events] == [("Asia/Tokyo", "h12"), ("Asia/Tokyo", "h23")]


async def test_a_check_of_an_ended_login_changes_nothing(
    client: httpx.AsyncClient, sign_up: SignUp, published: EventRecorder
) -> None:
    person = await sign_up(iv_device_data=LIMA)
    await person.get("/api/sign_out")
    ended: Person = person
    answer = await client.get(
        "/api/check_active_login", params={"timezone": "Asia/Tokyo"}, headers=bearer(ended.token)
    )
    assert answer.status_code == 422
    assert not published.of(ReadingChanged)


async def _told_again(database_url: str) -> list[tuple[str, str]]:
    database = Database(database_url)
    async with database.writing() as tx:
        events: list[Event] = [event async for event in all_accounts(tx)]
    await database.close()
    return [reading(event.account) for event in events if isinstance(event, AccountRegistered)]
