"""What identity hears of the other services, for session_data."""

from chassis.db import Transaction
from chassis.events import subscribe
from chassis.outbox import emit
from contracts.events.booking import OrderRequested
from contracts.events.identity import AccountRenamed
from contracts.events.notifications import MailUnsubscribed
from contracts.events.profiles import (
    AccountProfileChanged,
    AvatarChanged,
    ProfileCompleted,
    ProfileEvent,
    ProfileUpdated,
    StandingChanged,
)
from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from identity.accounts.events import facts_of
from identity.accounts.models import AccountRow
from identity.accounts.store import change_account, lock_account
from identity.heard.models import KnownProfileRow
from identity.logins.store import end_logins_of
from identity.preferences.rules import KINDS, completed
from identity.preferences.store import change_channels


@subscribe(ProfileCompleted, ProfileUpdated)
async def on_profile(event: ProfileEvent, tx: Transaction) -> None:
    """Keep what the session shows of a profile."""
    profile = event.profile
    await _keep(
        tx,
        profile.account_id,
        profile.revision,
        completed=profile.completed,
        phone=profile.contact_phone,
        avatar=profile.avatar,
        manually_verified=profile.manually_verified,
    )


@subscribe(AvatarChanged)
async def on_avatar(event: AvatarChanged, tx: Transaction) -> None:
    """Keep the picture, of clients too."""
    await _keep(tx, event.account_id, event.revision, avatar=event.avatar)


@subscribe(AccountProfileChanged)
async def on_account_profile(event: AccountProfileChanged, tx: Transaction) -> None:
    """Take over the name and phone that the owner gave to profiles; the name is ours to tell of."""
    if not await _keep(tx, event.account_id, event.revision, phone=event.phone):
        return
    held = await lock_account(tx, event.account_id)
    if held is None or held.name == event.name:
        return
    renamed = await change_account(tx, held.id, name=event.name)
    if renamed:
        await emit(tx, AccountRenamed(account=facts_of(renamed)))


@subscribe(MailUnsubscribed)
async def on_unsubscribed(event: MailUnsubscribed, tx: Transaction) -> None:
    """Switch the mails of one kind off, as the link in one of them asked."""
    held = await lock_account(tx, event.account_id)
    if held is not None and event.kind in KINDS and completed(held.channels)[event.kind]["email"]:
        await change_channels(tx, held, {event.kind: {"email": False}})


@subscribe(OrderRequested)
async def on_order(event: OrderRequested, tx: Transaction) -> None:
    """Remember that the client has asked for an appointment."""
    if event.order.client_id:
        await tx.session.execute(
            update(AccountRow)
            .where(AccountRow.id == event.order.client_id, AccountRow.requested_appointment.is_(False))
            .values(requested_appointment=True)
        )


@subscribe(StandingChanged)
async def on_standing(event: StandingChanged, tx: Transaction) -> None:
    """Who is suspended cannot sign in, and every login ends, here and, by its event, everywhere."""
    changed = await tx.session.scalar(
        update(AccountRow)
        .where(AccountRow.id == event.account_id, AccountRow.standing_revision < event.revision)
        .values(suspended=event.suspended, standing_revision=event.revision)
        .returning(AccountRow.id)
    )
    if changed is not None and event.suspended:
        await end_logins_of(tx, event.account_id)


async def _keep(tx: Transaction, account_id: str, revision: int, **values: object) -> bool:
    """Whether this was news: newest revision wins, and of an account that is gone nothing is kept."""
    held = await tx.session.scalar(
        select(AccountRow.id).where(AccountRow.id == account_id).with_for_update(read=True, key_share=True)
    )
    if held is None:
        return False
    row = {"account_id": account_id, "revision": revision, **values}
    statement = upsert(KnownProfileRow).values(row)
    kept = await tx.session.scalar(
        statement.on_conflict_do_update(
            index_elements=["account_id"],
            set_={name: statement.excluded[name] for name in row if name != "account_id"},
            where=KnownProfileRow.revision <= statement.excluded.revision,
        ).returning(KnownProfileRow.account_id)
    )
    return kept is not None
