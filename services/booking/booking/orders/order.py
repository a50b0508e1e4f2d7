"""An order with all that its two sides are shown. Values only; pure."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from contracts.events.profiles import ContactAudience, PaymentTerms, PriceKind, RemoteTerms
from contracts.languages import Language

from booking.orders.cancellation import Cancellation, CancellationTerms
from booking.orders.confirmation import Origin
from booking.orders.intake import KeptAnswer
from booking.orders.places import AgreedPlace
from booking.orders.rules import COMPLETES_AFTER, Mode, Role, SessionState, Status, Step, due_session
from booking.slots.limits import LimitedSpan

CONTESTED_WITHIN: Final = timedelta(days=7)
"""How long a no-show can be contested after it was reported (product.md 4.7)."""
_MINUTE: Final = timedelta(minutes=1)
RATED_WITHIN: Final = timedelta(days=60)
"""How long after its completion an order can be rated (product.md 4.12)."""


@dataclass(frozen=True, slots=True)
class Party:
    """One side of an order. `account_id` is '' for a guest, and for an erased account."""

    account_id: str
    name: str
    email: str
    username: str
    avatar: str
    onboarded: bool


@dataclass(frozen=True, slots=True)
class ProviderContact:
    """A provider's telephone number, and to whom it and the street are shown."""

    phone: str = ""
    phone_shown_to: ContactAudience = "nobody"
    street_shown_to: ContactAudience = "nobody"


@dataclass(frozen=True, slots=True)
class OrderedService:
    """A service as it was when it was ordered. Minutes; minor units of the order's currency."""

    service_id: str
    name: str
    minutes: int
    cost_minor: int
    brief: str = ""
    """'' also in orders from before briefs were kept."""
    price_kind: PriceKind = "fixed"
    """What the cost meant, also 'fixed' in orders from before this was kept."""


@dataclass(frozen=True, slots=True)
class NoShow:
    """One side says that the other did not come to a session (product.md 4.7)."""

    by: Role
    at: datetime
    note: str = ""
    contested_at: datetime | None = None
    """When the other side contested it; it counts no longer then."""
    contest: str = ""

    @property
    def absent(self) -> Role:
        """The side that is said not to have come."""
        return "client" if self.by == "provider" else "provider"


