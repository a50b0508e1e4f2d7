"""Events of profiles: provider profiles, services, circles, blocks, reports and decisions of the staff."""

from datetime import date
from typing import ClassVar, Literal

from pydantic import Field

from contracts.event import DataExportCollected, Event, Facts, register
from contracts.intake import IntakeQuestion

ReportType = Literal["posts", "appointments", "messages", "comments", "reviews", "accounts"]
"""What a report is about; `issue_id` is then the id of a post, an order, a message, a comment, the order that
a review is of, or the account itself.
"""


ContactAudience = Literal["everybody", "booked", "nobody"]
"""Who may see a provider's telephone number or street; `booked` is whoever has a booking with them."""


class PaymentTerms(Facts):
    """How a provider wants to be paid. Openhours moves no money."""

    fee_policy: Literal["negotiable", "non-negotiable"] = "non-negotiable"
    payment_methods: list[str] = Field(default_factory=list[str])
    payment_note: str = ""


RemoteKind = Literal["", "link", "template", "room"]
"""How the links of a provider's remote sessions come about: typed at each acceptance, one standing link, a
template with the id of the order, or a room of its own on a meeting server.
"""
ORDER_PLACEHOLDER = "{order}"
"""What stands for the id of the order in the template of a link."""


class RemoteTerms(Facts):
    """How the links of remote sessions come about. `server` is an https address without a slash at its end.

    `link` is the standing link, or the template with `ORDER_PLACEHOLDER` in it.
    """

    kind: RemoteKind = ""
    link: str = ""
    server: str = ""


class PlaceFacts(Facts):
    """One of a provider's places. `country` is like 'Germany-DE', `note` says how to find it.

    Whoever shows more than name and city minds `street_shown_to`.
    """

    place_id: str
    name: str
    street: str
    postcode: str
    city: str
    country: str
    note: str = ""

    @property
    def address(self) -> str:
        """The address in one line."""
        return f"{self.street}, {self.postcode} {self.city}, {self.country.rpartition('-')[0]}"


class TravelArea(Facts):
    """Where a provider goes to clients (product.md 3.14): to postcodes that begin so, and as far as
    `radius_km` from a point. Everywhere while neither is set.
    """

    postcodes: list[str] = Field(default_factory=list[str])
    radius_km: int | None = None
    latitude: float | None = None
    longitude: float | None = None


class VenueTerms(Facts):
    """Where a provider's sessions are held (product.md 3.12). `places` are those that are not archived, in
    the provider's order: the first one is the usual one.
    """

    remote: RemoteTerms = RemoteTerms()
    places: list[PlaceFacts] = Field(default_factory=list[PlaceFacts])
    area: TravelArea = TravelArea()


class ProfileFacts(Facts):
    """What other services may know of a provider's profile. `currency` is like 'EUR-DE'.

    Whoever shows `contact_phone` or `location_address` minds `phone_shown_to` and `street_shown_to`.
    An `away` provider takes no bookings for days before `away_until`, for none at all without it; nothing is
    announced when that day has come (product.md 3.10).
    """

    account_id: str
    completed: bool
    expertise: str
    category: str
    country: str
    city: str
    currency: str
    delivery_mode: str
    location_address: str
    contact_phone: str
    phone_shown_to: ContactAudience = "booked"
    street_shown_to: ContactAudience = "booked"
    payment: PaymentTerms = Field(default_factory=PaymentTerms)
    timezone: str
    bio: str
    languages: list[str] = Field(default_factory=list)
    skills: list[str] = Field(default_factory=list)
    avatar: str
    manually_verified: bool = False
    venues: VenueTerms = Field(default_factory=VenueTerms)
    away: bool = False
    away_until: date | None = None
    away_message: str = ""
    revision: int


class ProfileEvent(Event):
    """An event that carries the whole state of one profile."""

    profile: ProfileFacts

    @property
    def aggregate(self) -> str:
        return f"profile:{self.profile.account_id}"


@register
class ProfileCompleted(ProfileEvent):
    """The account became a provider."""

    key: ClassVar[str] = "profiles.profile.completed"


@register
class ProfileUpdated(ProfileEvent):
    """A provider's profile changed. A replay publishes it again with the current state."""

    key: ClassVar[str] = "profiles.profile.updated"


@register
class AvatarChanged(Event):
    """An account has a new picture. `avatar` is a media path, '' for the generated picture."""

    key: ClassVar[str] = "profiles.profile.avatar_changed"

    account_id: str
    avatar: str
    revision: int

    @property
    def aggregate(self) -> str:
        return f"profile:{self.account_id}"


