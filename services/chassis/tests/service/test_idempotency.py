"""A write repeated with its Idempotency-Key, through the front door."""

import asyncio
import secrets
from typing import Annotated

import httpx
import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.db import Database, TextStatement
from chassis.hot_sql import STORE_ANSWER_SQL, insert_events_sql, inserted_events
from chassis.http.callers import Anyone, SignedInOrGuest, signed_in_caller
from chassis.http.dependencies import SecondDatabase, Writing, transaction_of, writing_at_once
from chassis.http.envelope import Answer, done, refuse
from chassis.http.idempotency import HEADER, OTHER_REQUEST, KeyInUse, attempt_of
from chassis.http.raw_route import RawWriteRoute, UncheckedBody
from chassis.outbox import Emission, emit
from chassis.settings import ServiceSettings
from contracts.events.identity import PreferencesChanged
from fastapi import APIRouter, Body, FastAPI, Request, Response
from pydantic import BaseModel
from sqlalchemy import text
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

pytestmark = pytest.mark.service
router = APIRouter(prefix="/api")
Revision = Annotated[int, Body(embed=True)]
direct = APIRouter(prefix="/api", route_class=RawWriteRoute)
AT_ONCE = "/api/write_at_once"
DIRECTLY = "/api/write_directly"
BOTH_WAYS = pytest.mark.parametrize("path", ["/api/write", AT_ONCE, DIRECTLY])
WRITE_AT_ONCE = TextStatement(
    """
    WITH answered AS (<store>),
    slept AS MATERIALIZED (SELECT pg_sleep(0.05) FROM answered),
    announced AS (<events>)
    INSERT INTO entry (account_id, revision)
    SELECT :account, CAST(:revision AS integer) FROM slept RETURNING <inserted> AS inserted
    """.replace("<store>", STORE_ANSWER_SQL)
    .replace("<events>", insert_events_sql(1, "slept"))
    .replace("<inserted>", inserted_events("announced"))
)
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


class Entry(BaseModel):
    """What `write` takes."""

    iv_revision: int


@direct.post("/write_directly", response_model=Answer[int])
async def write_directly(request: Request, entry: UncheckedBody[Entry]) -> Response:
    """Do what `write` does, on a route before the layers."""
    caller = await signed_in_caller(request)
    async with transaction_of(request) as tx:
        answer = await write(tx, caller, entry.checked().iv_revision)
    return Response(answer.model_dump_json(), media_type="application/json")


@direct.post("/write_at_once", response_model=Answer[int])
async def write_at_once(request: Request, entry: UncheckedBody[Entry]) -> Response:
    """Write an entry and publish it by one statement, as slowly as `write`."""
    caller = await signed_in_caller(request)
    attempt = attempt_of(request)
    assert attempt
    async with writing_at_once(request) as tx:
        revision = entry.checked().iv_revision
        if revision < 0:
            raise refuse("Not below zero.")
        if revision == 500:
            raise ZeroDivisionError
        answer = done(secrets.randbelow(10**9), "Written.").model_dump_json()
        response = Response(answer, media_type="application/json")
        event = PreferencesChanged(account_id=caller.id, channels={}, revision=revision)
        emission = Emission(tx, event)
        values = {**emission.values, **attempt.answer_values(response)}
        written = await WRITE_AT_ONCE.autocommit(tx, account=caller.id, revision=revision, **values)
        if written is None:
            raise KeyInUse
        emission.inserted(written.inserted)
    return response


