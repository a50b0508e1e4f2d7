"""A distributed environment that one measure has for itself."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
from local.cluster import Cluster
from local.databases import asyncpg_url
from local.layout import PARTS
from testkit.environments import NO_RATE_LIMITS

from bench.processor_time import parent_of


@asynccontextmanager
async def own_cluster(folder: Path, **gateway: object) -> AsyncGenerator[Cluster]:
    """Start an environment without rate limits for the block; `gateway` holds settings of the gateway."""
    extra: dict[str, dict[str, object]] = {part: {"log_level": "WARNING"} for part in PARTS}
    extra["gateway"] |= {**NO_RATE_LIMITS, **gateway}
    cluster = Cluster(folder, extra=extra)
    try:
        await asyncio.to_thread(cluster.start)  # it runs loops of its own
        yield cluster
    finally:
        await asyncio.to_thread(cluster.stop)


async def postmaster_of(cluster: Cluster) -> int:
    """The id of the database server's first process; the server must run on this machine."""
    connection = await asyncpg.connect(asyncpg_url(cluster.server_url))
    try:
        return parent_of(await connection.fetchval("SELECT pg_backend_pid()"))
    finally:
        await connection.close()
