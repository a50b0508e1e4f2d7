"""Malformed input to every call of a service is answered with the envelope of api.md 1, never with a 5xx.

The service alone is asked, with more values than `deploy/e2e/test_bad_input.py` sends through the gateway.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from booking.app import create_app as create_booking
from booking.hours.store import known_hours
from booking.settings import BookingSettings
from chassis.clock import utc_now
from chassis.ids import new_id
from chassis.key_files import new_private_pem
from chassis.projections import wait_for_projection
from ci.openapi import SERVICES, app_of
from client.personas import DEVICE, PASSWORD
from contracts.events.identity import AccountFacts, AccountRegistered
from contracts.events.profiles import ProfileCompleted, ProfileFacts, ServiceChanged, ServiceFacts
from feed.app import create_app as create_feed
from feed.settings import FeedSettings
from identity.app import create_app as create_identity
from identity.settings import IdentitySettings
from notifications.app import create_app as create_notifications
from notifications.settings import NotificationsSettings
from profiles.app import create_app as create_profiles
from profiles.search.cursor import After, Place, cursor_after
from profiles.search.schemas import Sort
from profiles.settings import ProfilesSettings
from pydantic import SecretStr
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.fuzzing import FuzzingClient, GoodFields
from testkit.pytest_plugin import NewDatabase, ServiceApp

from services.profiles.tests.conftest import CALLS, INFO

pytestmark = pytest.mark.service

LEFT_OUT: Final = (
    "/api/sign_out",
    "/.well-known/jwks.json",
    "/api/resend_confirm_account",
    "/api/end_other_logins",
    "/api/begin_passkey_sign_in",
    "/api/begin_step_up",
    "/api/begin_authenticator_app",
    "/api/begin_passkey",
    "/api/renew_recovery_codes",
    "/api/remove_authenticator_app",
    "/api/cancel_mail_change",
    "/api/start_data_export",
    "/internal/export",
)
"""They end the login of all other requests, have no envelope, answer a few times only, or read no body."""
ODD_PLACES: Final[tuple[tuple[Sort, Place], ...]] = (
    ("newest", Place("-1", "x")),
    ("newest", Place("9" * 18, "x")),
    ("newest", Place("1", "\x00")),
    ("price", Place("1e400", "x")),
    ("relevance", Place("one", "x")),
)
"""Places in an order that no row has."""
ADDRESSES: Final[dict[str, tuple[str, ...]]] = {
    "profiles": (
        "get_provider_profile?username=%F0%9F%99%82",
        "get_account_provider_services?filter=odd",
        "search?max_cost=1e999",
        *(f"search?sort={sort}&cursor={cursor_after(sort, After(place))}" for sort, place in ODD_PLACES),
        "search?language=klingon",
    ),
    "booking": ("get_ratings_info/nobody?rating=%F0%9F%99%82", f"get_guest_booking/{'x' * 3000}"),
}
"""Questions whose parts are odd together, and one that is too long."""


@dataclass(frozen=True)
class Asked:
    """A running service, and who asks it."""

    client: httpx.AsyncClient
    bearer: dict[str, str]
    good: GoodFields


@dataclass(frozen=True)
class Start:
    """Where a service is started, and what tells it of accounts."""

    service_app: ServiceApp
    new_database: NewDatabase
    tokens: Tokens
    published: EventRecorder
    media: Path

    async def provider(self) -> str:
        """The id of an account with a profile."""
        account_id = new_id()
        facts = AccountFacts(
            account_id=account_id, name="Mara Weiss", email="mara@example.com", username="mara",
            verified=True, created_at=datetime(2026, 1, 1, tzinfo=UTC), revision=1,
        )  # fmt: skip
        profile = ProfileFacts(
            account_id=account_id, completed=True, expertise="Coaching", category="wellness",
            country="Germany-DE", city="Berlin", currency="EUR-DE", delivery_mode="hybrid",
            location_address="1 Main Street", contact_phone="1234567", timezone="UTC", bio="We coach.",
            avatar="", revision=1,
        )  # fmt: skip
        await self.published.tell(AccountRegistered(account=facts), ProfileCompleted(profile=profile))
        return account_id


async def of_identity(start: Start) -> Asked:
    """Identity, which signs the token itself."""
    settings = IdentitySettings(
        database_url=await start.new_database("identity"), signing_key_pem=SecretStr(new_private_pem()),
        argon2_time_cost=1, argon2_memory_kib=8,
    )  # fmt: skip
    client = await start.service_app(create_identity, settings)
    fields = {"iv_name": "Mara Weiss", "iv_email": "mara@example.com", "iv_password": PASSWORD}
    answer = (await client.post("/api/sign_up", json=fields)).json()
    return Asked(client, Tokens.bearer(answer["data"]["access_token"]), {})


async def of_profiles(start: Start) -> Asked:
    """Profiles, with a provider."""
    settings = ProfilesSettings(
        database_url=await start.new_database("profiles"), media_url=start.media.as_uri()
    )
    client = await start.service_app(create_profiles, settings)
    bearer = start.tokens.bearer(start.tokens.account(await start.provider()))
    answer = await client.post("/api/update_profile_info", json=INFO, headers=bearer)
    assert answer.json()["status"], answer.text
    return Asked(client, bearer, CALLS)


async def of_feed(start: Start) -> Asked:
    """The feed."""
    client = await start.service_app(create_feed, FeedSettings(database_url=await start.new_database("feed")))
    return Asked(client, start.tokens.bearer(start.tokens.account(await start.provider())), {})


async def of_booking(start: Start) -> Asked:
    """Booking, with a provider's service and free times."""
    settings = BookingSettings.model_validate(
        {"database_url": await start.new_database("booking"), "guest_link_key": "k" * 32}
    )
    client = await start.service_app(create_booking, settings)
    provider, service_id = await start.provider(), new_id()
    service = ServiceFacts(
        service_id=service_id, provider_id=provider, name="Talk", duration_minutes=30, cost_minor=2500,
        currency="EUR-DE", delivery_mode="hybrid", brief="", status="active", revision=1,
    )  # fmt: skip
    await start.published.tell(ServiceChanged(service=service))
    bearer = start.tokens.bearer(start.tokens.account(await start.provider()))
    day = (utc_now() + timedelta(days=2)).date().isoformat()
    query = {"provider_id": provider, "from": day, "to": day, "timezone": "UTC"}
    shown = (await client.get("/api/get_available_slots", params=query)).json()["data"]["days"]
    order = {
        "iv_provider_id": provider, "iv_brief": "Hello", "iv_guest_token": "",
        "iv_service_list": [service_id], "iv_session_list": shown[0]["slots"][:1],
        "iv_delivery_mode": "in-person", "iv_user_category": "active", "iv_total_cost": 25,
        "iv_total_services": 1, "iv_total_duration": 30, "iv_total_currency": "EUR-DE",
        "iv_device_data": DEVICE,
    }  # fmt: skip
    placed = (await client.post("/api/create_appointment_order", json=order, headers=bearer)).json()
    assert placed["status"], placed
    of_order: dict[str, Any] = {"iv_order_id": placed["data"]["booking_data"]["order_id"]}
    rating = {**of_order, "iv_rating": 5, "iv_feedback": "Good enough"}
    good = {
        "create_appointment_order": {**order, "iv_session_list": shown[0]["slots"][1:2]},
        "update_appointment_order_request": {**of_order, "iv_response": "accepted"},
        "create_appointment_rating": rating,
        "create_appointment_request_rating": of_order,
        "request_guest_link": {**of_order, "iv_email": "gus@example.com"},
        "end_guest_link": of_order,
        "request_guest_data": {"iv_email": "gus@example.com"},
        "erase_guest_data": {**of_order, "iv_key": "x"},
        "update_appointment_window": {"iv_timezone": "Europe/Berlin", "iv_monday_window_type": "custom"},
        "update_client": {"iv_client_id": "x", "iv_note": "Likes mornings", "iv_tags": ["new"]},
    }
    return Asked(client, bearer, good)


