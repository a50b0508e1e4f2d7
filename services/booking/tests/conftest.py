"""A booking service with providers, clients and services, and a clock that a test may set."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import asyncpg
import httpx
import pytest
from booking.app import create_app
from booking.external_calendars import sync
from booking.jobs import (
    cancel_unanswered_requests,
    complete_ended_orders,
    drop_lapsed_proposals,
    follow_up,
    remind,
    show_ratings,
    summarize_days,
)
from booking.settings import BookingSettings
from chassis.db import Database
from chassis.jobs import run_once
from contracts.event import Event
from contracts.events.identity import AccountFacts, AccountRegistered, GuestCodeIssued
from contracts.events.profiles import (
    BlockChanged,
    ProfileCompleted,
    ProfileFacts,
    ServiceChanged,
    ServiceFacts,
)
from local.databases import asyncpg_url
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

from services.booking.tests.external_calendar_server import Elsewhere, serving

# Monday noon in winter, in the provider's zone and in UTC alike unless a test says otherwise.
NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
KEY = "a key for the tests' guest links"


@dataclass
class Marketplace:
    """The service, the accounts around it, and the time."""

    http: httpx.AsyncClient
    tokens: Tokens
    published: EventRecorder
    database_url: str
    now: datetime = NOON
    names: "itertools.count[int]" = field(default_factory=itertools.count)

    def clock(self) -> datetime:
        return self.now

    async def tell(self, *events: Event) -> None:
        await self.published.tell(*events)

    async def person(self, name: str = "Ana Client") -> str:
        """A registered account; its id."""
        account_id = f"account-{next(self.names)}"
        facts = AccountFacts(
            account_id=account_id,
            name=name,
            email=f"{account_id}@example.com",
            username=account_id,
            verified=True,
            created_at=NOON,
            revision=1,
        )
        await self.tell(AccountRegistered(account=facts))
        return account_id

    async def has_been_there(self, *, account_id: str | None = None, email: str = "") -> None:
        """Give an account, or a guest's address, a completed appointment: it is no newcomer any more."""
        connection = await asyncpg.connect(asyncpg_url(self.database_url))
        try:
            await connection.execute(
                """
                WITH placed AS (
                    INSERT INTO booking_order (order_id, provider_id, client_id, guest_id, client_name,
                        client_email, status, brief, delivery_mode, delivery_location, services, total_minor,
                        total_minutes, currency, provider_timezone, client_timezone, starts_at, ends_at,
                        created_at, revision)
                    SELECT $1, 'somebody-else', $2, CASE WHEN $2::text IS NULL THEN $1 END, '', $3,
                        'completed', '', 'remote', '', '[]', 0, 30, 'EUR-DE', 'UTC', 'UTC', $4, $5, $4, 1
                    RETURNING order_id, provider_id, status, starts_at, ends_at)
                INSERT INTO session
                    (order_id, position, slot_id, provider_id, starts_at, ends_at, status, state)
                SELECT order_id, 1, '', provider_id, starts_at, ends_at, status, 'done' FROM placed
                """,
                f"past-{next(self.names)}", account_id, email,
                NOON - timedelta(days=30), NOON - timedelta(days=30, minutes=-30),
            )  # fmt: skip
        finally:
            await connection.close()

    async def provider(self, timezone: str = "UTC", name: str = "Paul Provider") -> str:
        """A registered account with a complete profile; its id."""
        account_id = await self.person(name)
        profile = ProfileFacts(
            account_id=account_id,
            completed=True,
            expertise="Coaching",
            category="wellness",
            country="Germany-DE",
            city="Berlin",
            currency="EUR-DE",
            delivery_mode="hybrid",
            location_address="1 Main Street",
            contact_phone="1234567",
            timezone=timezone,
            bio="We coach.",
            avatar="/media/avatars/paul.webp",
            revision=1,
        )
        await self.tell(ProfileCompleted(profile=profile))
        return account_id

    async def service(self, provider_id: str, **changes: Any) -> str:
        """One of the provider's services: 30 minutes for 25 EUR, in person and remote; its id."""
        values: dict[str, Any] = {
            "service_id": f"service-{next(self.names)}",
            "provider_id": provider_id,
            "name": "Talk",
            "duration_minutes": 30,
            "cost_minor": 2500,
            "currency": "EUR-DE",
            "delivery_mode": "hybrid",
            "brief": "",
            "status": "active",
            "revision": 1,
        }
        facts = ServiceFacts(**(values | changes))
        await self.tell(ServiceChanged(service=facts))
        return facts.service_id

    async def guest(
        self, code: str = "123456", minutes: int = 10, email: str = "gus@example.com"
    ) -> tuple[str, dict[str, str]]:
        """A guest who was mailed `code`; its id and the header with its token."""
        guest_id = f"guest-{next(self.names)}"
        digest = sha256(f"{guest_id}:{code}".encode()).hexdigest()
        await self.tell(
            GuestCodeIssued(
                guest_id=guest_id,
                name="Gus Guest",
                email=email,
                code_hash=digest,
                expires_at=self.now + timedelta(minutes=minutes),
            )
        )
        return guest_id, Tokens.bearer(self.tokens.guest(guest_id, "Gus Guest", email))

    def as_(self, account_id: str) -> dict[str, str]:
        """The header with an account's token."""
        return Tokens.bearer(self.tokens.account(account_id))

    async def get(self, call: str, headers: dict[str, str] | None = None, /, **query: Any) -> dict[str, Any]:
        """Send a GET that must succeed; returns the data."""
        answer = await self.http.get(f"/api/{call}", params=query, headers=headers or {})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(
        self, call: str, body: dict[str, Any], headers: dict[str, str] | None = None
    ) -> dict[str, Any]:
        """Send a POST that must be answered with 200; returns the body."""
        answer = await self.http.post(f"/api/{call}", json=body, headers=headers or {})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def slots(
        self, provider_id: str, day: str = "2027-01-05", to: str = "", **query: Any
    ) -> list[dict[str, Any]]:
        """The free slots of a day (or of several), as a viewer in UTC sees them."""
        answer = await self.get(
            "get_available_slots",
            **({"provider_id": provider_id, "from": day, "to": to or day, "timezone": "UTC"} | query),
        )
        return [slot for shown in answer["data"]["days"] for slot in shown["slots"]]

    def order(
        self, provider_id: str, services: list[str], slots: list[dict[str, Any]], **changes: Any
    ) -> dict[str, Any]:
        """The body of create_appointment_order for half-hour services of 25 EUR."""
        body: dict[str, Any] = {
            "iv_provider_id": provider_id,
            "iv_brief": "Hello",
            "iv_guest_token": "",
            "iv_service_list": services,
            "iv_session_list": [
                {
                    "appointment_slot_id": slot["appointment_slot_id"],
                    "provider_start_time": slot["provider_start_time"],
                }
                for slot in slots
            ],
            "iv_delivery_mode": "in-person",
            "iv_user_category": "active",
            "iv_total_cost": 25 * len(services),
            "iv_total_services": len(services),
            "iv_total_duration": 30 * len(services),
            "iv_total_currency": "EUR-DE",
            "iv_device_data": {"timezone": "Asia/Kolkata"},
        }
        return body | changes

    async def booked(self, provider_id: str, client_id: str, number: int = 0, **changes: Any) -> str:
        """A pending order of the `number`th free slot of tomorrow; its id."""
        service = await self.service(provider_id)
        slot = (await self.slots(provider_id))[number]
        answer = await self.post(
            "create_appointment_order",
            self.order(provider_id, [service], [slot], **changes),
            self.as_(client_id),
        )
        assert answer["status"], answer
        return answer["data"]["booking_data"]["order_id"]

    async def run_jobs(self) -> None:
        """Run the jobs: requests and proposals lapse, orders complete, ratings are shown, reminders are
        published.
        """
        database = Database(self.database_url)
        try:
            lapses = (cancel_unanswered_requests, complete_ended_orders, drop_lapsed_proposals)
            for job in (*lapses, remind, follow_up, summarize_days, show_ratings):
                await run_once(job, database, self.now)
        finally:
            await database.close()

    async def all_published(self) -> None:
        """Wait until every event so far is published. Raises TimeoutError."""
        connection = await asyncpg.connect(asyncpg_url(self.database_url))
        try:
            async with asyncio.timeout(10):
                while await connection.fetchval("SELECT count(*) FROM outbox"):  # noqa: ASYNC110 - asks PostgreSQL
                    await asyncio.sleep(0.02)
        finally:
            await connection.close()

    async def block(
        self, blocker_id: str, blocked_id: str, *, blocked: bool = True, revision: int = 1
    ) -> None:
        """Publish that one account blocked or unblocked another."""
        await self.tell(
            BlockChanged(blocker_id=blocker_id, blocked_id=blocked_id, blocked=blocked, revision=revision)
        )

    async def respond(self, who: str, order_id: str, response: str, **more: Any) -> dict[str, Any]:
        """update_appointment_order_request by an account."""
        body = {"iv_order_id": order_id, "iv_response": response, **more}
        return await self.post("update_appointment_order_request", body, self.as_(who))


@pytest.fixture
async def marketplace(
    new_database: NewDatabase, service_app: ServiceApp, tokens: Tokens, published: EventRecorder
) -> Marketplace:
    """An empty database and a running booking service."""
    url = await new_database("booking")
    settings = BookingSettings.model_validate(
        {
            "database_url": url,
            "guest_link_key": KEY,
            "public_url": "https://openhours.test",
            "calendar_networks": ["127.0.0.0/8"],
        }
    )
    made: list[Marketplace] = []
    http = await service_app(create_app, settings, clock=lambda: made[0].now if made else NOON)
    made.append(Marketplace(http, tokens, published, url))
    return made[0]


@pytest.fixture
async def elsewhere() -> AsyncIterator[Elsewhere]:
    """The server of an external calendar."""
    async with serving() as server:
        yield server


@pytest.fixture
def calendars_read_by_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the service read due calendars when it starts and never again: the test reads them itself."""
    monkeypatch.setattr(sync, "LOOK_EVERY", float("inf"))
    monkeypatch.setattr(sync, "REST_SECONDS", 3600.0)
