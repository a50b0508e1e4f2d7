"""The browser tests that run in both environments: what two people do with each other, live, and push.

Here they use the processes that the other tests have started. The stage `browser` runs them in the embedded
environment, with all others.
"""

import asyncio
from typing import Final

import pytest
from ci.browser import run_playwright
from e2e import only
from testkit.environments import Environment

BOTH_SIDES: Final = ("booking-journey", "instant-booking", "web-push")
"""The files of web/e2e, without their ending."""
LONG: Final = (
    "cancelling",
    "day-of-a-barber",
    "day-of-a-physiotherapist",
    "day-of-a-tutor",
    "diary",
    "intake-at-client",
    "ratings-of-both-sides",
    "reminders",
    "schedule-day",
    "venues",
)
"""Those that use the same ways between the parts as others, and are tried before a release."""


@only.distributed
@pytest.mark.parametrize(
    "name", [*BOTH_SIDES, *(pytest.param(name, marks=pytest.mark.long) for name in LONG)]
)
async def test_what_two_people_do_with_each_other_reaches_both_browsers(
    environment: Environment, name: str
) -> None:
    # Pictures are taken in the embedded environment.
    words = ["--reporter=line", f"{name}.spec.ts"]
    done = await asyncio.to_thread(
        run_playwright, environment, words, captured=True, pictures=False, named=name
    )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]
