"""The whole system, with all that it writes where a test can search it for secrets."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final

import asyncpg
from aiohttp import web
from local.databases import SERVICES
from local.smtp_server import SmtpServer
from sqlalchemy import make_url
from testkit.environments import EmbeddedRun

CALENDAR: Final = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//elsewhere//EN\r\nEND:VCALENDAR\r\n"


class Collector:
    """A collector of traces: takes OTLP over HTTP, and keeps every batch."""

    def __init__(self) -> None:
        self.batches: list[bytes] = []

    async def take(self, request: web.Request) -> web.Response:
        """One batch of spans."""
        self.batches.append(await request.read())
        return web.Response()


@dataclass
class SearchedSystem:
    """The whole system with a collector of traces, a mail server, and a database that can be read."""

    run: EmbeddedRun
    mail: SmtpServer
    collector: Collector
    postgres_url: str
    elsewhere: str
    """Somebody else's server: it answers every GET with a calendar, and takes every push."""
    secrets: dict[str, str] = field(default_factory=dict[str, str])
    """What must not be found: the secret, and what it is."""

    def new_secret(self, kind: str) -> str:
        """A value of an attacker or a caller that looks like a secret of this kind."""
        return self.know(f"{kind}-{secrets.token_hex(12)}", kind)

    def know(self, secret: str, kind: str) -> str:
        """Look for this secret in the end."""
        assert secret
        self.secrets[secret] = kind
        return secret

    async def mailed(self, to: str, pattern: str) -> str:
        """What the pattern finds in a mail to this address, when it has come."""
        async with asyncio.timeout(30):
            while True:
                for mail in tuple(self.mail.mails):
                    found = re.search(pattern, mail.text)
                    if mail.to == to and found:
                        return self.know(found.group(1), f"mailed to {to}")
                await asyncio.sleep(0.05)

    async def tables(self) -> AsyncIterator[tuple[str, str, str]]:
        """Every row of every table of every service: the database, the table, the row as text."""
        for service in SERVICES:
            name = f"openhours_{service}"
            connection = await asyncpg.connect(database_url(self.postgres_url, name))
            tables = await connection.fetch(
                "SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r'"
                " AND relnamespace IN ('public'::regnamespace, to_regnamespace('archive')) ORDER BY relname"
            )
            for (table,) in tables:
                for (row,) in await connection.fetch(f"SELECT t::text FROM {table} t"):  # noqa: S608
                    yield name, table, row
            await connection.close()

    async def execute(self, service: str, sql: str) -> None:
        """Change something in a service's database, so that its calls fail."""
        connection = await asyncpg.connect(database_url(self.postgres_url, f"openhours_{service}"))
        await connection.execute(sql)
        await connection.close()

    async def settle(self) -> None:
        """Return when every event is published and every mail sent."""
        waiting = [(service, "SELECT count(*) FROM outbox") for service in SERVICES]
        # What is published may be mailed: mails come last.
        mails = "SELECT count(*) FROM mail WHERE sent_at IS NULL AND given_up_at IS NULL"
        for service, sql in [*waiting, ("notifications", mails)]:
            connection = await asyncpg.connect(database_url(self.postgres_url, f"openhours_{service}"))
            async with asyncio.timeout(60):
                while await connection.fetchval(sql):
                    await asyncio.sleep(0.1)
            await connection.close()


async def calendar(request: web.Request) -> web.Response:
    """An external calendar in which nothing is busy."""
    del request
    return web.Response(text=CALENDAR)


async def pushed(request: web.Request) -> web.Response:
    """Answer as a push service that has taken a push for a browser."""
    await request.read()
    return web.Response(status=201)


def database_url(server: str, name: str) -> str:
    """The driver's address of one database."""
    url = make_url(server).set(drivername="postgresql", database=name)
    return url.render_as_string(hide_password=False)
