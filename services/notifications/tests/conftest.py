"""The notifications service on a real database, with the events that other services publish."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from bench.plans import generic_plan
from chassis import worker
from chassis.db import Database, Statement, TextStatement
from chassis.ids import new_id
from contracts.booking_data import BookingData
from contracts.events.booking import (
    CalendarFile,
    OrderedServiceFacts,
    OrderFacts,
    SessionFacts,
)
from contracts.events.identity import AccountFacts, AccountRegistered
from firebase_admin import messaging
from google.auth.credentials import CredentialsWithRegionalAccessBoundary
from notifications.app import create_app
from notifications.push import rules
from notifications.settings import NotificationsSettings
from pydantic import SecretStr
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

from services.notifications.tests.fake_fcm import FakeFcm, serving

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
    return BookingData.model_validate(
        {**empty, "rating": None, "client_rating": None, "order_id": order_id, **changed}
    )


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
    """An account as identity publishes it."""
    facts: dict[str, object] = {
        "account_id": account_id,
        "name": name,
        "email": f"{name.split(maxsplit=1)[0].lower()}@example.com",
        "verified": True,
        "created_at": NOON,
        "revision": 1,
    }
    return AccountRegistered(account=AccountFacts.model_validate({**facts, **changed}))


@pytest.fixture
async def database_url(new_database: NewDatabase) -> str:
    """A fresh database of this service."""
    return await new_database("notifications")


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The database of the service."""
    opened = Database(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def pushed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The push queue is looked at often, and tries again at once."""
    monkeypatch.setattr(worker, "POLL_SECONDS", 0.02)
    monkeypatch.setattr(rules, "FIRST_WAIT", timedelta(milliseconds=1))


@pytest.fixture
def fcm(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeFcm]:
    """A push service that runs here."""
    fake = FakeFcm()
    # Google's library would ask Google itself in which regions the account may be used.
    asks = "_maybe_start_regional_access_boundary_refresh"
    monkeypatch.setattr(CredentialsWithRegionalAccessBoundary, asks, Mock())
    with serving(fake):
        monkeypatch.setattr(
            messaging._MessagingService, "FCM_URL", f"{fake.url}/v1/projects/{{0}}/messages:send"
        )
        yield fake


@pytest.fixture
async def client(service_app: ServiceApp, published: EventRecorder, database_url: str) -> httpx.AsyncClient:
    """The service with its mailbox on, on this test's bus. Mails go one by one, in their order."""
    settings = NotificationsSettings(
        database_url=database_url, public_url=PUBLIC_URL, mail_workers=1, drain_seconds=2
    )
    return await service_app(create_app, settings)


class Caller:
    """Somebody signed in."""

    def __init__(self, client: httpx.AsyncClient, tokens: Tokens, account_id: str) -> None:
        self._client = client
        self.headers = tokens.bearer(tokens.account(account_id))
        self.id = account_id

    async def get(self, path: str, **query: str | int) -> httpx.Response:
        """Send a GET."""
        return await self._client.get(path, params=query, headers=self.headers)

    async def post(self, call: str, **fields: object) -> httpx.Response:
        """Send a POST."""
        return await self._client.post(f"/api/{call}", json=fields, headers=self.headers)

    async def alerts(self) -> dict[str, Any]:
        """Their alerts and the badge."""
        return (await self.get("/internal/alerts")).json()["data"]


@pytest.fixture
def caller(client: httpx.AsyncClient, tokens: Tokens) -> Callable[[str], Caller]:
    """Makes callers by account id."""
    return lambda account_id: Caller(client, tokens, account_id)


class MailServer:
    """A real SMTP server. It stores the mails that it accepts and refuses the receivers that a test names."""

    def __init__(self) -> None:
        self.accepted: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.refusals: list[str] = []

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address.startswith("nobody@"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.refusals:
            return self.refusals.pop()
        assert isinstance(envelope.content, bytes)
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        self.accepted.append(message)
        self.raw.append(envelope.content)
        return "250 accepted"


@pytest.fixture
def port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
async def mail_server(port: int) -> AsyncIterator[MailServer]:
    """A mail server."""
    kept = MailServer()
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    yield kept
    await asyncio.to_thread(controller.stop)


async def kept_plan(database: Database, statement: Statement[Any] | TextStatement[Any]) -> str:
    """The plan that a connection keeps for the statement, which knows none of the values."""
    async with database.reading() as tx:
        return "\n".join(await generic_plan(tx, statement.text))


async def with_mail_server(service_app: ServiceApp, database_url: str, port: int) -> httpx.AsyncClient:
    """The service with one worker that sends its mails to the server on this port."""
    url = SecretStr(f"smtp://127.0.0.1:{port}")
    settings = NotificationsSettings(
        database_url=database_url, mail_url=url, public_url=PUBLIC_URL, mail_workers=1, drain_seconds=1
    )
    return await service_app(create_app, settings)
