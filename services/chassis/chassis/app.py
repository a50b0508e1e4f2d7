"""Putting a service together: one description in, one FastAPI application out."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import httpx
from contracts.subscriptions import FORMER_SUBSCRIPTIONS, SUBSCRIPTIONS
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from chassis import (
    data_exports,
    ended_logins,
    housekeeping,
    inbox,
    jobs,
    logs,
    memory_budget,
    metrics,
    operations,
    relay,
    remembered,
    reused_tokens,
    table_sizes,
    tracing,
)
from chassis.bus import Bus
from chassis.bus.rabbitmq import RabbitBus
from chassis.clock import Now, utc_now
from chassis.connection_shares import shares_of
from chassis.data_exports import DataExport
from chassis.database_metrics import DatabaseMetrics
from chassis.db import Database
from chassis.db.access import SERVING_SETTINGS, serving
from chassis.events import Consumer, Listener
from chassis.http import direct_routes, envelope, health, idempotency, translation
from chassis.http.callers import Verifier
from chassis.http.published_keys import KeySource, PublishedKeys, fetch_keys
from chassis.http.refused_rights import RefusedRights
from chassis.http.route_index import RouteIndex
from chassis.jobs import Job
from chassis.readiness import ProcessState
from chassis.replay import Replay
from chassis.schema_revision import SchemaRevision, at_work_once_it_fits
from chassis.settings import ServiceSettings
from chassis.tracing import setup as tracing_setup

Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]
IDENTITY_TIMEOUT_SECONDS = 5


@dataclass(frozen=True, slots=True)
class ServiceDefinition:
    """What a service is made of. A reader of `<service>/app.py` sees all of it on one screen."""

    name: str
    settings: ServiceSettings
    routers: Sequence[APIRouter]
    consumers: Sequence[Consumer] = ()
    listeners: Sequence[Listener] = ()
    replays: Sequence[Replay] = ()
    jobs: Sequence[Job] = ()
    lifespans: Sequence[Lifespan] = ()
    """Resources of the service's own; opened after the database and closed before it."""
    database_settings: Mapping[str, str] = field(default_factory=dict[str, str])
    """PostgreSQL's settings on every connection of this service."""
    data_export: DataExport | None = None
    """What it adds to the exports of accounts."""
    migrations: Path | None = None
    """The folder of its migrations: it waits until its database has had them. None: it has no tables."""
    relay_pace_seconds: float = relay.PACE_SECONDS
    """See `relay.PACE_SECONDS`."""
    keys: KeySource | None = None
    """Where public keys come from; None: they are fetched from identity. Only identity sets it."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """What differs between the embedded and the distributed environment. The defaults are for the latter."""

    bus: Bus | None = None
    """None: RabbitMQ at `settings.rabbitmq_url`."""
    transport: httpx.AsyncBaseTransport | None = field(default=None)
    """How identity is reached; None: over the network."""
    clock: Now = utc_now


def create_service(service: ServiceDefinition, wiring: Wiring) -> FastAPI:
    """The application of `service`. Nothing connects before its lifespan is entered."""
    service, settings = _with_data_export(service), service.settings
    logs.configure(settings.log_level, settings.log_format)
    memory_budget.return_freed_memory()
    app = direct_routes.DirectApp(
        title=f"Openhours {service.name}",
        lifespan=_lifespan(service, wiring),
        docs_url=None,
        redoc_url=None,
        openapi_url="/internal/openapi.json",
        # The chassis has its own metrics and tracing; FastAPI's would look for a provider at each request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.service = service
    app.state.settings = settings
    app.state.clock = wiring.clock
    app.state.process = ProcessState()
    idempotency.install(app)
    envelope.install(app)
    translation.install(app)
    metrics.install(app, service.name)
    app.state.database_metrics = DatabaseMetrics(metrics.of(app))
    app.state.refused_rights = RefusedRights(service.name, metrics.of(app).right_refused)
    for router in (*service.routers, health.router):
        _add_routes(app, router)
    index = RouteIndex(app.router.routes)
    app.router.routes.insert(0, index)
    app.state.tracing = tracing_setup.start(service.name, settings.otlp_endpoint)
    app.state.schema_revision = SchemaRevision(service.migrations, app.state.tracing)
    app.answer_directly(index)
    app.state.operations = operations.Operations(
        metrics.of(app).exposition, lambda: health.checks(app), lambda: _measure(app)
    )
    return app


async def _measure(app: FastAPI) -> None:
    """Measure what is measured for a reader of the metrics."""
    await metrics.of(app).measured()
    metrics.of(app).readiness.set(await health.checks(app))


def _with_data_export(service: ServiceDefinition) -> ServiceDefinition:
    """The service with what the chassis does for its part of exports."""
    if service.data_export is None:
        return service
    return replace(
        service,
        routers=[*service.routers, data_exports.router],
        consumers=[*service.consumers, *data_exports.CONSUMERS],
        jobs=[*service.jobs, *data_exports.JOBS],
    )


def _add_routes(app: FastAPI, router: APIRouter) -> None:
    """Add the router's routes to the application directly.

    FastAPI searches an included router twice for each request: first whether it matches, then which of its
    routes does (measured: 60 µs for the sixth router). Nothing is lost: the routers here have no settings
    that FastAPI would pass on to their routes.
    """
    for route in router.routes:
        if isinstance(route, APIRoute):
            # An operation's id in OpenAPI is its function's name, which is the name in its path (api.md 1).
            route.unique_id = route.name
        app.router.routes.append(route)


def _lifespan(
    service: ServiceDefinition, wiring: Wiring
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Starts the parts in the order of their dependencies and stops them in reverse order."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        settings = service.settings
        async with AsyncExitStack() as stack:
            background = _connect_databases(app, service, stack)
            stack.push_async_callback(tracing.stop, app)
            app.state.bus = bus = await _bus(stack, service, wiring)
            client = await stack.enter_async_context(
                httpx.AsyncClient(transport=wiring.transport, timeout=IDENTITY_TIMEOUT_SECONDS)
            )
            ended = await stack.enter_async_context(ended_logins.watch(bus, client, settings.identity_url))
            app.state.ended_logins = ended
            reports = await stack.enter_async_context(reused_tokens.reporting(client, settings.identity_url))
            keys = PublishedKeys(service.keys or fetch_keys(client, settings.identity_url))
            app.state.published_keys = keys
            await stack.enter_async_context(keys.kept_fresh())
            app.state.process.started = True
            app.state.process.watch("bus", lambda: bus.connected)
            app.state.process.watch("identity", lambda: keys.reached and ended.current)
            # Identity signs by the clock that was handed to it, and judges replaced tokens by its own table.
            report_reuse, clock = (None, wiring.clock) if service.keys else (reports.add, utc_now)
            app.state.verifier = Verifier(keys, ended, report_reuse, clock)
            await stack.enter_async_context(remembered.forgetting())
            for part in service.lifespans:
                await stack.enter_async_context(part(app))
            await stack.enter_async_context(
                at_work_once_it_fits(
                    app.state.schema_revision,
                    background,
                    lambda: _at_work(app, service, background, wiring.clock),
                )
            )
            await stack.enter_async_context(
                metrics.of(app).process.watching_loop(read=bool(settings.operations_port))
            )
            await stack.enter_async_context(
                operations.listening(app.state.operations, settings.host, settings.operations_port)
            )
            yield

    return lifespan


@asynccontextmanager
async def _at_work(
    app: FastAPI, service: ServiceDefinition, background: Database, clock: Now
) -> AsyncGenerator[None]:
    """Publish and take events, collect exports and run jobs while this context is open."""
    bus: Bus = app.state.bus
    due = (*service.jobs, *housekeeping.JOBS)
    _measure_tables(app, background, due)
    async with (
        relay.running(app, background, bus, service.relay_pace_seconds),
        inbox.subscribed(app, bus, background, service.name, service.consumers, listeners=service.listeners),
        data_exports.collecting(app, background, service.data_export),
        jobs.running(app, background, due, clock),
    ):
        yield


def _connect_databases(app: FastAPI, service: ServiceDefinition, stack: AsyncExitStack) -> Database:
    """Give the application its two pools; returns the one for work in the background.

    A request may hold a connection while it waits for an event, or for a second connection. Those come from
    the other pool, so that requests never wait for each other in a circle.
    """
    shares = shares_of(service.settings.database_connections)
    settings = service.settings
    requests = Database(
        settings.database_url,
        pool_size=shares.requests,
        settings={**SERVING_SETTINGS, **service.database_settings},
        access=serving(
            pooled=settings.direct_database_url is not None, prepared=settings.database_prepared_statements
        ),
    )
    requests.count_timeout = metrics.of(app).database_timed_out
    background = requests.with_second_pool(shares.background)
    for database in (requests, background):
        stack.push_async_callback(database.close)
        tracing.watch_database(app, database)
    app.state.database, app.state.second_database = requests, background
    _measure_connections(app, {"requests": requests, "background": background})
    return background


def _measure_tables(app: FastAPI, database: Database, due: Sequence[Job]) -> None:
    """Have the sizes of the tables measured whenever the metrics are read."""
    pruned = frozenset(rule.table for each in due for rule in each.prunes)
    measure = partial(table_sizes.measure, database, pruned, metrics.of(app), tracing.of(app))
    metrics.of(app).measures.append(measure)


def _measure_connections(app: FastAPI, pools: Mapping[str, Database]) -> None:
    """Let the readers of the metrics see how the connections are used."""
    counted: DatabaseMetrics = app.state.database_metrics
    metrics.of(app).looks.append(lambda: counted.note_pools(pools))
    metrics.of(app).measures.append(lambda: counted.note_server(pools["background"], tracing.of(app)))


async def _bus(stack: AsyncExitStack, service: ServiceDefinition, wiring: Wiring) -> Bus:
    if wiring.bus is not None:
        return wiring.bus
    url = service.settings.rabbitmq_url
    if url is None:
        raise ValueError("RABBITMQ_URL is not set, and no bus was handed over")
    return await stack.enter_async_context(RabbitBus(url, service.name, SUBSCRIPTIONS, FORMER_SUBSCRIPTIONS))
