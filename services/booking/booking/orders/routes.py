"""Orders: place, answer, look (product.md 4.7 and 7; api.md 4)."""

import hmac
from typing import Annotated, Final

from chassis.clock import Clock
from chassis.http.callers import Account, Anyone, SignedInOrGuest
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, EnvelopeMessage, done
from chassis.outbox import emit
from contracts.events.booking import GuestLinkRequested
from fastapi import APIRouter, Query, Request

from booking.orders.guest_links import GuestLinks
from booking.orders.listing import booking_info
from booking.orders.order import Order
from booking.orders.place_order import WrongCode, client_of, place_order
from booking.orders.responses import changed_answer
from booking.orders.rules import Status
from booking.orders.schemas import (
    BookingInfo,
    GuestBooking,
    GuestLinkRequest,
    Nothing,
    OrderChanged,
    OrderPlaced,
    OrderRequest,
    ResponseRequest,
)
from booking.orders.serializers import booking_of, facts_of
from booking.orders.service import Bearer, order_for, respond
from booking.orders.store import may_mail_link, order_by_id

router: Final = APIRouter(prefix="/api", tags=["orders"])

PLACED: Final = (
    "Your booking request has been sent to the service provider. The appointment will become official and be "
    "made available on your calendar schedule only when they accept."
)
LINK_SENT: Final = "If this booking was made with this email address, the link is on its way."
LinkToken = Annotated[str, Query(alias="token", max_length=200, description="From the mailed link")]


def links_of(request: Request) -> GuestLinks:
    """The links of the service that serves `request`."""
    return request.app.state.guest_links


@router.post("/create_appointment_order")
async def create_appointment_order(
    order: OrderRequest, caller: SignedInOrGuest, tx: Writing, clock: Clock, request: Request
) -> Answer[OrderPlaced]:
    """Place a request for one or several free slots; they are held until the provider answers."""
    now = clock()
    try:
        client = await client_of(tx, caller, order.iv_guest_token, now)
    except WrongCode as wrong:
        return Answer(
            status=False, message=EnvelopeMessage(main_msg=str(wrong), iv_msg={"iv_guest_token": str(wrong)})
        )
    placed = await place_order(tx, client, order, links_of(request), now)
    return done(OrderPlaced(booking_data=booking_of(placed, "client")), PLACED)


@router.post("/update_appointment_order_request")
async def update_appointment_order_request(
    response: ResponseRequest,
    caller: Anyone,
    tx: Writing,
    clock: Clock,
    request: Request,
    token: LinkToken = "",
) -> Answer[OrderChanged]:
    """Accept, reject, start, complete or cancel: what each side may is the table of api.md 4."""
    links = links_of(request)
    order, role = await order_for(tx, response.iv_order_id, Bearer(caller, token), links, locked=True)
    changed = await respond(
        tx,
        order,
        role,
        response.iv_response,
        feedback=response.iv_feedback,
        link=response.iv_delivery_location,
        links=links,
        now=clock(),
    )
    return done(changed_answer(changed), "Your response was successfully submitted.")


@router.get("/get_booking_info")
async def get_booking_info(
    caller: Account,
    tx: Reading,
    status: Status | None = None,
    limit: Annotated[int | None, Query(ge=1, le=100)] = None,
    cursor: Annotated[str | None, Query(max_length=512)] = None,
) -> Answer[BookingInfo]:
    """The caller's bookings, as provider and as client."""
    return done(await booking_info(tx, caller.id, status, limit, cursor))


@router.get("/get_guest_booking/{order_id}")
async def get_guest_booking(
    order_id: str, caller: Anyone, tx: Reading, request: Request, token: LinkToken = ""
) -> Answer[GuestBooking]:
    """A guest's booking, by the guest's token or by the link from the mail."""
    order, role = await order_for(tx, order_id, Bearer(caller, token), links_of(request))
    return done(GuestBooking(booking_data=booking_of(order, role)))


@router.post("/request_guest_link")
async def request_guest_link(
    wanted: GuestLinkRequest, tx: Writing, clock: Clock, request: Request
) -> Answer[Nothing]:
    """Mail a guest the link to a booking again; the answer is the same for any address."""
    order, links = await order_by_id(tx, wanted.iv_order_id), links_of(request)
    if order and _is_of(order, wanted.iv_email) and await may_mail_link(tx, order.order_id, clock()):
        await emit(tx, GuestLinkRequested(order=facts_of(order, links.link(order))))
    return done(Nothing(), LINK_SENT)


def _is_of(order: Order, email: str) -> bool:
    return order.by_guest and hmac.compare_digest(order.client.email.lower().encode(), email.encode())
