"""The identity service on a real database, and callers who use it."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.key_files import new_private_pem
from contracts.events.identity import MailRequested
from identity.app import create_app
from identity.settings import IdentitySettings
from pydantic import SecretStr
from sqlalchemy import text
from testkit.databases_for_tests import Databases
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import OwnerUrl, ServiceApp

PASSWORD = "a longer sentence nobody guesses"
SIGNING_PEM = new_private_pem()


class MovableClock:
    """The present, plus what a test adds to it."""

    def __init__(self) -> None:
        self.ahead = timedelta()
        self._stopped_at: datetime | None = None

    def __call__(self) -> datetime:
        return (self._stopped_at or utc_now()) + self.ahead

    def stand_still(self) -> None:
        """Let time pass only when the test says so: a wait of a second must not end by itself."""
        self._stopped_at = utc_now()

    def pass_by(self, span: timedelta) -> None:
        """Move the clock forward."""
        self.ahead += span


@dataclass
class Person:
    """Somebody with an account and a login."""

    client: httpx.AsyncClient
    email: str
    password: str
    token: str
    session: dict[str, Any]

    @property
    def id(self) -> str:
        """The account's id."""
        return self.session["ownerId"]

    async def post(self, call: str, **fields: object) -> httpx.Response:
        """Send a POST as this person."""
        return await self.client.post(f"/api/{call}", json=fields, headers=bearer(self.token))

    async def get(self, path: str) -> httpx.Response:
        """Send a GET as this person."""
        return await self.client.get(path, headers=bearer(self.token))


SignUp = Callable[..., Awaitable[Person]]


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"Authorization": f"Bearer {token}"}


def settings_for(
    database_url: str, *, signing_pem: str = SIGNING_PEM, published_pem: str = ""
) -> IdentitySettings:
    """Settings with cheap passwords."""
    return IdentitySettings(
        database_url=database_url,
        signing_key_pem=SecretStr(signing_pem),
        published_keys_pem=SecretStr(published_pem),
        argon2_time_cost=1,
        argon2_memory_kib=8,
        public_url="https://openhours.test",
    )


def instant(text: str) -> datetime:
    """An instant of an answer."""
    assert text.endswith("Z")
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.fixture
def clock() -> MovableClock:
    """The service's clock."""
    return MovableClock()


@pytest.fixture(scope="session")
async def one_database(databases: Databases) -> str:
    """The database of all tests here."""
    return await databases.new("identity")


@pytest.fixture
async def database_url(one_database: str, owner_url: OwnerUrl) -> str:
    """An empty database."""
    database = Database(owner_url(one_database))
    async with database.writing() as tx:
        tables = await tx.session.scalars(
            text(
                "SELECT string_agg(tablename, ', ') FROM pg_tables"
                " WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
            )
        )
        await tx.session.execute(text(f"TRUNCATE {tables.one()} RESTART IDENTITY CASCADE"))
    await database.close()
    return one_database


@pytest.fixture
async def client(
    service_app: ServiceApp, database_url: str, clock: MovableClock, published: EventRecorder
) -> httpx.AsyncClient:
    """The service. Its events are recorded in `published`."""
    return await service_app(create_app, settings_for(database_url), clock=clock)


@pytest.fixture
def sign_up(client: httpx.AsyncClient) -> SignUp:
    """`await sign_up()`: a new person."""

    async def new_person(email: str | None = None, name: str = "Nadia Kessler", **more: object) -> Person:
        address = email or f"nadia-{secrets.token_hex(6)}@example.com"
        fields = {"iv_name": name, "iv_email": address, "iv_password": PASSWORD, **more}
        answer = await client.post("/api/sign_up", json=fields)
        body = answer.json()
        assert body["status"], body
        data = body["data"]
        return Person(client, address, PASSWORD, data["access_token"], data["session_data"])

    return new_person


async def mailed_secret(published: EventRecorder, kind: str, email: str) -> str:
    """The secret of the newest link that was mailed to `email`."""
    mails = [mail for mail in published.of(MailRequested) if mail.kind == kind and mail.to == email]
    if not mails:
        raise LookupError(kind)
    assert mails[-1].link
    return mails[-1].link.rpartition("/")[2]
