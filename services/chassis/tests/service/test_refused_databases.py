"""A database from which no migration goes on is refused in plain words, and left as it is."""

from pathlib import Path

import asyncpg
import pytest
from chassis import migrations
from local.databases import asyncpg_url

pytestmark = pytest.mark.service

ENV = "from sqlalchemy import MetaData\nfrom chassis.migrations import run_env\nrun_env(MetaData())\n"
MIGRATION = """
from alembic import op

revision = "{}"
down_revision = {}


def upgrade():
    op.execute("CREATE TABLE note_{}()")
"""


@pytest.fixture
def service_folder(tmp_path: Path) -> Path:
    """A service with two migrations, to 0025 and from there to 0046."""
    versions = tmp_path / "migrations" / "versions"
    versions.mkdir(parents=True)
    (tmp_path / "alembic.ini").write_text("[alembic]\nscript_location = %(here)s/migrations\n")
    (tmp_path / "migrations" / "env.py").write_text(ENV)
    (versions / "0025_first.py").write_text(MIGRATION.format("0025", None, "0025"))
    (versions / "0046_second.py").write_text(MIGRATION.format("0046", '"0025"', "0046"))
    return tmp_path


@pytest.mark.parametrize(
    ("found", "refusal", "said"),
    [
        ("0024", migrations.OutdatedDatabase, "is older than Openhours 1.0.0: its revision is 0024"),
        ("0024", migrations.OutdatedDatabase, "Start release 1.0.0 on it first, or begin with an empty"),
        ("0040", migrations.OutdatedDatabase, "by a development version of Openhours: its revision is 0040"),
        ("0040", migrations.OutdatedDatabase, "this version goes on from 0025, 0046. Nothing was changed"),
        ("0047", migrations.NewerDatabase, "by a newer version of Openhours: its revision is 0047"),
    ],
)
async def test_other_revisions_are_refused(
    service_folder: Path,
    database_url: str,
    found: str,
    refusal: type[migrations.DatabaseRefused],
    said: str,
) -> None:
    await migrations.upgrade(service_folder, database_url)
    database = await asyncpg.connect(asyncpg_url(database_url))
    await database.execute("UPDATE alembic_version SET version_num = $1", found)
    with pytest.raises(refusal, match=said):
        await migrations.upgrade(service_folder, database_url)
    assert await database.fetchval("SELECT version_num FROM alembic_version") == found
    await database.close()


async def test_a_database_of_the_oldest_release_goes_on(service_folder: Path, database_url: str) -> None:
    await migrations.upgrade(service_folder, database_url)
    database = await asyncpg.connect(asyncpg_url(database_url))
    await database.execute("UPDATE alembic_version SET version_num = '0025'; DROP TABLE note_0046")
    await migrations.upgrade(service_folder, database_url)
    assert await database.fetchval("SELECT to_regclass('note_0046') IS NOT NULL")
    await database.close()
