"""A small service as a whole: events arrive quickly, ended logins are refused, metrics can be read."""

import asyncio
import time
from collections.abc import AsyncIterator

import httpx
import pytest
from chassis import ended_logins, replay
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.local import LocalBus
from chassis.db import Database, Transaction
from chassis.events import subscribe
from chassis.http.callers import Account
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.outbox import emit
from chassis.replay import replays
from chassis.settings import ServiceSettings
from client.api_client import eventually
from contracts.event import Event
from contracts.events.identity import LoginEnded, PreferencesChanged
from fastapi import APIRouter, FastAPI
from sqlalchemy import text
from testkit import operators
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

pytestmark = pytest.mark.service
router = APIRouter(prefix="/api")


@router.post("/write/{revision}")
async def write(tx: Writing, caller: Account, revision: int) -> Answer[int]:
    """Write an entry and publish it."""
    row = {"account": caller.id, "revision": revision}
    await tx.session.execute(
        text("INSERT INTO entry (account_id, revision) VALUES (:account, :revision)"), row
    )
    await emit(tx, PreferencesChanged(account_id=caller.id, channels={}, revision=revision))
    return done(revision)


@replays
async def all_entries(tx: Transaction) -> AsyncIterator[Event]:
    """Every entry as an event."""
    rows = await tx.session.stream(text("SELECT account_id, revision FROM entry ORDER BY id"))
    async for row in rows:
        yield PreferencesChanged(account_id=row.account_id, channels={}, revision=row.revision)


