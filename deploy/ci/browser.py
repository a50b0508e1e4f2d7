"""Starts one of the two sets and lets Playwright loose on it.

python -m ci.browser embedded|distributed [words for playwright]
"""

import os
import shutil
import subprocess
import sys

from local.folders import temporary_folder
from testkit.environments import ENVIRONMENTS

from ci.stages import WEB

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def browser_path() -> str | None:
    """The browser to drive: CHROMIUM_PATH, else one on PATH, else Playwright's own."""
    return os.environ.get("CHROMIUM_PATH") or next(filter(None, map(shutil.which, BROWSERS)), None)


def main() -> int:
    """Playwright's exit code."""
    chosen, *words = sys.argv[1:]
    with temporary_folder("tests") as folder, ENVIRONMENTS[chosen](folder) as house:
        found = browser_path()
        environment = {
            **os.environ,
            "E2E_SET": house.name,
            "E2E_BASE_URL": house.url,
            "E2E_MAIL_URL": house.mail_url,
            **({"CHROMIUM_PATH": found} if found else {}),
        }
        order = ["npx", "playwright", "test", "--config", "e2e/playwright.config.ts", *words]
        return subprocess.run(order, cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
