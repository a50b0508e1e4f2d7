"""Adds a staff account to an environment by inserting it into identity's database: no call creates one."""

import asyncio

from chassis.db import Database
from identity.passwords.hashing import hashing
from identity.settings import IdentitySettings
from identity.staff.command import NewMember, add_staff_with_password

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


def add_staff_account_now(identity_url: str, email: str, password: str) -> None:
    """The same for callers without an event loop."""
    asyncio.run(add_staff_account(identity_url, email, password))
