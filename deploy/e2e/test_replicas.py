"""Runs the short form of `make drill NAME=replicas`: rolling restarts, and nothing is lost."""

import pytest
from drills.replicas import short_drill
from e2e import only
from local.cluster import Cluster


@pytest.mark.long
@only.distributed
async def test_replicas_are_restarted_and_nobody_notices(cluster: Cluster) -> None:
    assert not await short_drill(cluster)
