"""What the events of other services do here: accounts, ratings, appointments, evidence."""

from collections.abc import Sequence
from datetime import timedelta

from chassis.db import Transaction
from chassis.events import Consumer, subscribe
from contracts.event import EvidenceKept
from contracts.events.booking import (
    GuestDataRequested,
    GuestErased,
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderEvent,
    OrderEvidenceKept,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    StaffActed,
)
from contracts.events.booking_ratings import RatingGiven, RatingSummaryChanged
from contracts.events.feed import PostEvidenceKept
from contracts.events.identity import (
    AccountConfirmed,
    AccountDeleted,
    AccountEvent,
    AccountRegistered,
    AccountRenamed,
)
from contracts.events.notifications import MessageEvidenceKept

from profiles.audit_log.store import AuditEntry, record_reading, record_told
from profiles.circle.service import trust_after_rating
from profiles.export.erasure import erase
from profiles.guest_data.models import GRANTS
from profiles.listings.store import refresh_listing
from profiles.moderation.store import keep_evidence
from profiles.projections import store
from profiles.report_archive.store import archive_late_evidence
from profiles.support_requests.store import erase_guest_requests


@subscribe(AccountRegistered, AccountConfirmed, AccountRenamed)
async def on_account(event: AccountEvent, tx: Transaction) -> None:
    """An account is new, confirmed, or has another name."""
    await store.keep_account(tx, event.account)
    await refresh_listing(tx, event.account.account_id)


@subscribe(RatingGiven)
async def on_rating(event: RatingGiven, tx: Transaction) -> None:
    """A client rated a session: the provider's summary changes, and the client may trust them now."""
    provider_id = event.order.provider_id
    await store.keep_rating(tx, provider_id, event)
    await refresh_listing(tx, provider_id)
    if event.trusted and event.order.client_id:
        await trust_after_rating(tx, event.order.client_id, provider_id, event.occurred_at)


@subscribe(RatingSummaryChanged)
async def on_rating_summary(event: RatingSummaryChanged, tx: Transaction) -> None:
    """The staff took a rating of the provider down, or restored it."""
    await store.keep_rating(tx, event.provider_id, event)
    await refresh_listing(tx, event.provider_id)


@subscribe(
    OrderRequested,
    OrderAccepted,
    OrderRejected,
    OrderStarted,
    OrderCompleted,
    OrderCancelled,
    together=True,
    guarded_by="revision",
    gather_seconds=0.25,
)
async def on_orders(events: Sequence[OrderEvent], tx: Transaction) -> None:
    """Appointments have another status: their two sides may report them, a client may have a booking."""
    await store.keep_appointments(tx, [event.order for event in events])


def archiving(retention: timedelta) -> Sequence[Consumer]:
    """The handlers of what ends in the archive of reports, which keeps it for so long (product.md 1.10)."""

    @subscribe(AccountDeleted)
    async def on_account_deleted(event: AccountDeleted, tx: Transaction) -> None:
        """An account was deleted: everything about the person is erased, reports are archived."""
        await erase(tx, event.account_id, event.occurred_at, retention)

    @subscribe(PostEvidenceKept, OrderEvidenceKept, MessageEvidenceKept)
    async def on_evidence(event: EvidenceKept, tx: Transaction) -> None:
        """The owner of a reported thing announced what it was: the report keeps it, or the archive."""
        if not await keep_evidence(tx, event.report_id, event.evidence):
            await archive_late_evidence(tx, event.report_id, event.evidence, event.occurred_at, retention)

    return on_account_deleted, on_evidence


@subscribe(GuestDataRequested, only_news=True)
async def on_guest_data_requested(event: GuestDataRequested, tx: Transaction) -> None:
    """A guest was mailed a key to their data."""
    await GRANTS.grant(tx, event.key_digest, event.address_digest, expires_at=event.expires_at)


@subscribe(GuestErased)
async def on_guest_erased(event: GuestErased, tx: Transaction) -> None:
    """A guest asked to be forgotten: what they asked the staff goes (product.md 4.6)."""
    await GRANTS.withdraw(tx, event.address_digest)
    await erase_guest_requests(tx, event.address_digest)


@subscribe(StaffActed, only_news=True)
async def on_staff_act(event: StaffActed, tx: Transaction) -> None:
    """Log what the staff did with the bookings of a guest, who has no account (product.md 7.3)."""
    act_id, done_at = event.event_id, event.occurred_at
    if event.act == "end_guest_link":
        entry = AuditEntry(event.staff_id, event.act, "", event.note, event.order_id)
        await record_told(tx, act_id, entry, done_at)
        return
    await record_reading(
        tx,
        event.staff_id,
        event.act,
        event.note or "request",
        thing_id=event.order_id,
        account_id="",
        now=done_at,
        act_id=act_id,
    )
