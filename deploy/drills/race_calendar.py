"""A provider's calendar for `make races`: who uses it, and the calls of each step."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple, cast

import httpx
from client.api_client import ApiAnswer, Json, UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.personas import DAYS, Client, Provider, Shop, Slot, new_email

from drills.race_rules import BUFFER, FORMER, MINUTES, Period, Plan, Run, Said, Sides, Step

ZONE: Final = "UTC"
PATIENCE: Final = 60.0
"""Seconds for what is opened before the runs."""
Call = Callable[[], Awaitable[ApiAnswer]]


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


def clock(minute: int) -> str:
    """'HH:MM' of a minute of the day."""
    return f"{minute // 60:02}:{minute % 60:02}"


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
