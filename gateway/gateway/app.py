"""The gateway as one ASGI application: routes each path, and starts and stops its components in order."""

import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Final

import httpx
import structlog
from chassis import ended_logins, logs, reused_tokens
from chassis.app import Wiring
from chassis.bus import Bus
from chassis.bus.rabbitmq import RabbitBus
from chassis.http.callers import Verifier
from chassis.http.published_keys import PublishedKeys, fetch_keys
from chassis.http.translation import translating
from chassis.metrics import NO_ROUTE
from chassis.operations import Operations, listening
from chassis.readiness import ProcessState
from chassis.remembered import forgetting
from chassis.tracing.setup import start as start_tracing
from contracts.subscriptions import SUBSCRIPTIONS
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway.app_links import AppLinks
from gateway.browser_reports import BrowserReports
from gateway.client_identity import is_from_this_machine
from gateway.dispatch import Dispatcher
from gateway.forwarding import choose_request_id
from gateway.health import HealthChecks
from gateway.pages.page_heads import PageHeads
from gateway.pages.page_server import PageServer
from gateway.pages.public_answers import PublicAnswers
from gateway.pages.site_files import SiteFiles
from gateway.rate_limits import RateLimits
from gateway.realtime.server import PATH as SOCKET_PATH
from gateway.realtime.server import RealtimeServer
from gateway.realtime.socket_guard import SocketGuard
from gateway.request_guard import RequestGuard
from gateway.responses import INTERNAL_ERROR, NOT_FOUND, BufferedResponse, RawHeaders, send_response
from gateway.route_labels import ROUTE_LABELS, WEB
from gateway.routes import MAILBOX_PATHS, POSTABLE_PAGES
from gateway.security_headers import REPORTS_PATH, SecurityHeaders, merge_headers
from gateway.security_txt import SecurityContact
from gateway.settings import GatewaySettings
from gateway.telemetry import Telemetry
from gateway.upstreams import Upstreams
from gateway.web_bundle import WebBundle

log = structlog.get_logger()

IDENTITY_SECONDS: Final = 5
SOCKET_CLOSED: Final = 1001


def create_app(settings: GatewaySettings, wiring: Wiring | None = None) -> "Gateway":
    """Build the gateway. It opens no connection before its lifespan is entered."""
    return Gateway(settings, wiring or Wiring())


