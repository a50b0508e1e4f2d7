"""Leading an order through its life (api.md 4, the table of update_appointment_order_request)."""

from dataclasses import dataclass, replace
from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.errors import NotFound, Unauthenticated
from chassis.http.callers import Principal
from chassis.http.envelope import refuse
from contracts.events.booking import CalendarFile
from contracts.rules.messages import ACTION_MESSAGES
from contracts.texts import DEFAULT_FEEDBACK
from sqlalchemy.exc import IntegrityError

from booking.orders import rules
from booking.orders.guest_links import GuestLinks
from booking.orders.order import Order
from booking.orders.publishing import Cause, announce, calendar_for
from booking.orders.rules import Role, Status
from booking.orders.store import another_is_ongoing, order_by_id, update_order
from booking.reminders.store import set_reminders
from booking.reschedule.store import take_turn


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who asks about an order: a signed-in account or guest, or somebody with the link from the mail."""

    principal: Principal | None
    link_token: str


@dataclass(frozen=True, slots=True)
class Changed:
    """An order after a change, who changed it, and the calendar file that goes with it."""

    order: Order
    role: Role
    calendar: CalendarFile | None = None


async def order_for(
    tx: Connection, order_id: str, bearer: Bearer, links: GuestLinks, *, locked: bool = False
) -> tuple[Order, Role]:
    """The order and the bearer's side of it.

    Raises Unauthenticated for nobody at all, NotFound for an order that is not there or not the bearer's.
    """
    by_link = links.admits(order_id, bearer.link_token)
    if bearer.principal is None and not by_link:
        raise Unauthenticated("This link is not valid." if bearer.link_token else "Sign in to continue.")
    order = await order_by_id(tx, order_id, locked=locked)
    if order is None:
        raise NotFound("This appointment does not exist.")
    role = order.role_of(bearer.principal.id) if bearer.principal else None
    if role is None and by_link and order.by_guest:
        role = "client"
    if role is None:
        raise NotFound("This appointment does not exist.")
    return order, role


async def respond(
    tx: Transaction,
    order: Order,
    role: Role,
    wanted: Status,
    *,
    feedback: str,
    link: str,
    links: GuestLinks,
    now: datetime,
) -> Changed:
    """Lead a locked order into the status `wanted`. Raises a refusal that says why not."""
    try:
        status = rules.next_status(order.status, role, wanted, starts_at=order.starts_at, now=now)
        place = rules.meeting_place(order.delivery_mode, wanted, link, order.delivery_location)
    except rules.OrderRefused as refused:
        raise refuse(refused.main_msg, **refused.fields) from refused
    if status == "ongoing" and await another_is_ongoing(tx, order):
        raise refuse(ACTION_MESSAGES["ongoing_session"])
    note = feedback or DEFAULT_FEEDBACK[status]
    changed = stepped(order, status, note, place)
    if status in rules.HOLDING:
        # Its sessions are held against others anew: without the turn somebody who books across them and we
        # could wait for each other.
        await take_turn(tx, order)
    try:
        await update_order(tx, changed)
    except IntegrityError as error:
        if status == "ongoing":
            raise refuse(ACTION_MESSAGES["ongoing_session"]) from error
        raise
    if status == "accepted":
        await set_reminders(tx, changed.order_id, now)
    calendar = calendar_for(changed, now)
    await announce(
        tx, changed, links,
        actor=role, now=now, feedback=note, calendar=calendar, dropped=order.proposal,
    )  # fmt: skip
    return Changed(changed, role, calendar)


async def cancel_by_system(
    tx: Transaction,
    order: Order,
    reason: str,
    links: GuestLinks,
    now: datetime,
    *,
    cause: Cause = "",
) -> None:
    """Cancel a locked order that neither side can be asked about; both are told why."""
    changed = stepped(order, "cancelled", reason, order.delivery_location)
    await update_order(tx, changed)
    calendar = calendar_for(changed, now)
    await announce(
        tx, changed, links,
        actor="system", now=now, feedback=reason, calendar=calendar, dropped=order.proposal, cause=cause,
    )  # fmt: skip


def stepped(order: Order, status: Status, note: str, place: str) -> Order:
    """The order in its new status. The calendar's SEQUENCE rises with each file that is sent."""
    sends_file = status == "accepted" or (status == "cancelled" and order.calendar_sequence >= 0)
    return replace(
        order,
        status=status,
        note=note,
        delivery_location=place,
        proposal=None,
        calendar_sequence=order.calendar_sequence + 1 if sends_file else order.calendar_sequence,
        revision=order.revision + 1,
    )
