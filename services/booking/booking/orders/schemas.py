"""Requests and answers about orders (api.md 4)."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Final, Literal

from contracts.booking_data import BookingData
from contracts.events.profiles import LateCancellation
from contracts.intake import MOST_QUESTIONS
from contracts.rules import messages
from contracts.rules.checks import Required, TextMax
from contracts.rules.fields import (
    BookingBrief,
    BookingFeedback,
    CancelReason,
    Email,
    Latitude,
    Longitude,
)
from contracts.rules.lists import BlankIsNone, DeviceData, EntryCount, JsonList
from contracts.rules.numbers import PlainDecimal, PlainWhole
from contracts.rules.text import Text
from fastapi import Query
from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, Field, JsonValue

from booking.orders.at_client import ClientAddress
from booking.orders.cancellation import CancellationTerms
from booking.orders.rules import MOST_SERVICES, MOST_SESSIONS, UNPAID, Response, Status

LAST_YEAR: Final = 2100
_YES: Final = frozenset({"true", "yes", "on", "1"})


def _blank_is_none(typed: object) -> object:
    """Forms send '' for what was left open and 'zero' for a free booking (api.md 4)."""
    if isinstance(typed, str):
        typed = typed.strip()
        return None if typed == "" else "0" if typed == "zero" else typed
    return typed


def _within_years(instant: datetime) -> datetime:
    if not 1970 < instant.year < LAST_YEAR:
        raise ValueError(messages.NOT_A_DATE)
    return instant


def _said_yes(typed: object) -> object:
    return typed.strip().lower() in _YES if isinstance(typed, str) else typed


def _as_text(typed: object) -> object:
    return str(typed) if isinstance(typed, int | float | bool) else typed


Id = Annotated[str, Text(Required(), TextMax(64))]
OptionalId = Annotated[str, Text(TextMax(200)), BeforeValidator(_as_text)]
UntrustedText = Annotated[str, Text(TextMax(500)), BeforeValidator(_as_text)]
"""What a screen sends and the server does not rely on."""
SlotStart = Annotated[AwareDatetime, AfterValidator(_within_years), Field(description="ISO 8601 with zone")]
MultipleClients = Annotated[bool, BeforeValidator(_said_yes, json_schema_input_type=bool | str)]
"""Whether the client comes with others, also as a form's text."""
ClaimedCost = Annotated[
    Annotated[Decimal, Field(ge=0, max_digits=18, allow_inf_nan=False), PlainDecimal] | None,
    BeforeValidator(_blank_is_none),
]
LinkToken = Annotated[str, Query(alias="token", max_length=200, description="From the mailed link")]
AnswerKey = Annotated[str, Field(max_length=200)]
"""From the link in a provider's mail; '' where an answer is chosen on the screen."""
SessionPosition = Annotated[
    Annotated[int, Field(ge=1, le=MOST_SESSIONS), PlainWhole] | None, BeforeValidator(_blank_is_none)
]
"""The place of a session in its order, from 1."""
Count = Annotated[int, Field(ge=0, le=10**9), PlainWhole]
"""A whole number in plain figures, also as a form's text."""
ClaimedCount = Annotated[Count | None, BeforeValidator(_blank_is_none)]


class WantedSession(BaseModel):
    """A slot from get_available_slots; times other than the provider's start are not looked at."""

    appointment_slot_id: OptionalId = ""
    provider_start_time: SlotStart


class SentAnswer(BaseModel):
    """An answer to a question of a chosen service, which `booking.orders.intake` reads by its kind."""

    question_id: OptionalId = ""
    answer: JsonValue = ""


class ReadTerms(BaseModel):
    """Terms for cancelling as booking_data answers them."""

    free_hours: Count
    late: LateCancellation
    words: UntrustedText = ""


class ClientAddressFields(BaseModel):
    """The client's address of what is held there, which `booking.orders.at_client` reads. The coordinates are
    the browser's, in degrees, and are not kept.
    """

    iv_client_street: UntrustedText = ""
    iv_client_postcode: UntrustedText = ""
    iv_client_city: UntrustedText = ""
    iv_client_note: UntrustedText = ""
    iv_client_latitude: Annotated[Latitude | None, BlankIsNone] = None
    iv_client_longitude: Annotated[Longitude | None, BlankIsNone] = None

    @property
    def address(self) -> ClientAddress:
        """The address as it was typed."""
        return ClientAddress(
            self.iv_client_street,
            self.iv_client_postcode,
            self.iv_client_city,
            self.iv_client_note,
            self.iv_client_latitude,
            self.iv_client_longitude,
        )


