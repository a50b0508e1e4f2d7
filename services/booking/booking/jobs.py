"""Work by the clock: requests and proposals that lapse, reminders, guests whose codes expired long ago."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import Job, job
from chassis.retention import prune

from booking.blocked_guests.store import forget_old_names
from booking.changes.store import OLD_CHANGES
from booking.day_summaries.service import announce_due_summaries
from booking.external_calendars.store import seal_former_addresses
from booking.guest_data.service import make_orders_anonymous
from booking.guest_data.store import lock_old_guest_orders
from booking.intake.store import UNUSED_FILES
from booking.orders.service import cancel_by_system, complete_by_system
from booking.orders.store import lock_ended, lock_unanswered, order_by_id
from booking.projections.guest_codes import OLD_GUESTS
from booking.ratings.reveal import reveal_due
from booking.reminders.service import announce_due_follow_ups, announce_due_reminders
from booking.reschedule.service import drop_lapsed

MOST_AT_ONCE: Final = 100
TOO_LATE: Final = "The provider did not answer before the start time, so this request was cancelled."
UNANSWERED: Final = "The provider did not answer in time, so this request was cancelled."
HELD: Final = "Twelve hours have passed since the last session, so it counts as held."


@job(every=timedelta(seconds=10))
async def cancel_unanswered_requests(tx: Transaction, now: datetime) -> None:
    """Cancel requests that were not answered in time or whose start has passed; both sides are notified
    (product.md 4.10).
    """
    for order_id in await lock_unanswered(tx, now, MOST_AT_ONCE):
        order = await order_by_id(tx, order_id)
        if order is not None:
            reason = TOO_LATE if order.starts_at <= now else UNANSWERED
            await cancel_by_system(tx, order, reason, now)


@job(every=timedelta(minutes=1))
async def complete_ended_orders(tx: Transaction, now: datetime) -> bool:
    """Complete orders twelve hours after their last session, unless a side said otherwise of it
    (product.md 4.10). Returns whether more of them wait.
    """
    ended = await lock_ended(tx, now, MOST_AT_ONCE)
    for order_id in ended:
        order = await order_by_id(tx, order_id)
        if order is not None:
            await complete_by_system(tx, order, HELD, now)
    return len(ended) == MOST_AT_ONCE


@job(every=timedelta(minutes=1))
async def show_ratings(tx: Transaction, now: datetime) -> bool:
    """Show ratings that the other side has not answered with its own within fourteen days (product.md 4.12).
    Returns whether more of them wait.
    """
    return await reveal_due(tx, now, MOST_AT_ONCE)


@job(every=timedelta(seconds=10))
async def drop_lapsed_proposals(tx: Transaction, now: datetime) -> None:
    """Drop proposals once their own start, or the agreed one, has passed (product.md 4.11)."""
    await drop_lapsed(tx, now)


@job(every=timedelta(seconds=20))
async def remind(tx: Transaction, now: datetime) -> None:
    """Announce sessions ahead of time, as their provider wants it, each once (product.md 4.15)."""
    await announce_due_reminders(tx, now)


@job(every=timedelta(minutes=1))
async def follow_up(tx: Transaction, now: datetime) -> bool:
    """Announce completed orders whose clients are to be asked now, each once (product.md 4.15). Returns
    whether more of them wait.
    """
    return await announce_due_follow_ups(tx, now)


@job(every=timedelta(seconds=20))
async def summarize_days(tx: Transaction, now: datetime) -> bool:
    """Announce what begins at seven in the morning, once for each day (product.md 4.23). Returns whether more
    providers wait.
    """
    return await announce_due_summaries(tx, now)


@job(every=timedelta(hours=1), prunes=(OLD_GUESTS,))
async def forget_old_guests(tx: Transaction, now: datetime) -> bool:
    """Drop guests whose codes expired long ago."""
    return await prune(tx, (OLD_GUESTS,), now)


@job(every=timedelta(hours=1), prunes=(OLD_CHANGES,))
async def forget_old_changes(tx: Transaction, now: datetime) -> bool:
    """Drop changes of orders that no day shows any more."""
    return await prune(tx, (OLD_CHANGES,), now)


@job(every=timedelta(hours=1), prunes=(UNUSED_FILES,))
async def forget_unused_files(tx: Transaction, now: datetime) -> bool:
    """Drop files that no order came for (product.md 4.21)."""
    return await prune(tx, (UNUSED_FILES,), now)


@job(every=timedelta(hours=1))
async def seal_addresses(tx: Transaction, now: datetime) -> None:
    """Seal addresses of external calendars that were stored before they were sealed."""
    del now
    await seal_former_addresses(tx)


def forget_guests_of_old_orders(retention: timedelta) -> Job:
    """The job that makes orders of guests anonymous, `retention` after their end, and blocks of guests after
    the same time (product.md 4.6). Each run returns whether more of them wait.
    """

    @job(every=timedelta(hours=1))
    async def make_old_orders_anonymous(tx: Transaction, now: datetime) -> bool:
        old = await lock_old_guest_orders(tx, now - retention, MOST_AT_ONCE)
        await make_orders_anonymous(tx, old)
        await forget_old_names(tx, now - retention)
        return len(old) == MOST_AT_ONCE

    return make_old_orders_anonymous


JOBS: Final = (
    cancel_unanswered_requests,
    complete_ended_orders,
    show_ratings,
    drop_lapsed_proposals,
    remind,
    follow_up,
    summarize_days,
    forget_old_guests,
    forget_old_changes,
    forget_unused_files,
    seal_addresses,
)
