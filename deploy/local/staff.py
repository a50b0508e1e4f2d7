"""An account of the staff for a set that was started here: the demo's, a test's, or that of STAFF_EMAIL."""

import asyncio

from chassis.db import Database
from identity.passwords.hashing import hashing
from identity.settings import IdentitySettings
from identity.staff.command import NewMember, add_staff_with_password

TEST_EMAIL = "staff@openhours.test"
"""Whom tests sign in as, on either set."""
NAME = "Ada Staff"


async def settle(identity_url: str, email: str, password: str, name: str = NAME) -> None:
    """Make the account in identity's database, unless it is there."""
    database = Database(identity_url, pool_size=1)
    try:
        async with hashing(IdentitySettings()) as passwords:
            await add_staff_with_password(database, passwords, NewMember(name=name, email=email), password)
    finally:
        await database.close()


def settle_now(identity_url: str, email: str, password: str) -> None:
    """The same, from where no event loop runs."""
    asyncio.run(settle(identity_url, email, password))