@dataclass(frozen=True, slots=True)
class BookedSession:
    """One session of an order."""

    slot_id: str
    alias: str
    starts_at: datetime
    ends_at: datetime
    state: SessionState = "upcoming"
    buffers: tuple[int, int] = (0, 0)
    """Minutes before and after it that are held with it. Of a session that is being booked or moved only."""
    no_show: NoShow | None = None
    """Of a missed session; None also where it was missed before this was kept."""
    coming: bool = False
    """Whether the client has said that they come."""

    @property
    def held_from(self) -> datetime | None:
        """When the buffer before it begins; None where it has no buffers."""
        return self.starts_at - timedelta(minutes=self.buffers[0]) if any(self.buffers) else None

    @property
    def held_until(self) -> datetime | None:
        """When the buffer after it ends; None where it has no buffers."""
        return self.ends_at + timedelta(minutes=self.buffers[1]) if any(self.buffers) else None

    @property
    def minutes(self) -> int:
        """The length of the session."""
        return int((self.ends_at - self.starts_at).total_seconds()) // 60


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another time that one side proposes; the agreed time stays held until the other side answers."""

    by: Role
    sessions: tuple[BookedSession, ...]
    note: str

    @property
    def starts_at(self) -> datetime:
        """When the first proposed session begins."""
        return self.sessions[0].starts_at

    @property
    def ends_at(self) -> datetime:
        """When the last proposed session ends."""
        return max(session.ends_at for session in self.sessions)


@dataclass(frozen=True, slots=True)
class Order:
    """An appointment from request to completion. Sessions are in order; there is at least one."""

    order_id: str
    provider_id: str
    provider: Party
    client: Party
    guest_id: str
    status: Status
    services: tuple[OrderedService, ...]
    sessions: tuple[BookedSession, ...]
    delivery_mode: Mode
    delivery_location: str
    total_minutes: int
    total_minor: int
    currency: str
    brief: str
    note: str
    provider_timezone: str
    client_timezone: str
    created_at: datetime
    revision: int
    answer_by: datetime | None = None
    """Until when the request waits for an answer; None in orders of before (product.md 4.10)."""
    contact: ProviderContact = ProviderContact()
    payment: PaymentTerms = field(default_factory=PaymentTerms)
    place: AgreedPlace | None = None
    """The provider's place where it is held; None where none was chosen."""
    remote: RemoteTerms = field(default_factory=RemoteTerms)
    """How the provider's remote sessions get their links now."""
    client_language: Language = "english"
    """The language of the device that placed the order."""
    multiple_clients: bool = False
    client_pay_status: str = "unpaid"
    provider_pay_status: str = "unpaid"
    calendar_sequence: int = -1
    completed_at: datetime | None = None
    """None unless it is completed, and in orders that were completed before this was kept."""
    rating_requested_at: datetime | None = None
    stars: int | None = None
    review: str = ""
    review_removed: bool = False
    """Whether the staff took the client's rating down."""
    answer: str = ""
    """What the provider answered to the client's rating; '' also for an answer that was taken down."""
    client_stars: int | None = None
    """What the provider gave the client."""
    client_review: str = ""
    client_review_removed: bool = False
    rating_hidden_until: datetime | None = None
    """Until when at most the only rating is seen by its author alone; None once the ratings are shown."""
    proposal: Proposal | None = None
    times_proposed: int = 0
    cancellation_terms: tuple[CancellationTerms, ...] = ()
    """Of its services, as they were when it was placed."""
    cancellation: Cancellation | None = None
    """None unless one side cancelled it; None also where that was before this was kept."""
    link_generation: int = 1
    """Links of a former generation no longer open the order of a guest."""
    origin: Origin = "request"
    """How it came about."""
    invited_id: str = ""
    """The account behind the address for which it was entered; its provider does not learn of it."""
    agreed_at: datetime | None = None
    """When its client agreed to what the provider had entered alone. None of all that clients placed."""
    first_of_client: bool = False
    """Of an order that is being placed: whether its client is told as one who has requested none before."""
    intake: tuple[KeptAnswer, ...] = ()
    """Of an order that is being placed: what its client was asked, and answered (product.md 4.21)."""
    at_client: bool = False
    """Whether it is held at the client's address (product.md 4.22)."""
    has_answers: bool = False
    """Whether its client was asked something."""
    limits: tuple[LimitedSpan, ...] = ()
    """Of an order that is being placed: the days and weeks in which only so many sessions may start."""

    @property
    def starts_at(self) -> datetime:
        """When the first session begins."""
        return self.sessions[0].starts_at

    @property
    def ends_at(self) -> datetime:
        """When the last session ends."""
        return max(session.ends_at for session in self.sessions)

    @property
    def states(self) -> tuple[SessionState, ...]:
        """The states of the sessions."""
        return tuple(session.state for session in self.sessions)

    @property
    def due(self) -> int:
        """The index of the session that is due (product.md 4.7)."""
        return due_session(self.states)

    @property
    def due_session(self) -> BookedSession:
        """The session that matters now: the ongoing one, else the next upcoming one, else the last."""
        return self.sessions[self.due]

    @property
    def lapses_at(self) -> datetime | None:
        """When a pending request ends unless it is answered (product.md 4.10); None for all others."""
        if self.status != "pending":
            return None
        proposed = self.proposal is not None and self.proposal.by == "provider"
        return self.starts_at if proposed or self.answer_by is None else min(self.answer_by, self.starts_at)

    @property
    def completes_at(self) -> datetime | None:
        """When an agreed order completes by itself (product.md 4.10); None for all others."""
        return self.ends_at + COMPLETES_AFTER if self.status in {"accepted", "ongoing"} else None

    def next_start(self, now: datetime) -> datetime:
        """When the next session begins that is neither over nor past; the last start if there is none."""
        coming = [
            each.starts_at
            for each in self.sessions
            if each.state in {"upcoming", "ongoing"} and each.ends_at > now
        ]
        return min(coming, default=self.sessions[-1].starts_at)

    @property
    def no_show(self) -> Role | None:
        """The side for whose absence the order did not take place (product.md 4.7); None for all others.

        That is of a completed order all of whose sessions were missed, none of them contested or from before
        no-shows were kept.
        """
        last = self.sessions[-1].no_show
        if self.status != "completed" or last is None:
            return None
        counts = all(each.no_show and each.no_show.contested_at is None for each in self.sessions)
        return last.absent if counts else None

    @property
    def rated_until(self) -> datetime | None:
        """Until when both sides can rate it (product.md 4.12); None unless it is completed and took place."""
        if self.status != "completed" or self.no_show or self.awaits_client:
            return None
        return (self.completed_at or self.ends_at) + RATED_WITHIN

    @property
    def rate_by(self) -> datetime | None:
        """Until when its client can rate it; None for one that cannot be rated, or is."""
        return None if self.stars is not None else self.rated_until

    @property
    def hidden_rating_by(self) -> Role | None:
        """Whose rating is seen by its author alone; None for nobody's."""
        if self.rating_hidden_until is None:
            return None
        return "provider" if self.stars is None else "client"

    @property
    def awaits_client(self) -> bool:
        """Whether the provider alone has agreed to it, though there is somebody who could (product.md 4.25).

        It holds the provider's time, and gives neither side a right against the other.
        """
        entered = self.origin == "provider" and self.agreed_at is None
        return entered and bool(self.client.account_id or self.client.email)

    @property
    def is_record(self) -> bool:
        """Whether the provider entered it after the minute in which it began: it counts for figures alone."""
        return self.origin == "provider" and self.starts_at + _MINUTE <= self.created_at

    @property
    def address_proven(self) -> bool:
        """Whether the client has shown that the address is theirs. Nobody has of a guest whom the provider
        entered, until they agree: a stranger may have the address (product.md 4.25 and 5.3).
        """
        return not (self.by_guest and self.awaits_client)

    @property
    def by_guest(self) -> bool:
        """Whether the client has no account."""
        return bool(self.guest_id)

    def role_of(self, caller_id: str) -> Role | None:
        """Which side this account or guest is on, if any."""
        if not caller_id:
            return None
        if caller_id == self.provider_id:
            return "provider"
        return "client" if caller_id in {self.client.account_id, self.guest_id, self.invited_id} else None


def transitioned(order: Order, step: Step, note: str, place: str, now: datetime) -> Order:
    """The order after a step at `now`. The calendar's SEQUENCE rises with each file that is sent."""
    accepted = order.status == "pending" and step.status == "accepted"
    sends_file = accepted or (step.status == "cancelled" and order.calendar_sequence >= 0)
    return replace(
        order,
        status=step.status,
        sessions=tuple(
            replace(session, state=state) for session, state in zip(order.sessions, step.states, strict=True)
        ),
        note=note,
        delivery_location=place,
        proposal=None,
        calendar_sequence=order.calendar_sequence + 1 if sends_file else order.calendar_sequence,
        completed_at=now if step.status == "completed" else None,
        revision=order.revision + 1,
    )
