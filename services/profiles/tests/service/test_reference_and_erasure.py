"""Reference data, replays, and the erasure of a deleted account."""

import re

import httpx
import pytest
from chassis.db import Database
from contracts.events.identity import AccountDeleted, AccountRenamed
from contracts.events.profiles import (
    AvatarChanged,
    BlockChanged,
    CircleChanged,
    ProfileUpdated,
    ServiceChanged,
)
from profiles import replays
from sqlalchemy import text
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import OwnerUrl

from services.profiles.tests.conftest import CALLS, SERVICE, NewPerson, account
from services.profiles.tests.service.test_avatar import encoded, picture

ALL_TABLES = """
SELECT oid::regclass::text FROM pg_class
WHERE relkind = 'r' AND relname <> 'outbox'
    AND relnamespace IN ('public'::regnamespace, 'archive'::regnamespace)
"""
pytestmark = pytest.mark.service


async def test_reference_data_is_cached_by_its_tag(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/get_reference_data")
    data = answer.json()["data"]
    assert {"countryCode", "countryName", "currencyCode", "population", "capital", "continentName"} == set(
        data["countries"][0]
    )
    assert (len(data["categories"]), len(data["languages"]), len(data["report_concerns"])) == (17, 26, 12)
    assert len(data["sample_policy_perks"]) == 9
    assert answer.headers["content-encoding"] == "gzip"
    plain = await client.get("/api/get_reference_data", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json()["data"] == data
    again = await client.get("/api/get_reference_data", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_everything_held_is_handed_over_and_erased(
    provider: NewPerson, person: NewPerson, published: EventRecorder
) -> None:
    ana, nadia = await provider(), await person()
    await ana.post("update_account_services", **SERVICE)
    await ana.post("update_avatar", iv_media_base=encoded(picture("PNG")))
    await nadia.post("add_new_interest", iv_provider_id=ana.id)
    await nadia.post("add_to_block", iv_user_id=ana.id)
    held = await ana.get("/internal/export")
    assert held["profile"][0]["expertise"] == "Physiotherapist"
    assert [service["name"] for service in held["services"]] == ["Back massage"]
    assert len((await nadia.get("/internal/export"))["blocks"]) == 1
    await published.tell(AccountDeleted(account_id=ana.id), AccountDeleted(account_id=ana.id))
    assert {name for name, rows in (await ana.get("/internal/export")).items() if rows} == set()
    favourites = await nadia.get("/internal/favourites")
    assert favourites == {"interest_info": [], "blocks_info": []}
    assert await nadia.get("/api/get_blocked_accounts") == []


@pytest.mark.parametrize("call", sorted(CALLS))
async def test_the_login_of_a_deleted_account_is_over(
    provider: NewPerson, published: EventRecorder, call: str
) -> None:
    ana = await provider()
    await published.tell(AccountDeleted(account_id=ana.id))
    answer = await ana.send(call, **CALLS[call])
    assert answer.status_code == 422
    assert {name for name, rows in (await ana.get("/internal/export")).items() if rows} == set()


async def test_nothing_is_left_to_be_found_of_who_is_gone(
    provider: NewPerson,
    person: NewPerson,
    published: EventRecorder,
    client: httpx.AsyncClient,
    database_url: str,
    owner_url: OwnerUrl,
) -> None:
    ana, ben, ivo = await provider(), await provider("Ben Adler", "ben"), await person("Ivo Marek")
    await ivo.post("update_trust_status", iv_provider_id=ben.id, iv_trusted="yes")
    await published.tell(AccountRenamed(account=account(ana.id, "Zenobia Quill", "zen", revision=2)))
    renamed = (await client.get("/api/search", params={"q": "peres"})).json()["data"]
    assert (renamed["providers"], renamed["corrected"]) == ([], None)
    about_ben = {"iv_user_id": ben.id, "iv_report_type": "accounts", "iv_report_issue_id": ben.id}
    await ana.post("report_user_account", **about_ben, iv_report_title="Hate Speech")
    await published.tell(
        AccountDeleted(account_id=ana.id),
        AccountDeleted(account_id=ivo.id),
        AccountRenamed(account=account(ana.id, "Zenobia Quill", "zen", revision=9)),  # late news
    )
    data = (await client.get("/api/search", params={"q": "zenobya physioterapist"})).json()["data"]
    assert [found["name"] for found in data["providers"]] == ["Ben Adler"], "by the other word"
    [found] = (await client.get("/api/search")).json()["data"]["providers"]
    assert (found["name"], found["trusted_by"]) == ("Ben Adler", 0)
    database = Database(owner_url(database_url))  # reads the archive too
    async with database.reading() as tx:
        tables = (await tx.session.scalars(text(ALL_TABLES))).all()
        assert "archive.archived_report" in tables
        for table in tables:
            rows = (await tx.session.scalars(text(f"SELECT t::text FROM {table} t"))).all()  # noqa: S608
            assert not [row for row in rows if re.search("zenobia|quill|pérez|perez", row, re.IGNORECASE)]
    await database.close()


async def test_the_present_state_is_told_again(provider: NewPerson, database_url: str) -> None:
    ana, ben = await provider(), await provider("Ben Adler", "ben")
    await ana.post("update_account_services", **SERVICE)
    await ana.post("add_new_interest", iv_provider_id=ben.id)
    await ana.post("add_to_block", iv_user_id=ben.id)
    replayed = (replays.all_profiles, replays.all_services, replays.all_circles, replays.all_blocks)
    database = Database(database_url)
    async with database.writing() as tx:
        events = [event for replay in replayed async for event in replay(tx)]
    await database.close()
    kinds = [ProfileUpdated, AvatarChanged] * 2 + [ServiceChanged, CircleChanged, BlockChanged]
    assert [type(event) for event in events] == kinds
