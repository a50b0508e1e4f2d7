"""Signed-in clients who request appointments at an even rate, however long the answers take."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from itertools import count
from typing import Final, cast

import httpx
from client.api_client import UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client
from client.workplaces import Workplace, new_clients, new_workplace, paced

from bench.processes import ServerProcess
from bench.sockets import all_arrived, book, delay_ms, requests_in

PROVIDERS: Final = 40
CLIENTS: Final = 37
"""No common factor: every pair of them meets."""
MAILS: Final = 2
"""To each side of a booking one."""
PATIENCE: Final = 60.0
"""Seconds for which mails may still come."""


@dataclass(frozen=True)
class Arrivals:
    """What came to the mail sink so far."""

    count: int
    last: float
    """When the last one came: time.monotonic()."""


@dataclass(frozen=True)
class Sent:
    """One round of bookings, when all that follows from them has happened."""

    booked: int
    rate: float
    """Bookings that were answered, a second."""
    mails: int
    mail_lag: float
    """Seconds from the last answer to the last mail."""
    delays: list[float]
    """Milliseconds from the commit to the provider's socket, the shortest first."""


class Bookings:
    """Providers with open sockets, each with free slots for hundreds of bookings, and the clients."""

    def __init__(self, http: httpx.AsyncClient, sink: ServerProcess) -> None:
        self._http = http
        self._sink = sink
        self._workplaces: list[Workplace] = []
        self._clients: list[Client] = []
        self._turns = count()

    async def join(self, stack: AsyncExitStack, url: str) -> list[str]:
        """Create the accounts behind the gateway at `url`; returns the ids of the clients."""
        mailbox = MailboxClient(self._http, f"{self._sink.url}/mail.json")
        self._workplaces = [await new_workplace(stack, self._http, url, mailbox) for _ in range(PROVIDERS)]
        self._clients = await new_clients(self._http, mailbox, CLIENTS)
        return [client.id for client in self._clients]

    async def send(self, rate: int, seconds: float) -> Sent:
        """Book at this rate; returns when alerts and mails have arrived, or PATIENCE is over."""
        for workplace in self._workplaces:
            workplace.screen.arrivals.clear()
        before = await self.arrivals()
        began = time.monotonic()
        turns = paced(rate, round(rate * seconds))
        jobs = [asyncio.create_task(self._next()) async for _ in turns]
        booked = sum(await asyncio.gather(*jobs))
        answered = time.monotonic()
        await all_arrived(self._workplaces, booked)
        after = await self._all_mailed(before.count + MAILS * booked)
        return Sent(
            booked=booked,
            rate=booked / (answered - began),
            mails=after.count - before.count,
            mail_lag=max(0.0, after.last - answered),
            delays=_delays(self._workplaces),
        )

    async def arrivals(self) -> Arrivals:
        """What the mail sink says."""
        told = cast(dict[str, float], (await self._http.get(f"{self._sink.url}/arrivals.json")).json())
        return Arrivals(int(told["count"]), told["last"])

    async def _next(self) -> bool:
        turn = next(self._turns)
        workplace = self._workplaces[turn % PROVIDERS]
        return await book(self._clients[turn % CLIENTS], workplace.shop, next(workplace.slots))

    async def _all_mailed(self, expected: int) -> Arrivals:

        async def have_come() -> bool:
            return (await self.arrivals()).count >= expected

        with suppress(UnexpectedRefusal):  # the report says how many came
            await eventually(have_come, seconds=PATIENCE)
        return await self.arrivals()


def _delays(workplaces: Sequence[Workplace]) -> list[float]:
    return sorted(delay_ms(each) for workplace in workplaces for each in requests_in(workplace.screen))
