"""Calls about guests whom a provider blocks (api.md 4)."""

from typing import Final

from chassis.clock import Clock
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.paging import PageQuery
from chassis.http.route import Route
from fastapi import APIRouter

from booking.blocked_guests import service, store
from booking.blocked_guests.schemas import (
    BlockedGuests,
    BlockGuestRequest,
    GuestBlock,
    GuestBlocked,
    GuestUnblocked,
    UnblockGuestRequest,
)
from booking.blocked_guests.store import BlockedGuest
from booking.serialization import instant_text

router: Final = APIRouter(prefix="/api", tags=["blocked guests"], route_class=Route)
BLOCKED: Final = "The guest is blocked."
UNBLOCKED: Final = "The guest is no longer blocked."


def _shown(guest: BlockedGuest) -> GuestBlock:
    return GuestBlock(block_id=guest.block_id, name=guest.name, blocked_date=instant_text(guest.blocked_at))


@router.post("/block_guest")
async def block_guest(
    request: BlockGuestRequest, caller: Account, tx: Writing, clock: Clock
) -> Answer[GuestBlocked]:
    """Block the guest of one of the caller's bookings, by the digest of their address; their requests that
    wait for an answer are declined.
    """
    guest = await service.block_guest(tx, caller, request.iv_order_id, clock())
    return done(GuestBlocked(guest_block=_shown(guest)), BLOCKED)


@router.post("/unblock_guest")
async def unblock_guest(request: UnblockGuestRequest, caller: Account, tx: Writing) -> Answer[GuestUnblocked]:
    """Lift a block."""
    await service.unblock_guest(tx, caller.id, request.iv_block_id)
    return done(GuestUnblocked(block_id=request.iv_block_id), UNBLOCKED)


@router.get("/get_blocked_guests")
async def get_blocked_guests(caller: Account, tx: Reading, page: PageQuery) -> Answer[BlockedGuests]:
    """The guests whom the caller blocks, without their addresses."""
    found = await store.blocked_guests(tx, caller.id, page.after_id, page.limit + 1)
    shown, next_cursor = page.cut(found, lambda guest: guest.block_id)
    return done(BlockedGuests(guests=[_shown(guest) for guest in shown], next_cursor=next_cursor))