class Gateway:
    """The ASGI application for all requests and sockets. `running` is its lifespan."""

    def __init__(self, settings: GatewaySettings, wiring: Wiring) -> None:
        logs.configure(settings.log_level, settings.log_format)
        self.settings: Final = settings
        self._wiring = wiring
        self._telemetry = Telemetry(settings, ROUTE_LABELS)
        self._security = SecurityHeaders(settings)
        self._tracing = start_tracing("gateway", settings.otlp_endpoint)
        self.rate_limits: Final = RateLimits(
            settings.rate_limit_scale, settings.rate_limit_storage, settings.database_connections
        )
        self._telemetry.watch_rate_limits(lambda: self.rate_limits.degraded)
        self.upstreams: Final = Upstreams(settings, wiring.transport)
        self._telemetry.measures.append(lambda: self.upstreams.measure(self._telemetry.upstreams))
        answers = PublicAnswers(self.upstreams)
        heads = PageHeads(settings, answers)
        self._pages = PageServer(heads)
        self.web_bundle: Final = WebBundle(settings.web_dist, self._security, self._pages)
        self._site_files = SiteFiles(settings, answers, self.rate_limits, self.web_bundle)
        self._app_links = AppLinks(settings)
        self._contact = SecurityContact(settings, wiring.clock)
        self._reports = BrowserReports(settings, self.rate_limits, self._telemetry)
        self._realtime = RealtimeServer(settings, self._security, self._telemetry, self._tracing)
        self._sockets = SocketGuard(self._realtime.app, settings, self.rate_limits, self._realtime)
        self.process: Final = ProcessState()
        self._health = HealthChecks(settings, self.upstreams, self.process)
        if self.rate_limits.shared:
            self.process.watch("limits", lambda: not self.rate_limits.degraded)
        self.operations: Final = Operations(self._telemetry.exposition, self._health.checks, self._measure)
        self._traced: ASGIApp = self._tracing.middleware(self._serve)
        self.router: Final = Starlette(lifespan=lambda _: self.running()).router
        """Servers without lifespan support start and stop the gateway by its `lifespan_context`."""
        self._dispatcher: Dispatcher | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle the ASGI scopes http, websocket and lifespan."""
        if scope["type"] == "lifespan":
            await self.router.lifespan(scope, receive, send)
        elif scope["type"] == "http":
            await self._traced(scope, receive, send)
        elif scope["path"].rstrip("/") == SOCKET_PATH:
            await self._sockets.websocket(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": SOCKET_CLOSED})

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Run everything that requests need. Components start in order and stop in reverse order.

        Raises `ValueError` when there is neither a bus in the wiring nor a RABBITMQ_URL.
        """
        async with AsyncExitStack() as stack:
            stack.callback(self._tracing.close)
            stack.callback(self._pages.close)
            stack.push_async_callback(self.upstreams.aclose)
            await stack.enter_async_context(self.rate_limits.running())
            bus = await self._bus(stack)
            client = await stack.enter_async_context(self._identity_client())
            url = self.settings.upstream_url("identity")
            ended = await stack.enter_async_context(ended_logins.watch(bus, client, url))
            reports = await stack.enter_async_context(reused_tokens.reporting(client, url))
            keys = PublishedKeys(fetch_keys(client, url))
            await stack.enter_async_context(keys.kept_fresh())
            self.process.watch("bus", lambda: bus.connected)
            self.process.watch("identity", lambda: keys.reached and ended.current)
            verifier = Verifier(keys, ended, reports.add)
            self._dispatcher = Dispatcher(
                RequestGuard(self.settings, self.rate_limits, verifier, self._telemetry.refused_rights),
                self.upstreams,
                self._security,
            )
            self._pages.dispatcher = self._dispatcher
            self.web_bundle.expect_new_build()
            self.web_bundle.has_page("/")
            await stack.enter_async_context(forgetting(self.forget))
            await stack.enter_async_context(self._realtime.running(bus, verifier))
            await stack.enter_async_context(self._health.watching())
            readable = bool(self.settings.operations_port)
            await stack.enter_async_context(self._telemetry.process.watching_loop(read=readable))
            await stack.enter_async_context(
                listening(self.operations, self.settings.host, self.settings.operations_port)
            )
            yield

    async def _measure(self) -> None:
        """Measure what is measured for a reader of the metrics."""
        self._telemetry.readiness.set(await self._health.checks())

    def forget(self) -> None:
        """Forget the pages and sitemaps that are remembered, since they hold names (product.md 1.10)."""
        self._pages.forget()
        self._site_files.forget()

    @property
    def sockets_open(self) -> int:
        """The number of sockets that are connected to this process."""
        return len(self._realtime)

    async def _bus(self, stack: AsyncExitStack) -> Bus:
        if self._wiring.bus is not None:
            return self._wiring.bus
        if self.settings.rabbitmq_url is None:
            raise ValueError("RABBITMQ_URL is not set, and no bus was handed over")
        bus = RabbitBus(self.settings.rabbitmq_url, "gateway", SUBSCRIPTIONS)
        return await stack.enter_async_context(bus)

    def _identity_client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=self._wiring.transport, timeout=IDENTITY_SECONDS)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer and count one HTTP request. The caller never sees a stack trace."""
        began = time.perf_counter()
        request_id = choose_request_id(scope["headers"])
        added: RawHeaders = ((b"x-request-id", request_id),)
        status = 0

        async def watching_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        # The gateway's own answers are translated here; those of a service name their language already.
        translated_send = translating(scope, watching_send)
        label = NO_ROUTE
        try:
            label = await self._route(scope, receive, translated_send, request_id, added)
        except Exception:
            # The path after the call's name may hold a secret, for example a calendar feed's token.
            call = "/".join(scope["path"].split("/")[:3])
            log.exception("request failed", path=call, request_id=request_id.decode())
            if status:
                raise
            await send_response(translated_send, INTERNAL_ERROR, (*added, *self._security.api))
        finally:
            seconds = time.perf_counter() - began
            self._telemetry.count_request(scope["method"], label, status, seconds, request_id)

    async def _route(
        self, scope: Scope, receive: Receive, send: Send, request_id: bytes, added: RawHeaders
    ) -> str:
        """Answer by path; returns the label for the counters."""
        path: str = scope["path"]
        if scope["method"] == "POST" and path in POSTABLE_PAGES:
            path = f"/api/{POSTABLE_PAGES[path]}"
            scope = {**scope, "path": path}
        head, _, rest = path[1:].partition("/")
        if head == "api" and self._dispatcher is not None:
            return await self._dispatcher.call(rest, scope, receive, send, request_id)
        if head == "media" and self._dispatcher is not None:
            return await self._dispatcher.media(rest, scope, receive, send, request_id)
        if path.rstrip("/") == SOCKET_PATH:
            await self._sockets.http(scope, receive, send, (*added, *self._security.api))
            return SOCKET_PATH
        if path == REPORTS_PATH:
            await self._reports(scope, receive, send, (*added, *self._security.api))
            return REPORTS_PATH
        if self._dispatcher is not None and self._shows_mailbox(path, scope):
            return await self._dispatcher.page("notifications", scope, receive, send, request_id)
        return await self._own(path, scope, send, added)

    def _shows_mailbox(self, path: str, scope: Scope) -> bool:
        return path in MAILBOX_PATHS and self.settings.dev_mailbox and is_from_this_machine(scope)

    async def _own(self, path: str, scope: Scope, send: Send, added: RawHeaders) -> str:
        """Answer what no service answers; returns the label for the counters."""
        if self._site_files.has(path):
            return await self._site_files(scope, send, (*added, *self._security.api))
        own = self._app_links.response(path) or self._contact.response(path) or self._own_response(path)
        if own is not None:
            headers = merge_headers([*own.headers, *added], self._security.api)
            await send_response(send, replace(own, headers=headers))
            return NO_ROUTE if own is NOT_FOUND else path
        await self.web_bundle(scope, send, added)
        return WEB

    def _own_response(self, path: str) -> BufferedResponse | None:
        match path:
            case "/health/live":
                return self._health.live()
            case "/health/ready":
                return self._health.ready()
            case _ if path == "/metrics" or path.startswith(("/dev/", "/internal/", "/.well-known/")):
                return NOT_FOUND
            case _:
                return None
