"""What the database itself refuses, also from writers at the same time."""

import asyncio
import random
from typing import TYPE_CHECKING

import asyncpg
import pytest
from booking.orders.rules import STATUSES, TRANSITIONS
from local.databases import asyncpg_url
from testkit.pytest_plugin import OwnerUrl

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

OVERLAPS = """
    SELECT count(*) FROM session a JOIN session b
    ON a.provider_id = b.provider_id AND (a.order_id, a.position) < (b.order_id, b.position)
    AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
    WHERE a.status IN ('pending', 'accepted', 'ongoing') AND b.status IN ('pending', 'accepted', 'ongoing')
"""


async def test_the_status_machine_is_held_by_the_database_too(
    marketplace: "Marketplace", owner_url: OwnerUrl
) -> None:
    order_id = await marketplace.booked(await marketplace.provider(), await marketplace.person())
    steps = {(before, after) for table in TRANSITIONS.values() for before in table for after in table[before]}
    database = await asyncpg.connect(asyncpg_url(owner_url(marketplace.database_url)))
    try:
        for before in STATUSES:
            for after in STATUSES:
                transaction = database.transaction()
                await transaction.start()
                await database.execute("ALTER TABLE booking_order DISABLE TRIGGER booking_order_step")
                await database.execute("UPDATE booking_order SET status = $1", before)
                await database.execute("ALTER TABLE booking_order ENABLE TRIGGER booking_order_step")
                try:
                    await database.execute("UPDATE booking_order SET status = $1", after)
                    followed = await database.fetchval(
                        "SELECT status FROM session WHERE order_id = $1", order_id
                    )
                    assert followed == after
                    assert before == after or (before, after) in steps
                except asyncpg.CheckViolationError:
                    assert (before, after) not in steps
                await transaction.rollback()
    finally:
        await database.close()


@pytest.mark.usefixtures("large_pool")
async def test_active_sessions_never_overlap_under_many_hands(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    clients = [await marketplace.person() for _ in range(6)]
    slots = (await marketplace.slots(provider))[:5]
    made: list[tuple[str, str]] = []

    async def somebody(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(12):
            client = chance.choice(clients)
            if chance.random() < 0.6 or not made:
                wanted = chance.sample(slots, chance.randint(1, 2))
                body = marketplace.order(provider, [service], wanted)
                answer = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
                if answer["status"]:
                    made.append((client, answer["data"]["booking_data"]["order_id"]))
            else:
                client, order_id = chance.choice(made)
                who, response = chance.choice(
                    [
                        (client, "cancelled"),
                        (provider, "accepted"),
                        (provider, "rejected"),
                        (provider, "ongoing"),
                    ]
                )
                await marketplace.respond(who, order_id, response)

    await asyncio.gather(*(somebody(seed) for seed in range(16)))
    database = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        assert await database.fetchval(OVERLAPS) == 0
        assert await database.fetchval("SELECT count(*) FROM booking_order WHERE status = 'ongoing'") <= 1
        unlike = (
            "SELECT count(*) FROM session s JOIN booking_order o USING (order_id) WHERE s.status <> o.status"
        )
        assert await database.fetchval(unlike) == 0
    finally:
        await database.close()
