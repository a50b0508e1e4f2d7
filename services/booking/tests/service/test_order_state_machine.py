"""Random acts of random callers; a model of the table in api.md says which of them are allowed."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
import pytest
from booking.jobs import cancel_unanswered_requests
from booking.orders.guest_links import GuestLinks
from chassis.db import Database
from chassis.jobs import run_once
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from services.booking.tests.conftest import KEY, NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

T = TypeVar("T")
LINKS = GuestLinks("https://openhours.test", KEY.encode())
DAY = "2027-01-05"
ASKED = ["pending", "accepted", "rejected", "ongoing", "completed", "missed", "cancelled"]
HOLDING = {"pending", "accepted", "ongoing"}
ACTORS = ["provider", "other provider", "client", "other client", "stranger", "link", "wrong link", "nobody"]
ONGOING = "You can't start another session if there is an ongoing session"
EARLY = {
    "completed": "You can't complete an appointment before the agreed start time.",
    "missed": "You can't mark a session as missed before its start time.",
}
NO_LINK = "You have to provide a valid URL for the meeting link"
# api.md's table, written out once more.
TABLE = {
    ("pending", "provider"): {"accepted", "rejected"},
    ("pending", "client"): {"cancelled"},
    ("accepted", "provider"): {"ongoing", "missed", "cancelled"},
    ("accepted", "client"): {"cancelled"},
    ("ongoing", "provider"): {"completed", "missed", "cancelled"},
    ("ongoing", "client"): {"cancelled"},
}


@dataclass
class Known:
    """An order of the model. `client` is '' when a guest placed it."""

    order_id: str
    provider: str
    client: str
    starts_at: datetime
    remote: bool
    status: str = "pending"
    entered: bool = False
    """Whether it ever stood in calendars."""


class FrontDoor(RuleBasedStateMachine):
    """Two providers, two clients, guests, and accounts without any order."""

    marketplace: "Marketplace"
    loop: asyncio.AbstractEventLoop
    database: Database

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the service's loop; Hypothesis runs in another thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    @initialize()
    def open_shops(self) -> None:
        self.marketplace.now = NOON
        self.orders: list[Known] = []
        self.run(self._open_shops())

    async def _open_shops(self) -> None:
        marketplace = self.marketplace
        self.providers = [await marketplace.provider(), await marketplace.provider()]
        self.services = {each: await marketplace.service(each) for each in self.providers}
        self.clients = [await marketplace.person(), await marketplace.person()]
        self.stranger = await marketplace.person()
        self.day = [
            datetime.fromisoformat(slot["provider_start_time"])
            for slot in await marketplace.slots(self.providers[0], DAY)
        ]

    @rule(shop=st.integers(0, 1), who=st.integers(0, 2), number=st.integers(0, 3), remote=st.booleans())
    def book(self, shop: int, who: int, number: int, remote: bool) -> None:
        provider, start = self.providers[shop], self.day[number]
        free = start in self._free(provider)
        answer = self.run(self._book(provider, who, start, remote=remote))
        assert answer["status"] is free, answer
        if free:
            client = self.clients[who] if who < 2 else ""
            order_id = answer["data"]["booking_data"]["order_id"]
            self.orders.append(Known(order_id, provider, client, start, remote))
        else:
            assert "Please choose another." in answer["message"]["main_msg"]

    async def _book(self, provider: str, who: int, start: datetime, *, remote: bool) -> dict[str, Any]:
        slot = {"appointment_slot_id": "", "provider_start_time": start.isoformat()}
        changes: dict[str, Any] = {"iv_delivery_mode": "remote" if remote else "in-person"}
        if who < 2:
            headers = self.marketplace.as_(self.clients[who])
        else:
            _, headers = await self.marketplace.guest("123456")
            changes |= {"iv_user_category": "guest", "iv_guest_token": "123456"}
        body = self.marketplace.order(provider, [self.services[provider]], [slot], **changes)
        return await self.marketplace.post("create_appointment_order", body, headers)

    @rule(data=st.data(), actor=st.sampled_from(ACTORS), wanted=st.sampled_from(ASKED), link=st.booleans())
    def respond(self, data: st.DataObject, actor: str, wanted: str, link: bool) -> None:
        if not self.orders:
            return
        self._attempt(data.draw(st.sampled_from(self.orders)), actor, wanted, link=link)

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """Take a step that the table allows, so that every status is reached often."""
        open_ones = [order for order in self.orders if order.status in HOLDING]
        if not open_ones:
            return
        order = data.draw(st.sampled_from(open_ones))
        role = data.draw(st.sampled_from(["provider", "provider", "client"]))
        wanted = data.draw(st.sampled_from(sorted(TABLE[order.status, role] - {"rejected"})))
        actor = role if role == "provider" or order.client else "link"
        self._attempt(order, actor, wanted, link=True)

    def _attempt(self, order: Known, actor: str, wanted: str, *, link: bool) -> None:
        if order.status == "pending" and order.starts_at <= self.marketplace.now:
            wanted = "accepted"  # the system may cancel it at any moment; this is refused before and after
        answer = self.run(self._respond(order, actor, wanted, link=link))
        role = self._role(order, actor)
        if role is None:
            # A guest's order has no client's account: who would be it here comes with nothing in hand. A link
            # to an account's order is none.
            unknown = actor in {"nobody", "link", "wrong link"} or (actor == "client" and not order.client)
            assert answer.status_code == (401 if unknown else 404), answer.text
            return
        assert answer.status_code == 200, answer.text
        said = answer.json()
        refusal = self._refusal(order, role, wanted, link=link)
        assert said["status"] is (refusal is None), (said["message"], refusal)
        if refusal is not None:
            assert refusal in said["message"]["main_msg"]
            return
        order.status = "completed" if wanted == "missed" else wanted
        assert said["data"]["booking_data"]["request_status"] == order.status
        order.entered = order.entered or wanted == "accepted"
        file_due = wanted == "accepted" or (wanted == "cancelled" and order.entered)
        assert (said["data"]["ical_content_data"] is not None) is file_due

    async def _respond(self, order: Known, actor: str, wanted: str, *, link: bool) -> httpx.Response:
        body = {"iv_order_id": order.order_id, "iv_response": wanted}
        if link:
            body["iv_delivery_location"] = "https://meet.example.com/x"
        people = {
            "provider": order.provider,
            "other provider": next(each for each in self.providers if each != order.provider),
            "client": order.client,
            "other client": next(each for each in self.clients if each != order.client),
            "stranger": self.stranger,
        }
        account = people.get(actor, "")
        tokens = {"link": LINKS.token(order.order_id), "wrong link": LINKS.token("another order")}
        return await self.marketplace.http.post(
            "/api/update_appointment_order_request",
            json=body,
            headers=self.marketplace.as_(account) if account else {},
            params={"token": tokens[actor]} if actor in tokens else {},
        )

    def _role(self, order: Known, actor: str) -> str | None:
        if actor == "provider":
            return "provider"
        by_guest = not order.client
        if (actor == "client" and not by_guest) or (actor == "link" and by_guest):
            return "client"
        return None

    def _refusal(self, order: Known, role: str, wanted: str, *, link: bool) -> str | None:
        """Part of the expected refusal's message; None when the step is allowed."""
        now = self.marketplace.now
        if wanted not in TABLE.get((order.status, role), set[str]()):
            return "appointment"
        if wanted in EARLY and now < order.starts_at:
            return EARLY[wanted]
        if wanted == "accepted" and order.starts_at <= now:
            return "start time has passed"
        if wanted == "accepted" and order.remote and not link:
            return NO_LINK
        if wanted == "ongoing" and any(self._meet(order, other) for other in self.orders):
            return ONGOING
        return None

    def _meet(self, order: Known, other: Known) -> bool:
        """Whether another order that is ongoing keeps this one from being started."""
        same_client = order.client and order.client == other.client
        return other.status == "ongoing" and (order.provider == other.provider or bool(same_client))

    def _free(self, provider: str) -> list[datetime]:
        taken = {
            each.starts_at for each in self.orders if each.provider == provider and each.status in HOLDING
        }
        return [start for start in self.day if start > self.marketplace.now and start not in taken]

    @rule(minutes=st.sampled_from([1, 30, 240, 60 * 21, 60 * 21 + 41]))
    def time_passes(self, minutes: int) -> None:
        self.marketplace.now += timedelta(minutes=minutes)

    @rule()
    def the_system_looks(self) -> None:
        """Requests whose start has passed are cancelled, others are left alone."""
        self.run(run_once(cancel_unanswered_requests, self.database, self.marketplace.now))
        for order in self.orders:
            if order.status == "pending" and order.starts_at <= self.marketplace.now:
                order.status = "cancelled"

    @invariant()
    def the_service_agrees_with_the_model(self) -> None:
        for provider in self.providers:
            rows = self.run(self.marketplace.get("get_booking_info", self.marketplace.as_(provider)))["data"][
                "bookings_list"
            ]
            found = {row["order_id"]: row["request_status"] for row in rows["order"]}
            known = [order for order in self.orders if order.provider == provider]
            assert found.keys() == {order.order_id for order in known}
            for order in known:
                waits = order.status == "pending" and order.starts_at <= self.marketplace.now
                assert found[order.order_id] in ({"pending", "cancelled"} if waits else {order.status})
            slots = self.run(self.marketplace.slots(provider, DAY))
            free = [datetime.fromisoformat(slot["provider_start_time"]) for slot in slots]
            assert free == self._free(provider)


async def test_nobody_gets_past_the_table_through_the_front_door(marketplace: "Marketplace") -> None:
    FrontDoor.marketplace, FrontDoor.loop = marketplace, asyncio.get_running_loop()
    FrontDoor.database = Database(marketplace.database_url, pool_size=1)
    machine = settings(
        max_examples=12,
        stateful_step_count=24,
        phases=[Phase.generate],  # making a failure smaller takes minutes here
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    try:
        await asyncio.to_thread(run_state_machine_as_test, FrontDoor, settings=machine)
    finally:
        await FrontDoor.database.close()
