"""`make races`: everything that takes time of one calendar at the same moment, a hundred times.

In each run a client books at once, the provider enters an appointment, drags another one there, blocks the
time, takes the day off and accepts a request, for times that are the same, overlap, or meet by their buffers.
Afterwards nothing may overlap, each call must have its answer, each answer must be true, and the alerts must
be those of what happened. There are two processes of booking, and two calendars, used in turn.

python -m drills.races [RUNS]
"""

import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple, cast

import httpx
from bench.fixtures.calendars import complete_one_each
from client.api_client import ApiAnswer, Json, UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.personas import DAYS, Client, Provider, Shop, Slot, new_email
from client.workplaces import new_clients
from local.cluster import Cluster
from local.databases import connected
from testkit.environments import settings_of_parts

from drills.customers import open_http
from drills.evidence import CalendarEvidence
from drills.race_rules import (
    BUFFER,
    FORMER,
    MINUTES,
    Alert,
    Found,
    Period,
    Plan,
    Run,
    Said,
    Sides,
    Step,
    Tally,
    confirmed_orders,
    expected_alerts,
    faults_of,
    plan_of,
)
from drills.running import Drill, NotTried, run_drill
from drills.sets import started_behind_balancers

RUNS: Final = 100
MOST_RUNS: Final = 200
"""A client has 100 open bookings with one provider at most, and a provider 100 blocks."""
DOUBLED: Final = "booking"
PATIENCE: Final = 60.0
"""Seconds for what is opened before the runs."""
_FIRST_DAY: Final = 3
"""Days from today to that of the first run; each run has a day of its own."""
ZONE: Final = "UTC"
Call = Callable[[], Awaitable[ApiAnswer]]
_FLEXIBLE: Final = {"window_type": "flexible", "flexible_step": "5"}


class Clients(NamedTuple):
    """Accounts with a confirmed address, by what is done with them."""

    instant: Client
    own: Client
    moved: Client
    request: Client


@dataclass(frozen=True)
class Calendar:
    """A provider who is open every day, and who takes the time."""

    provider: Provider
    clients: Clients
    flexible: bool
    """Whether clients start every five minutes, with buffers; else there are fixed slots without."""
    at_once: Shop
    """What is booked at once."""
    on_request: Shop

    @property
    def sides(self) -> Sides:
        """The accounts' ids."""
        return Sides(self.provider.id, *(client.id for client in self.clients))

    async def race(self, plan: Plan) -> Run:
        """Prepare the day, take all steps at the same moment, and wait for every answer."""
        starts = await self._starts(plan.day)
        moved, waiting, _ = await asyncio.gather(
            self._enter_former(plan), self._waiting(plan, starts), self._say_who_is_asked(plan)
        )
        said: dict[Step, Said] = {}
        calls = self._calls(plan, starts, moved, waiting)
        if waiting:
            calls["accept"] = lambda: self.provider.respond(waiting, "accepted")

        async def take(step: Step, pause: float) -> None:
            await asyncio.sleep(pause)
            if step == "accept" and not waiting:
                await self._send_and_accept(calls["request"], said)
            else:
                said[step] = await _said(calls[step])

        await asyncio.gather(*(take(step, pause) for step, pause in plan.pauses.items()))
        return Run(plan, self.sides, moved, waiting, said)

    async def offered(self, day: date) -> list[Period]:
        """The times that are offered to clients on a day."""
        return [(start, start + MINUTES) for start in await self._starts(day)]

    async def reopen(self) -> None:
        """Take the day off back."""
        await self.provider.must_post("update_appointment_window", iv_date_overrides="[]")

    async def _send_and_accept(self, send: Call, said: dict[Step, Said]) -> None:
        said["request"] = await _said(send)
        if order_id := said["request"].order_id:
            said["accept"] = await _said(lambda: self.provider.respond(order_id, "accepted"))

    def _calls(self, plan: Plan, starts: Mapping[int, Slot], moved: str, waiting: str) -> dict[Step, Call]:
        provider, clients = self.provider, self.clients

        def slots(step: Step) -> list[Slot]:
            return [starts[plan.periods[step][0]]]

        closed = json.dumps([{"date": plan.day.isoformat(), "window_status": "closed"}])
        calls: dict[Step, Call] = {
            "instant": lambda: clients.instant.book(self.at_once, slots("instant")),
            "own": lambda: self._enter(plan),
            "move": lambda: provider.post(
                "move_appointment",
                iv_order_id=moved,
                iv_over_rules=_yes(plan, "move"),
                **_times(plan, "move"),
            ),
            "block": lambda: provider.post(
                "block_time", iv_end_time=clock(plan.periods["block"][1]), **_times(plan, "block")
            ),
            "day off": lambda: provider.post("update_appointment_window", iv_date_overrides=closed),
            "request": lambda: clients.request.book(self.on_request, slots("request")),
            "cancel": lambda: clients.request.post(
                "update_appointment_order_request", iv_order_id=waiting, iv_response="cancelled"
            ),
        }
        return calls

    async def _enter(self, plan: Plan) -> ApiAnswer:
        """The provider's own booking."""
        client = self.clients.own
        who = {"iv_client_name": "Wanda Walk-in"} if plan.walk_in else _known(client)
        services = json.dumps([self.at_once.service_id])
        return await self.provider.post(
            "create_own_booking",
            iv_service_list=services,
            iv_over_rules=_yes(plan, "own"),
            **who,
            **_times(plan, "own"),
        )

    async def _enter_former(self, plan: Plan) -> str:
        """Enter the appointment that is moved later; returns its id."""
        answer = await self.provider.must_post(
            "create_own_booking",
            iv_service_list=json.dumps([self.on_request.service_id]),
            iv_date=plan.day.isoformat(),
            iv_start_time=clock(FORMER[0]),
            **_known(self.clients.moved),
        )
        return str(answer.part("booking_data")["order_id"])

    async def _say_who_is_asked(self, plan: Plan) -> None:
        """Let the client of what is moved be asked or told."""
        hours = "" if plan.asks else "0"
        await self.provider.must_post("update_move_terms", iv_told_until_hours=hours)

    async def _waiting(self, plan: Plan, starts: Mapping[int, Slot]) -> str:
        """Send the request that waits for its answer; returns its id, '' where it is sent later."""
        if plan.request == "is sent":
            return ""
        said = await _said(
            lambda: self.clients.request.book(self.on_request, [starts[plan.periods["request"][0]]])
        )
        if not said.order_id:
            raise UnexpectedRefusal(f"the request that waits: {said}")
        return said.order_id

    async def _starts(self, day: date) -> dict[int, Slot]:
        """What is offered to clients on a day, by its minute."""
        asked = self.asked_for(day, self.at_once.service_id)
        answer = await self.clients.instant.must_get("get_available_slots", **asked)
        slots = [slot for each in answer.list("days") for slot in cast(list[Slot], each["slots"])]
        return {_minute(slot): slot for slot in slots}

    def asked_for(self, day: date, *services: str) -> dict[str, str]:
        """The query for what is offered on a day for these services."""
        who = {"provider_id": self.provider.id, "timezone": ZONE, "services": ",".join(services)}
        return {**who, "from": day.isoformat(), "to": day.isoformat()}


