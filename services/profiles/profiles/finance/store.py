"""Reading and writing finance settings; who never set any has the defaults."""

from typing import Final

from chassis.db import Connection, Transaction
from sqlalchemy import RowMapping, text

from profiles.finance.schemas import FeePolicy

DEFAULT_POLICY: Final[FeePolicy] = "non-negotiable"

_SAVE = text(
    """
    INSERT INTO finance_settings (account_id, fee_policy, payment_methods, payment_note)
    VALUES (:account_id, :fee_policy, :payment_methods, :payment_note)
    ON CONFLICT (account_id) DO UPDATE
        SET fee_policy = excluded.fee_policy, payment_methods = excluded.payment_methods,
            payment_note = excluded.payment_note
    """
)
_READ = text(
    """
    SELECT p.completed_at IS NOT NULL AS provider, p.currency,
           coalesce(f.fee_policy, 'non-negotiable') AS fee_policy,
           coalesce(f.payment_methods, '{}') AS payment_methods, coalesce(f.payment_note, '') AS payment_note
    FROM profile p LEFT JOIN finance_settings f ON f.account_id = p.account_id
    WHERE p.account_id = :account_id
    """
)
_POLICY = text("SELECT fee_policy FROM finance_settings WHERE account_id = :account_id")


async def save(
    tx: Transaction, account_id: str, fee_policy: FeePolicy, methods: list[str], note: str
) -> None:
    """Write the settings, without the currency, which is the profile's."""
    values = {
        "account_id": account_id,
        "fee_policy": fee_policy,
        "payment_methods": methods,
        "payment_note": note,
    }
    await tx.session.execute(_SAVE, values)


async def settings_row(tx: Connection, account_id: str) -> RowMapping | None:
    """The settings with the profile's currency; None for an account without a profile."""
    return (await tx.session.execute(_READ, {"account_id": account_id})).mappings().one_or_none()


async def fee_policy_of(tx: Connection, account_id: str) -> FeePolicy:
    """Whether the provider's fees are open to talk."""
    return await tx.session.scalar(_POLICY, {"account_id": account_id}) or DEFAULT_POLICY
