"""Pages in a browser: how soon a middling phone has them, and how long scrolling keeps one busy."""

import asyncio
import json
import os
import shutil
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import httpx
from client.api_client import eventually
from demo.people import PASSWORD
from local.databases import CHECKOUT
from testkit.environments import EmbeddedRun

WEB: Final = CHECKOUT / "web"
RUNS: Final = 5
START_SECONDS: Final = 120.0
BROWSERS: Final = ("chromium-headless-shell", "chromium", "google-chrome")
ACCOUNT: Final = "mara@demo.example"
PROVIDER: Final = "/p/mara_weiss"
LARGEST_PAINT_GOAL: Final = 2.0
"""Times the limit."""
SIGNED_IN_GOAL, USABLE_GOAL, SECOND_VIEW_GOAL = 2.5, 3.0, 1.0
"""Seconds."""
BLOCKED_GOAL, TAP_GOAL = 200, 200
"""Milliseconds."""
SHIFT_GOAL, REQUESTS_GOAL = 0.02, 25
SCROLLED: Final = "feed-scroll.spec.ts"


async def first_second(folder: Path) -> list[str]:
    """Medians of five visits to each public page, and to two pages of an account.

    Each is put beside its limit: the same first screen as a static page.
    """
    async with _demo(folder) as url, httpx.AsyncClient(base_url=url) as http:
        posts = (await http.get("/api/get_feed_posts", params={"limit": 1})).json()
        post = f"/post/{posts['data'][0]['post_id']}"
        paths = ["/", "/feed", PROVIDER, "/search", post]
        paths += ["account:/home", "account:/schedule_manager/upcoming_schedule"]
        process = await asyncio.create_subprocess_exec(
            "node", "speed/measure.ts", url, str(RUNS), PROVIDER, *paths,
            cwd=WEB,
            env=_environment(),
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        printed, _ = await process.communicate()
    return [_line(json.loads(line)) for line in printed.splitlines()]


def _environment() -> dict[str, str]:
    found = os.environ.get("CHROMIUM_PATH") or next(filter(None, map(shutil.which, BROWSERS)), None)
    account = {"ACCOUNT_EMAIL": ACCOUNT, "ACCOUNT_PASSWORD": PASSWORD}
    return {**os.environ, **account, **({"CHROMIUM_PATH": found} if found else {})}


def _line(found: dict[str, Any]) -> str:
    if "taps" in found:
        return (
            f"answers to {found['taps']} taps and keys on a phone: median {found['median']:.0f} ms, "
            f"98 of 100 within {found['most']:.0f} ms (goal {TAP_GOAL})"
        )
    paint, limit = found["largestPaint"] / 1000, found["limit"] / 1000
    path = found["path"].partition("?")[0][:40]
    signed_in = path.startswith("account:")
    goal = f"{SIGNED_IN_GOAL} s" if signed_in else f"{LARGEST_PAINT_GOAL:.0f} times it"
    doubled = f", asked twice: {', '.join(found['doubled'])[:80]}" if found["doubled"] else ""
    return (
        f"{path} on a phone: largest paint {paint:.2f} s, "
        f"{paint / limit:.1f} × its limit, {limit:.2f} s (goal {goal}); "
        f"usable after {found['usable'] / 1000:.2f} s (goal {USABLE_GOAL:.0f}); "
        f"second view {found['secondView'] / 1000:.2f} s (goal {SECOND_VIEW_GOAL}); "
        f"blocked {found['blocked']:.0f} ms (goal {BLOCKED_GOAL}); "
        f"shift {found['shift']:.3f} (goal {SHIFT_GOAL}); "
        f"{found['requests']} requests (goal {REQUESTS_GOAL}), {found['bytes'] / 1000:.0f} kB{doubled}"
    )


@asynccontextmanager
async def _demo(folder: Path) -> AsyncGenerator[str]:
    """The address of `make run` with its demo, once it has said welcome."""
    with EmbeddedRun(folder / "demo", DEMO="1").running() as run:
        await eventually(lambda: "Ctrl-C" in run.log.read_text(), "the welcome", START_SECONDS)
        yield run.url


async def scrolling(folder: Path) -> list[str]:
    """Run the browser test of scrolling with a thousand posts; `make test` runs it with fewer."""
    report = folder / "scrolling.json"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "ci.browser", "embedded", "--reporter=json", SCROLLED,
        env={**os.environ, "E2E_MEASURE": "1", "PLAYWRIGHT_JSON_OUTPUT_NAME": str(report)},
        cwd=CHECKOUT,
        stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    failed = await process.wait() != 0
    report_json: dict[str, Any] = json.loads(report.read_text())
    (spec,) = report_json["suites"][0]["specs"]
    measures = [each["description"] for each in spec["tests"][0]["annotations"] if each["type"] == "measure"]
    verdict = "too long, or another fault" if failed else "goal 200 ms"
    return [f"scroll, 1,000 posts in Chromium: {'; '.join(measures) or 'not measured'} ({verdict})"]