class OrderRequest(ClientAddressFields):
    """A request for one or several free slots. Totals and terms are what the client's screen shows; None of
    the terms where it does not say.
    """

    iv_provider_id: Id
    iv_brief: BookingBrief = ""
    iv_guest_token: OptionalId = ""
    iv_service_list: Annotated[JsonList[Id], EntryCount(1, MOST_SERVICES)]
    iv_session_list: Annotated[JsonList[WantedSession], EntryCount(1, MOST_SESSIONS)]
    iv_delivery_mode: Literal["in-person", "remote"]
    iv_delivery_location: UntrustedText = ""
    iv_place_id: OptionalId = ""
    iv_answers: Annotated[JsonList[SentAnswer], EntryCount(0, MOST_SERVICES * MOST_QUESTIONS)] = Field(
        default_factory=list[SentAnswer]
    )
    iv_cancellation_terms: Annotated[
        Annotated[JsonList[ReadTerms], EntryCount(0, MOST_SERVICES)] | None, BeforeValidator(_blank_is_none)
    ] = None
    iv_user_category: UntrustedText = ""
    iv_total_cost: ClaimedCost = None
    iv_total_services: ClaimedCount = None
    iv_total_duration: ClaimedCount = None
    iv_total_currency: UntrustedText = ""
    iv_multiple_clients: MultipleClients = False
    iv_client_pay_status: UntrustedText = UNPAID
    iv_provider_pay_status: UntrustedText = UNPAID
    iv_client_name: UntrustedText = ""
    iv_client_email: UntrustedText = ""
    iv_provider_name: UntrustedText = ""
    iv_provider_email: UntrustedText = ""
    iv_device_data: DeviceData = Field(default_factory=dict)

    @property
    def read_terms(self) -> list[CancellationTerms] | None:
        """The terms for cancelling that the client has read; None where the request does not say which."""
        if self.iv_cancellation_terms is None:
            return None
        return [
            CancellationTerms(read.free_hours, read.late, read.words) for read in self.iv_cancellation_terms
        ]


class ResponseRequest(BaseModel):
    """One side's answer to an order: `iv_response` is what is asked for. Of several sessions, ongoing,
    completed and missed concern the one that is due; `iv_session_position` says which one the screen means.
    Who cancels may choose `iv_cancel_reason`. A link that answers by itself has `iv_answer_key`.
    The rest is not relied on.
    """

    iv_order_id: Id
    iv_response: Response
    iv_session_position: SessionPosition = None
    iv_booking_info_type: UntrustedText = ""
    iv_name: UntrustedText = ""
    iv_reviewer_name: UntrustedText = ""
    iv_email: UntrustedText = ""
    iv_feedback: BookingFeedback = ""
    iv_cancel_reason: CancelReason = ""
    iv_answer_key: AnswerKey = ""
    iv_delivery_location: UntrustedText = ""
    iv_service_list: Any = None
    iv_session_list: Any = None
    iv_total_cost: Any = None
    iv_total_duration: Any = None
    iv_total_currency: Any = None
    iv_device_data: DeviceData = Field(default_factory=dict)


class GuestLinkRequest(BaseModel):
    """A guest asks for the mailed link again."""

    iv_order_id: Id
    iv_email: Email


class GuestLinkEnd(BaseModel):
    """The link to this order is to work no longer."""

    iv_order_id: Id


class CalendarContent(BaseModel):
    """A calendar file: `content` is base64."""

    content: str
    filename: str


class OrderPlaced(BaseModel):
    """The order as the client sees it, and the calendar file of one that is booked at once."""

    booking_data: BookingData
    ical_content_data: CalendarContent | None = None


class NotificationData(BaseModel):
    """The notice to the other side. Only the server delivers it to the other side's screens."""

    notification_receiver_id: str
    notification_text: str
    notification_type: str
    notification_url: str
    name: str
    username: str
    status: str = "active"


class AdditionalUpdate(BaseModel):
    """What changed of the booking."""

    order_id: str
    request_status: str
    complete_status: str


class OrderChanged(BaseModel):
    """The order as the acting side sees it, and what goes with the change."""

    notification_data: NotificationData | None
    booking_data: BookingData
    additional_update: AdditionalUpdate
    ical_content_data: CalendarContent | None = None


class BookingsList(BaseModel):
    """Orders: the caller is the provider. Requests: the caller is the client."""

    order: list[BookingData]
    request: list[BookingData]


class BookingsAsked(BaseModel):
    """Which of the caller's bookings: a page of all, or of those with one status. Without `limit` and
    `cursor`, and with no status, all that are open belong to it.
    """

    status: Status | None = None
    limit: Annotated[int | None, PlainWhole] = Field(default=None, ge=1, le=100)
    cursor: str | None = Field(default=None, max_length=512)


class BookingInfo(BaseModel):
    """The caller's bookings, newest first; all that are open, and a page of the others."""

    bookings_list: BookingsList
    next_cursor: str | None = None


class GuestBooking(BaseModel):
    """The order as its guest sees it."""

    booking_data: BookingData


class AppointmentWithProvider(BaseModel):
    """One of the caller's own appointments with a provider."""

    order_id: str
    client_start_time: str
    request_status: str


class AppointmentsWithProvider(BaseModel):
    """The caller's own appointments with a provider."""

    appointments_with_provider: list[AppointmentWithProvider]


class Nothing(BaseModel):
    """An answer without data."""
