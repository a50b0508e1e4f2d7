"""The browser tests that run in both environments: what two people do with each other, live, and push.

Here they use the processes that the other tests have started. The stage `browser` runs them in the embedded
environment, with all others.
"""

import asyncio
from typing import Final

from ci.browser import run_playwright
from e2e import only
from testkit.environments import Environment

BOTH_SIDES: Final = (
    "booking-journey",
    "cancelling",
    "day-of-a-barber",
    "day-of-a-physiotherapist",
    "day-of-a-tutor",
    "diary",
    "instant-booking",
    "intake-at-client",
    "ratings-of-both-sides",
    "reminders",
    "schedule-day",
    "venues",
    "web-push",
)
"""The files of web/e2e, without their ending."""


@only.distributed
async def test_what_two_people_do_with_each_other_reaches_both_browsers(environment: Environment) -> None:
    files = [f"{name}.spec.ts" for name in BOTH_SIDES]
    # Pictures are taken in the embedded environment.
    done = await asyncio.to_thread(
        run_playwright, environment, ["--reporter=line", *files], captured=True, pictures=False
    )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]
