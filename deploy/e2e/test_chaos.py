"""Three strokes of `make chaos`; the other twenty-seven, and the broker's absence, are its own."""

import random
import secrets

import pytest
from bench.chaos import points, run_chaos
from local.cluster import Cluster


@pytest.mark.parametrize("environment", ["distributed"], indirect=True)
async def test_nothing_is_lost_when_processes_die(cluster: Cluster) -> None:
    seed = secrets.token_hex(4)
    strokes = points(3, random.Random(seed), broker=False)
    assert not await run_chaos(cluster, strokes), f"seed {seed}: {[str(stroke) for stroke in strokes]}"
