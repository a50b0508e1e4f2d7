"""Holding a provider's time by requests that nobody answers: they run out, and never after their start."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from booking.app import create_app
from booking.jobs import cancel_unanswered_requests
from booking.settings import BookingSettings
from chassis.clock import utc_now
from chassis.db import Database
from chassis.ids import new_id
from chassis.jobs import run_once
from contracts.events.booking import OrderCancelled
from contracts.events.identity import AccountFacts, AccountRegistered
from contracts.events.profiles import ProfileCompleted, ProfileFacts, ServiceChanged, ServiceFacts
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

pytestmark = pytest.mark.service
HOUR = timedelta(hours=1)


class Calendar:
    """Booking, its clock, a provider who is open around the clock, and a client."""

    def __init__(self, url: str, tokens: Tokens, published: EventRecorder) -> None:
        self.url = url
        self.tokens = tokens
        self.published = published
        self.now = utc_now()
        self.provider, self.client, self.service = new_id(), new_id(), new_id()
        self.http = httpx.AsyncClient()

    async def open(self) -> None:
        """Announce both accounts, the service and the hours."""
        for account_id in (self.provider, self.client):
            facts = AccountFacts(
                account_id=account_id, name="A Name", email=f"{account_id}@example.com", verified=True,
                created_at=self.now, revision=1,
            )  # fmt: skip
            await self.published.tell(AccountRegistered(account=facts))
        profile = ProfileFacts(
            account_id=self.provider, completed=True, expertise="Coaching", category="wellness",
            country="Germany-DE", city="Berlin", currency="EUR-DE", delivery_mode="hybrid",
            location_address="1 Main Street", contact_phone="1234567", timezone="UTC", bio="We coach.",
            avatar="", revision=1,
        )  # fmt: skip
        service = ServiceFacts(
            service_id=self.service, provider_id=self.provider, name="Talk", duration_minutes=30,
            cost_minor=2500, currency="EUR-DE", delivery_mode="hybrid", brief="", status="active", revision=1,
        )  # fmt: skip
        await self.published.tell(ProfileCompleted(profile=profile), ServiceChanged(service=service))
        days = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
        fields: dict[str, Any] = {"iv_timezone": "UTC"}
        for day in days:
            fields |= {
                f"iv_{day}_window_status": "open",
                f"iv_{day}_quota_start_time": "00:00",
                f"iv_{day}_quota_end_time": "24:00",
                f"iv_{day}_quota_duration": "30",
                f"iv_{day}_quota_buffer": "0",
            }
        assert (await self.post("update_appointment_window", self.provider, **fields))["status"]

    async def post(self, call: str, account_id: str, **fields: object) -> dict[str, Any]:
        """A call of one of the two."""
        headers = Tokens.bearer(self.tokens.account(account_id))
        return (await self.http.post(f"/api/{call}", json=fields, headers=headers)).json()

    async def slots(self, ahead: timedelta) -> list[dict[str, Any]]:
        """What is free on the day that lies so far ahead."""
        day = (self.now + ahead).date().isoformat()
        query = {"provider_id": self.provider, "from": day, "to": day, "timezone": "UTC"}
        answer = (await self.http.get("/api/get_available_slots", params=query)).json()
        return [slot for shown in answer["data"]["days"] for slot in shown["slots"]]

    async def request(self, slot: dict[str, Any]) -> str:
        """Ask for one slot; the order's id."""
        session = {name: slot[name] for name in ("appointment_slot_id", "provider_start_time")}
        answer = await self.post(
            "create_appointment_order",
            self.client,
            iv_provider_id=self.provider,
            iv_service_list=[self.service],
            iv_session_list=[session],
            iv_delivery_mode="in-person",
            iv_user_category="active",
        )
        assert answer["status"], answer
        return str(answer["data"]["booking_data"]["order_id"])

    async def lapse(self, passed: timedelta) -> None:
        """Let time pass, and run the job that cancels what ran out."""
        self.now += passed
        database = Database(self.url)
        try:
            await run_once(cancel_unanswered_requests, database, self.now)
        finally:
            await database.close()

    async def seen(self, order_id: str, account_id: str = "") -> dict[str, Any]:
        """An order as one side sees it, the client if no other is named."""
        headers = Tokens.bearer(self.tokens.account(account_id or self.client))
        answer = (await self.http.get("/api/get_booking_info", headers=headers)).json()
        lists = answer["data"]["bookings_list"]
        return next(row for row in [*lists["request"], *lists["order"]] if row["order_id"] == order_id)

    async def status(self, order_id: str) -> str:
        """The status of an order, as its client sees it."""
        return str((await self.seen(order_id))["request_status"])


