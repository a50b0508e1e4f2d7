"""Reading and writing blocks, reports and the appointments they speak of."""

from datetime import datetime
from typing import NamedTuple

from chassis.db import Connection, Transaction
from contracts.events.booking import OrderFacts
from sqlalchemy import text

_LOCK = text(
    """
    SELECT blocked, revision FROM block
    WHERE blocker_id = :blocker_id AND blocked_id = :blocked_id FOR UPDATE
    """
)
_SET = text(
    """
    INSERT INTO block (blocker_id, blocked_id, blocked, changed_at, revision)
    VALUES (:blocker_id, :blocked_id, :blocked, :now, 1)
    ON CONFLICT (blocker_id, blocked_id) DO UPDATE
        SET blocked = excluded.blocked, changed_at = excluded.changed_at, revision = block.revision + 1
    RETURNING blocked, revision
    """
)
_BETWEEN = text(
    """
    SELECT EXISTS (SELECT FROM block WHERE blocked AND blocker_id = :one_id AND blocked_id = :other_id)
        OR EXISTS (SELECT FROM block WHERE blocked AND blocker_id = :other_id AND blocked_id = :one_id)
    """
)
_BLOCKED_BY = text(
    """
    SELECT blocked_id FROM block
    WHERE blocker_id = :blocker_id AND blocked AND blocked_id > :after
    ORDER BY blocked_id LIMIT :limit
    """
)
_FILE = text(
    """
    INSERT INTO report (report_id, reporter_id, reported_id, report_type, issue_id, title, details,
                        additional, filed_at)
    VALUES (:report_id, :reporter_id, :reported_id, :report_type, :issue_id, :title, :details,
            :additional, :now)
    ON CONFLICT ON CONSTRAINT uq_report_once DO NOTHING
    RETURNING report_id
    """
)
_REPORT_ID = text(
    """
    SELECT report_id FROM report
    WHERE reporter_id = :reporter_id AND reported_id = :reported_id AND report_type = :report_type
      AND issue_id = :issue_id AND title = :title
    """
)
_MET = text(
    """
    SELECT order_id FROM appointment
    WHERE order_id = :order_id
      AND ((provider_id = :one_id AND client_id = :other_id)
        OR (provider_id = :other_id AND client_id = :one_id))
    """
)
_KEEP_APPOINTMENT = text(
    """
    INSERT INTO appointment (order_id, provider_id, client_id, revision)
    SELECT :order_id, :provider_id, :client_id, :revision
    WHERE NOT EXISTS (SELECT FROM account
                      WHERE account_id IN (CAST(:provider_id AS text), CAST(:client_id AS text)) AND deleted)
    ON CONFLICT (order_id) DO UPDATE
        SET provider_id = excluded.provider_id, client_id = excluded.client_id, revision = excluded.revision
        WHERE appointment.revision <= excluded.revision
    """
)


class BlockRow(NamedTuple):
    """Whether one account blocks another."""

    blocked: bool
    revision: int


async def locked(tx: Transaction, blocker_id: str, blocked_id: str) -> BlockRow | None:
    """Whether the one blocks the other, locked until the transaction ends."""
    values = {"blocker_id": blocker_id, "blocked_id": blocked_id}
    row = (await tx.session.execute(_LOCK, values)).one_or_none()
    return BlockRow(*row) if row else None


async def put(tx: Transaction, blocker_id: str, blocked_id: str, *, blocked: bool, now: datetime) -> BlockRow:
    """Write whether the one blocks the other."""
    values = {"blocker_id": blocker_id, "blocked_id": blocked_id, "blocked": blocked, "now": now}
    return BlockRow(*(await tx.session.execute(_SET, values)).one())


async def blocks_between(tx: Connection, one_id: str, other_id: str) -> bool:
    """Whether either of the two blocks the other."""
    return bool(await tx.session.scalar(_BETWEEN, {"one_id": one_id, "other_id": other_id}))


async def blocked_by(tx: Connection, blocker_id: str, *, after: str, limit: int) -> list[str]:
    """The accounts that this one blocks, from the one after `after` on."""
    values = {"blocker_id": blocker_id, "after": after, "limit": limit}
    return list(await tx.session.scalars(_BLOCKED_BY, values))


async def file_report(tx: Transaction, values: dict[str, object]) -> str | None:
    """Write a report; None when the same one was filed before."""
    return await tx.session.scalar(_FILE, values)


async def filed_before(tx: Transaction, values: dict[str, object]) -> str | None:
    """The id of the same report, filed before."""
    return await tx.session.scalar(_REPORT_ID, values)


async def met(tx: Transaction, order_id: str, one_id: str, other_id: str) -> str | None:
    """The order's id when it is one between these two accounts."""
    values = {"order_id": order_id, "one_id": one_id, "other_id": other_id}
    return await tx.session.scalar(_MET, values)


async def keep_appointment(tx: Transaction, order: OrderFacts) -> None:
    """Take in who meets whom."""
    values = order.model_dump(include={"order_id", "provider_id", "client_id", "revision"})
    await tx.session.execute(_KEEP_APPOINTMENT, values)
