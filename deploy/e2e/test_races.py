"""Runs the short form of `make races`: all that takes time of one calendar, at the same moment."""

from typing import Final

import httpx
import pytest
from client.mailbox_client import MailboxClient
from drills.races import open_races
from e2e import only
from testkit.environments import Environment

RUNS: Final = 9
"""All shapes with all kinds of requests, on both calendars."""


@pytest.mark.long
@only.distributed
async def test_of_all_that_wants_one_time_nothing_overlaps_and_each_loser_is_told(
    environment: Environment, http: httpx.AsyncClient, postbox: MailboxClient
) -> None:
    booking, notifications = (environment.database_url(each) for each in ("booking", "notifications"))
    async with open_races(http, postbox, booking, notifications) as races:
        await races.run(RUNS)
        assert races.faults == [], f"{races}"
