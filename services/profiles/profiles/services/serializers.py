"""A service in the form in which answers and events carry it."""

from dataclasses import asdict
from typing import Literal, TypedDict, cast

import orjson
from contracts.events.profiles import LateCancellation, PriceKind, ServiceConfirmation, ServiceFacts
from contracts.reference import whole_units

from profiles.services.rules import days_of
from profiles.services.schemas import ServiceData
from profiles.services.store import Service


class ServiceJson(TypedDict):
    """The fields of `ServiceData`."""

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
    price_kind: PriceKind
    buffer_before: int
    buffer_after: int
    minimum_notice: int | None
    booking_horizon: int | None
    most_per_day: int | None
    most_per_week: int | None
    offered_days: str
    taxes_included: Literal["", "yes", "no"]
    free_cancellation_hours: int | None
    late_cancellation: LateCancellation
    cancellation_words: str
    place_ids: str
    questions: str
    at_client: bool
    travel_before: int
    travel_after: int


def service_json(service: Service) -> ServiceJson:
    """The service with the contract's field names."""
    return {
        "service_id": service.service_id,
        "provider_id": service.provider_id,
        "service": service.name,
        "duration": service.duration_minutes,
        "cost": whole_units(service.cost_minor, service.currency),
        "currency": service.currency,
        "delivery_mode": service.delivery_mode,
        "brief": service.brief,
        "status": cast(Literal["active", "archived"], service.status),
        "confirmation": service.confirmation,
        "price_kind": service.price_kind,
        "buffer_before": service.buffer_before,
        "buffer_after": service.buffer_after,
        "minimum_notice": service.minimum_notice,
        "booking_horizon": service.booking_horizon,
        "most_per_day": service.most_per_day,
        "most_per_week": service.most_per_week,
        "offered_days": orjson.dumps(days_of(service.offered_days)).decode(),
        "taxes_included": service.taxes_included,
        "free_cancellation_hours": service.free_cancellation_hours,
        "late_cancellation": service.late_cancellation,
        "cancellation_words": service.cancellation_words,
        "place_ids": orjson.dumps(service.place_ids).decode(),
        "questions": orjson.dumps(service.questions).decode(),
        "at_client": service.at_client,
        "travel_before": service.travel_before,
        "travel_after": service.travel_after,
    }


def service_data(service: Service) -> ServiceData:
    """The same, validated."""
    return ServiceData(**service_json(service))


def service_facts(service: Service) -> ServiceFacts:
    """The service as the other services may know it."""
    return ServiceFacts(**asdict(service))