def clock(minute: int) -> str:
    """'HH:MM' of a minute of the day."""
    return f"{minute // 60:02}:{minute % 60:02}"


def _known(client: Client) -> dict[str, Json]:
    return {"iv_client_name": client.name, "iv_client_email": client.email}


def _yes(plan: Plan, step: Step) -> str:
    return "yes" if step in plan.confirmed else "no"


def _times(plan: Plan, step: Step) -> dict[str, Json]:
    return {"iv_date": plan.day.isoformat(), "iv_start_time": clock(plan.periods[step][0])}


def _minute(slot: Slot) -> int:
    hours, minutes = str(slot["provider_start_time"])[11:16].split(":")
    return int(hours) * 60 + int(minutes)


async def _said(call: Call) -> Said:
    """The answer to a call, or why there is none."""
    began = time.monotonic()
    try:
        answer = await call()
    except (httpx.TransportError, UnexpectedRefusal) as error:
        return Said(None, f"{type(error).__name__} {error}"[:300], time.monotonic() - began)
    return Said(answer, seconds=time.monotonic() - began)


@dataclass
class Races:
    """The runs on two calendars, one after another, and what came of them."""

    calendars: tuple[Calendar, ...]
    evidence: CalendarEvidence
    seed: str = field(default_factory=lambda: secrets.token_hex(4))
    tally: Tally = field(default_factory=Tally)
    faults: list[str] = field(default_factory=list[str])
    slowest_seconds: float = 0.0
    _alerts: Counter[Alert] = field(default_factory=Counter[Alert])
    """Of the runs so far."""
    _confirmed: set[str] = field(default_factory=set[str])
    """The orders of the runs so far that the provider has put over the own rules."""
    _overlaps: set[str] = field(default_factory=set[str])

    async def run(self, runs: int) -> None:
        """Let so many runs take place."""
        today = datetime.now(UTC).date()
        deadlocks = await self.evidence.deadlocks()
        for number in range(runs):
            await self._run(number, today + timedelta(days=_FIRST_DAY + number))
        self.faults += [f"{alert} came later" for alert in await self._all_alerts() - self._alerts]
        if more := await self.evidence.deadlocks() - deadlocks:
            self.faults.append(f"{more} deadlocks")

    async def _run(self, number: int, day: date) -> None:
        calendar = self.calendars[number % len(self.calendars)]
        run = await calendar.race(plan_of(self.seed, number, day, flexible=calendar.flexible))
        self.tally.add(run)
        self.slowest_seconds = max(self.slowest_seconds, *(said.seconds for said in run.said.values()))
        self.faults += faults_of(run, await self._found(calendar, run))

    async def _found(self, calendar: Calendar, run: Run) -> Found:
        """Look at all there is, also once the day off is taken back."""
        plan, provider = run.plan, run.sides.provider
        orders, over_rules = await self.evidence.orders(provider, plan.day)
        blocks = await self.evidence.blocks(provider, plan.day)
        self._confirmed |= confirmed_orders(run, over_rules)
        overlaps = set(await self.evidence.overlapping(provider, plan.buffer, self._confirmed))
        new_overlaps, self._overlaps = sorted(overlaps - self._overlaps), self._overlaps | overlaps
        alerts = await self._alerts_of(run)
        offered = await calendar.offered(plan.day)
        await calendar.reopen()
        return Found(
            orders, over_rules, blocks, new_overlaps, alerts, offered, await calendar.offered(plan.day)
        )

    async def _alerts_of(self, run: Run) -> Counter[Alert]:
        """The alerts of a run: those that are expected are waited for, as long as `eventually` does."""
        expected = expected_alerts(run)
        found = Counter[Alert]()

        async def arrived() -> bool:
            nonlocal found
            found = await self._all_alerts() - self._alerts
            return not expected - found

        with suppress(UnexpectedRefusal):  # the verdict names those that are missing
            await eventually(arrived)
        self._alerts += found
        return found

    async def _all_alerts(self) -> Counter[Alert]:
        sides = [calendar.sides for calendar in self.calendars]
        accounts = {account for each in sides for account in vars(each).values()}
        return await self.evidence.alerts(sorted(accounts))

    def __str__(self) -> str:
        won = ", ".join(f"{step} {count}" for step, count in sorted(self.tally.won.items()))
        refused = self.tally.refused.most_common()
        lines = [f"    {count} × {step}: {sentence}" for (step, sentence), count in refused]
        slowest = f"slowest answer {self.slowest_seconds:.2f} s, seed {self.seed}"
        return "\n".join([f"  done: {won}", "  refused:", *lines, f"  {slowest}"])


