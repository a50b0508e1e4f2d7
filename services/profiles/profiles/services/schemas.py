"""Requests and answers about services."""

from typing import Annotated, Literal

from contracts.rules import (
    Cost,
    Currency,
    DeliveryMode,
    DeviceData,
    DurationMinutes,
    ServiceBrief,
    ServiceName,
    Text,
)
from contracts.rules.checks import Required, TextMax
from pydantic import BaseModel, Field

ServiceId = Annotated[str, Text(Required(), TextMax(64))]


class ServiceUpdate(BaseModel):
    """The service form. `iv_service_id` is 'none' when creating; `iv_cost` is whole units or 'zero'."""

    iv_action: Literal["service_create", "service_update"]
    iv_service_id: ServiceId = "none"
    iv_service: ServiceName
    # Typed as what it is read to; a duration that is left out is judged as '', which has its own sentence.
    iv_duration: DurationMinutes = Field(default="", validate_default=True)  # pyright: ignore[reportAssignmentType]
    iv_cost: Cost
    iv_currency: Currency
    iv_delivery_mode: DeliveryMode
    iv_brief: ServiceBrief = ""
    iv_device_data: DeviceData = Field(default_factory=dict)


class ServiceRequest(BaseModel):
    """Restore, archive or delete a service."""

    iv_service_id: ServiceId
    iv_request_type: Literal["service_restore", "service_archive", "service_delete"]


class ServiceData(BaseModel):
    """A service as the contract names it (product.md 3.3): minutes, and units of `currency`."""

    service_id: str
    provider_id: str
    service: str
    duration: int
    cost: int | float
    currency: str
    delivery_mode: str
    brief: str
    status: Literal["active", "archived"]


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
