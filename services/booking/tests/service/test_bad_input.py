"""Malformed input gets the envelope of api.md 1, never a 5xx, and leaves nothing half-written."""

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from booking.clients.schemas import ClientUpdate
from booking.guest_data.schemas import GuestDataRequest
from booking.hours.schemas import WindowRequest
from booking.orders.schemas import GuestLinkEnd, GuestLinkRequest, OrderRequest, ResponseRequest
from booking.ratings.schemas import RatingRequest, RatingRequestRequest
from contracts.guest_data import GuestDataKey
from pydantic import BaseModel

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

NASTY: list[Any] = [
    None, "", " ", "0", "zero", -1, 0, 10**30, 1.5, 1e308, True, [], {}, [None], [[]], {"a": 1}, "\u0000",
    "a\u0000b", "\ud83d", "🙂", "x" * 5000, "9" * 400, "NaN", "-Infinity", "1e999999", "[", "[[[[",
    '{"a":', '["x"]', "[null]",
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59+14:00", "9999-12-31T23:59:59-14:00", "2027-01-05T09:00:00",
    [{"appointment_slot_id": "x", "provider_start_time": "9999-12-31T23:59:59Z"}],
    [{"appointment_slot_id": {}, "provider_start_time": 10**18}],
    [{"startTime": "09:00", "endTime": "24:00"}], [{"id": None, "startTime": "24:00", "endTime": "24:00"}],
    "Europe/Berlin", "../../etc/passwd", "accepted", "' OR 1=1 --", "<script>", "%00", "https://[::1", "https://a:b@c.d",
]  # fmt: skip
FORMS: dict[str, type[BaseModel]] = {
    "update_appointment_window": WindowRequest,
    "create_appointment_order": OrderRequest,
    "update_appointment_order_request": ResponseRequest,
    "request_guest_link": GuestLinkRequest,
    "end_guest_link": GuestLinkEnd,
    "request_guest_data": GuestDataRequest,
    "erase_guest_data": GuestDataKey,
    "create_appointment_rating": RatingRequest,
    "update_client": ClientUpdate,
    "create_appointment_request_rating": RatingRequestRequest,
}
QUERIES: dict[str, tuple[str, ...]] = {
    "get_available_slots": ("provider_id", "from", "to", "timezone", "duration"),
    "get_next_free_times": ("provider_id", "timezone", "duration", "limit"),
    "get_provider_appointment_window": ("provider_id",),
    "get_provider_appointment_settings_and_booking_history": ("provider_id", "owner_id"),
    "get_booking_info": ("status", "limit", "cursor"),
    "get_ratings_info/nobody": ("rating", "limit", "cursor"),
    "get_guest_booking/nothing": ("token",),
    "get_clients": ("q", "tag", "sort", "limit", "cursor"),
}


def is_fine(answer: httpx.Response) -> None:
    assert answer.status_code in {200, 401, 403, 404, 422}, (
        answer.request.url,
        answer.request.content,
        answer.text,
    )
    body = answer.json()
    assert set(body) == {"status", "message", "data"}
    assert answer.status_code == 200 or body["status"] is False


async def test_malformed_bodies(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    good: dict[str, Any] = marketplace.order(
        provider, [await marketplace.service(provider)], await marketplace.slots(provider)
    )
    good |= {"iv_order_id": order_id, "iv_response": "accepted", "iv_rating": 5, "iv_feedback": "Good enough"}
    chance = random.Random(7)
    for call, form in FORMS.items():
        for _ in range(60):
            fields = {name: good.get(name, "x") for name in form.model_fields if name in good}
            for name in chance.sample(
                sorted(form.model_fields), min(len(form.model_fields), chance.randint(1, 3))
            ):
                fields[name] = chance.choice(NASTY)
            body = json.dumps(fields).encode()
            headers = marketplace.as_(chance.choice([provider, client])) | {
                "Content-Type": "application/json"
            }
            is_fine(await marketplace.http.post(f"/api/{call}", content=body, headers=headers))
        for body in (b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 5000):
            headers = marketplace.as_(client) | {"Content-Type": "application/json"}
            is_fine(await marketplace.http.post(f"/api/{call}", content=body, headers=headers))


async def test_malformed_queries(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    good = {"provider_id": provider, "from": "2027-01-05", "to": "2027-01-05", "timezone": "UTC"}
    chance = random.Random(8)
    for call, names in QUERIES.items():
        questions: list[dict[str, Any]] = []
        for _ in range(25):
            query = {name: good[name] for name in names if name in good}
            value = chance.choice(NASTY)
            query[chance.choice(names)] = (
                value if isinstance(value, str) and value != "\ud83d" else json.dumps(value)
            )
            questions.append(query)
        # All at once: whoever asks for a provider that nobody knows is kept waiting a moment.
        for answer in await asyncio.gather(
            *(
                marketplace.http.get(f"/api/{call}", params=query, headers=marketplace.as_(provider))
                for query in questions
            )
        ):
            is_fine(answer)
    for path in ("get_guest_booking/%00", "get_guest_booking/" + "x" * 3000, "get_ratings_info/%F0%9F%99%82"):
        is_fine(await marketplace.http.get(f"/api/{path}", headers=marketplace.as_(provider)))


async def test_a_token_that_is_not_good_is_said_before_anything_else(marketplace: "Marketplace") -> None:
    bad = {"Authorization": "Bearer nobody's"}
    for query in ("", "?provider_id=p&from=2027-02-01&to=2027-01-01&timezone=UTC"):
        assert (
            await marketplace.http.get(f"/api/get_available_slots{query}", headers=bad)
        ).status_code == 401