@pytest.fixture
async def calendar(
    new_database: NewDatabase, service_app: ServiceApp, tokens: Tokens, published: EventRecorder
) -> Calendar:
    """Booking with one provider."""
    url = await new_database("booking")
    made = Calendar(url, tokens, published)
    made.now = datetime.combine(made.now.date() + timedelta(days=1), datetime.min.time(), UTC) + 9 * HOUR
    settings = BookingSettings.model_validate({"database_url": url, "guest_link_key": "a key of the tests"})
    made.http = await service_app(create_app, settings, clock=lambda: made.now)
    await made.open()
    return made


async def test_time_that_nobody_answers_for_is_free_again(calendar: Calendar) -> None:
    slot = (await calendar.slots(timedelta(days=10)))[0]
    order_id = await calendar.request(slot)
    held = await calendar.slots(timedelta(days=10))
    await calendar.lapse(48 * HOUR - timedelta(seconds=1))
    assert await calendar.status(order_id) == "pending"
    await calendar.lapse(timedelta(seconds=1))
    assert await calendar.status(order_id) == "cancelled"
    freed = await calendar.slots(timedelta(days=8))
    assert len(freed) == len(held) + 1
    told = await calendar.published.first(OrderCancelled)
    assert (told.actor, told.cause, told.order.order_id) == ("system", "", order_id)
    assert "did not answer in time" in told.feedback


async def test_the_provider_says_how_long(calendar: Calendar) -> None:
    for wrong in ("0", "-1", "337", "²"):
        refused = await calendar.post("update_appointment_window", calendar.provider, iv_answer_hours=wrong)
        assert set(refused["message"]["iv_msg"]) == {"iv_answer_hours"}
    saved = await calendar.post("update_appointment_window", calendar.provider, iv_answer_hours="2")
    assert saved["data"]["appointment_info"]["answer_hours"] == "2"
    order_id = await calendar.request((await calendar.slots(timedelta(days=10)))[0])
    for side in (calendar.client, calendar.provider):
        waits_until = datetime.fromisoformat((await calendar.seen(order_id, side))["answer_by"])
        assert waits_until == calendar.now + 2 * HOUR, "both sides see when it ends"
    await calendar.lapse(2 * HOUR)
    ended = await calendar.seen(order_id)
    assert (ended["request_status"], ended["answer_by"]) == ("cancelled", "")
    late = await calendar.post(
        "update_appointment_order_request", calendar.provider, iv_order_id=order_id, iv_response="accepted"
    )
    assert not late["status"]


async def test_no_request_outlives_its_start(calendar: Calendar) -> None:
    await calendar.post("update_appointment_window", calendar.provider, iv_answer_hours="336")
    soon = (await calendar.slots(timedelta()))[0]
    order_id = await calendar.request(soon)
    starts = datetime.fromisoformat(soon["provider_start_time"].replace("Z", "+00:00"))
    await calendar.lapse(starts - calendar.now)
    assert await calendar.status(order_id) == "cancelled"


async def test_a_provider_who_proposes_another_time_has_answered(calendar: Calendar) -> None:
    slots = await calendar.slots(timedelta(days=10))
    order_id = await calendar.request(slots[0])
    session = {name: slots[4][name] for name in ("appointment_slot_id", "provider_start_time")}
    proposed = await calendar.post(
        "propose_new_time", calendar.provider, iv_order_id=order_id, iv_session_list=[session], iv_feedback=""
    )
    assert proposed["status"], proposed
    assert (await calendar.seen(order_id))["answer_by"] == slots[0]["provider_start_time"]
    await calendar.lapse(49 * HOUR)
    assert await calendar.status(order_id) == "pending", "the client's answer is waited for"
    declined = await calendar.post(
        "answer_new_time", calendar.client, iv_order_id=order_id, iv_answer="declined", iv_feedback=""
    )
    assert declined["status"], declined
    await calendar.lapse(timedelta())
    assert await calendar.status(order_id) == "cancelled"
