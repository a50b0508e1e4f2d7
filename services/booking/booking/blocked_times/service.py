"""What a provider does with blocked time (product.md 4.24)."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from chassis.db import Connection, Transaction
from chassis.errors import NotFound, RuleViolation
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.zones import zone_named

from booking.blocked_times import store
from booking.blocked_times.rules import MOST_BLOCKS, PAST, Block, check_block, periods_of
from booking.blocked_times.schemas import BlockedPeriodShown, BlockedTimes, BlockShown, OneBlock, TimeToBlock
from booking.hours.rules import clock_of, minute_of
from booking.hours.store import hours_of
from booking.slots.publishing import all_slots_changed

NO_BLOCK: Final = "This blocked time does not exist."
BOOKED: Final = "You have an appointment in this time. Move or cancel it first."
TOO_MANY: Final = "You have many blocked times already. Please remove one first."


async def blocked_times(
    tx: Connection, provider_id: str, first: date, last: date, now: datetime
) -> BlockedTimes:
    """The provider's blocks that are not over, and the periods of two days of UTC and all between."""
    blocks = await store.open_blocks(tx, provider_id, now)
    begins = datetime.combine(first, time(), UTC) - timedelta(days=1)
    ends = datetime.combine(last, time(), UTC) + timedelta(days=2)
    periods = await store.periods_between(tx, provider_id, begins, ends)
    return BlockedTimes(
        timezone=await _zone_of(tx, provider_id),
        blocks=[shown_block(block) for block in blocks],
        periods=[
            BlockedPeriodShown(block_id=block_id, starts_at=period.starts_at, ends_at=period.ends_at)
            for block_id, period in periods
        ],
    )


async def block_time(tx: Transaction, provider_id: str, wanted: TimeToBlock, now: datetime) -> OneBlock:
    """Enter a block, or change one. Nobody can book its time from now on.

    Raises RuleViolation for a block that makes no sense, that meets a held session, or that is one too many;
    NotFound for one to change that is not the provider's.
    """
    await store.lock_provider(tx, provider_id)
    known = await store.open_blocks(tx, provider_id, now)
    if wanted.iv_block_id and wanted.iv_block_id not in {block.block_id for block in known}:
        raise NotFound(NO_BLOCK)
    if not wanted.iv_block_id and len(known) >= MOST_BLOCKS:
        raise RuleViolation(TOO_MANY)
    zone = zone_named(await _zone_of(tx, provider_id))
    block = _block(provider_id, wanted)
    check_block(block, now.astimezone(zone).date())
    periods = periods_of(block, zone, now)
    if not periods:
        raise RuleViolation(PAST, iv_end_time=PAST)
    if await store.first_booked(tx, provider_id, periods):
        raise RuleViolation(BOOKED, iv_start_time=BOOKED)
    await store.save(tx, block, periods, now)
    await emit(tx, all_slots_changed(provider_id, now))
    return OneBlock(block=shown_block(block))


async def unblock_time(tx: Transaction, provider_id: str, block_id: str, now: datetime) -> None:
    """Remove a block: its time is free again. Raises NotFound for one that is not the provider's."""
    if not await store.remove(tx, provider_id, block_id):
        raise NotFound(NO_BLOCK)
    await emit(tx, all_slots_changed(provider_id, now))


async def _zone_of(tx: Connection, provider_id: str) -> str:
    hours = await hours_of(tx, provider_id)
    return hours.timezone if hours else "UTC"


def shown_block(block: Block) -> BlockShown:
    """A block as its provider reads it."""
    return BlockShown(
        block_id=block.block_id,
        date=block.day,
        start_time=clock_of(block.start),
        end_time=clock_of(block.end),
        repeat=block.repeat,
        until=block.until.isoformat() if block.until else "",
        note=block.note,
    )


def _block(provider_id: str, wanted: TimeToBlock) -> Block:
    return Block(
        block_id=wanted.iv_block_id or new_id(),
        provider_id=provider_id,
        day=wanted.iv_date,
        start=minute_of(wanted.iv_start_time),
        end=minute_of(wanted.iv_end_time),
        repeat=wanted.iv_repeat,
        until=wanted.iv_until if wanted.iv_repeat else None,
        note=wanted.iv_note,
    )
