"""The feed service on a real database, with accounts, posts and pictures."""

import base64
import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.ids import new_id
from contracts.booking_data import BookingData
from contracts.events.booking import OrderCompleted, OrderFacts
from contracts.events.identity import AccountFacts, AccountRegistered
from contracts.events.profiles import CircleChanged, ProfileCompleted, ProfileFacts
from feed.app import create_app
from feed.settings import FeedSettings
from PIL import Image
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def picture(width: int = 700, height: int = 540, kind: str = "PNG", colour: str = "teal") -> str:
    """A real picture as base64."""
    target = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(target, kind)
    return base64.b64encode(target.getvalue()).decode()


PICTURE = picture()


class MovableClock:
    """The present, plus what a test adds to it."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.ahead


class Member:
    """Somebody with an account."""

    def __init__(self, client: httpx.AsyncClient, tokens: Tokens, name: str) -> None:
        self.client = client
        self.id = new_id()
        self.name = name
        self.headers = tokens.bearer(tokens.account(self.id))

    async def post(self, call: str, **fields: object) -> httpx.Response:
        """Make a call."""
        return await self.client.post(f"/api/{call}", json=fields, headers=self.headers)

    async def get(self, path: str, **query: str | int) -> httpx.Response:
        """Ask something."""
        return await self.client.get(path, params=query, headers=self.headers)

    async def publish(self, brief: str = "Six croissants", **fields: object) -> dict[str, Any]:
        """Publish a post and answer its card."""
        answer = await self.post(
            "create_new_feed_content", **{"iv_post_brief": brief, "iv_media_base": [PICTURE], **fields}
        )
        body = answer.json()
        assert body["status"], body
        return body["data"]

    async def feed(self, **query: str | int) -> list[str]:
        """The ids of the posts they see."""
        return [card["post_id"] for card in (await self.get("/api/get_feed_posts", **query)).json()["data"]]


class Marketplace:
    """Accounts, and the facts that other services publish about them."""

    def __init__(self, client: httpx.AsyncClient, tokens: Tokens, published: EventRecorder) -> None:
        self.client = client
        self._tokens = tokens
        self.published = published

    async def member(self, name: str) -> Member:
        """Somebody who signed up."""
        member = Member(self.client, self._tokens, name)
        facts = AccountFacts(
            account_id=member.id,
            name=name,
            email=f"{name.split(maxsplit=1)[0].lower()}@example.com",
            username=name.lower().replace(" ", "_"),
            verified=True,
            created_at=LONG_AGO,
            revision=1,
        )
        await self.published.tell(AccountRegistered(account=facts))
        return member

    async def provider(self, name: str, **changed: object) -> Member:
        """Somebody whose provider profile is complete."""
        member = await self.member(name)
        await self.published.tell(ProfileCompleted(profile=profile(member.id, **changed)))
        return member

    async def circle(self, fan: Member, provider: Member, *, trusted: bool, revision: int = 1) -> None:
        """`fan` takes `provider` into the circle."""
        fact = CircleChanged(
            account_id=fan.id, provider_id=provider.id, interest=True, trusted=trusted, revision=revision
        )
        await self.published.tell(fact)

    async def met(self, client: Member, provider: Member) -> None:
        """The two had a session, and it is complete."""
        await self.published.tell(
            OrderCompleted(order=completed_order(provider.id, client.id), actor="provider")
        )


def profile(account_id: str, **changed: object) -> ProfileFacts:
    """A provider's profile."""
    facts: dict[str, object] = {
        "account_id": account_id,
        "completed": True,
        "expertise": "Pastry classes",
        "category": "food_catering",
        "country": "Germany-DE",
        "city": "Berlin",
        "currency": "EUR-DE",
        "delivery_mode": "in-person",
        "location_address": "Torstraße 1",
        "contact_phone": "030123456",
        "timezone": "Europe/Berlin",
        "bio": "Flour and patience.",
        "avatar": "/media/avatars/s.webp",
        "revision": 1,
    }
    return ProfileFacts.model_validate({**facts, **changed})


def completed_order(provider_id: str, client_id: str) -> OrderFacts:
    """An order between the two, as far as feed cares."""
    zero: dict[str, object] = {str(int): 0, str(float): 0.0, str(bool): False}
    empty = {name: zero.get(str(field.annotation), "") for name, field in BookingData.model_fields.items()}
    booking = BookingData.model_validate({**empty, "rating": None, "client_rating": None})
    return OrderFacts(
        order_id=new_id(),
        status="completed",
        provider_id=provider_id,
        provider_name="Samira",
        provider_email="samira@example.com",
        client_id=client_id,
        client_name="Ivo",
        client_email="ivo@example.com",
        services=[],
        sessions=[],
        delivery_mode="remote",
        delivery_location="",
        total_minutes=0,
        total_minor=0,
        currency="EUR-DE",
        brief="",
        provider_timezone="UTC",
        client_timezone="UTC",
        for_provider=booking,
        for_client=booking,
        revision=1,
    )


@pytest.fixture
def clock() -> MovableClock:
    """A clock that a test can put forward."""
    return MovableClock()


@pytest.fixture
async def database_url(new_database: NewDatabase) -> str:
    """A fresh database of this service."""
    return await new_database("feed")


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> FeedSettings:
    """The service's settings, its pictures in a folder of the test's own."""
    return FeedSettings(database_url=database_url, media_url=f"file://{tmp_path}/media", drain_seconds=2)


@pytest.fixture
async def client(
    service_app: ServiceApp, settings: FeedSettings, published: EventRecorder, clock: MovableClock
) -> httpx.AsyncClient:
    """The service on this test's bus."""
    return await service_app(create_app, settings, clock=clock)


@pytest.fixture
def marketplace(client: httpx.AsyncClient, tokens: Tokens, published: EventRecorder) -> Marketplace:
    """Whoever a test needs."""
    return Marketplace(client, tokens, published)


@pytest.fixture
def guest(tokens: Tokens) -> dict[str, str]:
    """A guest's header."""
    return tokens.bearer(tokens.guest(new_id(), "Olu", "olu@example.com"))
