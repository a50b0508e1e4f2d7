"""A provider's calendar for `make races`: who uses it, and the calls of each step."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final, cast

import httpx
from bench.fixtures.calendars import complete_one_each
from client.api_client import ApiAnswer, Json, UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.personas import DAYS, Client, Provider, Shop, Slot, new_email

from drills.race_evidence import Evidence
from drills.race_judging import Run, Said, Sides
from drills.race_plans import BUFFER, FORMER, MINUTES, Period, Plan, Step, clock

ZONE: Final = "UTC"
PATIENCE: Final = 60.0
"""Seconds for what is opened before the runs."""
Call = Callable[[], Awaitable[ApiAnswer]]


@dataclass(frozen=True)
class Clients:
    """Accounts with a confirmed address, by what is done with them."""

    instant: Client
    own: Client
    moved: Client
    request: Client

    @property
    def everybody(self) -> tuple[Client, ...]:
        """All of them."""
        return self.instant, self.own, self.moved, self.request


@dataclass(frozen=True)
class Offer:
    """A provider who is open every day."""

    provider: Provider
    flexible: bool
    """Whether clients start every five minutes, with buffers; else there are fixed slots without."""
    at_once: Shop
    """What is booked at once."""
    on_request: Shop


@dataclass(frozen=True)
class Calendar:
    """What a provider offers, and who takes its time."""

    offer: Offer
    clients: Clients

    @property
    def sides(self) -> Sides:
        """The accounts' ids."""
        clients = self.clients
        return Sides(
            self.offer.provider.id, clients.instant.id, clients.own.id, clients.moved.id, clients.request.id
        )

    async def race(self, plan: Plan) -> Run:
        """Prepare the day, take all steps at the same moment, and wait for every answer."""
        starts = await self._starts(plan.day)
        moved, waiting, _ = await asyncio.gather(
            self._enter_former(plan), self._waiting(plan, starts), self._say_who_is_asked(plan)
        )
        said: dict[Step, Said] = {}
        calls = self._calls(plan, starts, moved, waiting)
        if waiting:
            calls["accept"] = lambda: self.offer.provider.respond(waiting, "accepted")

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
        await self.offer.provider.must_post("update_appointment_window", iv_date_overrides="[]")

    async def _send_and_accept(self, send: Call, said: dict[Step, Said]) -> None:
        said["request"] = await _said(send)
        if order_id := said["request"].order_id:
            said["accept"] = await _said(lambda: self.offer.provider.respond(order_id, "accepted"))

    def _calls(self, plan: Plan, starts: Mapping[int, Slot], moved: str, waiting: str) -> dict[Step, Call]:
        provider, clients = self.offer.provider, self.clients

        def slots(step: Step) -> list[Slot]:
            return [starts[plan.periods[step][0]]]

        closed = json.dumps([{"date": plan.day.isoformat(), "window_status": "closed"}])
        calls: dict[Step, Call] = {
            "instant": lambda: clients.instant.book(self.offer.at_once, slots("instant")),
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
            "request": lambda: clients.request.book(self.offer.on_request, slots("request")),
            "cancel": lambda: clients.request.post(
                "update_appointment_order_request", iv_order_id=waiting, iv_response="cancelled"
            ),
        }
        return calls

    async def _enter(self, plan: Plan) -> ApiAnswer:
        """The provider's own booking."""
        client = self.clients.own
        who = {"iv_client_name": "Wanda Walk-in"} if plan.walk_in else _known(client)
        services = json.dumps([self.offer.at_once.service_id])
        return await self.offer.provider.post(
            "create_own_booking",
            iv_service_list=services,
            iv_over_rules=_yes(plan, "own"),
            **who,
            **_times(plan, "own"),
        )

    async def _enter_former(self, plan: Plan) -> str:
        """Enter the appointment that is moved later; returns its id."""
        answer = await self.offer.provider.must_post(
            "create_own_booking",
            iv_service_list=json.dumps([self.offer.on_request.service_id]),
            iv_date=plan.day.isoformat(),
            iv_start_time=clock(FORMER[0]),
            **_known(self.clients.moved),
        )
        return str(answer.part("booking_data")["order_id"])

    async def _say_who_is_asked(self, plan: Plan) -> None:
        """Let the client of what is moved be asked or told."""
        hours = "" if plan.asks else "0"
        await self.offer.provider.must_post("update_move_terms", iv_told_until_hours=hours)

    async def _waiting(self, plan: Plan, starts: Mapping[int, Slot]) -> str:
        """Send the request that waits for its answer; returns its id, '' where it is sent later."""
        if plan.request == "is sent":
            return ""
        said = await _said(
            lambda: self.clients.request.book(self.offer.on_request, [starts[plan.periods["request"][0]]])
        )
        if not said.order_id:
            raise UnexpectedRefusal(f"the request that waits: {said}")
        return said.order_id

    async def _starts(self, day: date) -> dict[int, Slot]:
        """What is offered to clients on a day, by its minute."""
        answer = await self.clients.instant.must_get(
            "get_available_slots",
            provider_id=self.offer.provider.id,
            timezone=ZONE,
            services=self.offer.at_once.service_id,
            to=day.isoformat(),
            **{"from": day.isoformat()},
        )
        slots = [slot for each in answer.list("days") for slot in cast(list[Slot], each["slots"])]
        return {_minute(slot): slot for slot in slots}


async def open_clients(
    http: httpx.AsyncClient, mailbox: MailboxClient, evidence: Evidence, database: str
) -> Clients:
    """Clients who are no newcomers any more, as booking's `database` is told. Returns once it knows them."""
    clients = Clients(*(Client(http, f"José O'Brien {n}", new_email("jose")) for n in range(4)))
    await asyncio.gather(*(client.join(mailbox) for client in clients.everybody))
    ids = [client.id for client in clients.everybody]
    await eventually(lambda: evidence.are_known(ids), "clients whom booking knows", PATIENCE)
    await complete_one_each(database, ids, requested=False)
    return clients


async def open_offer(http: httpx.AsyncClient, mailbox: MailboxClient, *, flexible: bool) -> Offer:
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
    hours = {f"iv_{day}_{key}": value for day in DAYS for key, value in _FLEXIBLE.items()}
    if flexible:
        await provider.must_post("update_appointment_window", **hours)

    async def offers() -> bool | None:
        """Whether booking has heard of both services."""
        tomorrow = (datetime.now(UTC).date() + timedelta(days=1)).isoformat()
        days = {"from": tomorrow, "to": tomorrow}
        answer = await provider.get(
            "get_available_slots",
            provider_id=provider.id,
            timezone=ZONE,
            services=",".join(services),
            **days,
        )
        return answer.done or None

    await eventually(offers, "services that can be booked", PATIENCE)
    at_once, on_request = (replace(shop, service_id=each) for each in services)
    return Offer(provider, flexible, at_once, on_request)


_FLEXIBLE: Final = {"window_type": "flexible", "flexible_step": "5"}


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
