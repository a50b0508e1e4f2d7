"""The calls of former versions are answered as those versions answered them (`testkit.former_calls`)."""

from pathlib import Path

import asyncpg
import httpx
import pytest
from client.mailbox_client import MailboxClient
from e2e import only
from local.databases import asyncpg_url
from testkit.environments import Environment
from testkit.former_calls.comparer import Comparer
from testkit.former_calls.journey import travel
from testkit.former_calls.recording import read_recording, recordings
from testkit.former_calls.since import CHANGED, unexpected


@only.embedded
@pytest.mark.parametrize("path", recordings().values(), ids=recordings().keys())
async def test_former_calls_have_their_former_answers(
    environment: Environment, http: httpx.AsyncClient, postbox: MailboxClient, path: Path
) -> None:
    booking = await asyncpg.connect(asyncpg_url(environment.database_url("booking")))
    try:
        found = await Comparer(read_recording(path), http, postbox, booking).differences(travel)
    finally:
        await booking.close()
    assert unexpected(found, CHANGED) == []
