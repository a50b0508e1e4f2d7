"""Adds a staff account to an environment by inserting it into identity's database: no call creates one."""

import asyncio
from pathlib import Path

from chassis.db import Database
from chassis.key_files import sealing_keys
from chassis.sealing import Sealing
from client.personas import STAFF_CODES, STAFF_SECRET
from identity.passwords.hashing import hashing
from identity.settings import IdentitySettings
from identity.staff.command import NewMember, add_staff_with_password, give_second_factor

TEST_STAFF_EMAIL = "staff@openhours.test"
"""The staff account of tests, in either environment."""
NAME = "Ada Staff"


async def add_staff_account(identity_url: str, email: str, password: str, name: str = NAME) -> None:
    """Add the account to identity's database, unless it exists."""
    database = Database(identity_url, pool_size=1)
    try:
        async with hashing(IdentitySettings()) as passwords:
            await add_staff_with_password(database, passwords, NewMember(name=name, email=email), password)
    finally:
        await database.close()


async def give_known_factor(identity_url: str, email: str, sealing: Sealing) -> None:
    """Give a staff account, unless it has one, the second factor that tests and the demo know."""
    database = Database(identity_url, pool_size=1)
    try:
        await give_second_factor(database, email, sealing, STAFF_SECRET, list(STAFF_CODES))
    finally:
        await database.close()


def add_test_staff(identity_url: str, password: str, key: Path) -> None:
    """Add the staff account of tests, with its second factor; `key` is a `SECOND_FACTOR_KEY_PATH`."""

    async def add() -> None:
        await add_staff_account(identity_url, TEST_STAFF_EMAIL, password)
        sealing = Sealing(sealing_keys(None, key, create=True))
        await give_known_factor(identity_url, TEST_STAFF_EMAIL, sealing)

    asyncio.run(add())
