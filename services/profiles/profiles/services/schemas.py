"""Requests and answers about services."""

from typing import Annotated, Final, Literal

from contracts.events.profiles import LateCancellation as LateCancellationData
from contracts.events.profiles import PriceKind as PriceKindData
from contracts.events.profiles import ServiceConfirmation
from contracts.rules import (
    CancellationWords,
    Confirmation,
    Cost,
    Currency,
    DeliveryMode,
    DeviceData,
    DurationMinutes,
    FreeCancellationHours,
    LateCancellation,
    MostPerDay,
    MostPerWeek,
    OfferedDays,
    PlaceIds,
    PriceKind,
    ServiceBrief,
    ServiceBuffer,
    ServiceHorizon,
    ServiceName,
    ServiceNotice,
    TaxesIncluded,
    Text,
    TravelMinutes,
    YesOrNo,
)
from contracts.rules.checks import Required, TextMax
from contracts.rules.fields import question_entries
from contracts.rules.lists import JsonList
from pydantic import BaseModel, Field, JsonValue

LONGEST_LIST: Final = 100
"""Options that are read at all; a choice with fewer of them may still have too many."""
ServiceId = Annotated[str, Text(Required(), TextMax(64))]


class QuestionForm(BaseModel):
    """A question of the service form. `question_id` is '' for a new one. `profiles.services.questions` reads
    the rest, so that each message stands beside its question.
    """

    question_id: Annotated[str, Text(TextMax(64))] = ""
    kind: JsonValue = ""
    text: JsonValue = ""
    required: bool = False
    options: list[JsonValue] = Field(default_factory=list[JsonValue], max_length=LONGEST_LIST)


class ServiceUpdate(BaseModel):
    """The service form. `iv_service_id` is 'none' when creating. `iv_cost` is units of `iv_currency`, or
    'zero'.

    A booking rule that is left out stays as it was, in a new service as its default says.
    """

    iv_action: Literal["service_create", "service_update"]
    iv_service_id: ServiceId = "none"
    iv_service: ServiceName
    # Typed as what it is read to; a duration that is left out is judged as '', which has its own sentence.
    iv_duration: DurationMinutes = Field(default="", validate_default=True)  # pyright: ignore[reportAssignmentType]
    iv_cost: Cost
    iv_currency: Currency
    iv_delivery_mode: DeliveryMode
    iv_brief: ServiceBrief = ""
    iv_buffer_before: ServiceBuffer = 0
    iv_buffer_after: ServiceBuffer = 0
    iv_minimum_notice: ServiceNotice = None
    iv_booking_horizon: ServiceHorizon = None
    iv_most_per_day: MostPerDay = None
    iv_most_per_week: MostPerWeek = None
    iv_offered_days: OfferedDays = Field(default_factory=list[str])
    iv_confirmation: Confirmation = "request"
    iv_price_kind: PriceKind = "fixed"
    iv_taxes_included: TaxesIncluded = ""
    iv_free_cancellation_hours: FreeCancellationHours = None
    iv_late_cancellation: LateCancellation = "allowed"
    iv_cancellation_words: CancellationWords = ""
    iv_place_ids: PlaceIds = Field(default_factory=list[str])
    iv_questions: Annotated[JsonList[QuestionForm], question_entries] = Field(
        default_factory=list[QuestionForm]
    )
    iv_at_client: YesOrNo = "no"
    iv_travel_before: TravelMinutes = 0
    iv_travel_after: TravelMinutes = 0
    iv_device_data: DeviceData = Field(default_factory=dict)


class ServiceRequest(BaseModel):
    """Restore, archive or delete a service."""

    iv_service_id: ServiceId
    iv_request_type: Literal["service_restore", "service_archive", "service_delete"]


class ListedService(BaseModel):
    """A service as lists show it (product.md 3.3): minutes, and units of `currency`."""

    service_id: str
    provider_id: str
    service: str
    duration: int
    cost: int | float
    currency: str
    delivery_mode: str
    brief: str
    status: Literal["active", "archived"]
    confirmation: ServiceConfirmation
    price_kind: PriceKindData


class ServiceData(ListedService):
    """The same with the rules by which it is booked.

    `minimum_notice` (minutes) and `booking_horizon` (days) are null where the provider's hours alone count,
    `most_per_day` and `most_per_week` where there is no limit. `offered_days`, `place_ids` (none: at all
    places) and `questions` (as `IntakeQuestion`) are JSON lists in strings. `free_cancellation_hours` is null
    without terms for cancelling.
    """

    buffer_before: int
    buffer_after: int
    minimum_notice: int | None
    booking_horizon: int | None
    most_per_day: int | None
    most_per_week: int | None
    offered_days: str
    taxes_included: Literal["", "yes", "no"]
    free_cancellation_hours: int | None
    late_cancellation: LateCancellationData
    cancellation_words: str
    place_ids: str
    questions: str
    at_client: bool
    travel_before: int
    travel_after: int


class ServiceSaved(BaseModel):
    """Which service was created or changed."""

    service_id: str


class AccountServices(BaseModel):
    """A provider's services, oldest first, and how they want to be paid (product.md 3.8).

    `payment_methods` is a JSON list in a string.
    """

    account_services: list[ServiceData]
    fee_policy: Literal["negotiable", "non-negotiable"]
    payment_methods: str
    payment_note: str
