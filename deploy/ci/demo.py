"""A running embedded environment with demo data, for the commands that take pictures of it."""

import json
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from local.folders import temporary_folder
from testkit.environments import EmbeddedRun

from ci.browser import browser_path
from ci.stages import WEB

SECONDS_TO_START = 600
"""The demo stores its pictures and books three months at the first start."""


@dataclass(frozen=True)
class RunningDemo:
    """The demo, and the environment variables of a Playwright script that opens it."""

    url: str
    environment: dict[str, str]
    seconds_to_start: float


@contextmanager
def running_demo() -> Generator[RunningDemo]:
    """The demo in an empty folder, for the block."""
    with temporary_folder("demo") as folder:
        run = EmbeddedRun(folder / "embedded", DEMO="1")
        try:
            seconds = run.start(SECONDS_TO_START)
            browser = browser_path()
            environment = {
                **os.environ,
                "E2E_BASE_URL": run.url,
                "E2E_MAIL_URL": f"{run.url}/dev/mail.json",
                **({"CHROMIUM_PATH": browser, **_with_ffmpeg(folder)} if browser else {}),
            }
            yield RunningDemo(run.url, environment, seconds)
        finally:
            run.stop()


def _with_ffmpeg(folder: Path) -> dict[str, str]:
    """Show Playwright the machine's ffmpeg, with which it records: it looks only where it keeps browsers."""
    ffmpeg = shutil.which("ffmpeg")
    if ffmpeg is None:
        return {}
    listed = json.loads((WEB / "node_modules/playwright-core/browsers.json").read_text())["browsers"]
    revision = next(entry["revision"] for entry in listed if entry["name"] == "ffmpeg")
    kept = folder / "browsers" / f"ffmpeg-{revision}"
    kept.mkdir(parents=True)
    for name in ("ffmpeg-linux", "ffmpeg-mac"):
        (kept / name).symlink_to(ffmpeg)
    return {"PLAYWRIGHT_BROWSERS_PATH": str(kept.parent)}
