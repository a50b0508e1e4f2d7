"""Starts one of the two environments and runs Playwright against it.

python -m ci.browser embedded|distributed [arguments of playwright]
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
    """The browser to use: CHROMIUM_PATH, else one on PATH; None for Playwright's own."""
    return os.environ.get("CHROMIUM_PATH") or next(filter(None, map(shutil.which, BROWSERS)), None)


def main() -> int:
    """Run the tests; returns Playwright's exit code."""
    name, *arguments = sys.argv[1:]
    with temporary_folder("tests") as folder, ENVIRONMENTS[name](folder) as running:
        found = browser_path()
        environment = {
            **os.environ,
            "E2E_SET": running.name,
            "E2E_BASE_URL": running.url,
            "E2E_MAIL_URL": running.mail_url,
            **({"CHROMIUM_PATH": found} if found else {}),
        }
        command = ["npx", "playwright", "test", "--config", "e2e/playwright.config.ts", *arguments]
        return subprocess.run(command, cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
