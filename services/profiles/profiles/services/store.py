"""Reading and writing services."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from chassis.db import Connection, Transaction
from sqlalchemy import RowMapping, TextClause, text

from profiles.services.rules import Status

_CREATE = text(
    """
    INSERT INTO service (service_id, provider_id, name, duration_minutes, cost_minor, currency, minor_digits,
                         delivery_mode, brief, status, revision)
    VALUES (:service_id, :provider_id, :name, :duration_minutes, :cost_minor, :currency, :minor_digits,
            :delivery_mode, :brief, 'active', 1)
    RETURNING *
    """
)
_UPDATE = text(
    """
    UPDATE service
    SET name = :name, duration_minutes = :duration_minutes, cost_minor = :cost_minor, currency = :currency,
        minor_digits = :minor_digits, delivery_mode = :delivery_mode, brief = :brief, revision = revision + 1
    WHERE service_id = :service_id
    RETURNING *
    """
)
_SET_STATUS = text(
    """
    UPDATE service SET status = :status, revision = revision + 1 WHERE service_id = :service_id RETURNING *
    """
)
_LOCK = text("SELECT * FROM service WHERE service_id = :service_id AND status <> 'deleted' FOR UPDATE")
_OF_PROVIDER = text(
    """
    SELECT * FROM service
    WHERE provider_id = :provider_id AND status <> 'deleted' AND status = ANY(:statuses)
    ORDER BY service_id
    """
)
_COUNT = text("SELECT count(*) FROM service WHERE provider_id = :provider_id AND status <> 'deleted'")


class ServiceRow(NamedTuple):
    """A row of `service`."""

    service_id: str
    provider_id: str
    name: str
    duration_minutes: int
    cost_minor: int
    currency: str
    delivery_mode: str
    brief: str
    status: Status
    revision: int


def service_of(row: RowMapping) -> ServiceRow:
    """The row by its columns' names."""
    return ServiceRow(*(row[name] for name in ServiceRow._fields))


async def _one(tx: Transaction, statement: TextClause, values: dict[str, object]) -> ServiceRow:
    return service_of((await tx.session.execute(statement, values)).mappings().one())


async def create(tx: Transaction, values: dict[str, object]) -> ServiceRow:
    """Write a new, active service."""
    return await _one(tx, _CREATE, values)


async def update(tx: Transaction, values: dict[str, object]) -> ServiceRow:
    """Write another form of a service; its status stays."""
    return await _one(tx, _UPDATE, values)


async def set_status(tx: Transaction, service_id: str, status: Status) -> ServiceRow:
    """Write another status."""
    return await _one(tx, _SET_STATUS, {"service_id": service_id, "status": status})


async def locked(tx: Transaction, service_id: str) -> ServiceRow | None:
    """A service that is not deleted, locked until the transaction ends."""
    row = (await tx.session.execute(_LOCK, {"service_id": service_id})).mappings().one_or_none()
    return service_of(row) if row else None


async def services_of(tx: Connection, provider_id: str, statuses: Sequence[str]) -> list[ServiceRow]:
    """A provider's services of these statuses, oldest first; never deleted ones."""
    values = {"provider_id": provider_id, "statuses": list(statuses)}
    return [service_of(row) for row in (await tx.session.execute(_OF_PROVIDER, values)).mappings()]


async def count_of(tx: Transaction, provider_id: str) -> int:
    """How many services a provider has, active and archived."""
    return cast(int, await tx.session.scalar(_COUNT, {"provider_id": provider_id}))
