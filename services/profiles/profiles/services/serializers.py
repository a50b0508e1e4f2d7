"""A service in the form in which answers and events carry it."""

from dataclasses import asdict
from typing import Literal, TypedDict, cast

from contracts.events.profiles import ServiceFacts
from contracts.reference import whole_units

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
    }


def service_data(service: Service) -> ServiceData:
    """The same, validated."""
    return ServiceData(**service_json(service))


def service_facts(service: Service) -> ServiceFacts:
    """The service as the other services may know it."""
    return ServiceFacts(**asdict(service))