async def open_calendar(
    http: httpx.AsyncClient, mailbox: MailboxClient, clients: Clients, *, flexible: bool
) -> Calendar:
    """A provider with two services. Returns once they can be booked."""
    provider = Provider(http, "Mara Weiss", new_email("mara"))
    await provider.join(mailbox)
    shop = await provider.open_shop(minutes=MINUTES, zone=ZONE)
    buffer = str(BUFFER if flexible else 0)
    services = [
        await provider.add_service(
            name,
            minutes=MINUTES,
            cost=int(shop.cost),
            iv_confirmation=confirmation,
            iv_buffer_before=buffer,
            iv_buffer_after=buffer,
        )
        for name, confirmation in (("At once", "instant"), ("On request", "request"))
    ]
    if flexible:
        hours = {f"iv_{day}_{key}": value for day in DAYS for key, value in _FLEXIBLE.items()}
        await provider.must_post("update_appointment_window", **hours)
    at_once, on_request = (replace(shop, service_id=each) for each in services)
    calendar = Calendar(provider, clients, flexible, at_once, on_request)
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)

    async def offers() -> bool:
        """Whether booking has heard of both services."""
        return (await provider.get("get_available_slots", **calendar.asked_for(tomorrow, *services))).done

    await eventually(offers, "services that can be booked", PATIENCE)
    return calendar


@asynccontextmanager
async def open_races(
    http: httpx.AsyncClient, mailbox: MailboxClient, booking: str, notifications: str
) -> AsyncGenerator[Races]:
    """Open the accounts and both calendars; `booking` and `notifications` are the urls of databases. The
    clients are no newcomers any more, as booking's database is told."""
    async with AsyncExitStack() as stack:
        connections = [await stack.enter_async_context(connected(url)) for url in (booking, notifications)]
        evidence = CalendarEvidence(*connections)
        clients = Clients(*await new_clients(http, mailbox, len(Clients._fields)))
        await complete_one_each(booking, [client.id for client in clients], requested=False)
        calendars = [await open_calendar(http, mailbox, clients, flexible=each) for each in (True, False)]
        yield Races(tuple(calendars), evidence)


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """On a set of its own, with two processes of booking; returns the faults."""
    runs = int(words[0]) if words else RUNS
    if not 0 < runs <= MOST_RUNS:
        raise NotTried(f"from 1 to {MOST_RUNS} runs can be made")
    cluster = Cluster(folder, extra=settings_of_parts())
    async with started_behind_balancers(cluster, [DOUBLED]) as balanced, open_http(cluster.url) as http:
        await balanced.start(f"{DOUBLED}-2")
        mailbox = MailboxClient(http, cluster.mail.list_url, PATIENCE)
        urls = cluster.database_urls
        async with open_races(http, mailbox, urls["booking"], urls["notifications"]) as races:
            print(f"  {len(races.calendars)} calendars are open", flush=True)
            await races.run(runs)
            print(races, flush=True)
            return races.faults


DRILL: Final = Drill(
    "Everything that takes time of one calendar, at the same moment, again and again.",
    drill,
    "nothing overlapped, and each call was answered with what is so.",
)

if __name__ == "__main__":
    sys.exit(run_drill("races", DRILL, sys.argv[1:]))
