"""Events of booking: the life of an order, ratings, and changes of free time."""

from typing import ClassVar, Literal

from pydantic import Field

from contracts.booking_data import BookingData
from contracts.event import Audience, DataExportCollected, Event, EvidenceKept, Facts, Instant, register
from contracts.events.profiles import LateCancellation, PaymentTerms, PriceKind
from contracts.languages import Language


class NoShowFacts(Facts):
    """One side says that the other did not come to a session, and what the other says to it."""

    reported_by: Literal["provider", "client"]
    note: str = ""
    reported_at: Instant
    contested_at: Instant | None = None
    """None unless the other side contests it: it counts no longer then."""
    contest: str = ""


class CancellationTermsFacts(Facts):
    """Until when a client cancels a service freely, as it was when it was ordered."""

    free_hours: int
    late: LateCancellation
    words: str = ""


class CancellationFacts(Facts):
    """Who cancelled an order and why. `reason` is a code, '' where none was chosen."""

    cancelled_by: Literal["provider", "client"]
    reason: str = ""
    late: bool = False
    """Whether the client cancelled after the time in which they do so freely."""
    words: str = ""
    """What the terms say to a client who cancels late."""


class SessionFacts(Facts):
    """One session of an order."""

    slot_id: str
    alias: str = ""
    """The name of a slot that the provider has named."""
    starts_at: Instant
    ends_at: Instant
    position: int = 1
    """Its place in the order, from 1."""
    state: Literal["upcoming", "ongoing", "done", "missed"] = "upcoming"
    no_show: NoShowFacts | None = None
    """Of a missed session; None also where it was missed before this was kept."""
    coming: bool = False
    """Whether the client has said that they come."""


class OrderedServiceFacts(Facts):
    """A service as it was when it was ordered. Costs are in minor units of the order's currency."""

    service_id: str
    name: str
    duration_minutes: int
    cost_minor: int
    price_kind: PriceKind = "fixed"
    """What the cost means; it is 0 where the service is free or its price on request."""


class CalendarFile(Facts):
    """An iTIP file: `content` is base64, `method` REQUEST or CANCEL (RFC 5546)."""

    filename: str
    content: str
    method: Literal["REQUEST", "CANCEL"]


class OrderFacts(Facts):
    """A whole order, with each side's view of it. `client_id` is '' for a guest."""

    order_id: str
    status: Literal["pending", "accepted", "ongoing", "completed", "cancelled", "rejected"]
    provider_id: str
    provider_name: str
    provider_email: str
    client_id: str
    guest_id: str = ""
    client_name: str
    client_email: str
    services: list[OrderedServiceFacts]
    sessions: list[SessionFacts]
    delivery_mode: str
    delivery_location: str
    total_minutes: int
    total_minor: int
    currency: str
    payment: PaymentTerms = Field(default_factory=PaymentTerms)
    """How the provider wants to be paid, as it was when this happened."""
    cancellation_terms: list[CancellationTermsFacts] = Field(default_factory=list[CancellationTermsFacts])
    """Those of the chosen services, each once; empty where none has any."""
    cancellation: CancellationFacts | None = None
    """None unless one side cancelled it; None also where that was before this was kept."""
    brief: str
    provider_timezone: str
    client_timezone: str
    client_language: Language = "english"
    """The language of a guest's mails, from their device. An account has its own language."""
    proposed_sessions: list[SessionFacts] = Field(default_factory=list[SessionFacts])
    """The time that one side proposes instead; empty without a proposal."""
    proposed_by: Literal["", "provider", "client"] = ""
    guest_link: str = ""
    """The absolute address of the guest's view of the order; '' when the client has an account."""
    address_proven: bool = True
    """Whether the client has shown that the address is theirs. If not, mails to it carry no words that
    somebody typed for this order."""
    for_provider: BookingData
    for_client: BookingData
    revision: int


class OrderEvent(Event):
    """An event of one order. `feedback` is the acting side's text for the other side."""

    order: OrderFacts
    actor: Literal["provider", "client", "system"]
    cause: Literal["", "account_closed"] = ""
    """Why the system acted: one side's account was deleted or suspended, or a guest erased; '' otherwise."""
    feedback: str = ""
    calendar: CalendarFile | None = None
    session: SessionFacts | None = None
    """The session that was begun or has ended; None when the event concerns the whole order."""

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


@register
class OrderRequested(OrderEvent):
    """A client or guest requested an appointment; its time is held."""

    key: ClassVar[str] = "booking.order.requested"

    answer_key: str = ""
    """With it a link to the provider answers the request at once (product.md 5.3)."""


@register
class ClientFirstRequested(Event):
    """An account requested its first appointment; more than one request may be told as its first."""

    key: ClassVar[str] = "booking.client.first_requested"

    account_id: str

    @property
    def aggregate(self) -> str:
        return f"client:{self.account_id}"


@register
class OrderAccepted(OrderEvent):
    """The provider accepted the request; or an appointment was made that nobody had to accept."""

    key: ClassVar[str] = "booking.order.accepted"

    at_once: bool = False
    """Whether it was accepted the moment it was placed: no request came before, and `actor` placed it."""


@register
class OrderRejected(OrderEvent):
    """The provider declined the request; the time is free again."""

    key: ClassVar[str] = "booking.order.rejected"


