"""Runs the short form of `make upgrade` when migrations have changed since the last release."""

import pytest
from drills.former_release import base, changed_migrations
from drills.running import NotTried
from drills.upgrade import SHORT_RATE, drill
from local.folders import temporary_folder


@pytest.mark.long
async def test_the_last_release_is_upgraded_and_nobody_notices() -> None:
    try:
        if not changed_migrations(base()):
            pytest.skip("no migration has changed since the last release")
        with temporary_folder("upgrade") as folder:
            assert await drill(folder, replicas=1, rate=SHORT_RATE) == []
    except NotTried as reason:
        pytest.skip(str(reason))
