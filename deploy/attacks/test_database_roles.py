"""Somebody got hold of what a service knows, its database's url: what the database lets them do with it."""

import asyncio
import sys
from pathlib import Path

import asyncpg
import pytest
from local.databases import SERVICES, asyncpg_url, create_database, migrate, role_urls, with_database
from local.embedded_app import open_embedded_app
from local.postgres import Postgres
from testkit.pytest_plugin import NewDatabase, OwnerUrl

pytestmark = pytest.mark.service

FOR_THE_OWNER = [
    "CREATE TABLE loot (id int)",
    "CREATE TEMPORARY TABLE loot (id int)",
    "CREATE SCHEMA loot",
    "CREATE FUNCTION loot() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE EXTENSION citext",
    "CREATE ROLE loot",
    "CREATE DATABASE loot",
    "ALTER TABLE outbox ADD COLUMN loot int",
    "ALTER TABLE outbox DISABLE TRIGGER ALL",
    "ALTER TABLE outbox OWNER TO CURRENT_USER",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "CREATE INDEX loot ON outbox (key)",
    "CREATE TRIGGER loot BEFORE INSERT ON outbox EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "DROP TABLE outbox",
    "DROP SCHEMA public CASCADE",
    "TRUNCATE outbox",
    "TRUNCATE inbox, idempotency_key",
    "UPDATE alembic_version SET version_num = '0001'",
    "DELETE FROM alembic_version",
    "SET session_replication_role = replica",
    "COPY outbox TO PROGRAM 'cat'",
    "COPY outbox FROM '/etc/passwd'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT rolpassword FROM pg_authid",
]
ON_THE_STAFFS_LOG = [
    "UPDATE staff_act SET note = ''",
    "DELETE FROM staff_act",
    "TRUNCATE staff_act",
    "SELECT * FROM staff_act FOR UPDATE",
    "INSERT INTO staff_act (act_id, staff_id, act, account_id, thing_id, report_id, note, done_at)"
    " VALUES ('a', 's', 'warn', 'o', '', '', '', now()) ON CONFLICT (act_id) DO UPDATE SET note = ''",
    "ALTER TABLE staff_act DISABLE TRIGGER staff_act_stays",
    "DROP TRIGGER staff_act_chain ON staff_act",
    "CREATE OR REPLACE FUNCTION staff_act_chain() RETURNS trigger LANGUAGE plpgsql"
    " AS 'BEGIN RETURN NEW; END'",
]
AN_ACT = """
INSERT INTO staff_act (act_id, staff_id, act, account_id, thing_id, report_id, note, done_at)
VALUES ($1, 'staff-1', 'warn', 'account-1', '', '', '', now())
"""


async def refusal(connection: asyncpg.Connection, statement: str) -> str:
    """What the database answers to a statement that it must refuse; '' if it ran it."""
    try:
        async with connection.transaction():
            await connection.execute(statement)
    except asyncpg.InsufficientPrivilegeError as refused:
        return str(refused)
    except asyncpg.ActiveSQLTransactionError:  # CREATE DATABASE: refused for another reason than the role
        return await refusal_outside(connection, statement)
    return ""


async def refusal_outside(connection: asyncpg.Connection, statement: str) -> str:
    """The same for a statement that no transaction may hold."""
    try:
        await connection.execute(statement)
    except asyncpg.InsufficientPrivilegeError as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize("service", SERVICES)
async def test_a_service_changes_no_table_and_gets_no_further_right(
    service: str, new_database: NewDatabase
) -> None:
    connection = await asyncpg.connect(asyncpg_url(await new_database(service)))
    try:
        done = [each for each in FOR_THE_OWNER if not await refusal(connection, each)]
        rights = await connection.fetchrow(
            "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,"
            " pg_has_role(current_user, datdba, 'MEMBER') FROM pg_roles, pg_database"
            " WHERE rolname = current_user AND datname = current_database()"
        )
    finally:
        await connection.close()
    assert done == []
    assert rights is not None
    assert not any(rights)


async def test_entries_of_the_staffs_log_are_added_and_read_and_nothing_else(
    new_database: NewDatabase,
) -> None:
    connection = await asyncpg.connect(asyncpg_url(await new_database("profiles")))
    try:
        await connection.execute(AN_ACT, "first")
        done = [each for each in ON_THE_STAFFS_LOG if not await refusal(connection, each)]
        assert await connection.fetchval("SELECT count(*) FROM staff_act") == 1
    finally:
        await connection.close()
    assert done == []


