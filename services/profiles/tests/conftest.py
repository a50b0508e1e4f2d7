"""The profiles service on a real database, and callers who use it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.ids import new_id
from contracts.events.identity import AccountFacts, AccountRegistered
from profiles.app import create_app
from profiles.settings import ProfilesSettings
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

INFO: dict[str, Any] = {
    "iv_category": "wellness",
    "iv_expertise": "Physiotherapist",
    "iv_contact_phone": "34600111222",
    "iv_country": "Spain-ES",
    "iv_city": "A Coruña",
    "iv_currency": "EUR-ES",
    "iv_location_address": "Rúa Real 1",
    "iv_delivery_mode": "hybrid",
    "iv_bio": "I mend backs.",
    "iv_timezone": "Europe/Madrid",
    "iv_device_data": '{"timezone": "Europe/Madrid"}',
}
SERVICE: dict[str, Any] = {
    "iv_action": "service_create",
    "iv_service_id": "none",
    "iv_service": "Back massage",
    "iv_duration": "45",
    "iv_cost": "30",
    "iv_currency": "EUR-ES",
    "iv_delivery_mode": "in-person",
    "iv_brief": "",
    "iv_device_data": "{}",
}
CALLS: dict[str, dict[str, Any]] = {
    "update_profile_info": INFO,
    "update_account_skills": {"iv_skills": ["Go"], "iv_languages": ["english"]},
    "update_account_policy_perks": {"iv_policy_perks": ["Tea"]},
    "update_away": {"iv_away": "yes", "iv_away_until": "2027-06-01", "iv_away_message": "Away"},
    "update_remote_meetings": {"iv_remote_kind": "link", "iv_remote_link": "https://meet.example.com/ana"},
    "archive_place": {"iv_place_id": "x", "iv_archived": "yes"},
    "order_places": {"iv_place_ids": []},
    "update_account_profile": {"iv_name": "Ana Pérez", "iv_phone": "123456"},
    "update_account_services": SERVICE,
    "archive_delete_account_services": {"iv_service_id": "x", "iv_request_type": "service_delete"},
    "update_appointment_finance_settings": {"iv_currency": "EUR-ES", "iv_payment_methods": []},
    "update_avatar": {"iv_media_base": "none"},
    "add_new_interest": {"iv_provider_id": "x"},
    "remove_existing_interest": {"iv_provider_id": "x"},
    "update_trust_status": {"iv_provider_id": "x", "iv_trusted": "yes"},
    "add_to_block": {"iv_user_id": "x"},
    "remove_from_block": {"iv_user_id": "x"},
    "report_user_account": {
        "iv_user_id": "x",
        "iv_report_type": "posts",
        "iv_report_issue_id": "x",
        "iv_report_title": "Child Safety",
    },
}
"""Calls that write, with fields that they take."""


@dataclass
class Person:
    """Somebody with an account."""

    client: httpx.AsyncClient
    id: str
    token: str
    username: str

    @property
    def bearer(self) -> dict[str, str]:
        """The header that carries the token."""
        return {"Authorization": f"Bearer {self.token}"}

    async def send(self, call: str, **fields: object) -> httpx.Response:
        """Send a POST as this person; returns the whole answer."""
        return await self.client.post(f"/api/{call}", json=fields, headers=self.bearer)

    async def post(self, call: str, **fields: object) -> dict[str, Any]:
        """Send a POST that must succeed; returns the data."""
        answer = await self.send(call, **fields)
        body = answer.json()
        assert body["status"], body
        return body["data"]

    async def ask(self, path: str, **query: Any) -> httpx.Response:
        """Send a GET as this person; returns the whole answer."""
        return await self.client.get(path, params=query, headers=self.bearer)

    async def get(self, path: str, **query: Any) -> Any:
        """Send a GET that must succeed; returns the data."""
        answer = await self.ask(path, **query)
        body = answer.json()
        assert body["status"], body
        return body["data"]


NewPerson = Callable[..., Awaitable[Person]]


def account(account_id: str, name: str, username: str = "", revision: int = 1) -> AccountFacts:
    """An account as identity publishes it."""
    return AccountFacts(
        account_id=account_id,
        name=name,
        email=f"{account_id}@example.com",
        username=username or None,
        verified=True,
        created_at=utc_now(),
        revision=revision,
    )


@pytest.fixture
async def database_url(new_database: NewDatabase) -> str:
    """This test's own database."""
    return await new_database("profiles")


@pytest.fixture
async def client(
    service_app: ServiceApp, database_url: str, published: EventRecorder, tmp_path: Path
) -> httpx.AsyncClient:
    """The service. Its events are recorded in `published`."""
    settings = ProfilesSettings(database_url=database_url, media_url=tmp_path.as_uri())
    return await service_app(create_app, settings)


@pytest.fixture
def person(client: httpx.AsyncClient, tokens: Tokens, published: EventRecorder) -> NewPerson:
    """`await person("Nadia Kessler")`: a new client."""

    async def new_person(name: str = "Nadia Kessler", username: str = "") -> Person:
        account_id = new_id()
        await published.tell(AccountRegistered(account=account(account_id, name, username)))
        return Person(client, account_id, tokens.account(account_id), username)

    return new_person


@pytest.fixture
def provider(person: NewPerson) -> NewPerson:
    """`await provider("Ana Pérez", "ana")`: somebody whose profile is complete."""

    async def new_provider(name: str = "Ana Pérez", username: str = "ana", **info: object) -> Person:
        somebody = await person(name, username)
        await somebody.post("update_profile_info", **{**INFO, **info})
        return somebody

    return new_provider


@pytest.fixture
async def ada(client: httpx.AsyncClient, tokens: Tokens, published: EventRecorder) -> Person:
    """Somebody of the staff."""
    staff_id = new_id()
    facts = account(staff_id, "Ada Byrne").model_copy(update={"staff": True})
    await published.tell(AccountRegistered(account=facts))
    return Person(client, staff_id, tokens.staff(staff_id), "")


async def reported(reporter: Person, accused: Person, post_id: str = "post-1") -> str:
    """A post of the accused is reported; the report's id."""
    filed = await reporter.post(
        "report_user_account", iv_user_id=accused.id, iv_report_type="posts", iv_report_issue_id=post_id,
        iv_report_title="Hate Speech", iv_report_details="Slurs", iv_report_additional="",
    )  # fmt: skip
    return filed["report_id"]
