"""Addresses of external calendars are secrets: they are sealed in the database."""

import os
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

import asyncpg
import pytest
from booking.app import create_app
from booking.external_calendars.fetch import CalendarFetcher
from booking.external_calendars.resealing import EXTERNAL_CALENDARS
from booking.external_calendars.sync import read_next_due
from booking.jobs import seal_addresses
from booking.sealing import sealing, use_sealing
from booking.settings import BookingSettings
from chassis.db import Database
from chassis.jobs import run_once
from chassis.key_files import sealing_keys
from chassis.resealing import reseal
from chassis.sealing import Sealing
from local.databases import asyncpg_url
from pydantic import SecretStr
from testkit.pytest_plugin import ServiceApp

from services.booking.tests.external_calendar_server import HERE, Elsewhere, add

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = [pytest.mark.service, pytest.mark.usefixtures("calendars_read_by_the_test")]
KEY = "a key for the tests' guest links"


async def test_an_address_is_stored_sealed_and_opens_in_no_other_row(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    owner, thief = await marketplace.provider(), await marketplace.provider()
    secret = f"{elsewhere.url}/private/secret.ics"
    added = (await add(marketplace, owner, secret))["data"]["calendar"]
    assert added["address"] == "127.0.0.1/…et.ics"
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        (row,) = await connection.fetch("SELECT c::text, sealed_url FROM external_calendar c")
        assert secret not in row["c"] + bytes(row["sealed_url"]).decode("latin-1")
        await connection.execute("UPDATE external_calendar SET provider_id = $1", thief)
    finally:
        await connection.close()
    exported = await marketplace.http.get("/internal/export", headers=marketplace.as_(thief))
    assert exported.json()["data"]["external_calendars"] == [{"name": "Work", "url": ""}]
    [shown] = (await marketplace.get("get_external_calendars", marketplace.as_(thief)))["data"]["calendars"]
    assert shown["address"] == "…"
    marketplace.now += timedelta(minutes=1)
    body = {"iv_calendar_id": added["calendar_id"]}
    answer = await marketplace.post("check_external_calendar", body, marketplace.as_(thief))
    assert answer["data"]["calendar"]["failure"] == "Calendars at this address can't be read."
    assert (await marketplace.post("remove_external_calendar", body, marketplace.as_(thief)))["status"]


async def test_addresses_of_before_are_read_as_they_are_until_they_are_sealed(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    secret = f"{elsewhere.url}/private/secret.ics"
    await add(marketplace, provider, secret)
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    database = Database(marketplace.database_url)
    try:
        await connection.execute("UPDATE external_calendar SET sealed_url = NULL, url = $1", secret)
        seen: list[str] = []
        for _ in "12":
            marketplace.now += timedelta(minutes=16)
            assert await read_next_due(database, CalendarFetcher([HERE]), marketplace.clock)
            twice = await add(marketplace, provider, secret)
            assert twice["message"]["iv_msg"] == {"iv_url": "You have added this calendar already."}
            exported = await marketplace.http.get("/internal/export", headers=marketplace.as_(provider))
            seen += [each["url"] for each in exported.json()["data"]["external_calendars"]]
            assert await run_once(seal_addresses, database, marketplace.now)
            (row,) = await connection.fetchrow("SELECT c::text FROM external_calendar c")
            assert secret not in row
        assert seen == [secret, secret]
    finally:
        await connection.close()
        await database.close()


async def test_sealed_again_with_a_new_key_an_address_opens_without_the_former_one(
    marketplace: "Marketplace", elsewhere: Elsewhere
) -> None:
    provider = await marketplace.provider()
    secret = f"{elsewhere.url}/private/secret.ics"
    await add(marketplace, provider, secret)
    coming, (former,) = (
        secrets.token_bytes(32),
        sealing_keys(SecretStr(os.environ["SEALING_KEY"]), None, create=False),
    )
    database, before = Database(marketplace.database_url), sealing()
    try:
        counted = await reseal(database, EXTERNAL_CALENDARS, [coming, former], write=False)
        assert (counted.present, counted.former, counted.lost) == (0, 1, 0)
        await reseal(database, EXTERNAL_CALENDARS, [coming, former])
        again = await reseal(database, EXTERNAL_CALENDARS, [coming, former])
        assert (again.present, again.former, again.lost) == (1, 0, 0)
        use_sealing(Sealing([coming]))
        exported = await marketplace.http.get("/internal/export", headers=marketplace.as_(provider))
        assert [each["url"] for each in exported.json()["data"]["external_calendars"]] == [secret]
        assert (await reseal(database, EXTERNAL_CALENDARS, [former])).lost == 1
    finally:
        use_sealing(before)
        await database.close()


async def test_without_a_key_the_service_does_not_start(
    marketplace: "Marketplace", service_app: ServiceApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SEALING_KEY")
    fields = {"database_url": marketplace.database_url, "guest_link_key": KEY}
    before = sealing()
    try:
        with pytest.raises(LookupError, match="SEALING_KEY"):
            await service_app(create_app, BookingSettings.model_validate(fields))
    finally:
        use_sealing(before)
