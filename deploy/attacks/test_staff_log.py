"""Somebody with the database's password covers up what the staff did: the staff's log tells."""

import subprocess
import sys
from collections.abc import AsyncIterator

import asyncpg
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from local.databases import asyncpg_url
from profiles.audit_log.chain import BrokenChain, verify_chain
from profiles.audit_log.store import AuditEntry, record
from testkit.pytest_plugin import NewDatabase, OwnerUrl

pytestmark = pytest.mark.service
TRIGGERS = ("staff_act_stays", "staff_act_chain")
NOTES = ("Slurs in a post", "12:fake:lengths", "Ü 💥", "", "The last one")


@pytest.fixture
async def database_url(new_database: NewDatabase) -> str:
    """A log with five entries."""
    url = await new_database("profiles")
    database = Database(url)
    for note in NOTES:
        async with database.writing() as tx:
            await record(tx, AuditEntry("staff-1", "warn", "account-1", note), utc_now())
    await database.close()
    return url


@pytest.fixture
async def intruder(database_url: str, owner_url: OwnerUrl) -> AsyncIterator[asyncpg.Connection]:
    """Owns the tables, and switches the triggers that refuse changes off."""
    connection = await asyncpg.connect(asyncpg_url(owner_url(database_url)))
    for trigger in TRIGGERS:
        await connection.execute(f"ALTER TABLE staff_act DISABLE TRIGGER {trigger}")
    yield connection
    for trigger in TRIGGERS:  # later tests use the database again
        await connection.execute(f"ALTER TABLE staff_act ENABLE ALWAYS TRIGGER {trigger}")
    await connection.close()


def verified(database_url: str, *head: str) -> subprocess.CompletedProcess[str]:
    """`python -m profiles staff-log verify`."""
    return subprocess.run(
        [sys.executable, "-m", "profiles", "staff-log", "verify", *head],
        env={"DATABASE_URL": database_url, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def head_in(printed: str) -> str:
    """The head that the command printed."""
    return printed.strip().splitlines()[-1]


async def test_an_untouched_log_verifies_and_goes_on_from_its_head(database_url: str) -> None:
    first = verified(database_url)
    assert (first.returncode, first.stdout.split()[0]) == (0, "5"), first.stderr
    database = Database(database_url)
    async with database.writing() as tx:
        await record(tx, AuditEntry("staff-1", "warn", "account-1", "One more"), utc_now())
    await database.close()
    later = verified(database_url, "--head", head_in(first.stdout))
    assert (later.returncode, later.stdout.split()[0]) == (0, "6"), later.stderr


@pytest.mark.parametrize(
    ("attack", "told"),
    [
        ("UPDATE staff_act SET note = 'Nothing' WHERE number = 2", "Entry 2 "),
        ("UPDATE staff_act SET account_id = 'account-2' WHERE number = 5", "Entry 5 "),
        ("UPDATE staff_act SET done_at = done_at + interval '1 microsecond' WHERE number = 1", "Entry 1 "),
        ("DELETE FROM staff_act WHERE number = 3", "Entry 3 is missing"),
        ("UPDATE staff_act SET note = '', act = 'warn0:' WHERE number = 4", "Entry 4 "),
        (
            "INSERT INTO staff_act SELECT 'x', staff_id, act, account_id, '', '', '', done_at, 6, hash"
            " FROM staff_act WHERE number = 5",
            "Entry 6 ",
        ),
    ],
)
async def test_a_changed_entry_is_found(
    database_url: str, intruder: asyncpg.Connection, attack: str, told: str
) -> None:
    await intruder.execute(attack)
    database = Database(database_url)
    with pytest.raises(BrokenChain, match=told):
        async with database.reading() as tx:
            await verify_chain(tx)
    await database.close()


async def test_entries_cut_off_at_the_end_are_missed_by_an_earlier_head(
    database_url: str, intruder: asyncpg.Connection
) -> None:
    database = Database(database_url)
    async with database.reading() as tx:
        head = await verify_chain(tx)
    await intruder.execute("DELETE FROM staff_act WHERE number = 5")
    async with database.reading() as tx:
        assert (await verify_chain(tx)).number == 4  # what is left fits together
        with pytest.raises(BrokenChain, match="were removed"):
            await verify_chain(tx, head)
    await database.close()
