"""All parts in the process of a test, on databases that it hands in: quicker than a set of its own."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from client.mailbox_client import MailboxClient
from local.app_registry import build_app
from local.databases import SERVICES
from local.in_process_transport import InProcessTransport
from local.layout import PARTS, Layout

from testkit.environments import settings_of_parts

URL = "http://openhours.test"
MAILBOX = "http://localhost/dev/mail.json"
"""It is shown under a name of this machine alone."""


@dataclass(frozen=True)
class WholeSet:
    """A running set."""

    http: httpx.AsyncClient
    mailbox: MailboxClient
    layout: Layout


def layout_of(folder: Path, database_urls: Mapping[str, str]) -> Layout:
    """The settings of a set with its keys and pictures in `folder`."""
    layout = Layout(
        folder=folder,
        public_url=URL,
        database_urls=dict(database_urls),
        service_urls={name: InProcessTransport.url(name) for name in SERVICES},
        log_level="WARNING",
        log_format="console",
        extra=settings_of_parts(),
    )
    layout.prepare()
    return layout


@asynccontextmanager
async def whole_set(folder: Path, database_urls: Mapping[str, str]) -> AsyncGenerator[WholeSet]:
    """Run the gateway and the services for the block; the databases are migrated."""
    layout, transport = layout_of(folder, database_urls), InProcessTransport()
    wiring = Wiring(bus=LocalBus(expected=SERVICES), transport=transport)
    async with AsyncExitStack() as stack:
        apps = {part: build_app(part, layout.settings(part), wiring) for part in PARTS}
        for part, app in apps.items():
            transport.add(part, app)
            await stack.enter_async_context(app.router.lifespan_context(app))
        outside = httpx.ASGITransport(apps["gateway"], raise_app_exceptions=False)
        http = await stack.enter_async_context(httpx.AsyncClient(transport=outside, base_url=URL, timeout=30))
        yield WholeSet(http, MailboxClient(http, MAILBOX), layout)
