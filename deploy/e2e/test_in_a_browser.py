"""The browser tests that run in both environments: the booking journey, and push.

Here they use the processes that the other tests have started. The stage `browser` runs them in the embedded
environment, with all others.
"""

import asyncio

from ci.browser import run_playwright
from e2e import only
from testkit.environments import Environment


@only.distributed
async def test_booking_and_push_reach_the_browser(environment: Environment) -> None:
    done = await asyncio.to_thread(run_playwright, environment, ["--reporter=line"], captured=True)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]
