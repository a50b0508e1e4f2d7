"""A write repeated with its Idempotency-Key, through the front door."""

import asyncio
from typing import Annotated

import httpx
import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.db import Database
from chassis.http.callers import Anyone, SignedInOrGuest
from chassis.http.dependencies import SecondDatabase, Writing
from chassis.http.envelope import Answer, done, refuse
from chassis.http.idempotency import HEADER, OTHER_REQUEST
from chassis.outbox import emit
from chassis.settings import ServiceSettings
from contracts.events.identity import PreferencesChanged
from fastapi import APIRouter, Body, FastAPI
from sqlalchemy import text
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

pytestmark = pytest.mark.service
router = APIRouter(prefix="/api")
Revision = Annotated[int, Body(embed=True)]
WRITE = text("INSERT INTO entry (account_id, revision) VALUES (:account, :revision) RETURNING id")


@router.post("/write")
async def write(tx: Writing, caller: SignedInOrGuest, iv_revision: Revision) -> Answer[int]:
    """Write an entry slowly and publish it. The session comes before the caller on purpose."""
    if iv_revision < 0:
        raise refuse("Not below zero.")
    entry = await tx.session.scalar(WRITE, {"account": caller.id, "revision": iv_revision})
    await emit(tx, PreferencesChanged(account_id=caller.id, channels={}, revision=iv_revision))
    await tx.session.execute(text("SELECT pg_sleep(0.05)"))
    if iv_revision == 500:
        raise ZeroDivisionError
    return done(entry or 0, "Written.")


@router.post("/write_openly")
async def write_openly(tx: Writing, caller: Anyone, iv_revision: Revision) -> Answer[int]:
    """Write an entry for whoever calls."""
    account = caller.id if caller else "nobody"
    return done(await tx.session.scalar(WRITE, {"account": account, "revision": iv_revision}) or 0)


@router.post("/write_after_looking")
async def write_after_looking(
    tx: Writing, database: SecondDatabase, caller: SignedInOrGuest, iv_revision: Revision
) -> Answer[int]:
    """Write an entry after a look through another connection, while the key holds this one."""
    await asyncio.sleep(0.05)
    async with database.reading() as connection:
        await (await connection.driver()).fetchval("SELECT pg_sleep(0.02)")
    return done(await tx.session.scalar(WRITE, {"account": caller.id, "revision": iv_revision}) or 0)


def create_app(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service that writes."""
    return create_service(ServiceDefinition("journal", settings, routers=[router]), wiring or Wiring())


@pytest.fixture
async def client(service_app: ServiceApp, database: Database, tokens: Tokens) -> httpx.AsyncClient:
    """The service's front door, as the account `ada`."""
    client = await service_app(create_app, ServiceSettings(database_url=database.url))
    client.headers["Authorization"] = f"Bearer {tokens.account('ada')}"
    return client


async def count(database: Database) -> int:
    """How many entries were written."""
    async with database.reading() as tx:
        return await tx.session.scalar(text("SELECT count(*) FROM entry")) or 0


async def post(
    client: httpx.AsyncClient, revision: int, key: str, path: str = "/api/write"
) -> httpx.Response:
    """One request with a key."""
    return await client.post(path, json={"iv_revision": revision}, headers={HEADER: key})


async def test_a_repeated_write_answers_as_the_first_and_writes_nothing(
    client: httpx.AsyncClient, database: Database, published: EventRecorder
) -> None:
    first = await post(client, 1, "k")
    again = await post(client, 1, "k")
    assert first.json()["message"]["main_msg"] == "Written."
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["content-type"] == first.headers["content-type"]
    assert await count(database) == 1
    other = await post(client, 1, "another key")
    assert other.json()["data"] != first.json()["data"]
    assert len(await published.wait_for(PreferencesChanged, 2)) == 2


@pytest.mark.usefixtures("large_pool")
async def test_requests_at_the_same_time_write_once_and_answer_alike(
    client: httpx.AsyncClient, database: Database
) -> None:
    answers = await asyncio.gather(*(post(client, 1, "k") for _ in range(12)))
    assert {answer.content for answer in answers} == {answers[0].content}
    assert {answer.status_code for answer in answers} == {200}
    assert await count(database) == 1


async def test_a_key_belongs_to_its_caller_its_call_and_its_body(
    client: httpx.AsyncClient, database: Database, tokens: Tokens
) -> None:
    await post(client, 1, "k")
    other_body = await post(client, 2, "k")
    assert other_body.json()["status"] is False
    assert other_body.json()["message"]["main_msg"] == OTHER_REQUEST
    assert await count(database) == 1
    await post(client, 1, "k", path="/api/write_openly")
    assert await count(database) == 2
    client.headers["Authorization"] = f"Bearer {tokens.account('bob')}"
    assert (await post(client, 1, "k")).json()["status"] is True
    assert await count(database) == 3
    client.headers["Authorization"] = f"Bearer {tokens.guest('ada', 'Ada', 'ada@example.org')}"
    assert (await post(client, 1, "k")).json()["status"] is True
    assert await count(database) == 4


async def test_a_key_opens_no_door(client: httpx.AsyncClient, database: Database) -> None:
    await post(client, 1, "k")
    client.headers["Authorization"] = client.headers["Authorization"][:-8] + "AAAAAAAA"
    assert (await post(client, 1, "k")).status_code == 401
    del client.headers["Authorization"]
    assert (await post(client, 1, "k")).status_code == 401
    assert await count(database) == 1


async def test_without_a_token_the_key_works_too(client: httpx.AsyncClient, database: Database) -> None:
    del client.headers["Authorization"]
    first = await post(client, 1, "k", path="/api/write_openly")
    assert (await post(client, 1, "k", path="/api/write_openly")).content == first.content
    assert await count(database) == 1


@pytest.mark.parametrize(("refused", "status"), [(-1, 200), (500, 500)])
async def test_what_was_not_carried_out_may_be_tried_again(
    client: httpx.AsyncClient, database: Database, refused: int, status: int
) -> None:
    first = await post(client, refused, "k")
    assert (first.status_code, first.json()["status"]) == (status, False)
    assert await count(database) == 0
    assert (await post(client, 1, "k")).json()["status"] is True
    assert await count(database) == 1


async def test_after_a_day_a_key_is_new_again(client: httpx.AsyncClient, database: Database) -> None:
    await post(client, 1, "k")
    async with database.writing() as tx:
        await tx.session.execute(text("UPDATE idempotency_key SET created_at = now() - interval '25 hours'"))
    await post(client, 2, "k")
    assert await count(database) == 2


async def test_a_key_of_any_length_is_answered(client: httpx.AsyncClient, database: Database) -> None:
    answer = await post(client, 1, "k" * 5000)
    assert (answer.status_code, answer.json()["status"]) == (200, False)
    assert await count(database) == 0


async def test_an_answer_that_cannot_be_kept_leaves_nothing_done(
    client: httpx.AsyncClient, database: Database
) -> None:
    async with database.writing() as tx:
        await tx.session.execute(text("ALTER TABLE idempotency_key ADD CHECK (body IS NULL)"))
    answer = await post(client, 1, "k")
    assert (answer.status_code, answer.json()["status"]) == (500, False)
    assert await count(database) == 0


async def test_writes_that_need_two_connections_do_not_wait_for_each_other_in_a_circle(
    client: httpx.AsyncClient, database: Database
) -> None:
    answers = await asyncio.gather(
        *(post(client, number, f"k{number}", "/api/write_after_looking") for number in range(20))
    )
    assert [answer.status_code for answer in answers] == [200] * 20
    assert await count(database) == 20