@pytest.fixture
async def former_run(own_folder: Path) -> Path:
    """The data folder of a run before services had roles of their own: one role owned all."""
    folder = own_folder / "former-run"
    with Postgres(folder / "postgres", durable=False) as server:
        for service in SERVICES:
            await migrate(service, await create_database(server.url(), f"openhours_{service}"))
        connection = await asyncpg.connect(asyncpg_url(server.url("openhours_profiles")))
        await connection.execute(AN_ACT, "of the former run")
        await connection.close()
    return folder


async def test_a_former_data_folder_is_handed_over_and_no_service_reaches_another_one(
    former_run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    async with open_embedded_app(
        former_run, "http://openhours.test", durable=False, log_level="ERROR"
    ) as run:
        assert len({asyncpg_url(url).split("@")[0] for url in run.database_urls.values()}) == len(SERVICES)
        for service, url in run.database_urls.items():
            databases = {f"openhours_{each}" for each in SERVICES if each != service}
            for name in (*databases, "postgres", "template1"):
                with pytest.raises(asyncpg.InsufficientPrivilegeError):
                    await asyncpg.connect(asyncpg_url(with_database(url, name)))
            connection = await asyncpg.connect(asyncpg_url(url))
            try:
                done = [each for each in FOR_THE_OWNER if not await refusal(connection, each)]
            finally:
                await connection.close()
            assert (service, done) == (service, [])
        connection = await asyncpg.connect(asyncpg_url(run.database_urls["profiles"]))
        try:
            await connection.execute(AN_ACT, "of this run")
            assert await connection.fetchval("SELECT count(*) FROM staff_act") == 2
            assert [each for each in ON_THE_STAFFS_LOG if not await refusal(connection, each)] == []
        finally:
            await connection.close()


@pytest.mark.parametrize(
    "former",
    [True, pytest.param(False, marks=pytest.mark.long)],
    ids=["a former database", "an empty server"],
)
async def test_the_migration_job_makes_the_roles_of_a_set_of_processes(
    own_folder: Path, former: bool
) -> None:
    with Postgres(own_folder / f"job-{former}", durable=False) as server:
        if former:
            await migrate("profiles", await create_database(server.url(), "openhours_profiles"))
        urls = role_urls(server.url(), "profiles", "openhours_profiles")
        job = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "profiles", "migrate"),
            env={
                "DATABASE_URL": urls.runtime,
                "MIGRATION_DATABASE_URL": urls.owner,
                "ADMIN_DATABASE_URL": server.url(),
                "PATH": "",
            },
        )
        assert await job.wait() == 0
        for name in ("postgres", "template1"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await asyncpg.connect(asyncpg_url(with_database(urls.runtime, name)))
        connection = await asyncpg.connect(asyncpg_url(urls.runtime))
        try:
            await connection.execute(AN_ACT, "first")
            await connection.execute("SELECT archive.remove_expired()")
            attacks = (*FOR_THE_OWNER, *ON_THE_STAFFS_LOG, "SELECT * FROM archive.archived_report")
            assert [each for each in attacks if not await refusal(connection, each)] == []
        finally:
            await connection.close()


async def test_tables_of_later_migrations_are_read_and_written_by_themselves(
    new_database: NewDatabase, owner_url: OwnerUrl
) -> None:
    url = await new_database("feed")
    owner = await asyncpg.connect(asyncpg_url(owner_url(url)))
    service = await asyncpg.connect(asyncpg_url(url))
    try:
        await owner.execute("CREATE TABLE later (id bigserial PRIMARY KEY, note text)")
        await service.execute("INSERT INTO later (note) VALUES ('one'), ('two')")
        await service.execute("UPDATE later SET note = 'three' WHERE note = 'two'")
        await service.execute("DELETE FROM later WHERE note = 'one'")
        assert await service.fetchval("SELECT note FROM later") == "three"
        assert await refusal(service, "DROP TABLE later")
    finally:
        await owner.execute("DROP TABLE later")
        await owner.close()
        await service.close()
