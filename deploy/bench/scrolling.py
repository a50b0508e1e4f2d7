"""Scrolls through a thousand posts in a browser: the longest task that blocks the page."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any, Final

from local.databases import CHECKOUT

SPEC: Final = "feed-scroll.spec.ts"


async def scrolling(folder: Path) -> list[str]:
    """Run the browser test of scrolling with a thousand posts; `make test` runs it with fewer."""
    report = folder / "scrolling.json"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "ci.browser", "embedded", "--reporter=json", SPEC,
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
