"""Requests and answers about blocked guests."""

from typing import Annotated

from contracts.rules.checks import Required, TextMax
from contracts.rules.text import Text
from pydantic import BaseModel

Id = Annotated[str, Text(Required(), TextMax(64))]


class BlockGuestRequest(BaseModel):
    """The guest is named by a booking of theirs."""

    iv_order_id: Id


class UnblockGuestRequest(BaseModel):
    """Which block it is about."""

    iv_block_id: Id


class GuestBlock(BaseModel):
    """A blocked guest; the address is shown to nobody."""

    block_id: str
    name: str
    blocked_date: str


class GuestBlocked(BaseModel):
    """The new block."""

    guest_block: GuestBlock


class GuestUnblocked(BaseModel):
    """The block that was lifted."""

    block_id: str


class BlockedGuests(BaseModel):
    """The guests whom the caller blocks; `next_cursor` is null at the end."""

    guests: list[GuestBlock]
    next_cursor: str | None
