"""The notifications service on a real database, and the events that other services tell it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from chassis.ids import new_id
from contracts.booking import BookingData
from contracts.events.booking import (
    CalendarFile,
    OrderedServiceFacts,
    OrderFacts,
    SessionFacts,
)
from contracts.events.identity import AccountFacts, AccountRegistered
from embedded.identity_double import Tokens
from embedded.published import Published
from embedded.testing import NewDatabase, ServiceApp
from notifications.app import create_app
from notifications.settings import NotificationsSettings

NOON = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)
PUBLIC_URL = "https://openhours.test"
CALENDAR = CalendarFile(
    filename="appointment.ics", content="QkVHSU46VkNBTEVOREFSDQpFTkQ6VkNBTEVOREFSDQo=", method="REQUEST"
)


def booking_data(order_id: str, **changed: object) -> BookingData:
    """A booking row; what a test does not name is empty."""
    zero: dict[str, object] = {str(int): 0, str(float): 0.0, str(bool): False}
    empty: dict[str, object] = {
        name: zero.get(str(field.annotation), "") for name, field in BookingData.model_fields.items()
    }
    return BookingData.model_validate({**empty, "rating": None, "order_id": order_id, **changed})


def order(**changed: object) -> OrderFacts:
    """An order of Grace's with Nadia's practice, on Wednesday at 11:00 in Berlin, for 50 minutes."""
    order_id = str(changed.pop("order_id", None) or new_id())
    facts: dict[str, object] = {
        "order_id": order_id,
        "status": "pending",
        "provider_id": new_id(),
        "provider_name": "Nadia Kessler",
        "provider_email": "nadia@example.com",
        "client_id": new_id(),
        "client_name": "Grace Wanjiru",
        "client_email": "grace@example.com",
        "services": [
            OrderedServiceFacts(
                service_id=new_id(), name="First assessment", duration_minutes=50, cost_minor=4500
            )
        ],
        "sessions": [SessionFacts(slot_id="a", starts_at=NOON, ends_at=NOON + timedelta(minutes=50))],
        "delivery_mode": "in-person",
        "delivery_location": "Torstraße 1, Berlin",
        "total_minutes": 50,
        "total_minor": 4500,
        "currency": "EUR-DE",
        "brief": "My back hurts.",
        "provider_timezone": "Europe/Berlin",
        "client_timezone": "Africa/Nairobi",
        "for_provider": booking_data(order_id, name="Grace Wanjiru", request_status="pending"),
        "for_client": booking_data(order_id, name="Nadia Kessler", request_status="pending"),
        "revision": 1,
    }
    return OrderFacts.model_validate({**facts, **changed})


def guest_order(**changed: object) -> OrderFacts:
    """The same, of a guest."""
    link = "https://openhours.test/guest_client/schedule_manager/pending_requests/1?token=abc"
    return order(client_id="", guest_id=new_id(), guest_link=link, **changed)


def registered(account_id: str, name: str, **changed: object) -> AccountRegistered:
    """An account as identity tells of it."""
    facts: dict[str, object] = {
        "account_id": account_id,
        "name": name,
        "email": f"{name.split(maxsplit=1)[0].lower()}@example.com",
        "created_at": NOON,
        "revision": 1,
    }
    return AccountRegistered(account=AccountFacts.model_validate({**facts, **changed}))


@pytest.fixture
async def database_url(new_database: NewDatabase) -> str:
    """A fresh database of this service."""
    return await new_database("notifications")


@pytest.fixture
async def client(service_app: ServiceApp, published: Published, database_url: str) -> httpx.AsyncClient:
    """The service with its mailbox on, on this test's bus."""
    settings = NotificationsSettings(database_url=database_url, public_url=PUBLIC_URL, drain_seconds=2)
    return await service_app(create_app, settings)


class Caller:
    """Somebody signed in."""

    def __init__(self, client: httpx.AsyncClient, tokens: Tokens, account_id: str) -> None:
        self._client = client
        self.headers = tokens.bearer(tokens.account(account_id))
        self.id = account_id

    async def get(self, path: str, **query: str | int) -> httpx.Response:
        """Ask something."""
        return await self._client.get(path, params=query, headers=self.headers)

    async def post(self, call: str, **fields: object) -> httpx.Response:
        """Make a call."""
        return await self._client.post(f"/api/{call}", json=fields, headers=self.headers)

    async def alerts(self) -> dict[str, Any]:
        """Their alerts and the badge."""
        return (await self.get("/internal/alerts")).json()["data"]


@pytest.fixture
def caller(client: httpx.AsyncClient, tokens: Tokens) -> Callable[[str], Caller]:
    """Whoever a test wants to be."""
    return lambda account_id: Caller(client, tokens, account_id)
