"""Everything that session data shows, in one query."""

from typing import Final

from chassis.db import Connection, Statement
from chassis.errors import LoginOver
from contracts.session_data import SessionData
from sqlalchemy import bindparam, false, func, select

from identity.accounts.models import AccountRow
from identity.projections.models import KnownProfileRow
from identity.session_data.rules import KnownAccount, LoginFacts, session_data

KNOWN_ACCOUNT: Final = (
    select(
        AccountRow.id.label("account_id"),
        AccountRow.email,
        AccountRow.name,
        AccountRow.username,
        AccountRow.verified_at.is_not(None).label("verified"),
        AccountRow.requested_appointment,
        AccountRow.fav_category,
        AccountRow.fav_services,
        func.coalesce(KnownProfileRow.phone, "").label("phone"),
        func.coalesce(KnownProfileRow.avatar, "").label("avatar"),
        func.coalesce(KnownProfileRow.completed, false()).label("profile_completed"),
        func.coalesce(KnownProfileRow.manually_verified, false()).label("manually_verified"),
        AccountRow.staff,
    )
    .outerjoin(KnownProfileRow, KnownProfileRow.account_id == AccountRow.id)
    .where(AccountRow.id == bindparam("account_id"))
)
"""The account `:account_id` with the copied data of its profile, as `KnownAccount` has it."""
FIND: Final = Statement(KNOWN_ACCOUNT, into=KnownAccount)


async def session_data_of(tx: Connection, account_id: str, login: LoginFacts) -> SessionData:
    """The session data of an account as it is now. Raises `LoginOver` when the account is deleted."""
    known = await known_account(tx, account_id)
    if known is None:
        raise LoginOver
    return session_data(known, login)


async def known_account(tx: Connection, account_id: str) -> KnownAccount | None:
    """The account with the copied data of its profile; None when it is deleted."""
    return await FIND.one(tx, account_id=account_id)
