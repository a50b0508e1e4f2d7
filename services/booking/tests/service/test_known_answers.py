"""Answers that the client has already are not sent again, and every change of them is."""

from typing import TYPE_CHECKING

import httpx
import pytest

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