@register
class OrderStarted(OrderEvent):
    """A session began."""

    key: ClassVar[str] = "booking.order.started"


@register
class OrderCompleted(OrderEvent):
    """The last session was done or missed."""

    key: ClassVar[str] = "booking.order.completed"


@register
class SessionEnded(OrderEvent):
    """A session was done or missed, and the order goes on with the next one."""

    key: ClassVar[str] = "booking.order.session_ended"


@register
class OrderCancelled(OrderEvent):
    """One side, or the system, cancelled the appointment; the time is free again."""

    key: ClassVar[str] = "booking.order.cancelled"


@register
class TimeProposed(OrderEvent):
    """One side proposed another time. The agreed time stays held until the other side answers."""

    key: ClassVar[str] = "booking.order.time_proposed"


@register
class TimeDeclined(OrderEvent):
    """A proposed time was declined, withdrawn by its own side, or (by the system) not answered in time."""

    key: ClassVar[str] = "booking.order.time_declined"

    proposed_by: Literal["provider", "client"]


@register
class OrderMoved(OrderEvent):
    """The proposed time was accepted: the appointment moved to it, and the old time is free. Or the provider
    moved it, and tells its client.
    """

    key: ClassVar[str] = "booking.order.moved"

    unasked: bool = False
    """Whether nobody had to accept the time: the actor moved it."""


@register
class NoShowContested(OrderEvent):
    """Who is said not to have come to a session contests it: the no-show counts no longer."""

    key: ClassVar[str] = "booking.order.no_show_contested"


@register
class PlaceChanged(OrderEvent):
    """The place or the link of an agreed appointment is another one; its time stays."""

    key: ClassVar[str] = "booking.order.place_changed"


@register
class OtherTimeAsked(Event):
    """The provider asks the client to choose another time: the agreed one is closed by now. It stays held
    until both agree on another one.
    """

    key: ClassVar[str] = "booking.order.other_time_asked"

    order: OrderFacts
    feedback: str
    """Why, in the provider's words."""
    free_times: list[SessionFacts] = Field(default_factory=list[SessionFacts])
    """The next times that were free for the same services then; none where nothing was."""

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


@register
class HoursChanged(Event):
    """A provider set new business hours."""

    key: ClassVar[str] = "booking.hours.changed"

    provider_id: str
    timezone: str
    revision: int

    @property
    def aggregate(self) -> str:
        return f"hours:{self.provider_id}"


@register
class AvailabilityChanged(Event):
    """Slots of a provider between two instants were taken or freed. It does not say by whom."""

    key: ClassVar[str] = "booking.availability.changed"
    audience: ClassVar[Audience] = Audience.EVERYONE

    provider_id: str
    starts_at: Instant
    ends_at: Instant

    @property
    def aggregate(self) -> str:
        return f"hours:{self.provider_id}"


@register
class GuestLinkRequested(Event):
    """A guest asked for the link to an order again. Notifications mails `order.guest_link` to the client."""

    key: ClassVar[str] = "booking.guest_link.requested"

    order: OrderFacts

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


@register
class GuestDataRequested(Event):
    """A guest was mailed a link to all that is held about them: who has its key gets every service's part.

    Both digests are those of `contracts.guest_data`.
    """

    key: ClassVar[str] = "booking.guest_data.requested"

    address_digest: str
    key_digest: str
    expires_at: Instant

    @property
    def aggregate(self) -> str:
        return f"guest:{self.address_digest}"


@register
class GuestErased(Event):
    """A guest asked to be forgotten: whatever is held under this address without an account goes.

    Each of the guest's orders has an `OrderMadeAnonymous` of its own.
    """

    key: ClassVar[str] = "booking.guest.erased"

    address_digest: str

    @property
    def aggregate(self) -> str:
        return f"guest:{self.address_digest}"


@register
class OrderMadeAnonymous(Event):
    """The guest of an order was erased, or was remembered for long enough: nothing about it names them."""

    key: ClassVar[str] = "booking.order.made_anonymous"

    order_id: str
    provider_id: str

    @property
    def aggregate(self) -> str:
        return f"order:{self.order_id}"


ReadingReason = Literal["report", "request", "objection", "check"]
"""Why the staff look at somebody: to decide a report, to answer a request, because somebody objects to a
decision, or to see whether a decision still fits."""


@register
class StaffActed(Event):
    """A member of the staff looked at a guest's bookings, or ended the link to one. Profiles logs it."""

    key: ClassVar[str] = "booking.staff.acted"

    act: Literal["read_guest_bookings", "end_guest_link"]
    staff_id: str
    order_id: str
    """The order that it was about; the newest of those that were looked at."""
    note: str = ""
    """Why; of a look its `ReadingReason`, '' standing for a request."""

    @property
    def aggregate(self) -> str:
        return f"staff:{self.staff_id}"


@register
class OrderEvidenceKept(EvidenceKept):
    """A reported appointment: status, services, times, place, what both sides wrote; or a reported review."""

    key: ClassVar[str] = "booking.evidence.kept"


@register
class BookingDataCollected(DataExportCollected):
    """Booking has collected its part of an account's export."""

    key: ClassVar[str] = "booking.data_export.collected"
