"""Reading and writing finance settings; an account that never set any has the defaults."""

from dataclasses import dataclass
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import ARRAY, Text, bindparam, cast, func, literal_column, select
from sqlalchemy.dialects.postgresql import insert

from profiles.finance.models import FinanceSettingsRow
from profiles.finance.schemas import FeePolicy
from profiles.profile.models import ProfileRow

DEFAULT_POLICY: Final[FeePolicy] = "non-negotiable"


@dataclass(frozen=True, slots=True)
class Settings:
    """How an account wants to be paid, with its profile's currency."""

    provider: bool
    currency: str
    fee_policy: FeePolicy
    payment_methods: list[str]
    payment_note: str


_names = ("fee_policy", "payment_methods", "payment_note")
_saved = insert(FinanceSettingsRow).values(params("account_id", *_names))
SAVE: Final = Statement(
    _saved.on_conflict_do_update(
        index_elements=[FinanceSettingsRow.account_id],
        set_={name: _saved.excluded[name] for name in _names},
    )
)
FIND: Final = Statement(
    select(
        ProfileRow.completed_at.is_not(None).label("provider"),
        ProfileRow.currency,
        func.coalesce(FinanceSettingsRow.fee_policy, DEFAULT_POLICY).label("fee_policy"),
        func.coalesce(FinanceSettingsRow.payment_methods, cast(literal_column("'{}'"), ARRAY(Text))).label(
            "payment_methods"
        ),
        func.coalesce(FinanceSettingsRow.payment_note, "").label("payment_note"),
    )
    .outerjoin(FinanceSettingsRow, FinanceSettingsRow.account_id == ProfileRow.account_id)
    .where(ProfileRow.account_id == bindparam("account_id")),
    into=Settings,
)


async def save(
    tx: Transaction, account_id: str, fee_policy: FeePolicy, methods: list[str], note: str
) -> None:
    """Write the settings, without the currency, which is the profile's (product.md 3.8)."""
    await SAVE.run(
        tx, account_id=account_id, fee_policy=fee_policy, payment_methods=methods, payment_note=note
    )


async def settings_of(tx: Connection, account_id: str) -> Settings | None:
    """The settings with the profile's currency; None for an account without a profile."""
    return await FIND.one(tx, account_id=account_id)
