"""A migration under traffic: what was prepared before it is prepared anew, and nobody is answered 500."""

import asyncio

import asyncpg
import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.db import Database, TextStatement
from chassis.http.dependencies import Writing, transaction_of
from chassis.http.envelope import Answer, JsonResponse, done, enveloped
from chassis.http.idempotency import HEADER
from chassis.http.raw_route import RawWriteRoute, UncheckedBody
from chassis.http.route import Route
from chassis.settings import ServiceSettings
from fastapi import APIRouter, Body, FastAPI, Request
from pydantic import BaseModel
from testkit.pytest_plugin import ServiceApp

pytestmark = pytest.mark.service
solved = APIRouter(prefix="/api", route_class=Route)
raw = APIRouter(prefix="/api", route_class=RawWriteRoute)
WRITE = TextStatement("INSERT INTO entry (account_id, revision) VALUES (:account, 1) RETURNING *")
FIND = TextStatement("SELECT * FROM entry WHERE account_id = :account FOR UPDATE")
CHANGES = (
    "ALTER TABLE entry ADD COLUMN note text",
    "ALTER TABLE entry ALTER COLUMN revision TYPE bigint",
    "ALTER TABLE entry DROP COLUMN note",
)
AT_ONCE = 4


class Named(BaseModel):
    """Whose entry is written."""

    account: str


@solved.post("/write_solved")
async def write_solved(tx: Writing, account: str = Body(embed=True)) -> Answer[int]:
    """Write and read in one transaction."""
    await WRITE.one(tx, account=account)
    return done(len(await FIND.all(tx, account=account)))


@raw.post("/write_raw")
async def write_raw(request: Request, body: UncheckedBody[Named]) -> JsonResponse:
    """The same without FastAPI's solving."""
    account = body.checked().account
    async with transaction_of(request) as tx:
        await WRITE.one(tx, account=account)
        return enveloped(b"%d" % len(await FIND.all(tx, account=account)))


def application(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service that writes."""
    return create_service(ServiceDefinition("journal", settings, routers=[solved, raw]), wiring or Wiring())


@pytest.mark.parametrize("path", ["/api/write_solved", "/api/write_raw"])
@pytest.mark.parametrize("keyed", [False, True])
async def test_no_request_fails_when_a_table_is_migrated(
    service_app: ServiceApp, database: Database, path: str, keyed: bool
) -> None:
    client = await service_app(application, ServiceSettings(database_url=database.url))
    owner = await asyncpg.connect(database.driver_url)
    written = 0

    async def ask() -> list[int]:
        nonlocal written
        names = [f"a{number}" for number in range(written, written + AT_ONCE)]
        written += AT_ONCE
        answers = await asyncio.gather(
            *(
                client.post(path, json={"account": name}, headers={HEADER: name} if keyed else {})
                for name in names
            )
        )
        return [answer.json()["data"] if answer.is_success else answer.status_code for answer in answers]

    assert await ask() == [1] * AT_ONCE
    for change in CHANGES:
        await owner.execute(change)
        assert await ask() == [1] * AT_ONCE, change
    assert await owner.fetchval("SELECT count(*) FROM entry") == written, "each was written once"
    await owner.close()
