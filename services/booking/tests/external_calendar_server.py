"""A real HTTP server of an external calendar, and what tests of such calendars do with it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import web
from booking.external_calendars.fetch import LARGEST
from pydantic import TypeAdapter
from pydantic.networks import IPvAnyNetwork

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

HERE = TypeAdapter(IPvAnyNetwork).validate_python("127.0.0.0/8")
EVENT = """BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//elsewhere//EN\r
BEGIN:VEVENT\r
UID:1\r
DTSTAMP:20270101T000000Z\r
DTSTART:20270105T<from>00Z\r
DTEND:20270105T<to>00Z\r
END:VEVENT\r
END:VCALENDAR\r
"""


def busy_from(start: str, end: str) -> str:
    """A calendar that is busy on 5 January 2027 between these times, as `1000`."""
    return EVENT.replace("<from>", start).replace("<to>", end)


NEVER = busy_from("1000", "1100").replace("DTEND", "RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30\r\nDTEND")
"""A rule that is true at no hour: its reader looks for one until the year 9999."""


@dataclass
class Elsewhere:
    """The server of an external calendar."""

    url: str = ""
    body: str = busy_from("1000", "1200")
    status: int = 200
    etag: str = '"1"'
    location: str = ""
    hostile: str = ""
    """The path at which nothing is served but a calendar that ends its reader."""
    open: asyncio.Event = field(default_factory=asyncio.Event)
    """Requests wait while it is clear."""
    asked: list[str] = field(default_factory=list[str])
    paths: list[str] = field(default_factory=list[str])
    """The paths and queries of the requests, as they were sent."""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """The calendar, or what else is served at this path."""
        self.asked.append(request.headers.get("If-None-Match", ""))
        self.paths.append(request.raw_path)
        await self.open.wait()
        if request.path == self.hostile:
            return web.Response(text=NEVER)
        if request.path == "/elsewhere":
            raise web.HTTPFound(self.location)
        if request.path == "/flood":
            return web.Response(text="BEGIN:VCALENDAR\r\n" + "X" * LARGEST)
        if self.etag and self.asked[-1] == self.etag:
            return web.Response(status=304)
        return web.Response(text=self.body, status=self.status, headers={"ETag": self.etag})


@asynccontextmanager
async def serving(host: str = "127.0.0.1") -> AsyncGenerator[Elsewhere]:
    """The server, on a free port of this machine."""
    server = Elsewhere()
    server.open.set()
    app = web.Application()
    app.router.add_get("/{path:.*}", server.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, host, 0).start()
    server.url = f"http://{host}:{runner.addresses[0][1]}"
    try:
        yield server
    finally:
        await runner.cleanup()


async def add(marketplace: "Marketplace", who: str, url: str, name: str = "Work") -> dict[str, Any]:
    """Add an external calendar; the envelope of the answer."""
    body = {"iv_name": name, "iv_url": url}
    return await marketplace.post("add_external_calendar", body, marketplace.as_(who))


async def hours_of_slots(marketplace: "Marketplace", provider: str) -> list[str]:
    """When the free slots start, as `10:20` in the provider's zone."""
    return [slot["provider_start_time"][11:16] for slot in await marketplace.slots(provider)]
