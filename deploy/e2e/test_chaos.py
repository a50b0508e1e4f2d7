"""Kills processes at three random points while newcomers book; `make chaos` does much more of it."""

import asyncio
import random
import secrets
from typing import Final

import httpx
import pytest
from client.mailbox_client import MailboxClient
from drills.evidence import undelivered
from drills.newcomers import PATIENCE, Newcomers
from e2e import only
from local.cluster import Cluster
from local.layout import PARTS

POINTS: Final = 3
LATEST: Final = 1.5
"""The latest second of a kill, counted from the first call of a booking."""
AWAY: Final = 0.5
"""The most seconds until a process is started again."""


async def kill_and_restart(cluster: Cluster, dice: random.Random) -> None:
    victim, after, away = dice.choice(PARTS), dice.uniform(0, LATEST), dice.uniform(0, AWAY)
    await asyncio.sleep(after)
    await asyncio.to_thread(cluster.kill, victim)
    await asyncio.sleep(away)
    await asyncio.to_thread(cluster.restart, victim)


@pytest.mark.long
@only.distributed
async def test_nothing_is_lost_when_processes_die(cluster: Cluster) -> None:
    seed = secrets.token_hex(4)
    dice = random.Random(seed)
    async with httpx.AsyncClient(base_url=cluster.url, timeout=10) as http:
        newcomers = Newcomers(http, MailboxClient(http, cluster.mail.list_url, PATIENCE))
        await newcomers.prepare()
        for _ in range(POINTS):
            async with asyncio.TaskGroup() as together:
                together.create_task(kill_and_restart(cluster, dice))
                together.create_task(newcomers.book_and_accept())
        assert not await undelivered(cluster, newcomers.placed, PATIENCE), f"seed {seed}"
