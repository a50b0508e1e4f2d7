"""`make test`: runs the stages, shows how far it is, and closes with one line of totals.

python -m ci.checks [lint] [unit] [service] [web] [e2e] [browser]
"""

import itertools
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree  # our own runners' reports

from ci.stages import PARTS, REPORT, Stage, quiet_environment, stages_of

AT_ONCE = 2
"""Stages that share the machine when none of them wants it alone."""
LINES_OF_WHY = 12
LINE_LENGTH = 200


@dataclass(frozen=True)
class Tally:
    """How many checks went which way."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    wrong: tuple[str, ...] = ()
    """The names of those that failed, as far as a runner gave them, each with what it said first."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            self.wrong + other.wrong,
        )

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


@dataclass(frozen=True)
class Outcome:
    """What came of one stage."""

    stage: Stage
    tally: Tally
    seconds: float

    def __str__(self) -> str:
        return f"  {self.stage.name:<20} {self.tally}  ({self.seconds:.0f} s)"


def read_report(report: Path) -> Tally:
    """The counts of a JUnit file; nothing when the runner wrote none."""
    try:
        cases = list(ElementTree.parse(report).getroot().iter("testcase"))  # noqa: S314
    except (FileNotFoundError, ElementTree.ParseError):
        return Tally()
    wrong = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    return Tally(len(cases) - len(wrong) - skipped, len(wrong), skipped, tuple(map(_failure_text, wrong)))


def _failure_text(case: ElementTree.Element) -> str:
    """The name of a test that failed, and the first lines of why."""
    name = f"{case.get('classname', '')} › {case.get('name', '')}"
    why = " ".join(each.text or each.get("message", "") for each in case if each.tag in {"failure", "error"})
    lines = [line.strip() for line in why.splitlines() if line.strip()]
    # pytest tells all of the test before it comes to the point, and marks that.
    points = [line for line in lines if line.startswith("E  ")] or lines
    return "\n    ".join([name, *(line[:LINE_LENGTH] for line in points[:LINES_OF_WHY])])


class Run:
    """One walk through the stages."""

    def __init__(self, stages: list[Stage], reports: Path) -> None:
        self._places = {stage.name: f"{number}/{len(stages)}" for number, stage in enumerate(stages, 1)}
        self._stages = stages
        self._reports = reports

    def outcomes(self) -> list[Outcome]:
        """Run everything; what wants the machine alone has it, and is shown while it runs."""
        found: list[Outcome] = []
        for alone, neighbours in itertools.groupby(self._stages, key=lambda stage: stage.alone):
            if alone:
                found += [self._shown(stage) for stage in neighbours]
            else:
                with ThreadPoolExecutor(AT_ONCE) as workers:
                    found += workers.map(self._held_back, neighbours)
        return found

    def _shown(self, stage: Stage) -> Outcome:
        print(f"\n▸ {self._places[stage.name]} {stage.name}", flush=True)
        return self._run(stage, None)[0]

    def _held_back(self, stage: Stage) -> Outcome:
        """What two say at once nobody understands: each is shown when it has ended."""
        outcome, said = self._run(stage, subprocess.PIPE)
        print(
            f"\n▸ {self._places[stage.name]} {stage.name} ({outcome.seconds:.0f} s)\n{said}",
            end="",
            flush=True,
        )
        return outcome

    def _run(self, stage: Stage, output: int | None) -> tuple[Outcome, str]:
        """Run one stage; a runner that fails without a failed test is one failure."""
        report = self._reports / f"{stage.name}.xml"
        words = [word.replace(REPORT, str(report)) for word in stage.words]
        added = {name: value.replace(REPORT, str(report)) for name, value in stage.environment.items()}
        began = time.monotonic()
        ended = subprocess.run(
            words,
            cwd=stage.folder,
            env={**quiet_environment(), **added},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            text=True,
            check=False,
        )
        if stage.counts:
            tally = read_report(report)
            unsaid = ended.returncode and not tally.failed
            tally += Tally(failed=1, wrong=("the runner itself",)) if unsaid else Tally()
        else:
            tally = Tally(failed=1, wrong=("see above",)) if ended.returncode else Tally(passed=1)
        return Outcome(stage, tally, time.monotonic() - began), ended.stdout or ""


def _total(outcomes: list[Outcome]) -> Tally:
    return sum((outcome.tally for outcome in outcomes), Tally())


def summary(outcomes: list[Outcome], seconds: float) -> str:
    """The stages, what failed by name, the time, and the totals last: a log that is cut keeps its end."""
    wrong = [f"✗ {outcome.stage.name}: {name}" for outcome in outcomes for name in outcome.tally.wrong]
    return "\n".join(
        [
            "",
            *map(str, outcomes),
            *(["", *wrong] if wrong else []),
            f"\nAll of it took {seconds / 60:.1f} minutes on {os.cpu_count()} cores.",
            f"\n{_total(outcomes)}",
        ]
    )


def main() -> int:
    """Run what the command line names, everything by default; 1 when anything failed."""
    names = sys.argv[1:]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    if not names:
        os.environ.setdefault("E2E_PICTURES", "0")  # `make test-browser` leaves some for people to look at
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="openhours-reports-") as folder:
        outcomes = Run(stages_of(names), Path(folder)).outcomes()
    total = _total(outcomes)
    print(summary(outcomes, time.monotonic() - began), flush=True)
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
