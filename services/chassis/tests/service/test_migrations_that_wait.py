"""A migration that does not get its lock lets requests pass, and tries again."""

import asyncio
from datetime import datetime
from pathlib import Path

import asyncpg
import pytest
from chassis import migrations
from local.databases import asyncpg_url
from sqlalchemy.exc import DBAPIError

pytestmark = pytest.mark.service

ENV = "from sqlalchemy import MetaData\nfrom chassis.migrations import run_env\nrun_env(MetaData())\n"
ADD_COLUMN = """
from alembic import op

revision, down_revision = "0001", None


def upgrade():
    op.execute("ALTER TABLE entry ADD COLUMN note text")
"""
ADD_INDEX = """
from alembic import op

revision, down_revision = "0001", None


def upgrade():
    with op.get_context().autocommit_block():
        op.execute("CREATE INDEX CONCURRENTLY entry_account_idx ON entry (account_id)")
    op.execute("INSERT INTO entry (account_id, revision) SELECT current_setting('lock_timeout'), 1")
"""
WAITS = "SELECT waitstart FROM pg_locks WHERE relation = 'entry'::regclass AND waitstart IS NOT NULL"
WAITS_LONGER = """
SELECT EXISTS (SELECT FROM pg_locks WHERE waitstart < clock_timestamp() - interval '0.4 s')
"""
HOLD = "BEGIN; LOCK TABLE entry IN ACCESS SHARE MODE"


@pytest.fixture
def service_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A service whose migration adds a column to `entry`; it waits for a lock for a fifth of a second."""
    (tmp_path / "migrations" / "versions").mkdir(parents=True)
    (tmp_path / "alembic.ini").write_text("[alembic]\nscript_location = %(here)s/migrations\n")
    (tmp_path / "migrations" / "env.py").write_text(ENV)
    (tmp_path / "migrations" / "versions" / "0001_note.py").write_text(ADD_COLUMN)
    monkeypatch.setattr(migrations, "LOCK_TIMEOUT", "200ms")
    monkeypatch.setattr(migrations, "PAUSE_SECONDS", 0.1)
    return tmp_path


async def _has_note(connection: asyncpg.Connection) -> bool:
    found = await connection.fetchval(
        "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'entry'::regclass AND attname = 'note')"
    )
    return bool(found)


async def test_a_migration_tries_again_when_the_lock_is_free(
    service_folder: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "ATTEMPTS", 1000)
    reader = await asyncpg.connect(asyncpg_url(database_url))
    await reader.execute(HOLD)
    migrating = asyncio.create_task(migrations.upgrade(service_folder, database_url))
    waits: set[datetime] = set()
    while len(waits) < 2:
        waits |= {row["waitstart"] for row in await reader.fetch(WAITS)}
        await asyncio.sleep(0.02)
        assert not migrating.done()
    await reader.execute("COMMIT")
    await migrating
    assert await _has_note(reader)
    await reader.close()


async def test_a_migration_that_never_gets_its_lock_fails_and_changes_nothing(
    service_folder: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "ATTEMPTS", 2)
    reader = await asyncpg.connect(asyncpg_url(database_url))
    await reader.execute(HOLD)
    with pytest.raises(DBAPIError, match="lock timeout"):
        await migrations.upgrade(service_folder, database_url)
    assert not await _has_note(reader)
    await reader.close()


async def test_an_index_is_built_while_a_transaction_is_open_and_then_locks_are_short_again(
    service_folder: Path, database_url: str
) -> None:
    (service_folder / "migrations" / "versions" / "0001_note.py").write_text(ADD_INDEX)
    reader = await asyncpg.connect(asyncpg_url(database_url))
    await reader.execute("BEGIN; LOCK TABLE entry IN ROW EXCLUSIVE MODE")
    migrating = asyncio.create_task(migrations.upgrade(service_folder, database_url))
    while not await reader.fetchval(WAITS_LONGER):
        await asyncio.sleep(0.02)
        assert not migrating.done()
    await reader.execute("COMMIT")
    await migrating
    assert await reader.fetchval("SELECT account_id FROM entry") == "200ms"
    await reader.close()
