"""What the events of other services do here: projections, evidence, and orders of closed accounts."""

from typing import Final

from chassis.db import Transaction
from chassis.events import subscribe
from chassis.outbox import emit
from contracts.events.booking import OrderEvidenceKept
from contracts.events.identity import (
    AccountConfirmed,
    AccountDeleted,
    AccountEvent,
    AccountRegistered,
    AccountRenamed,
    GuestCodeIssued,
)
from contracts.events.notifications import MailUnsubscribed
from contracts.events.profiles import (
    AvatarChanged,
    BlockChanged,
    ProfileCompleted,
    ProfileEvent,
    ProfileUpdated,
    ServiceChanged,
)
from contracts.events.profiles_moderation import (
    ContentRemoved,
    ReportFiled,
    ReviewStandingChanged,
    StandingChanged,
)

from booking.blocked_guests.store import erase_blocks
from booking.blocked_times.store import erase_time_blocks
from booking.calendar.store import close_feed, erase_feed
from booking.changes.store import erase_changes
from booking.clients import store as clients
from booking.day_summaries.store import switch_off
from booking.external_calendars.store import erase_calendars
from booking.hours.store import erase_hours
from booking.moving.store import erase_terms
from booking.orders.account_closure import cancel_orders, erase_from_orders, lock_open_orders
from booking.orders.evidence import evidence_of
from booking.projections import guest_codes, store
from booking.ratings.client_rating_store import erase_client_ratings
from booking.ratings.evidence import review_evidence_of
from booking.ratings.standing import keep_review_standing
from booking.ratings.store import erase_ratings, remove_words
from booking.reminders.plan_store import erase_plan
from booking.slots.publishing import all_slots_changed

CLOSED: Final = "This account is no longer active, so the appointment was cancelled."
_REPORTED: Final = {"appointments": evidence_of, "reviews": review_evidence_of}
"""How the evidence of each type of report is found here."""
GONE: Final = "This account no longer exists, so the appointment was cancelled."


@subscribe(AccountRegistered, AccountConfirmed, AccountRenamed, guarded_by="revision")
async def keep_account(event: AccountEvent, tx: Transaction) -> None:
    """An account is new, or has another name or address."""
    await store.keep_account(tx, event.account)


@subscribe(ProfileCompleted, ProfileUpdated)
async def keep_profile(event: ProfileEvent, tx: Transaction) -> None:
    """A provider is new, or has another profile. Open screens hear of a pause as of other hours
    (product.md 3.10).
    """
    profile = event.profile
    if await store.keep_provider(tx, profile):
        await emit(tx, all_slots_changed(profile.account_id, event.occurred_at))
    await store.keep_avatar(tx, profile.account_id, profile.avatar, profile.revision)


@subscribe(AvatarChanged, guarded_by="revision")
async def keep_avatar(event: AvatarChanged, tx: Transaction) -> None:
    """An account has another picture."""
    await store.keep_avatar(tx, event.account_id, event.avatar, event.revision)


@subscribe(ServiceChanged, guarded_by="revision")
async def keep_service(event: ServiceChanged, tx: Transaction) -> None:
    """A service is new, changed, archived or deleted."""
    await store.keep_service(tx, event.service)


@subscribe(BlockChanged)
async def keep_block(event: BlockChanged, tx: Transaction) -> None:
    """One account blocks another, or no longer does."""
    await store.keep_block(tx, event)


@subscribe(GuestCodeIssued)
async def keep_guest(event: GuestCodeIssued, tx: Transaction) -> None:
    """A guest was mailed a code."""
    await guest_codes.keep_guest(tx, event)


@subscribe(AccountDeleted)
async def erase_account(event: AccountDeleted, tx: Transaction) -> None:
    """Erase an account and cancel what it had open; others keep their bookings with an anonymous name.

    The projection forgets the account first, so that no event from here on names it.
    """
    account_id = event.account_id
    await store.erase_account(tx, account_id)
    await erase_hours(tx, account_id)
    await erase_plan(tx, account_id)
    await erase_calendars(tx, account_id)
    await erase_feed(tx, account_id)
    await erase_blocks(tx, account_id)
    await erase_changes(tx, account_id)
    await erase_time_blocks(tx, account_id)
    await erase_terms(tx, account_id)
    open_orders = await lock_open_orders(tx, account_id)
    await erase_from_orders(tx, account_id)
    await clients.erase_account(tx, account_id)
    await erase_ratings(tx, account_id)
    await erase_client_ratings(tx, account_id)
    await cancel_orders(tx, open_orders, GONE, event.occurred_at)


@subscribe(StandingChanged)
async def keep_standing(event: StandingChanged, tx: Transaction) -> None:
    """A suspended account offers no time, its calendar address ends, and its open orders are cancelled; both
    sides are notified (product.md 7.4).
    """
    if await store.keep_standing(tx, event) and event.suspended:
        await close_feed(tx, event.account_id)
        if event.replayed:
            return
        open_orders = await lock_open_orders(tx, event.account_id)
        await cancel_orders(tx, open_orders, CLOSED, event.occurred_at)


@subscribe(ReportFiled, only_news=True)
async def keep_evidence(event: ReportFiled, tx: Transaction) -> None:
    """Publish the state of a reported appointment or review."""
    if event.report_type in _REPORTED:
        evidence = await _REPORTED[event.report_type](tx, event)
        await emit(tx, OrderEvidenceKept(report_id=event.report_id, evidence=evidence))


@subscribe(ContentRemoved)
async def remove_reported_words(event: ContentRemoved, tx: Transaction) -> None:
    """Take the words from a review, as former versions decided; its stars stay."""
    if event.content_type == "reviews":
        await remove_words(tx, event.content_id, event.owner_id)


@subscribe(ReviewStandingChanged)
async def keep_standing_of_review(event: ReviewStandingChanged, tx: Transaction) -> None:
    """The staff took down a review, or an answer to one, or restored it (product.md 7.3)."""
    await keep_review_standing(tx, event)


@subscribe(MailUnsubscribed)
async def end_summaries(event: MailUnsubscribed, tx: Transaction) -> None:
    """Somebody followed the link that stops the mail of the day (product.md 4.23)."""
    if event.kind == "summary":
        await switch_off(tx, event.account_id)


HANDLERS: Final = (
    keep_account,
    keep_profile,
    keep_avatar,
    keep_service,
    keep_block,
    keep_guest,
    erase_account,
    keep_standing,
    keep_evidence,
    remove_reported_words,
    keep_standing_of_review,
    end_summaries,
)
