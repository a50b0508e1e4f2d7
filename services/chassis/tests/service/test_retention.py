"""Old rows go in small steps, while others write; what is still needed stays."""

from datetime import UTC, datetime, timedelta

import pytest
from chassis import metrics
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.local import LocalBus
from chassis.db import Database
from chassis.housekeeping import INBOX_RETENTION, forget_old_events, forget_published_events
from chassis.jobs import run_once, run_piece
from chassis.retention import STEP
from chassis.settings import ServiceSettings
from sqlalchemy import text

pytestmark = pytest.mark.service
NOW = datetime(2026, 1, 20, tzinfo=UTC)
ADD = text("""
    INSERT INTO inbox SELECT 'x', gen_random_uuid(), CAST(:received AS timestamptz) + number * interval '1 ms'
    FROM generate_series(1, :rows) AS number
""")
ADD_COPY = text(
    "INSERT INTO published_event (id, event_id, aggregate, key, payload, published_at)"
    " VALUES (:id, gen_random_uuid(), '', :key, '', :at)"
)
COUNT = text("SELECT count(*) FROM inbox")
OLD = NOW - INBOX_RETENTION - timedelta(hours=1)


async def _fill(database: Database, received: datetime, rows: int) -> None:
    async with database.writing() as tx:
        await tx.session.execute(ADD, {"received": received, "rows": rows})


async def _rows(database: Database) -> int:
    async with database.reading() as tx:
        return await tx.session.scalar(COUNT) or 0


async def test_old_rows_go_step_by_step_and_each_step_is_committed(database: Database) -> None:
    await _fill(database, OLD, 2 * STEP + 10)
    await _fill(database, NOW - timedelta(days=1), 100)
    assert await run_piece(forget_old_events, database, NOW) == "more"
    assert await _rows(database) == STEP + 10 + 100
    assert await run_piece(forget_old_events, database, NOW) == "more"
    assert await _rows(database) == 10 + 100
    assert await run_piece(forget_old_events, database, NOW) == "done"
    assert await _rows(database) == 100


async def test_a_run_goes_on_until_nothing_old_is_left(database: Database) -> None:
    await _fill(database, OLD, STEP + 1)
    assert await run_once(forget_old_events, database, NOW)
    assert await _rows(database) == 0


async def test_a_row_that_somebody_holds_stops_nothing_and_goes_later(database: Database) -> None:
    await _fill(database, OLD, 20)
    async with database.writing() as holding:
        await holding.session.execute(text("SELECT FROM inbox ORDER BY received_at LIMIT 1 FOR UPDATE"))
        assert await run_once(forget_old_events, database, NOW)
        assert await _rows(database) == 1
    assert await run_once(forget_old_events, database, NOW)
    assert await _rows(database) == 0


async def test_a_copy_with_a_code_goes_after_an_hour_and_others_after_days(database: Database) -> None:
    async with database.writing() as tx:
        for place, (key, hours) in enumerate(
            [
                ("identity.mail.requested", 0.9),
                ("identity.mail.requested", 1.1),
                ("other", 71),
                ("other", 73),
            ]
        ):
            await tx.session.execute(
                text(
                    "INSERT INTO published_event VALUES (:id, gen_random_uuid(), '', :key, '', '', '', :at)"
                ),
                {"id": place, "key": key, "at": NOW - timedelta(hours=hours)},
            )
    assert await run_once(forget_published_events, database, NOW)
    async with database.reading() as tx:
        left = await tx.session.scalars(text("SELECT id FROM published_event ORDER BY id"))
        assert list(left) == [0, 2]


async def test_the_metrics_tell_how_large_each_table_is_and_whether_it_is_pruned(
    bus: LocalBus, database: Database, database_url: str
) -> None:
    settings = ServiceSettings(database_url=database_url)
    app = create_service(ServiceDefinition("test", settings, routers=[]), Wiring(bus=bus))
    await _fill(database, NOW, 100)
    async with app.router.lifespan_context(app):
        async with database.writing() as tx:
            await tx.session.execute(text("SELECT pg_stat_force_next_flush()"))
        await metrics.of(app).measured()
    lines = metrics.of(app).exposition().decode().splitlines()
    found = dict(line.rsplit(" ", 1) for line in lines if line.startswith("openhours_table"))
    assert 'openhours_table_rows{pruned="yes",service="test",table="inbox"}' in found
    assert 'openhours_table_rows{pruned="no",service="test",table="outbox"}' in found
    assert float(found['openhours_table_bytes{service="test",table="inbox"}']) > 8192
