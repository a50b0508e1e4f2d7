"""Statements with arrays keep their plan: PostgreSQL would otherwise make one for each call."""

from datetime import timedelta

import pytest
from chassis.db import Database
from notifications.app import DATABASE_SETTINGS
from notifications.mail.claim_store import MARK_SENT_AND_CLAIM, mark_sent_and_claim

from services.notifications.tests.conftest import NOON

pytestmark = pytest.mark.service

PLANS = "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement = $1"


async def test_recording_and_claiming_mails_is_planned_once(database_url: str) -> None:
    database = Database(database_url, pool_size=1, settings=DATABASE_SETTINGS)
    try:
        async with database.reading() as connection:
            for number in range(4):
                sent = [f"mail {each}" for each in range(number)]
                await mark_sent_and_claim(connection, sent, 4, timedelta(seconds=30), NOON)
            made = await (await connection.driver()).fetchrow(PLANS, MARK_SENT_AND_CLAIM.text)
    finally:
        await database.close()
    assert made is not None
    assert (made["generic_plans"], made["custom_plans"]) == (4, 0)
