"""What an event of an order reads is found by keys, also by a plan that was made on empty tables."""

from collections.abc import AsyncIterator
from typing import Any, Final

import pytest
from chassis.db import Database, Statement, TextStatement
from notifications.app import DATABASE_SETTINGS
from notifications.order_news.hot_sql import tell
from notifications.order_news.store import find_sides
from testkit.pytest_plugin import OwnerUrl

from services.notifications.tests.conftest import kept_plan

pytestmark = pytest.mark.service
MANY: Final = 20_000
FILL: Final = (
    "INSERT INTO person (id, name) SELECT n::text, 'Ana' FROM generate_series(1, :many) AS n",
    """INSERT INTO device (digest, account_id, login_id, platform, registered_at, sealed)
    SELECT n::text, n::text, '', 'ios', now(), '' FROM generate_series(1, :many) AS n""",
    """INSERT INTO outbox (event_id, aggregate, key, payload, next_attempt_at)
    SELECT gen_random_uuid(), n::text, 'a.b.c', '{}', now() FROM generate_series(1, :many) AS n""",
    "ANALYZE",
)
SIDES: Final = [find_sides(count) for count in (2, 4, 8, 16, 32, 64)]
NEWS: Final = [
    tell(pushed, mails, opens=opens)
    for pushed in ((), (False,), (True,), (False, True))
    for mails in (0, 2)
    for opens in (False, True)
]


@pytest.fixture(params=["empty", "full"])
async def database(
    request: pytest.FixtureRequest, database_url: str, owner_url: OwnerUrl
) -> AsyncIterator[Database]:
    """The service's, as it is at first and after a while."""
    if request.param == "full":
        owner = Database(owner_url(database_url), pool_size=1)
        async with owner.writing() as tx:
            for statement in FILL:
                await (await tx.driver()).execute(statement.replace(":many", str(MANY)))
        await owner.close()
    opened = Database(database_url, pool_size=1, settings=DATABASE_SETTINGS)
    yield opened
    await opened.close()


@pytest.mark.parametrize("statements", [SIDES, NEWS], ids=["sides", "news"])
async def test_an_event_of_an_order_reads_no_whole_table(
    database: Database, statements: list[Statement[Any] | TextStatement[Any]]
) -> None:
    for statement in statements:
        plan = await kept_plan(database, statement)
        assert "Seq Scan" not in plan, plan


async def test_sides_and_devices_are_found_by_their_accounts(database: Database) -> None:
    plan = await kept_plan(database, find_sides(2))
    assert "using pk_person on person" in plan
    assert "ix_device_account_id" in plan
    plan = await kept_plan(database, tell((True,), 2, opens=True))
    assert "ix_device_account_id" in plan
