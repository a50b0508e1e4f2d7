"""Reading and writing circles. Who is blocked, either way, is not seen."""

from datetime import datetime
from typing import NamedTuple

from chassis.db import Connection, Transaction
from sqlalchemy import text

_LOCK = text(
    """
    SELECT provider_id, interest, trusted, revision FROM interest
    WHERE account_id = :account_id AND provider_id = :provider_id FOR UPDATE
    """
)
_SET = text(
    """
    INSERT INTO interest (account_id, provider_id, interest, trusted, changed_at, revision)
    VALUES (:account_id, :provider_id, :interest, :trusted, :now, 1)
    ON CONFLICT (account_id, provider_id) DO UPDATE
        SET interest = excluded.interest, trusted = excluded.trusted, changed_at = excluded.changed_at,
            revision = interest.revision + 1
    RETURNING provider_id, interest, trusted, revision
    """
)
_TRUSTS = text(
    """
    SELECT true FROM interest WHERE account_id = :account_id AND provider_id = :provider_id AND trusted
    """
)
_CIRCLE = text(
    """
    SELECT i.provider_id, i.interest, i.trusted, i.revision FROM interest i
    WHERE i.account_id = :account_id AND i.interest AND (i.trusted OR NOT :only_trusted)
      AND i.provider_id > :after
      AND NOT EXISTS (SELECT FROM block b WHERE b.blocked
                      AND ((b.blocker_id = i.account_id AND b.blocked_id = i.provider_id)
                        OR (b.blocker_id = i.provider_id AND b.blocked_id = i.account_id)))
    ORDER BY i.provider_id LIMIT :limit
    """
)


class InterestRow(NamedTuple):
    """What one account thinks of one provider."""

    provider_id: str
    interest: bool
    trusted: bool
    revision: int


async def locked(tx: Transaction, account_id: str, provider_id: str) -> InterestRow | None:
    """What the account thinks of the provider, locked until the transaction ends."""
    row = (
        await tx.session.execute(_LOCK, {"account_id": account_id, "provider_id": provider_id})
    ).one_or_none()
    return InterestRow(*row) if row else None


async def put(
    tx: Transaction, account_id: str, provider_id: str, *, interest: bool, trusted: bool, now: datetime
) -> InterestRow:
    """Write what the account thinks of the provider."""
    values = {
        "account_id": account_id,
        "provider_id": provider_id,
        "interest": interest,
        "trusted": trusted,
        "now": now,
    }
    return InterestRow(*(await tx.session.execute(_SET, values)).one())


async def trusts(tx: Connection, account_id: str, provider_id: str) -> bool:
    """Whether the account trusts the provider."""
    values = {"account_id": account_id, "provider_id": provider_id}
    return bool(await tx.session.scalar(_TRUSTS, values))


async def circle_of(
    tx: Connection, account_id: str, *, only_trusted: bool, after: str, limit: int
) -> list[InterestRow]:
    """The circle, by provider id, from the one after `after` on."""
    values = {"account_id": account_id, "only_trusted": only_trusted, "after": after, "limit": limit}
    return [InterestRow(*row) for row in await tx.session.execute(_CIRCLE, values)]
