"""Starts one of the two environments and runs Playwright against it.

python -m ci.browser embedded|distributed [arguments of playwright]
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from local.folders import temporary_folder
from testkit.environments import ENVIRONMENTS, Environment, keep_logs

from ci.stages import WEB

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

PLAYWRIGHT = ("npx", "playwright", "test", "--config", "e2e/playwright.config.ts")
"""How the browser tests are begun, in the folder of the web app."""


def browser_path() -> str | None:
    """The browser to use: CHROMIUM_PATH, else one on PATH; None for Playwright's own."""
    return os.environ.get("CHROMIUM_PATH") or next(filter(None, map(shutil.which, BROWSERS)), None)


def run_playwright(
    running: Environment,
    arguments: Sequence[str],
    *,
    captured: bool = False,
    pictures: bool = True,
    named: str = "browser",
) -> subprocess.CompletedProcess[str]:
    """Run Playwright with these arguments against a running environment.

    `captured` keeps its output; without `pictures` no screenshots are taken but of failures. These go to the
    subfolder `named` of EVIDENCE, if that is set.
    """
    found, evidence = browser_path(), os.environ.get("EVIDENCE")
    environment = {
        **os.environ,
        "E2E_BASE_URL": running.url,
        # Not all mails of the run each time that somebody looks for theirs.
        "E2E_MAIL_URL": f"{running.mail_url}?limit=60",
        **({"CHROMIUM_PATH": found} if found else {}),
        **({"E2E_OUTPUT": str(Path(evidence) / named)} if evidence else {}),
        **({} if pictures else {"E2E_PICTURES": "0"}),
    }
    return subprocess.run(
        [*PLAYWRIGHT, *arguments], cwd=WEB, env=environment, check=False, capture_output=captured, text=True
    )


def main() -> int:
    """Run the tests; returns Playwright's exit code."""
    name, *arguments = sys.argv[1:]
    with temporary_folder("tests") as folder, ENVIRONMENTS[name](folder) as running:
        code = run_playwright(running, arguments).returncode
        if code:
            keep_logs(folder)
        return code


if __name__ == "__main__":
    sys.exit(main())
