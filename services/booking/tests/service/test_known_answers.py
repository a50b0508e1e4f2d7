"""Answers that the client has already are not sent again, and every change of them is."""

from typing import TYPE_CHECKING

import httpx
import orjson
import pytest
from booking.orders.listing import all_bookings_of
from booking.orders.schemas import BookingInfo
from chassis.db import Database
from chassis.http.envelope import Answer
from contracts.events.identity import AccountFacts, AccountRenamed

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def test_only_a_change_of_free_time_is_sent_again(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)

    async def asked(etag: str = "", last: str = "2027-01-05", **query: str) -> httpx.Response:
        span = {"provider_id": provider, "from": "2027-01-05", "to": last, "timezone": "UTC"}
        headers = {"If-None-Match": etag} if etag else {}
        return await marketplace.http.get("/api/get_available_slots", params=span | query, headers=headers)

    first = await asked()
    etag = first.headers["etag"]
    for known in (etag, f'"other", {etag}', etag.removeprefix("W/"), "*"):
        again = await asked(known)
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert (await asked(etag, last="2027-01-06")).status_code == 200
    assert (await asked(etag, duration="60")).status_code == 200

    body = marketplace.order(provider, [service], slots[:1])
    assert (await marketplace.post("create_appointment_order", body, marketplace.as_(client)))["status"]
    changed = await asked(etag)
    assert changed.status_code == 200
    assert slots[0]["provider_start_time"] in first.text
    assert slots[0]["provider_start_time"] not in changed.text


async def test_who_may_not_see_a_provider_learns_nothing_by_an_etag(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    query = {"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}
    etag = (await marketplace.http.get("/api/get_available_slots", params=query)).headers["etag"]
    await marketplace.block(provider, client)
    headers = {**marketplace.as_(client), "If-None-Match": etag}
    answer = await marketplace.http.get("/api/get_available_slots", params=query, headers=headers)
    assert answer.status_code == 404


async def test_bookings_that_the_client_has_already_are_not_sent_again(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    body = marketplace.order(provider, [service], slots[:1])
    assert (await marketplace.post("create_appointment_order", body, marketplace.as_(client)))["status"]

    async def asked(etag: str, by: str = client) -> httpx.Response:
        headers = {**marketplace.as_(by), "If-None-Match": etag}
        return await marketplace.http.get("/api/get_booking_info", headers=headers)

    first = await asked("")
    etag = first.headers["etag"]
    again = await asked(etag)
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again.headers["etag"] == etag
    assert (await asked(etag, by=provider)).status_code == 200

    body = marketplace.order(provider, [service], slots[2:3])
    assert (await marketplace.post("create_appointment_order", body, marketplace.as_(client)))["status"]
    assert (await asked(etag)).status_code == 200


async def test_a_remembered_booking_is_shown_as_it_is_now(marketplace: "Marketplace") -> None:
    """Each row is remembered and rendered without its model; the export does neither."""
    provider, client = await marketplace.provider(), await marketplace.person()
    database = Database(marketplace.database_url, pool_size=1)

    async def shown(who: str) -> list[str]:
        answer = await marketplace.http.get("/api/get_booking_info", headers=marketplace.as_(who))
        read = Answer[BookingInfo].model_validate_json(answer.content)
        assert read.model_dump_json().encode() == answer.content
        listed = read.data.bookings_list if read.data else None
        rows = [*listed.order, *listed.request] if listed else []
        async with database.reading() as connection:
            assert rows == list(reversed(await all_bookings_of(connection, who)))
        return [answer.headers["etag"], orjson.dumps([row.model_dump() for row in rows]).decode()]

    try:
        order = await marketplace.booked(provider, client)
        seen = {(who, *await shown(who)) for who in (provider, client) for _ in range(2)}
        assert len(seen) == 2
        await marketplace.respond(provider, order, "accepted")
        seen |= {(who, *await shown(who)) for who in (provider, client)}
        facts = {"account_id": client, "name": "Ana Other", "email": "", "verified": True, "revision": 2}
        account = AccountFacts.model_validate({**facts, "created_at": marketplace.now, "username": None})
        await marketplace.tell(AccountRenamed(account=account))
        seen |= {(who, *await shown(who)) for who in (provider, client)}
        assert len({etag for _, etag, _ in seen}) == len(seen)
    finally:
        await database.close()
