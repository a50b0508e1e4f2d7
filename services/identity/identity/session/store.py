"""Everything a session shows, in one query."""

from chassis.db import Connection
from chassis.errors import LoginOver
from contracts.session import SessionData
from sqlalchemy import select

from identity.accounts.models import AccountRow
from identity.heard.models import KnownProfileRow
from identity.session.rules import LoginFacts, SessionFacts, session_data


async def session_of(tx: Connection, account_id: str, login: LoginFacts) -> SessionData:
    """The session data of an account as it is now. Raises `LoginOver` when the account is gone."""
    known = await facts_known_of(tx, account_id)
    if known is None:
        raise LoginOver
    return session_data(known, login)


async def facts_known_of(tx: Connection, account_id: str) -> SessionFacts | None:
    """The account with what profiles told of it; None when it is gone."""
    statement = (
        select(AccountRow, KnownProfileRow)
        .outerjoin(KnownProfileRow, KnownProfileRow.account_id == AccountRow.id)
        .where(AccountRow.id == account_id)
        .execution_options(populate_existing=True)
    )
    row = (await tx.session.execute(statement)).one_or_none()
    return facts_from(row[0], row[1]) if row else None


def facts_from(account: AccountRow, profile: KnownProfileRow | None) -> SessionFacts:
    """The two rows as values."""
    return SessionFacts(
        account_id=account.id,
        email=account.email,
        name=account.name,
        username=account.username,
        verified=account.verified_at is not None,
        requested_appointment=account.requested_appointment,
        fav_category=account.fav_category,
        fav_services=account.fav_services,
        phone=profile.phone if profile else "",
        avatar=profile.avatar if profile else "",
        profile_completed=profile.completed if profile else False,
        manually_verified=profile.manually_verified if profile else False,
        staff=account.staff,
    )
