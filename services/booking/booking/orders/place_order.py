"""Placing an order (product.md 4.7; api.md 4, 'Orders')."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from asyncpg import PostgresError
from chassis.db import Transaction
from chassis.errors import NotFound, Refused
from chassis.http.callers import Principal
from chassis.http.envelope import refuse
from chassis.http.languages import language_of
from chassis.ids import new_id
from chassis.projections import wait_for_projection
from contracts.reference import minor_digits
from contracts.rules.messages import ACTION_MESSAGES

from booking.orders import rules
from booking.orders.booking_context import Offer, offer_of
from booking.orders.guest_links import GuestLinks
from booking.orders.models import OPEN_ACCOUNTS
from booking.orders.order import Order, OrderedService, Party
from booking.orders.publishing import told_of
from booking.orders.schemas import OrderRequest
from booking.orders.slot_selection import chosen_slots, sessions_of
from booking.orders.store import insert_order
from booking.projections.store import code_mistake, guest_is_known
from booking.zones import zone_named

TAKEN: Final = frozenset({"23P01", "40P01", "40001"})
"""SQLSTATEs of a lost race: exclusion violation, deadlock, serialization failure."""
_DAY: Final = timedelta(days=1)
_NOT_WITH: Final = "You can't book an appointment with this provider."


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks: an account, or a guest whose mailed code was right."""

    account_id: str
    guest_id: str
    name: str
    email: str


class WrongCode(Exception):
    """The guest's code is not right. The try was counted: the transaction must be committed."""


async def client_of(tx: Transaction, caller: Principal, code: str, now: datetime) -> Client:
    """Who places an order: an account, or a guest who typed the mailed code. Raises WrongCode."""
    if caller.kind == "account":
        return Client(caller.id, "", "", "")
    if not code:
        raise WrongCode("Enter the token that was sent to your email address.")
    await wait_for_projection(lambda: guest_is_known(tx, caller.id))
    mistake = await code_mistake(tx, caller.id, code, now)
    if mistake:
        raise WrongCode(mistake)
    return Client("", caller.id, caller.name, caller.email)


async def place_order(
    tx: Transaction, client: Client, wanted: OrderRequest, links: GuestLinks, now: datetime
) -> Order:
    """Place a request for one or several free slots; they are held from now on.

    Raises a refusal with the reason when a rule says no, or when somebody else was faster.
    """
    offer = await _settled_offer(tx, client, wanted)
    try:
        order = _order(offer, client, wanted, now)
    except rules.OrderRefused as refused:
        raise refuse(refused.main_msg, **refused.fields) from refused
    try:
        await insert_order(tx, order, told_of(order, links, actor="client", now=now))
    except PostgresError as error:
        if lost_the_race(error):
            raise taken() from error
        if closed_meanwhile(error):
            raise refuse(_NOT_WITH) from error
        raise
    return order


async def _settled_offer(tx: Transaction, client: Client, wanted: OrderRequest) -> Offer:
    """The provider's offer; waits a moment for a provider, client or service announced just now."""
    starts = [tx.provider_start_time for tx in wanted.iv_session_list]
    first, last = min(starts), max(starts) + _DAY
    seen: Offer | None = None

    async def complete() -> Offer | None:
        nonlocal seen
        seen = await offer_of(
            tx,
            wanted.iv_provider_id,
            client.account_id,
            client.email,
            wanted.iv_service_list,
            first,
            last,
        )
        whole = seen and len(seen.services) == len(set(wanted.iv_service_list))
        return seen if whole and seen and (seen.client or client.guest_id) else None

    if client.account_id == wanted.iv_provider_id:
        raise refuse("You can't book an appointment on your own page.")
    offer = await wait_for_projection(complete) or seen
    if offer is None:
        raise NotFound("This provider does not exist.")
    if offer.blocked:
        raise refuse(_NOT_WITH)
    return offer


def _order(offer: Offer, client: Client, wanted: OrderRequest, now: datetime) -> Order:
    """The order that the request amounts to. Only ids, mode, location, brief and starts are believed."""
    rules.not_too_many(offer.waiting, by_guest=bool(client.guest_id))
    mode = wanted.iv_delivery_mode
    chosen = rules.basket(wanted.iv_service_list, offer.services, mode)
    true = rules.totals(chosen)
    claimed = rules.ClaimedTotals(
        minutes=wanted.iv_total_duration,
        cost=wanted.iv_total_cost,
        currency=wanted.iv_total_currency or None,
        services=wanted.iv_total_services,
    )
    rules.agree(true, claimed, digits=minor_digits(true.currency))
    slots = chosen_slots(offer.hours, offer.held, wanted.iv_session_list, now)
    rules.enough_time(sum(slot.minutes for slot in slots), true)
    in_person = mode == "in-person"
    return Order(
        order_id=new_id(),
        provider_id=offer.provider.account_id,
        provider=offer.provider,
        client=_party(offer, client),
        guest_id=client.guest_id,
        status="pending",
        services=tuple(
            OrderedService(service.service_id, service.name, service.minutes, service.cost_minor)
            for service in chosen
        ),
        sessions=sessions_of(slots),
        delivery_mode=mode,
        delivery_location=(wanted.iv_delivery_location or offer.location) if in_person else "",
        total_minutes=true.minutes,
        total_minor=true.cost_minor,
        currency=true.currency,
        brief=wanted.iv_brief,
        note="",
        provider_timezone=offer.hours.timezone,
        client_timezone=_zone_of(wanted, offer),
        client_language=language_of(wanted.iv_device_data, ""),
        created_at=now,
        revision=1,
    )


def _party(offer: Offer, client: Client) -> Party:
    if client.guest_id:
        return Party("", client.name, client.email, "", "", onboarded=False)
    if offer.client is None:
        raise rules.OrderRefused("Your account is still being set up. Please try again in a moment.")
    return offer.client


def _zone_of(wanted: OrderRequest, offer: Offer) -> str:
    """The client's zone as the device tells it; the provider's when it tells none that exists."""
    told = wanted.iv_device_data.get("timezone")
    if not isinstance(told, str) or len(told) > 64:
        return offer.hours.timezone
    try:
        zone_named(told)
    except ValueError:
        return offer.hours.timezone
    return told


def lost_the_race(error: BaseException | None) -> bool:
    """Whether the database refused because somebody else has the time."""
    return getattr(error, "sqlstate", None) in TAKEN


def closed_meanwhile(error: BaseException) -> bool:
    """Whether the database refused because an account of the order is suspended or gone by now."""
    return getattr(error, "constraint_name", None) == OPEN_ACCOUNTS


def taken() -> Refused:
    """What the loser of a race for a slot is told."""
    return refuse(ACTION_MESSAGES["slot_taken"], iv_session_list=ACTION_MESSAGES["slot_taken"])
