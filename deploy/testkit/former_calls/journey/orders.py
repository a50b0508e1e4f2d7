"""Orders of every state, of accounts and of guests: placed, answered, moved, held, rated."""

import json
from dataclasses import dataclass

from client.api_client import Json

from testkit.former_calls.journey.shop import Shop, Slot
from testkit.former_calls.journey.zones import DEVICE
from testkit.former_calls.people import People

COSTS = {"Consultation": 60, "Massage": 50, "Talk": 0}
LINK = "https://meet.example.org/room-1"
UPDATE = "update_appointment_order_request"


@dataclass
class Orders:
    """The ids of those orders that later steps use."""

    moved: str = ""
    cancelled: str = ""
    rejected: str = ""
    remote: str = ""
    """A guest's."""
    held: str = ""
    """Of two sessions, the second of which the client missed."""
    held_by_ana: str = ""
    ongoing: str = ""
    pending: str = ""
    proposed: str = ""
    withdrawn: str = ""
    """Cancelled by the provider after it was accepted."""
    idas: str = ""
    """A guest's who asks to be forgotten."""


def _wanted(shop: Shop, slots: list[Slot], services: tuple[str, ...], **changed: Json) -> dict[str, Json]:
    """The fields of the booking screen."""
    return {
        "iv_provider_id": shop.owner,
        "iv_provider_name": "Mara Weiss",
        "iv_brief": "My first visit.",
        "iv_guest_token": "none",
        "iv_service_list": json.dumps([shop.services[each] for each in services]),
        "iv_session_list": json.dumps(slots),
        "iv_delivery_mode": "in-person",
        "iv_delivery_location": "Torstraße 12, Berlin",
        "iv_user_category": "active",
        "iv_total_cost": sum(COSTS[each] for each in services),
        "iv_total_services": len(services),
        "iv_total_duration": 30 * len(services),
        "iv_total_currency": "EUR",
        "iv_multiple_clients": False,
        "iv_client_pay_status": "unpaid",
        "iv_provider_pay_status": "unpaid",
        "iv_client_name": "A client",
        "iv_device_data": DEVICE,
        **changed,
    }


class _Desk:
    """Places and answers orders."""

    def __init__(self, people: People, shop: Shop) -> None:
        self._people, self._shop = people, shop

    async def place(
        self,
        who: str,
        why: str,
        slots: list[Slot],
        services: tuple[str, ...] = ("Consultation",),
        **changed: Json,
    ) -> str:
        wanted = _wanted(self._shop, slots, services, **changed)
        made = await self._people.post(f"{who} asks for {why}", who, "create_appointment_order", **wanted)
        return str(made["booking_data"]["order_id"])

    async def refused(self, what: str, who: str, slots: list[Slot], **changed: Json) -> None:
        wanted = _wanted(self._shop, slots, ("Consultation",), **changed)
        await self._people.refused(what, who, "create_appointment_order", **wanted)

    async def answer(self, who: str, order: str, response: str, why: str, **more: Json) -> None:
        fields: dict[str, Json] = {
            "iv_order_id": order,
            "iv_response": response,
            "iv_feedback": "See you then.",
        }
        await self._people.post(f"{who} answers {response} to {why}", who, UPDATE, **fields, **more)


async def book(people: People, shop: Shop) -> Orders:
    """Clients and guests ask; the provider answers; times are moved."""
    desk, orders, free = _Desk(people, shop), Orders(), shop.slots
    await _refusals(desk, free)
    orders.moved = await desk.place("jose", "a time", free[:1])
    await desk.refused("ana comes too late", "ana", free[:1])
    await desk.answer("mara", orders.moved, "accepted", "jose")
    await _move(people, orders.moved, free[12])
    orders.cancelled = await desk.place("jose", "a time to cancel", free[1:2])
    await desk.answer("jose", orders.cancelled, "cancelled", "his own request")
    await _guests(people, desk, orders, free)
    orders.held = await desk.place("jose", "two sessions", free[4:6], ("Consultation", "Massage"))
    await desk.answer("mara", orders.held, "accepted", "two sessions")
    await people.refused(
        "nothing is complete before its start", "mara", UPDATE, iv_order_id=orders.held, iv_response="missed"
    )
    await people.refused(
        "a client does not start a session", "jose", UPDATE, iv_order_id=orders.held, iv_response="ongoing"
    )
    orders.held_by_ana = await desk.place("ana", "a massage", free[6:7], ("Massage",))
    await desk.answer("mara", orders.held_by_ana, "accepted", "ana")
    return orders


async def _refusals(desk: _Desk, free: list[Slot]) -> None:
    await desk.refused("a wrong price is refused", "jose", free[:1], iv_total_cost=1)
    await desk.refused("too little time is refused", "jose", free[:1], iv_total_duration=31)
    await desk.refused("mara cannot book herself", "mara", free[:1])
    strange = {
        **free[0],
        "provider_start_time": str(free[0]["provider_start_time"]).replace(":00:00", ":07:00"),
    }
    await desk.refused("a time that is not offered is refused", "jose", [strange])
    await desk.refused("a stranger books nothing", "", free[:1])


async def _move(people: People, order: str, slot: Slot) -> None:
    """José proposes another time; Mara declines one and accepts one."""
    chosen = {key: slot[key] for key in ("appointment_slot_id", "provider_start_time")}
    proposal: dict[str, Json] = {"iv_order_id": order, "iv_session_list": json.dumps([chosen])}
    for number, answer in enumerate(("declined", "accepted"), 1):
        await people.post(
            f"jose proposes another time ({number})",
            "jose",
            "propose_new_time",
            iv_feedback="Could we?",
            **proposal,
        )
        fields = {"iv_order_id": order, "iv_answer": answer}
        await people.post(f"mara answers {answer} to another time", "mara", "answer_new_time", **fields)


