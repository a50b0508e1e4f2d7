"""Reading and writing services."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from chassis.db import Connection, Statement, Transaction, params
from contracts.events.profiles import LateCancellation, PriceKind, ServiceConfirmation
from sqlalchemy import ARRAY, Text, any_, bindparam, func, insert, literal_column, select, update

from profiles.services.models import ServiceRow
from profiles.services.rules import NEW_SERVICE, Status


@dataclass(frozen=True, slots=True)
class Service:
    """A service as it was when it was read."""

    service_id: str
    provider_id: str
    name: str
    duration_minutes: int
    cost_minor: int
    currency: str
    delivery_mode: str
    brief: str
    status: Status
    buffer_before: int
    buffer_after: int
    minimum_notice: int | None
    booking_horizon: int | None
    most_per_day: int | None
    most_per_week: int | None
    offered_days: int
    confirmation: ServiceConfirmation
    price_kind: PriceKind
    taxes_included: Literal["", "yes", "no"]
    free_cancellation_hours: int | None
    late_cancellation: LateCancellation
    cancellation_words: str
    place_ids: list[str]
    questions: list[dict[str, Any]]
    at_client: bool
    travel_before: int
    travel_after: int
    revision: int


_columns = (
    ServiceRow.service_id,
    ServiceRow.provider_id,
    ServiceRow.name,
    ServiceRow.duration_minutes,
    ServiceRow.cost_minor,
    ServiceRow.currency,
    ServiceRow.delivery_mode,
    ServiceRow.brief,
    ServiceRow.status,
    *(getattr(ServiceRow, name) for name in NEW_SERVICE),
    ServiceRow.revision,
)
_FORM = (
    "name",
    "duration_minutes",
    "cost_minor",
    "currency",
    "minor_digits",
    "delivery_mode",
    "brief",
    *NEW_SERVICE,
)
_BY_ID = ServiceRow.service_id == bindparam("service_id")
_NOT_DELETED = literal_column("status <> 'deleted'")  # as the partial index has it
CREATE: Final = Statement(
    insert(ServiceRow)
    .values(status="active", revision=1, **params("service_id", "provider_id", *_FORM))
    .returning(*_columns),
    into=Service,
)
CHANGE: Final = Statement(
    update(ServiceRow)
    .where(_BY_ID)
    .values(revision=ServiceRow.revision + 1, **params(*_FORM))
    .returning(*_columns),
    into=Service,
)
SET_STATUS: Final = Statement(
    update(ServiceRow)
    .where(_BY_ID)
    .values(status=bindparam("status"), revision=ServiceRow.revision + 1)
    .returning(*_columns),
    into=Service,
)
LOCK: Final = Statement(
    select(*_columns).where(_BY_ID, _NOT_DELETED).with_for_update(),
    into=Service,
)
FIND_OF_PROVIDER: Final = Statement(
    select(*_columns)
    .where(
        ServiceRow.provider_id == bindparam("provider_id"),
        _NOT_DELETED,
        ServiceRow.status == any_(bindparam("statuses", type_=ARRAY(Text))),
    )
    .order_by(ServiceRow.service_id),
    into=Service,
)
COUNT: Final = Statement(
    select(func.count())
    .select_from(ServiceRow)
    .where(ServiceRow.provider_id == bindparam("provider_id"), _NOT_DELETED)
)
FIND_EVERY: Final = Statement(select(*_columns).order_by(ServiceRow.service_id), into=Service)


async def create(tx: Transaction, values: dict[str, object]) -> Service:
    """Write a new, active service."""
    return _written(await CREATE.one(tx, **values))


async def change(tx: Transaction, values: dict[str, object]) -> Service:
    """Write another form of a service; its status stays."""
    return _written(await CHANGE.one(tx, **values))


async def set_status(tx: Transaction, service_id: str, status: Status) -> Service:
    """Write another status."""
    return _written(await SET_STATUS.one(tx, service_id=service_id, status=status))


def _written(service: Service | None) -> Service:
    assert service is not None  # the caller holds its row locked
    return service


async def lock_service(tx: Transaction, service_id: str) -> Service | None:
    """A service that is not deleted, locked until the transaction ends."""
    return await LOCK.one(tx, service_id=service_id)


async def services_of(tx: Connection, provider_id: str, statuses: Sequence[str]) -> list[Service]:
    """A provider's services of these statuses, oldest first; never deleted ones."""
    return await FIND_OF_PROVIDER.all(tx, provider_id=provider_id, statuses=list(statuses))


async def count_of(tx: Transaction, provider_id: str) -> int:
    """How many services a provider has, active and archived."""
    return await COUNT.value(tx, provider_id=provider_id)


async def every_service(tx: Transaction) -> AsyncIterator[Service]:
    """Every service, the deleted ones included."""
    async for service in FIND_EVERY.stream(tx):
        yield service
