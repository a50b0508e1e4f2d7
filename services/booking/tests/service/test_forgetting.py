"""What a process remembers of bookings does not outlast the erasure of an account (product.md 1.10)."""

import asyncio
from typing import TYPE_CHECKING

import pytest
from booking.orders.listing import _listed
from chassis import remembered
from contracts.events.identity import AccountDeleted

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
PATIENCE_SECONDS = 60.0


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a service that starts now forget soon."""
    monkeypatch.setattr(remembered, "FORGET_EVERY_SECONDS", 0.2)


async def test_a_process_forgets_the_bookings_that_name_an_erased_account(
    forgetful: None, marketplace: "Marketplace"
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Erased")
    await marketplace.booked(provider, client)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not _listed.cache_info().currsize:
            shown = await marketplace.get("get_booking_info", marketplace.as_(provider))
            assert "Ana Erased" in str(shown)
        await marketplace.tell(AccountDeleted(account_id=client))
        while _listed.cache_info().currsize:  # noqa: ASYNC110 - the process tells nobody
            await asyncio.sleep(0.05)
    shown = await marketplace.get("get_booking_info", marketplace.as_(provider))
    assert "Ana Erased" not in str(shown)
