"""`make flaky T=... N=20`: repeats a test on a busy machine until it fails, and keeps what it left.

python -m ci.flaky TEST [TIMES]

TEST is what its runner takes: deploy/attacks/test_revocation.py::test_x, web/src/ui/picture.test.tsx,
web/e2e/feed.spec.ts:12.
Every core is kept busy, so that a browser draws late, and events and answers are delayed (`testkit.latency`).
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from ci.checks import RESULTS
from ci.process_groups import Commands, Stopped
from ci.reports import read_report
from ci.stage_runs import evidence_of, report_of, run_command
from ci.stages import CORES, Stage, browser_stage, pytest_stage, vitest_stage

TIMES: Final = 20
BUSY: Final = 2
"""Programs on each core that do nothing but take its time."""


@contextmanager
def busy_cores() -> Generator[None]:
    """Keep every core busy during the block."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY * CORES)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


def stage_of(test: str, times: int) -> tuple[Stage, int]:
    """The stage that runs this test, and how often it must run: some runners repeat a test themselves."""
    if ".spec.ts" in test:
        repeated = (f"--repeat-each={times}", "--max-failures=1")
        stage = browser_stage("flaky", "embedded", test.removeprefix("web/e2e/"), *repeated)
        return replace(stage, environment={**stage.environment, "LATE": "1", "E2E_TRACE": "1"}), 1
    if ".test.ts" in test:
        return vitest_stage("flaky", test.removeprefix("web/")), times
    return pytest_stage("flaky", [test], "--late-events", f"--count={times}", "--exitfirst"), 1


def main() -> int:
    """Repeat the test; returns 1 when it failed once."""
    if len(sys.argv) < 2:
        print("which test? make flaky T=web/e2e/feed.spec.ts N=20", file=sys.stderr)
        return 2
    test, times = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else TIMES
    folder = RESULTS / "flaky"
    shutil.rmtree(folder / "flaky", ignore_errors=True)
    os.environ.setdefault("E2E_PICTURES", "0")
    stage, runs = stage_of(test, times)
    try:
        with Commands.stopped_by_signals() as commands, busy_cores():
            fell = any(run_command(commands, stage, folder, shown=True).code for _ in range(runs))
    except Stopped as stopped:
        return stopped.code
    if fell:
        print(f"\n{test} fell: {read_report(report_of(folder, stage))}")
        print(f"What it left: {evidence_of(folder, stage)}")
        return 1
    print(f"\n{test} ran {times} times on a busy machine and never fell.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