async def of_notifications(start: Start) -> Asked:
    """Notifications, asked by an account."""
    settings = NotificationsSettings(database_url=await start.new_database("notifications"))
    client = await start.service_app(create_notifications, settings)
    return Asked(client, start.tokens.bearer(start.tokens.account(await start.provider())), {})


async def of_notifications_by_staff(start: Start) -> Asked:
    """Notifications, asked by the staff."""
    asked = await of_notifications(start)
    return Asked(asked.client, start.tokens.bearer(start.tokens.staff(new_id())), {})


STARTS: Final[dict[str, Callable[[Start], Awaitable[Asked]]]] = {
    "identity": of_identity,
    "profiles": of_profiles,
    "feed": of_feed,
    "booking": of_booking,
    "notifications": of_notifications,
    "notifications by staff": of_notifications_by_staff,
}


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no event about ids that nobody has."""
    for waiting in (wait_for_projection, known_hours):
        assert waiting.__kwdefaults__ is not None
        monkeypatch.setitem(waiting.__kwdefaults__, "patience", 0.0)


def test_no_service_is_left_out() -> None:
    assert {each.partition(" ")[0] for each in STARTS} == set(SERVICES)


@pytest.mark.parametrize("name", STARTS)
async def test_malformed_input_breaks_no_call(
    service_app: ServiceApp,
    new_database: NewDatabase,
    tokens: Tokens,
    published: EventRecorder,
    tmp_path: Path,
    name: str,
) -> None:
    asked = await STARTS[name](Start(service_app, new_database, tokens, published, tmp_path))
    service = name.partition(" ")[0]
    fuzzing = FuzzingClient(app_of(service), asked.client, asked.bearer, leave_out=LEFT_OUT, good=asked.good)
    assert await fuzzing.faults(ADDRESSES.get(service, ())) == []
    if service == "identity":
        answer = await asked.client.get("/api/check_active_login", headers=asked.bearer)
        assert answer.status_code == 200, "the login that all requests had is still good"
