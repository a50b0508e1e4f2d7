"""Whether the gateway lives, and whether it knows its services."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Final

import httpx
import orjson
import structlog
from chassis.bus import Bus

from gateway.responses import JSON, BufferedResponse
from gateway.settings import GatewaySettings
from gateway.upstreams import Upstream, UpstreamFailed, Upstreams

log = structlog.get_logger()
PROBE_SECONDS: Final = 2.0
OK: Final = 200


class Health:
    """Asks each service now and then how it is."""

    def __init__(self, settings: GatewaySettings, upstreams: Upstreams) -> None:
        self._settings = settings
        self._upstreams = upstreams
        self._ready: dict[str, bool] = {}
        self._known = False
        self._bus: Bus | None = None

    def live(self) -> BufferedResponse:
        """The process answers."""
        return BufferedResponse(200, b'{"live":true}')

    def ready(self, *, detailed: bool) -> BufferedResponse:
        """200 once every service has been ready and the bus connected, and from then on.

        Which of them is away is only told to our own network (`detailed`).
        One service being away later is no reason to take the whole gateway out: the others' calls work.
        """
        bus = self._bus is not None and self._bus.connected
        checks = {"bus": bus, **{name: self._ready.get(name, False) for name in self._names}}
        self._known = self._known or all(checks.values())
        told = checks if detailed else {"ready": self._known}
        return BufferedResponse(200 if self._known else 503, orjson.dumps(told), (JSON,))

    @property
    def _names(self) -> list[str]:
        return [upstream.name for upstream in self._upstreams.all]

    @asynccontextmanager
    async def watching(self, bus: Bus) -> AsyncGenerator[None]:
        """Keep asking while this is entered."""
        self._bus = bus
        asking = asyncio.create_task(self._keep_asking(), name="health of the services")
        try:
            yield
        finally:
            asking.cancel()
            with suppress(asyncio.CancelledError):
                await asking

    async def _keep_asking(self) -> None:
        while True:
            answers = await asyncio.gather(*(self._is_ready(upstream) for upstream in self._upstreams.all))
            for upstream, ready in zip(self._upstreams.all, answers, strict=True):
                if self._ready.get(upstream.name) is not ready:
                    log.info("service", service=upstream.name, ready=ready)
                self._ready[upstream.name] = ready
            await asyncio.sleep(self._settings.health_check_seconds)

    async def _is_ready(self, upstream: Upstream) -> bool:
        try:
            response = await upstream.send("GET", "/health/ready", [], within=PROBE_SECONDS)
            await response.aclose()
        except (UpstreamFailed, httpx.TransportError, OSError):
            return False
        return response.status_code == OK
