"""Liveness and readiness of the gateway.

The gateway is ready as soon as one service has said that it is: it serves what it can, answers 503 for the
rest, and each call asks its service anew, so that it learns of the rest by itself. If it waited for all, one
service that is away would keep every gateway that starts meanwhile out of the balancer.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

import structlog
from chassis.readiness import ProcessState, Readiness

from gateway.responses import JSON, BufferedResponse
from gateway.settings import GatewaySettings
from gateway.upstreams import Upstream, UpstreamFailed, Upstreams

log = structlog.get_logger()
PROBE_SECONDS: Final = 2.0
OK: Final = 200


class HealthChecks:
    """Asks the services whether they are ready: periodically until one is, and then when somebody asks."""

    def __init__(self, settings: GatewaySettings, upstreams: Upstreams, process: ProcessState) -> None:
        self._settings = settings
        self._upstreams = upstreams
        self._process = process
        self._found: dict[str, bool] = dict.fromkeys((each.name for each in upstreams.all), False)
        self._can_serve = False
        self._asked_at = float("-inf")

    def live(self) -> BufferedResponse:
        """The response of /health/live."""
        return BufferedResponse(200, b'{"live":true}')

    def ready(self) -> BufferedResponse:
        """The response of /health/ready: 200 once a service was ready, until the process is to stop.

        It stays 200 when services fail later: their calls are answered with 503 here as they would be
        anywhere, and all others work. Which of them it is, `checks` tells operators.
        """
        found = self._readiness({})
        return BufferedResponse(OK if found.ready else 503, found.for_callers(), (JSON,))

    async def checks(self) -> Readiness:
        """What is there now of services, bus and stores, or was within `health_check_seconds`."""
        if time.monotonic() - self._asked_at >= self._settings.health_check_seconds:
            await self._ask_all()
        return self._readiness({**self._process.uses(), **self._found})

    def _readiness(self, uses: Mapping[str, bool]) -> Readiness:
        return Readiness({"services": self._can_serve}, uses, stopping=self._process.stopping)

    @asynccontextmanager
    async def watching(self) -> AsyncGenerator[None]:
        """Ask the services in the background, while this context is open and none was ready yet."""
        checking = asyncio.create_task(self._until_ready(), name="health of the services")
        try:
            yield
        finally:
            checking.cancel()
            with suppress(asyncio.CancelledError):
                await checking

    async def _until_ready(self) -> None:
        while not self._can_serve:
            await self._ask_all()
            if not self._can_serve:
                await asyncio.sleep(self._settings.health_check_seconds)

    async def _ask_all(self) -> None:
        self._asked_at = time.monotonic()
        results = await asyncio.gather(*(self._is_ready(upstream) for upstream in self._upstreams.all))
        for upstream, ready in zip(self._upstreams.all, results, strict=True):
            if self._found[upstream.name] is not ready:
                log.info("service", service=upstream.name, ready=ready)
            self._found[upstream.name] = ready
        self._can_serve = self._can_serve or any(results)

    async def _is_ready(self, upstream: Upstream) -> bool:
        try:
            response = await upstream.send("GET", "/health/ready", [], within=PROBE_SECONDS)
        except UpstreamFailed:
            return False
        response.close()
        return response.status == OK
