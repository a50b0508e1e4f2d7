"""Everything identity holds about an account, without any secret (product.md 1.10)."""

from typing import Final

from chassis.db import Connection, Statement
from sqlalchemy import bindparam, func, select

from identity.accounts.store import Account, account_of
from identity.export.schemas import (
    AccountExport,
    ExportedAccount,
    ExportedFactors,
    ExportedLogin,
    ExportedMailChange,
    ExportedPasskey,
    ExportedProfile,
)
from identity.guessing.models import KnownSourceRow
from identity.logins.models import KnownDeviceRow, LoginRow
from identity.mail_address.models import MailChangeRow
from identity.passkeys.store import passkeys_of
from identity.preferences.rules import completed
from identity.preferences.schemas import NewsChoice
from identity.projections.models import KnownProfileRow
from identity.second_factor.store import factors_of

_account = bindparam("account_id")
FIND_LOGINS: Final = Statement(
    select(
        LoginRow.created_at,
        LoginRow.expires_at,
        LoginRow.device,
        LoginRow.timezone,
        LoginRow.last_used_at,
        LoginRow.second_factor,
    )
    .where(LoginRow.account_id == _account)
    .order_by(LoginRow.created_at)
)
FIND_PROFILE: Final = Statement(
    select(
        KnownProfileRow.completed,
        KnownProfileRow.phone,
        KnownProfileRow.avatar,
        KnownProfileRow.manually_verified,
    ).where(KnownProfileRow.account_id == _account)
)
FIND_MAIL_CHANGE: Final = Statement(
    select(MailChangeRow.new_email, MailChangeRow.expires_at).where(MailChangeRow.account_id == _account)
)
COUNT_DEVICES: Final = Statement(
    select(func.count()).select_from(KnownDeviceRow).where(KnownDeviceRow.account_id == _account)
)
FIND_SOURCES: Final = Statement(
    select(KnownSourceRow.used_at)
    .where(KnownSourceRow.account_id == _account)
    .order_by(KnownSourceRow.used_at)
)


async def held_by_identity(tx: Connection, account_id: str) -> AccountExport | None:
    """The account, its logins and what guards it; None for an account that is gone."""
    account = await account_of(tx, account_id)
    if account is None:
        return None
    profile = await FIND_PROFILE.one(tx, account_id=account_id)
    change = await FIND_MAIL_CHANGE.one(tx, account_id=account_id)
    logins = await FIND_LOGINS.all(tx, account_id=account_id)
    return AccountExport(
        account=_exported(account),
        profile=None if profile is None else ExportedProfile(**dict(profile)),
        logins=[ExportedLogin(**dict(row)) for row in logins],
        second_factors=await _factors(tx, account_id),
        mail_change=None if change is None else ExportedMailChange(**dict(change)),
        known_devices=await COUNT_DEVICES.value(tx, account_id=account_id),
        signed_in_from=await FIND_SOURCES.column(tx, account_id=account_id),
    )


async def _factors(tx: Connection, account_id: str) -> ExportedFactors:
    factors = await factors_of(tx, account_id)
    passkeys = [
        ExportedPasskey(name=each.name, created_at=each.created_at, last_used_at=each.last_used_at)
        for each in await passkeys_of(tx, account_id)
    ]
    return ExportedFactors(
        authenticator_app=factors.app, passkeys=passkeys, recovery_codes_left=factors.recovery_codes
    )


def _exported(account: Account) -> ExportedAccount:
    return ExportedAccount(
        account_id=account.id,
        name=account.name,
        email=account.email,
        username=account.username,
        language=account.language,
        timezone=account.timezone,
        hour_cycle=account.hour_cycle,
        created_at=account.created_at,
        email_confirmed_at=account.verified_at,
        fav_category=account.fav_category,
        fav_services=account.fav_services,
        notification_preferences=NewsChoice.model_validate(completed(account.channels)),
        requested_appointment=account.requested_appointment,
        staff=account.staff,
        suspended=account.suspended,
    )
