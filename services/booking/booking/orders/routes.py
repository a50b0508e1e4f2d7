"""Calls about orders: place, answer, look (api.md 4)."""

from datetime import datetime
from typing import Final

from chassis.clock import Clock, clock_of
from chassis.http.callers import Anyone, Principal, account_caller, signed_in_caller
from chassis.http.dependencies import Reading, Writing, database_of, transaction_of, writing_at_once
from chassis.http.envelope import Answer, EnvelopeMessage, JsonResponse, done, enveloped
from chassis.http.idempotency import attempt_of
from chassis.http.raw_route import (
    RawRoute,
    RawWriteRoute,
    UncheckedBody,
    answer_unless_known,
    query_as,
    query_parameters,
)
from chassis.http.route import Route
from fastapi import APIRouter, Request, Response

from booking.orders.access import Bearer
from booking.orders.listing import booking_info
from booking.orders.place_order import (
    Client,
    WrongCode,
    checked_order,
    guest_client,
    place_order,
    write_order,
)
from booking.orders.publishing import Placing, placing_of
from booking.orders.responses import status_changed
from booking.orders.schemas import (
    BookingInfo,
    BookingsAsked,
    CalendarContent,
    GuestBooking,
    GuestLinkEnd,
    GuestLinkRequest,
    LinkToken,
    Nothing,
    OrderChanged,
    OrderPlaced,
    OrderRequest,
    ResponseRequest,
)
from booking.orders.service import end_guest_link as end_link
from booking.orders.service import (
    guest_booking,
    mail_guest_link,
    respond_to_order,
)

router: Final = APIRouter(prefix="/api", tags=["orders"], route_class=Route)
written: Final = APIRouter(prefix="/api", tags=["orders"], route_class=RawWriteRoute)
direct: Final = APIRouter(prefix="/api", tags=["orders"], route_class=RawRoute)

PLACED: Final = (
    "Your booking request has been sent to the service provider. The appointment will become official and be "
    "made available on your calendar schedule only when they accept."
)
BOOKED: Final = "Your appointment is booked."
_PLACED_MESSAGE: Final = EnvelopeMessage(main_msg=PLACED).model_dump_json().encode()
_BOOKED_MESSAGE: Final = EnvelopeMessage(main_msg=BOOKED).model_dump_json().encode()
LINK_ENDED: Final = "The former link no longer works. A new one is on its way to the address of the booking."
LINK_SENT: Final = "If this booking was made with this email address, the link is on its way."


@written.post("/create_appointment_order", response_model=Answer[OrderPlaced])
async def create_appointment_order(request: Request, order: UncheckedBody[OrderRequest]) -> Response:
    """Place a request for one or several free slots; they are held until the provider answers. Services that
    are booked at once make an appointment of it, with its calendar file.
    """
    caller, now = await signed_in_caller(request), clock_of(request)()
    if caller.kind == "guest":  # writes twice: the try of the code is counted
        return await _place_for_guest(request, caller, order, now)
    attempt = attempt_of(request)
    async with writing_at_once(request) as tx:
        placed = await checked_order(tx, Client(caller.id, "", "", ""), order.checked(), now)
        placing = placing_of(placed)
        answer = _placed(placing)
        await write_order(tx, placed, placing, attempt.answer_values(answer) if attempt else None)
    return answer


async def _place_for_guest(
    request: Request, guest: Principal, order: UncheckedBody[OrderRequest], now: datetime
) -> Response:
    async with transaction_of(request) as tx:
        wanted = order.checked()
        try:
            client = await guest_client(tx, guest, wanted.iv_guest_token, now)
        except WrongCode as wrong:  # answered, not raised: the counted try must be committed
            fields = {"iv_guest_token": str(wrong)}
            refused = EnvelopeMessage(main_msg=str(wrong), iv_msg=fields)
            answer = Answer[OrderPlaced](status=False, message=refused)
            return JsonResponse(answer.model_dump_json().encode())
        return _placed(await place_order(tx, client, wanted, now))


def _placed(placing: Placing) -> Response:
    """The answer `OrderPlaced`, written around the booking: no model is made of it."""
    booking, file = placing.facts.for_client.model_dump_json().encode(), placing.calendar
    if file is None:
        return enveloped(b'{"booking_data":%b,"ical_content_data":null}' % booking, _PLACED_MESSAGE)
    content = CalendarContent(content=file.content, filename=file.filename).model_dump_json().encode()
    return enveloped(b'{"booking_data":%b,"ical_content_data":%b}' % (booking, content), _BOOKED_MESSAGE)


@router.post("/update_appointment_order_request")
async def update_appointment_order_request(
    response: ResponseRequest, caller: Anyone, tx: Writing, clock: Clock, token: LinkToken = ""
) -> Answer[OrderChanged]:
    """Accept, reject, start, complete or cancel: what each side may is the table of api.md 4."""
    changed = await respond_to_order(tx, Bearer(caller, token), response, clock())
    return done(status_changed(changed), "Your response was successfully submitted.")


@direct.get(
    "/get_booking_info", response_model=Answer[BookingInfo], openapi_extra=query_parameters(BookingsAsked)
)
async def get_booking_info(request: Request) -> Response:
    """The caller's bookings, as provider and as client. What the caller has already is answered with 304."""
    caller, asked = await account_caller(request), query_as(BookingsAsked, request)
    async with database_of(request).reading() as tx:
        answer = await booking_info(tx, caller.id, asked.status, asked.limit, asked.cursor)
    return answer_unless_known(request, *answer)


@router.get("/get_guest_booking/{order_id}")
async def get_guest_booking(
    order_id: str, caller: Anyone, tx: Reading, token: LinkToken = ""
) -> Answer[GuestBooking]:
    """A guest's booking, by the guest's token or by the link from the mail."""
    return done(await guest_booking(tx, order_id, Bearer(caller, token)))


@router.post("/request_guest_link")
async def request_guest_link(wanted: GuestLinkRequest, tx: Writing, clock: Clock) -> Answer[Nothing]:
    """Mail a guest the link to a booking again; the answer is the same for any address."""
    await mail_guest_link(tx, wanted, clock())
    return done(Nothing(), LINK_SENT)


@router.post("/end_guest_link")
async def end_guest_link(
    ended: GuestLinkEnd, caller: Anyone, tx: Writing, clock: Clock, token: LinkToken = ""
) -> Answer[Nothing]:
    """End the link to a guest's booking, and mail the guest a new one."""
    await end_link(tx, ended.iv_order_id, Bearer(caller, token), clock())
    return done(Nothing(), LINK_ENDED)