ServiceConfirmation = Literal["request", "known", "instant"]
"""Who gets a time of a service at once: nobody (each asks the provider), known clients, or everybody."""
PriceKind = Literal["fixed", "from", "free", "on_request"]
"""What the cost of a service means. It is 0 where the service is free or its price on request."""
LateCancellation = Literal["allowed", "refused"]
"""What a client can still do after the time in which they cancel freely."""


class ServiceFacts(Facts):
    """One service of a provider. Costs are in minor units of `currency` ('EUR-DE').

    Buffers and notice are in minutes, the horizon in days; None leaves notice and horizon to the provider's
    hours, and sets no limit to how often it is booked. Weeks begin on Monday.
    """

    service_id: str
    provider_id: str
    name: str
    duration_minutes: int
    cost_minor: int
    currency: str
    delivery_mode: str
    brief: str
    status: Literal["active", "archived", "deleted"]
    buffer_before: int = 0
    buffer_after: int = 0
    minimum_notice: int | None = None
    booking_horizon: int | None = None
    most_per_day: int | None = None
    most_per_week: int | None = None
    offered_days: int = 127
    """A bit for each weekday on which it is offered: Monday is 1, Sunday 64."""
    confirmation: ServiceConfirmation = "request"
    price_kind: PriceKind = "fixed"
    taxes_included: Literal["", "yes", "no"] = ""
    """'' says nothing about taxes."""
    free_cancellation_hours: int | None = None
    """Until how many hours before the start a client cancels freely; None without terms for cancelling."""
    late_cancellation: LateCancellation = "allowed"
    cancellation_words: str = ""
    """What is said to a client who cancels late."""
    place_ids: list[str] = Field(default_factory=list[str])
    """The provider's places at which it is offered; none means at all of them."""
    questions: list[IntakeQuestion] = Field(default_factory=list[IntakeQuestion])
    """What its clients are asked when they book it, in order."""
    at_client: bool = False
    """Whether it is held at the client's address, where it is held in person."""
    travel_before: int = 0
    """Minutes of travel before each session at a client's, and after it."""
    travel_after: int = 0
    revision: int


@register
class ServiceChanged(Event):
    """A service was created, changed, archived, restored or deleted."""

    key: ClassVar[str] = "profiles.service.changed"

    service: ServiceFacts

    @property
    def aggregate(self) -> str:
        return f"service:{self.service.service_id}"


@register
class CircleChanged(Event):
    """Whether `account_id` has `provider_id` in its circle, and whether it trusts the provider."""

    key: ClassVar[str] = "profiles.circle.changed"

    account_id: str
    provider_id: str
    interest: bool
    trusted: bool
    revision: int

    @property
    def aggregate(self) -> str:
        return f"circle:{self.account_id}:{self.provider_id}"


@register
class BlockChanged(Event):
    """Whether `blocker_id` blocks `blocked_id`."""

    key: ClassVar[str] = "profiles.block.changed"

    blocker_id: str
    blocked_id: str
    blocked: bool
    revision: int

    @property
    def aggregate(self) -> str:
        return f"block:{self.blocker_id}:{self.blocked_id}"


@register
class AccountProfileChanged(Event):
    """An account changed its name and telephone number; identity, which owns the name, adopts them.

    `revision` is the profile's revision.
    """

    key: ClassVar[str] = "profiles.account.changed"

    account_id: str
    name: str
    phone: str
    revision: int

    @property
    def aggregate(self) -> str:
        return f"profile:{self.account_id}"


@register
class UserRequestFiled(Event):
    """Somebody sent a request to the staff. `account_id` is '' for a guest."""

    key: ClassVar[str] = "profiles.user_request.filed"

    request_id: str
    account_id: str
    topic: str

    @property
    def aggregate(self) -> str:
        return f"user_request:{self.request_id}"


@register
class UserRequestAnswered(Event):
    """The staff answered a request. The answer is mailed to `to`; an account also gets an alert."""

    key: ClassVar[str] = "profiles.user_request.answered"

    request_id: str
    account_id: str
    to: str
    name: str
    language: str
    topic: str
    question: str
    answer: str

    @property
    def aggregate(self) -> str:
        return f"user_request:{self.request_id}"


@register
class ProfilesDataCollected(DataExportCollected):
    """Profiles has collected its part of an account's export."""

    key: ClassVar[str] = "profiles.data_export.collected"
