"""Runs three points of `make chaos`, which runs thirty and an outage of the broker."""

import random
import secrets

from bench.chaos import draw_points, run_chaos
from e2e import only
from local.cluster import Cluster


@only.distributed
async def test_nothing_is_lost_when_processes_die(cluster: Cluster) -> None:
    seed = secrets.token_hex(4)
    points = draw_points(3, random.Random(seed), broker=False)
    assert not await run_chaos(cluster, points), f"seed {seed}: {[str(point) for point in points]}"
