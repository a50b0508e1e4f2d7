"""Films how somebody new finds a provider in the demo and books as a guest, and says how long it took.

python -m ci.film
"""

import subprocess
import sys

from ci.browser import PLAYWRIGHT
from ci.demo import running_demo
from ci.stages import WEB


def main() -> int:
    """Returns Playwright's exit code; the film is in web/test-results."""
    with running_demo() as demo:
        print(f"ready {demo.seconds_to_start:.1f} s after the start, with demo data", flush=True)
        command = [*PLAYWRIGHT, "--reporter=line", "newcomer.spec.ts"]
        environment = {**demo.environment, "E2E_FILM": "1"}
        return subprocess.run(command, cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
