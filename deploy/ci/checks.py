"""`make test`: runs the stages, prints each result, and ends with one line of totals.

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
"""How many stages run side by side when none of them needs the whole machine."""
LINES_OF_WHY = 12
LINE_LENGTH = 200


@dataclass(frozen=True)
class Tally:
    """The counts of passed, failed and skipped checks."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    wrong: tuple[str, ...] = ()
    """The failed tests by name, each with the first lines of its message."""

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
    """The result of one stage."""

    stage: Stage
    tally: Tally
    seconds: float

    def __str__(self) -> str:
        return f"  {self.stage.name:<20} {self.tally}  ({self.seconds:.0f} s)"


def read_report(report: Path) -> Tally:
    """The counts of a JUnit file; zeros when there is none."""
    try:
        cases = list(ElementTree.parse(report).getroot().iter("testcase"))  # noqa: S314
    except (FileNotFoundError, ElementTree.ParseError):
        return Tally()
    wrong = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    return Tally(len(cases) - len(wrong) - skipped, len(wrong), skipped, tuple(map(_failure_text, wrong)))


def _failure_text(case: ElementTree.Element) -> str:
    """The name of a failed test and the first lines of its message."""
    name = f"{case.get('classname', '')} › {case.get('name', '')}"
    why = " ".join(each.text or each.get("message", "") for each in case if each.tag in {"failure", "error"})
    lines = [line.strip() for line in why.splitlines() if line.strip()]
    # pytest prints the test's source first; the lines of the error begin with E.
    points = [line for line in lines if line.startswith("E  ")] or lines
    return "\n    ".join([name, *(line[:LINE_LENGTH] for line in points[:LINES_OF_WHY])])


class Run:
    """One run of the stages."""

    def __init__(self, stages: list[Stage], reports: Path) -> None:
        self._places = {stage.name: f"{number}/{len(stages)}" for number, stage in enumerate(stages, 1)}
        self._stages = stages
        self._reports = reports

    def outcomes(self) -> list[Outcome]:
        """Run all stages. One that needs the whole machine runs alone and prints as it goes."""
        found: list[Outcome] = []
        for alone, neighbours in itertools.groupby(self._stages, key=lambda stage: stage.alone):
            if alone:
                found += [self._run_alone(stage) for stage in neighbours]
            else:
                with ThreadPoolExecutor(AT_ONCE) as workers:
                    found += workers.map(self._run_quietly, neighbours)
        return found

    def _run_alone(self, stage: Stage) -> Outcome:
        print(f"\n▸ {self._places[stage.name]} {stage.name}", flush=True)
        return self._run(stage, None)[0]

    def _run_quietly(self, stage: Stage) -> Outcome:
        """Run a stage beside others and print its output at the end, so that outputs do not mix."""
        outcome, output = self._run(stage, subprocess.PIPE)
        print(
            f"\n▸ {self._places[stage.name]} {stage.name} ({outcome.seconds:.0f} s)\n{output}",
            end="",
            flush=True,
        )
        return outcome

    def _run(self, stage: Stage, output: int | None) -> tuple[Outcome, str]:
        """Run one stage. A runner that fails without a failed test counts as one failure."""
        report = self._reports / f"{stage.name}.xml"
        words = [word.replace(REPORT, str(report)) for word in stage.command]
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
    """The stages, the failed tests, the time, and the totals last, where a shortened log still shows them."""
    wrong = [f"✗ {outcome.stage.name}: {name}" for outcome in outcomes for name in outcome.tally.wrong]
    return "\n".join(
        [
            "",
            *map(str, outcomes),
            *(["", *wrong] if wrong else []),
            f"\nEverything took {seconds / 60:.1f} minutes on {os.cpu_count()} cores.",
            f"\n{_total(outcomes)}",
        ]
    )


def main() -> int:
    """Run the parts that the command line names, all by default; returns 1 when anything failed."""
    names = sys.argv[1:]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"unknown part: {', '.join(unknown)}; known are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    if not names:
        os.environ.setdefault("E2E_PICTURES", "0")  # only `make test-browser` takes screenshots
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="openhours-reports-") as folder:
        outcomes = Run(stages_of(names), Path(folder)).outcomes()
    total = _total(outcomes)
    print(summary(outcomes, time.monotonic() - began), flush=True)
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
