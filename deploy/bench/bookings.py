"""Signed-in clients who request appointments at an even rate, however long the answers take."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from typing import Final, cast

import httpx
from client.api_client import UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client
from client.socket_client import ReceivedEvent
from client.workplaces import Workplace, new_clients, new_workplace, paced
from local.cluster import Cluster

from bench.fixtures.calendars import complete_one_each

PROVIDERS: Final = 40
CLIENTS: Final = 37
"""No common factor: every pair of them meets."""
MAILS: Final = 2
"""To each side of a booking one."""
ALERT_PATIENCE, MAIL_PATIENCE = 20.0, 60.0
"""Seconds for which alerts and mails may still come."""


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

    def within(self, share: float) -> float:
        """Milliseconds within which this share of the alerts came."""
        return self.delays[min(int(len(self.delays) * share), len(self.delays) - 1)]

    @property
    def lost(self) -> int:
        """Alerts that did not come."""
        return self.booked - len(self.delays)


class Bookings:
    """Providers with open sockets, each with free slots for hundreds of bookings, and the clients."""

    def __init__(self, http: httpx.AsyncClient, mails: str, arrivals: str = "") -> None:
        """`mails` and `arrivals` are urls of a mail server; without the latter no mails are waited for."""
        self._http = http
        self._mailbox = MailboxClient(http, mails)
        self._arrivals_url = arrivals
        self._workplaces: list[Workplace] = []
        self._clients: list[Client] = []
        self._turns = count()

    async def join(self, stack: AsyncExitStack, cluster: Cluster) -> None:
        """Create the accounts; the clients are no newcomers."""
        self._workplaces = [
            await new_workplace(stack, self._http, cluster.url, self._mailbox) for _ in range(PROVIDERS)
        ]
        self._clients = await new_clients(self._http, self._mailbox, CLIENTS)
        ids = [client.id for client in self._clients]
        await complete_one_each(cluster.database_urls["booking"], ids)

    async def send(self, rate: int, seconds: float) -> Sent:
        """Book at this rate; returns when alerts and mails have arrived, or the patience is over."""
        for workplace in self._workplaces:
            workplace.screen.arrivals.clear()
        before = await self._arrivals()
        began = time.monotonic()
        turns = paced(rate, round(rate * seconds))
        jobs = [asyncio.create_task(self._next()) async for _ in turns]
        booked = sum(await asyncio.gather(*jobs))
        answered = time.monotonic()
        with suppress(UnexpectedRefusal):  # the measure says how many are lost
            await eventually(lambda: len([*self._requests()]) >= booked, seconds=ALERT_PATIENCE)
        after = await self._all_mailed(before.count + MAILS * booked)
        return Sent(
            booked=booked,
            rate=booked / (answered - began),
            mails=after.count - before.count,
            mail_lag=max(0.0, after.last - answered),
            delays=sorted(map(delay_ms, self._requests())),
        )

    async def _arrivals(self) -> Arrivals:
        """What the mail server says."""
        if not self._arrivals_url:
            return Arrivals(0, 0.0)
        told = cast(dict[str, float], (await self._http.get(self._arrivals_url)).json())
        return Arrivals(int(told["count"]), told["last"])

    async def _next(self) -> bool:
        turn = next(self._turns)
        workplace = self._workplaces[turn % PROVIDERS]
        return (await self._clients[turn % CLIENTS].book(workplace.shop, [next(workplace.slots)])).done

    def _requests(self) -> Iterator[ReceivedEvent]:
        """The requests of clients that came to the sockets."""
        for workplace in self._workplaces:
            for each in workplace.screen.arrivals:
                if each.part("booking_data").get("request_status") == "pending":
                    yield each

    async def _all_mailed(self, expected: int) -> Arrivals:

        async def have_come() -> bool:
            return not self._arrivals_url or (await self._arrivals()).count >= expected

        with suppress(UnexpectedRefusal):  # the report says how many came
            await eventually(have_come, seconds=MAIL_PATIENCE)
        return await self._arrivals()


def delay_ms(arrival: ReceivedEvent) -> float:
    """The milliseconds from the time in the alert, shortly before its commit, to its arrival."""
    committed = datetime.fromisoformat(str(arrival.part("notification_data")["created_date"]))
    arrived = datetime.now(UTC).timestamp() - (time.monotonic() - arrival.at)
    return (arrived - committed.timestamp()) * 1000
