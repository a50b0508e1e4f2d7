"""`make test`: runs the stages, prints each result, and ends with one line of totals.

python -m ci.checks [--all] [lint] [unit] [service] [web] [e2e] [browser]

--all adds the long tests (`make test-all`). A test that fails runs again, alone, at the end (`ci.reruns`).
"""

import json
import os
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from typing import Final

from local.databases import CHECKOUT

from ci.process_groups import Commands, Stopped
from ci.reports import Tally
from ci.reruns import is_red, with_reruns
from ci.stage_runs import Outcome, Run
from ci.stages import PARTS, Stage, stages_of

RESULTS: Final = CHECKOUT / ".checks"
"""What runs leave: `last/` of the last one, `flaky/<commit>/` first failures, a line each in `runs.jsonl`."""


def summary(outcomes: list[Outcome], seconds: float, systems: int) -> str:
    """The stages, the failed tests, the time, and the totals last, where a shortened log still shows them."""
    wrong = [f"✗ {each.stage.name}: {test}" for each in outcomes for test in each.tally.failed]
    flaky = [f"~ flaky, {each.stage.name}: {test}" for each in outcomes for test in each.tally.flaky]
    started = f" {systems} whole systems were started." if systems else ""
    return "\n".join(
        [
            "",
            *map(str, outcomes),
            *(["", *flaky, "The first failure of each is kept in .checks/flaky/."] if flaky else []),
            *(["", *wrong] if wrong else []),
            f"\nEverything took {seconds / 60:.1f} minutes on {os.cpu_count()} cores.{started}",
            f"\n{total_of(outcomes)}",
        ]
    )


def total_of(outcomes: list[Outcome]) -> Tally:
    """The sum of all tallies."""
    return sum((outcome.tally for outcome in outcomes), Tally())


def run_stages(stages: list[Stage], what: str) -> int:
    """Run the stages and what failed again, print and record the result.

    Returns 1 if it is red, and 128 + n if signal n stopped it.
    """
    last = RESULTS / "last"
    shutil.rmtree(last, ignore_errors=True)
    last.mkdir(parents=True)
    systems = last / "systems"
    os.environ["SYSTEMS_STARTED"] = str(systems)
    began = time.monotonic()
    commit = _git("rev-parse", "--short=12", "HEAD") or "unknown"
    try:
        with Commands.stopped_by_signals() as commands:
            first = Run(commands, stages, last).outcomes()
            outcomes = with_reruns(commands, first, last, RESULTS / "flaky" / commit)
    except Stopped as stopped:
        print(f"\n{stopped}: nothing that the checks started runs any more.", flush=True)
        return stopped.code
    seconds = time.monotonic() - began
    started = len(systems.read_text().splitlines()) if systems.exists() else 0
    _record(outcomes, what, commit, seconds, started)
    print(summary(outcomes, seconds, started), flush=True)
    return 1 if is_red(total_of(outcomes)) else 0


def _record(outcomes: list[Outcome], what: str, commit: str, seconds: float, systems: int) -> None:
    """Add a line about this run to `runs.jsonl`: above all, how many tests were flaky at this commit."""
    total = total_of(outcomes)
    line = {
        "commit": commit,
        "changed": bool(_git("status", "--porcelain")),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "what": what,
        "seconds": round(seconds),
        "stages": {each.stage.name: round(each.seconds) for each in outcomes},
        "systems": systems,
        "passed": total.passed,
        "skipped": total.skipped,
        "failed": [f"{test.place} › {test.name}" for test in total.failed],
        "flaky": [f"{test.place} › {test.name}" for test in total.flaky],
    }
    with (RESULTS / "runs.jsonl").open("a") as records:
        records.write(json.dumps(line, ensure_ascii=False) + "\n")


def _git(*words: str) -> str:
    """What git says in this checkout; empty without git."""
    if not shutil.which("git"):
        return ""
    asked = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return asked.stdout.strip()


def main() -> int:
    """Run the parts that the command line names, all by default; returns 1 when the run is red."""
    words = sys.argv[1:]
    names, long = [word for word in words if word != "--all"], "--all" in words
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"unknown part: {', '.join(unknown)}; known are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    if not names:
        os.environ.setdefault("E2E_PICTURES", "0")  # only `make test-browser` takes screenshots
    return run_stages(stages_of(names, long=long), " ".join(words) or "test")


if __name__ == "__main__":
    sys.exit(main())
