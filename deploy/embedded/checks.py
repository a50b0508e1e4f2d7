"""`make test`: runs the stages, shows how far it is, and closes with one line of totals.

python -m embedded.checks [lint] [unit] [service] [web] [e2e] [browser]
"""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree  # our own runners' reports

from embedded.stages import PARTS, REPORT, Stage, chosen, quiet_environment


@dataclass(frozen=True)
class Tally:
    """How many checks went which way."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def read_report(report: Path) -> Tally:
    """The counts of a JUnit file; nothing when the runner wrote none."""
    try:
        cases = list(ElementTree.parse(report).getroot().iter("testcase"))  # noqa: S314
    except (FileNotFoundError, ElementTree.ParseError):
        return Tally()
    failed = sum(1 for case in cases if case.find("failure") is not None or case.find("error") is not None)
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    return Tally(len(cases) - failed - skipped, failed, skipped)


def run(stage: Stage, reports: Path) -> Tally:
    """Run one stage, showing its output; a runner that fails without a failed test is one failure."""
    report = reports / f"{stage.name}.xml"
    words = [word.replace(REPORT, str(report)) for word in stage.words]
    added = {name: value.replace(REPORT, str(report)) for name, value in stage.environment.items()}
    code = subprocess.run(
        words, cwd=stage.folder, env={**quiet_environment(), **added}, stdin=subprocess.DEVNULL, check=False
    ).returncode
    if not stage.counts:
        return Tally(failed=1) if code else Tally(passed=1)
    tally = read_report(report)
    if code and not tally.failed:
        tally += Tally(failed=1)
    return tally


def main() -> int:
    """Run what the command line names, everything by default; 1 when anything failed."""
    names = sys.argv[1:]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    stages = chosen(names)
    total = Tally()
    lines: list[str] = []
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="openhours-reports-") as folder:
        for number, stage in enumerate(stages, 1):
            print(f"\n▸ {number}/{len(stages)} {stage.name}", flush=True)
            started = time.monotonic()
            tally = run(stage, Path(folder))
            total += tally
            lines.append(f"  {stage.name:<20} {tally}  ({time.monotonic() - started:.0f} s)")
    print("\n" + "\n".join(lines))
    print(f"\nAll of it took {(time.monotonic() - began) / 60:.1f} minutes on {os.cpu_count()} cores.")
    print(f"\n{total}", flush=True)
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