def create_app(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service that writes entries, publishes them, and can replay them."""
    service = ServiceDefinition("journal", settings, routers=[router], replays=[all_entries])
    return create_service(service, wiring or Wiring())


@pytest.fixture
def app(database: Database, bus: LocalBus, tokens: Tokens) -> FastAPI:
    """The service's application, which `client` starts."""
    settings = ServiceSettings(database_url=database.url)
    return create_app(settings, Wiring(bus=bus, transport=tokens.transport))


async def status_of(client: httpx.AsyncClient) -> int:
    """The status that the caller gets."""
    return (await client.post("/api/write/0")).status_code


async def test_a_commit_wakes_the_relay_so_nothing_waits_for_the_poll(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    await client.post("/api/write/0")
    await published.first(PreferencesChanged)
    began = time.monotonic()
    for number in range(1, 41):
        await client.post(f"/api/write/{number}")
        await published.wait_for(PreferencesChanged, number + 1)
    assert time.monotonic() - began < 8, "polling alone would take longer"


async def test_the_relay_hears_again_after_its_connection_was_cut(
    client: httpx.AsyncClient, published: EventRecorder, database: Database
) -> None:
    async with database.writing() as tx:
        await tx.session.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    written = 0
    while written < 3:
        status = (await client.post("/api/write/1")).status_code
        assert status in {200, 503}, "a connection may still be found to be cut"
        written += status == 200
    await published.wait_for(PreferencesChanged, written)


async def test_a_login_that_ends_is_refused_at_once(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    assert await status_of(client) == 200
    soon = time.time() + 3600
    expires_at = LoginEnded.model_validate(
        {"account_id": "ada", "login_id": "ada-1", "expires_at": soon}
    ).expires_at
    await published.tell(LoginEnded(account_id="ada", login_id="another", expires_at=expires_at))
    await published.tell(LoginEnded(account_id="ada", login_id="ada-1", expires_at=expires_at))
    await asyncio.sleep(0.05)
    assert await status_of(client) == 422


async def test_logins_that_ended_before_the_start_are_fetched_however_late_identity_answers(
    bus: LocalBus, database: Database, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ended_logins, "START_SECONDS", 0.0)
    answers = 0

    async def late_identity(request: httpx.Request) -> httpx.Response:
        nonlocal answers
        if request.url.path == "/internal/ended_logins":
            answers += 1
            if answers < 3:
                raise httpx.ConnectError("identity is away")
            if answers == 3:
                return httpx.Response(503, json={})
            logins = [{"login_id": "ada-1", "expires_at": "2999-01-01T00:00:00Z"}]
            return httpx.Response(200, json={"data": {"ended_logins": logins}})
        return await tokens.transport.handle_async_request(request)

    wiring = Wiring(bus=bus, transport=httpx.MockTransport(late_identity))
    app = create_app(ServiceSettings(database_url=database.url), wiring)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://service.test") as client:
            client.headers["Authorization"] = f"Bearer {tokens.account('ada', login_id='ada-1')}"
            assert await status_of(client) == 503
            for _ in range(100):
                if await status_of(client) == 422:
                    break
                await asyncio.sleep(0.05)
            assert await status_of(client) == 422
            assert answers == 4


async def test_a_replay_tells_the_present_state_to_one_consumer(
    client: httpx.AsyncClient,
    published: EventRecorder,
    service_app: ServiceApp,
    database_url: str,
    bus: LocalBus,
) -> None:
    heard: list[PreferencesChanged] = []
    news: list[PreferencesChanged] = []

    @subscribe(PreferencesChanged, only_news=True)
    async def mail(event: PreferencesChanged, tx: Transaction) -> None:
        del tx
        news.append(event)

    @subscribe(PreferencesChanged)
    async def note(event: PreferencesChanged, tx: Transaction) -> None:
        del tx
        heard.append(event)

    for revision in range(3):
        await client.post(f"/api/write/{revision}")
    events = await published.wait_for(PreferencesChanged, 3)

    def late_service(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
        return create_service(
            ServiceDefinition("late", settings, routers=[], consumers=[mail, note]), wiring or Wiring()
        )

    await service_app(late_service, ServiceSettings(database_url=database_url))
    assert await replay.run(database_url, [all_entries], "late") == 3
    await eventually(lambda: len(heard) == 3, "three events")
    assert [(event.account_id, event.revision) for event in heard] == [("ada", 0), ("ada", 1), ("ada", 2)]
    assert not {event.event_id for event in heard} & {event.event_id for event in events}
    assert all(event.replayed for event in heard)
    assert not any(event.replayed for event in events)
    await client.post("/api/write/3")
    await published.wait_for(PreferencesChanged, 4)
    await eventually(lambda: len(heard) == 4 and bool(news), "the fourth event")
    assert [event.revision for event in news] == [3], "what is told again is shown to projections alone"
    assert len(published.of(PreferencesChanged)) == 4, "nobody else hears of it"


async def test_what_happened_can_be_read_by_prometheus(
    app: FastAPI, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    await client.post("/api/write/7")
    await client.post("/api/write/8")
    await client.get("/api/no_such_call/12345")
    await published.wait_for(PreferencesChanged, 2)
    assert (await client.get("/metrics")).status_code == 404
    answer = await operators.read(app.state.operations)
    assert answer.headers["content-type"].startswith("text/plain")
    lines = set(answer.text.splitlines())
    route = 'method="POST",route="/api/write/{revision}",service="journal",status="200"'
    assert f"openhours_http_requests_total{{{route}}} 2.0" in lines
    key = 'key="identity.preferences.changed",service="journal"'
    assert f"openhours_events_published_total{{{key}}} 2.0" in lines
    assert 'openhours_outbox_rows{service="journal"}' in answer.text
    assert "12345" not in answer.text, "what users type is no label"


async def test_five_services_of_one_process_count_for_themselves(
    client: httpx.AsyncClient, bus: LocalBus, tokens: Tokens, database_url: str
) -> None:
    await client.post("/api/write/1")
    other = create_service(
        ServiceDefinition("other", ServiceSettings(database_url=database_url), routers=[]),
        Wiring(bus=bus, transport=tokens.transport),
    )
    assert "/api/write" not in (await operators.read(other.state.operations)).text