async def _guests(people: People, desk: _Desk, orders: Orders, free: list[Slot]) -> None:
    """Two guests book; one is declined first."""
    fields = {"iv_name": "Zoë Łódzka", "iv_email": people.email("zoe")}
    await people.post("zoe is a guest", "zoe", "verify_guest_credentials", **fields)
    code = await people.opened("zoe", "code", "zoe.code")
    guest: dict[str, Json] = {
        "iv_user_category": "guest",
        "iv_guest_token": code,
        "iv_client_name": "Zoë Łódzka",
    }
    guest["iv_client_email"] = people.email("zoe")
    wrong = "000000" if code != "000000" else "111111"
    await desk.refused("a wrong code is refused", "zoe", free[2:3], **{**guest, "iv_guest_token": wrong})
    orders.rejected = await desk.place("zoe", "a time", free[2:3], ("Consultation",), **guest)
    await desk.answer("mara", orders.rejected, "rejected", "zoe")
    remote: dict[str, Json] = {**guest, "iv_delivery_mode": "remote", "iv_delivery_location": ""}
    orders.remote = await desk.place("zoe", "a talk", free[3:4], ("Talk",), **remote)
    await people.refused(
        "a remote session needs a link", "mara", UPDATE, iv_order_id=orders.remote, iv_response="accepted"
    )
    await desk.answer("mara", orders.remote, "accepted", "zoe's talk", iv_delivery_location=LINK)
    await people.get("zoe reads the booking", "zoe", f"get_guest_booking/{orders.remote}")
    await people.post(
        "zoe wants the link again",
        "",
        "request_guest_link",
        iv_order_id=orders.remote,
        iv_email=people.email("zoe"),
    )
    await people.post(
        "ida is a guest",
        "ida",
        "verify_guest_credentials",
        iv_name="Ida Moss",
        iv_email=people.email("ida"),
    )
    code = await people.opened("ida", "code", "ida.code")
    guest = {
        **guest,
        "iv_guest_token": code,
        "iv_client_name": "Ida Moss",
        "iv_client_email": people.email("ida"),
    }
    orders.idas = await desk.place("ida", "a time", free[7:8], ("Consultation",), **guest)


async def hold(people: People, orders: Orders) -> None:
    """Time passes, and sessions are held, missed and begun."""

    async def step(what: str, order: str, response: str, position: int = 1) -> None:
        fields: dict[str, Json] = {
            "iv_order_id": order,
            "iv_response": response,
            "iv_session_position": position,
        }
        await people.post(what, "mara", UPDATE, **fields)

    await people.let_pass(orders.held, 1, 300)
    await step("mara begins the first session", orders.held, "ongoing")
    await step("mara ends the first session", orders.held, "completed")
    await people.let_pass(orders.held, 2, 240)
    await people.refused(
        "the first session is over", "mara", UPDATE,
        iv_order_id=orders.held, iv_response="ongoing", iv_session_position=1,
    )  # fmt: skip
    await step("jose misses the second session", orders.held, "missed", 2)
    await people.let_pass(orders.held_by_ana, 1, 180)
    await step("mara begins ana's session", orders.held_by_ana, "ongoing")
    await step("mara ends ana's session", orders.held_by_ana, "completed")


async def rate(people: People, shop: Shop, orders: Orders) -> None:
    """Clients rate what was held, and book more; orders stay in every state."""
    await people.refused(
        "nothing is rated before it is complete", "jose", "create_appointment_rating",
        iv_order_id=orders.moved, iv_rating="5", iv_feedback="Good.",
    )  # fmt: skip
    await people.post(
        "mara asks ana for a rating",
        "mara",
        "create_appointment_request_rating",
        iv_order_id=orders.held_by_ana,
    )
    await people.refused(
        "mara asks once a day", "mara", "create_appointment_request_rating", iv_order_id=orders.held_by_ana
    )
    for who, order, stars in (("jose", orders.held, "5"), ("ana", orders.held_by_ana, "3")):
        given: dict[str, Json] = {"iv_order_id": order, "iv_rating": stars, "iv_feedback": f"From {who}."}
        trusted = "yes" if stars == "5" else "no"
        await people.post(f"{who} rates", who, "create_appointment_rating", iv_trusted=trusted, **given)
        await people.refused(f"{who} rates once", who, "create_appointment_rating", **given)
        back: dict[str, Json] = {**given, "iv_rating": "5", "iv_feedback": "Thank you."}
        await people.post(f"mara rates {who} back", "mara", "create_client_rating", **back)
    desk, free = _Desk(people, shop), shop.slots
    orders.ongoing = await desk.place("jose", "a session that goes on", free[8:9])
    await desk.answer("mara", orders.ongoing, "accepted", "what goes on")
    await people.let_pass(orders.ongoing, 1, 20)
    await desk.answer("mara", orders.ongoing, "ongoing", "what goes on")
    orders.pending = await desk.place("ana", "a time that waits", free[9:10])
    orders.withdrawn = await desk.place("ana", "a time that is cancelled", free[10:11])
    await desk.answer("mara", orders.withdrawn, "accepted", "what is cancelled")
    await desk.answer("mara", orders.withdrawn, "cancelled", "what was accepted")
    orders.proposed = await desk.place("ana", "a time to move", free[14:15])
    await desk.answer("mara", orders.proposed, "accepted", "what is to move")
    chosen = {key: free[16][key] for key in ("appointment_slot_id", "provider_start_time")}
    await people.post(
        "mara proposes another time", "mara", "propose_new_time",
        iv_order_id=orders.proposed, iv_session_list=json.dumps([chosen]),
    )  # fmt: skip
