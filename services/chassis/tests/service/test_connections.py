"""A process opens no more connections than it is told, and the fewest are enough for all of its work."""

import asyncio
import secrets
from collections.abc import AsyncIterator

import asyncpg
import pytest
from chassis import database_roles
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.connection_shares import SMALLEST
from chassis.db import Database, TextStatement
from chassis.db.access import serving
from chassis.http.dependencies import SecondDatabase, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.outbox import emit
from chassis.settings import ServiceSettings
from fastapi import APIRouter, FastAPI
from sqlalchemy import make_url
from testkit.pytest_plugin import ServiceApp

from services.chassis.tests.outbox_reader import Reader, changed

pytestmark = pytest.mark.service
router = APIRouter(prefix="/api", route_class=Route)
LOOK = TextStatement("SELECT pg_sleep(0.01)")
SETTINGS = TextStatement(
    "SELECT current_setting('statement_timeout') AS timeout, CAST(:value AS jsonb) AS value"
)
AT_ONCE = 40
GRANTS = (
    "GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {role}",
)


@router.post("/write_and_look")
async def write_and_look(tx: Writing, database: SecondDatabase) -> Answer[bool]:
    """Publish an event, and look through a second connection before the first is given back."""
    await emit(tx, changed(secrets.token_hex(4), 1))
    async with database.reading() as connection:
        await LOOK.one(connection)
    return done(data=True)


def application(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service with what each has: relay, consumers, jobs and exports."""
    return create_service(ServiceDefinition("journal", settings, routers=[router]), wiring or Wiring())


@pytest.fixture
async def url_of_few(database: Database) -> AsyncIterator[str]:
    """The database with a role that gets `SMALLEST` connections and no more."""
    role = f"few_{secrets.token_hex(4)}"
    server = await asyncpg.connect(database.driver_url)
    await server.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'few' CONNECTION LIMIT {SMALLEST}")
    for grant in GRANTS:
        await server.execute(grant.format(role=role))
    yield make_url(database.url).set(username=role, password="few").render_as_string(hide_password=False)
    await server.execute(f"DROP OWNED BY {role}")
    await server.execute(f"DROP ROLE {role}")
    await server.close()


async def test_the_fewest_connections_are_never_exceeded_and_suffice(
    service_app: ServiceApp, url_of_few: str, reader: Reader
) -> None:
    settings = ServiceSettings(database_url=url_of_few, database_connections=SMALLEST)
    client = await service_app(application, settings)
    answers = await asyncio.gather(*(client.post("/api/write_and_look") for _ in range(AT_ONCE)))
    assert [answer.status_code for answer in answers] == [200] * AT_ONCE
    await reader.has_taken(AT_ONCE)


@pytest.mark.parametrize("prepared", [True, False])
async def test_behind_a_pooler_the_role_has_its_settings(url_of_few: str, prepared: bool) -> None:
    await database_roles.set_defaults(url_of_few, {"statement_timeout": "7s", "plan_cache_mode": "auto"})
    database = Database(
        url_of_few,
        pool_size=1,
        settings={"statement_timeout": "1s"},
        access=serving(pooled=True, prepared=prepared),
    )
    try:
        for _ in range(2):
            async with database.reading() as connection:
                found = await SETTINGS.one(connection, value={"read": ["and", "written"]})
                assert found is not None
                assert (found.timeout, found.value) == ("7s", {"read": ["and", "written"]})
            async with database.writing() as tx:
                assert await SETTINGS.value(tx, value=[]) == "7s"
    finally:
        await database.close()