def create_app(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service that writes."""
    return create_service(
        ServiceDefinition("journal", settings, routers=[router, direct]), wiring or Wiring()
    )


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


@BOTH_WAYS
async def test_a_repeated_write_answers_as_the_first_and_writes_nothing(
    client: httpx.AsyncClient, database: Database, published: EventRecorder, path: str
) -> None:
    first = await post(client, 1, "k", path)
    again = await post(client, 1, "k", path)
    assert first.json()["message"]["main_msg"] == "Written."
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["content-type"] == first.headers["content-type"]
    assert await count(database) == 1
    other = await post(client, 1, "another key", path)
    assert other.json()["data"] != first.json()["data"]
    assert len(await published.wait_for(PreferencesChanged, 2)) == 2


@BOTH_WAYS
@pytest.mark.usefixtures("large_pool")
async def test_requests_at_the_same_time_write_once_and_answer_alike(
    client: httpx.AsyncClient, database: Database, path: str
) -> None:
    answers = await asyncio.gather(*(post(client, 1, "k", path) for _ in range(12)))
    assert {answer.content for answer in answers} == {answers[0].content}
    assert {answer.status_code for answer in answers} == {200}
    assert await count(database) == 1


@BOTH_WAYS
async def test_a_key_belongs_to_its_caller_its_call_and_its_body(
    client: httpx.AsyncClient, database: Database, tokens: Tokens, path: str
) -> None:
    await post(client, 1, "k", path)
    for other in (2, -1, "not a number"):  # also a body that would be refused anyway
        other_body = await client.post(path, json={"iv_revision": other}, headers={HEADER: "k"})
        assert other_body.json()["status"] is False
        assert other_body.json()["message"]["main_msg"] == OTHER_REQUEST
    assert await count(database) == 1
    await post(client, 1, "k", path="/api/write_openly")
    assert await count(database) == 2
    client.headers["Authorization"] = f"Bearer {tokens.account('bob')}"
    assert (await post(client, 1, "k", path)).json()["status"] is True
    assert await count(database) == 3
    client.headers["Authorization"] = f"Bearer {tokens.guest('ada', 'Ada', 'ada@example.org')}"
    assert (await post(client, 1, "k", path)).json()["status"] is True
    assert await count(database) == 4


@BOTH_WAYS
async def test_a_key_opens_no_door(client: httpx.AsyncClient, database: Database, path: str) -> None:
    await post(client, 1, "k", path)
    client.headers["Authorization"] = client.headers["Authorization"][:-8] + "AAAAAAAA"
    assert (await post(client, 1, "k", path)).status_code == 401
    del client.headers["Authorization"]
    assert (await post(client, 1, "k", path)).status_code == 401
    assert await count(database) == 1


async def test_without_a_token_the_key_works_too(client: httpx.AsyncClient, database: Database) -> None:
    del client.headers["Authorization"]
    first = await post(client, 1, "k", path="/api/write_openly")
    assert (await post(client, 1, "k", path="/api/write_openly")).content == first.content
    assert await count(database) == 1


@BOTH_WAYS
@pytest.mark.parametrize(("refused", "status"), [(-1, 200), (500, 500)])
async def test_what_was_not_carried_out_may_be_tried_again(
    client: httpx.AsyncClient, database: Database, refused: int, status: int, path: str
) -> None:
    first = await post(client, refused, "k", path)
    assert (first.status_code, first.json()["status"]) == (status, False)
    assert await count(database) == 0
    assert (await post(client, 1, "k", path)).json()["status"] is True
    assert await count(database) == 1


@BOTH_WAYS
async def test_after_a_day_a_key_is_new_again(
    client: httpx.AsyncClient, database: Database, path: str
) -> None:
    await post(client, 1, "k", path)
    async with database.writing() as tx:
        await tx.session.execute(text("UPDATE idempotency_key SET created_at = now() - interval '25 hours'"))
    second = await post(client, 2, "k", path)
    assert await count(database) == 2
    assert (await post(client, 2, "k", path)).content == second.content
    assert await count(database) == 2


@BOTH_WAYS
async def test_a_key_whose_request_was_cut_off_is_new_again(
    client: httpx.AsyncClient, database: Database, path: str
) -> None:
    await post(client, 1, "k", path)
    async with database.writing() as tx:
        await tx.session.execute(text("UPDATE idempotency_key SET status = NULL"))
    await post(client, 2, "k", path)
    assert await count(database) == 2


@BOTH_WAYS
async def test_a_key_of_any_length_is_answered(
    client: httpx.AsyncClient, database: Database, path: str
) -> None:
    answer = await post(client, 1, "k" * 5000, path)
    assert (answer.status_code, answer.json()["status"]) == (200, False)
    assert await count(database) == 0


@BOTH_WAYS
async def test_an_answer_that_cannot_be_kept_leaves_nothing_done(
    client: httpx.AsyncClient, database: Database, path: str
) -> None:
    async with database.writing() as tx:
        await tx.session.execute(text("ALTER TABLE idempotency_key ADD CHECK (body IS NULL)"))
    answer = await post(client, 1, "k", path)
    assert (answer.status_code, answer.json()["status"]) == (500, False)
    assert await count(database) == 0


@BOTH_WAYS
async def test_a_write_that_fails_leaves_no_answer(
    client: httpx.AsyncClient, database: Database, path: str
) -> None:
    async with database.writing() as tx:
        await tx.session.execute(text("ALTER TABLE entry ADD CONSTRAINT never CHECK (revision IS NULL)"))
    assert (await post(client, 1, "k", path)).status_code == 500
    async with database.writing() as tx:
        await tx.session.execute(text("ALTER TABLE entry DROP CONSTRAINT never"))
    assert (await post(client, 1, "k", path)).json()["status"] is True
    assert await count(database) == 1


async def test_writes_that_need_two_connections_do_not_wait_for_each_other_in_a_circle(
    client: httpx.AsyncClient, database: Database
) -> None:
    answers = await asyncio.gather(
        *(post(client, number, f"k{number}", "/api/write_after_looking") for number in range(20))
    )
    assert [answer.status_code for answer in answers] == [200] * 20
    assert await count(database) == 20
