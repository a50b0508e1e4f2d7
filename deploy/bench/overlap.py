"""Concurrent operations on one provider's calendar: no two active sessions may ever overlap.

The length of the slots changes meanwhile, so that offered slots cross booked ones.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import asyncpg
from client.api_client import ApiAnswer, ApiClient, Json
from local.databases import connected

CANDIDATES: Final = 12
"""How many of the first free slots all workers book from."""
ENOUGH_ORDERS: Final = 24
"""From so many orders on, workers end some first, so that there is time to book."""
DONE: Final = "done"
KINDS: Final = {"book": 40, "accept": 16, "reject": 8, "cancel": 12, "propose": 14, "answer": 16, "hours": 2}

OVERLAPS: Final = """
    SELECT count(*) FROM session a JOIN session b
    ON a.provider_id = b.provider_id AND (a.order_id, a.position) < (b.order_id, b.position)
    AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
    WHERE a.status IN ('pending', 'accepted', 'ongoing') AND b.status IN ('pending', 'accepted', 'ongoing')
"""
FORCED: Final = """
    INSERT INTO session (order_id, position, slot_id, provider_id, starts_at, ends_at, status)
    SELECT order_id, 30000, slot_id, provider_id, starts_at + interval '1 minute', ends_at, status
    FROM session WHERE status IN ('pending', 'accepted', 'ongoing') LIMIT 1
"""
DEADLOCKS: Final = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"

Slot = dict[str, object]


@dataclass
class Calendar:
    """A provider, its clients, and the calls that they use."""

    provider: ApiClient
    clients: Sequence[ApiClient]
    find_slots: Callable[[ApiClient], Awaitable[list[Slot]]]
    """Returns the free slots."""
    order_fields: Callable[[ApiClient, list[Slot]], dict[str, Json]]
    """Returns the fields of create_appointment_order for these slots."""
    set_slot_minutes: Callable[[int], Awaitable[ApiAnswer]]
    """Sets the length of the provider's slots in minutes."""


@dataclass
class Load:
    """Random operations of many workers at once, and their outcomes."""

    calendar: Calendar
    seed: int
    tried: Counter[str] = field(default_factory=Counter[str])
    outcomes: Counter[str] = field(default_factory=Counter[str])
    failures: list[str] = field(default_factory=list[str])
    orders: list[tuple[ApiClient, str]] = field(default_factory=list[tuple[ApiClient, str]])
    """Clients and ids of the orders that may hold time."""
    proposed: list[tuple[ApiClient, str]] = field(default_factory=list[tuple[ApiClient, str]])
    """Those of them with a proposed new time."""

    async def run(self, seconds: float, workers: int) -> None:
        """Let `workers` workers act without a pause."""
        until = time.monotonic() + seconds
        await asyncio.gather(
            *(self._worker(random.Random(f"{self.seed} {each}"), until) for each in range(workers))
        )

    def __str__(self) -> str:
        refused = ", ".join(
            f"{count} × {answer}" for answer, count in self.outcomes.most_common() if answer != DONE
        )
        tried = ", ".join(f"{count} {kind}" for kind, count in sorted(self.tried.items()))
        return f"{self.tried.total()} operations ({tried}), {self.outcomes[DONE]} done; refused: {refused}"

    async def _worker(self, dice: random.Random, until: float) -> None:
        while time.monotonic() < until:
            [kind] = dice.choices(list(KINDS), list(KINDS.values()))
            if kind not in {"book", "hours"} and not self.orders:
                kind = "book"
            if kind == "book" and len(self.orders) > ENOUGH_ORDERS:
                kind = dice.choice(["reject", "cancel"])
            answer = await self._act(kind, dice)
            if answer is None:
                continue
            self.tried[kind] += 1
            self.outcomes[DONE if answer.done else f"{kind}: {answer.message}"] += 1
            if answer.http != 200:
                self.failures.append(f"{kind}: {answer.http} {answer.message}")

    async def _act(self, kind: str, dice: random.Random) -> ApiAnswer | None:
        match kind:
            case "book":
                return await self._book(dice)
            case "hours":
                return await self.calendar.set_slot_minutes(dice.choice([30, 45, 60]))
            case "propose" | "answer":
                return await self._move(kind, dice)
            case _:
                return await self._respond(kind, dice)

    async def _respond(self, kind: str, dice: random.Random) -> ApiAnswer:
        order = dice.choice(self.orders)
        client, order_id = order
        who = client if kind == "cancel" and dice.random() < 0.5 else self.calendar.provider
        response = {"accept": "accepted", "reject": "rejected", "cancel": "cancelled"}[kind]
        answer = await who.post(
            "update_appointment_order_request", iv_order_id=order_id, iv_response=response
        )
        if answer.done and kind != "accept" and order in self.orders:
            self.orders.remove(order)
        return answer

    async def _book(self, dice: random.Random) -> ApiAnswer | None:
        client = dice.choice(self.calendar.clients)
        free = (await self.calendar.find_slots(client))[:CANDIDATES]
        if not free:
            return None
        chosen = dice.sample(free, min(len(free), dice.choice([1, 1, 2])))
        answer = await client.post("create_appointment_order", **self.calendar.order_fields(client, chosen))
        if answer.done:
            self.orders.append((client, str(answer.part("booking_data")["order_id"])))
        return answer

    async def _move(self, kind: str, dice: random.Random) -> ApiAnswer | None:
        waiting = self.proposed if kind == "answer" and self.proposed else self.orders
        client, order_id = dice.choice(waiting)
        who = dice.choice([client, self.calendar.provider])
        if kind == "answer":
            answer = dice.choice(["accepted", "accepted", "declined", "withdrawn"])
            return await who.post("answer_new_time", iv_order_id=order_id, iv_answer=answer)
        free = (await self.calendar.find_slots(who))[:CANDIDATES]
        if not free:
            return None
        slots = [
            {name: str(slot[name]) for name in ("appointment_slot_id", "provider_start_time")}
            for slot in dice.sample(free, 1)
        ]
        answer = await who.post("propose_new_time", iv_order_id=order_id, iv_session_list=slots)
        if answer.done:
            self.proposed.append((client, order_id))
            del self.proposed[:-4]
        return answer


@dataclass(frozen=True)
class SessionState:
    """What booking's database holds afterwards."""

    overlaps: int
    refused: bool
    """Whether the database refused a session inserted across another."""
    deadlocks: int


async def inspect_sessions(url: str) -> SessionState:
    """Read booking's database, and try to insert an overlapping session. Raises RuntimeError without one."""
    async with connected(url) as connection:
        try:
            inserted = await connection.execute(FORCED)
            refused = inserted == "INSERT 0 0"
            if refused:
                raise RuntimeError("there is no active session to put another across")
        except asyncpg.ExclusionViolationError as violated:
            refused = "ex_session_no_overlap" in str(violated)
        return SessionState(
            await connection.fetchval(OVERLAPS) or 0, refused, await connection.fetchval(DEADLOCKS) or 0
        )
