"""Runs stages side by side, as far as there are cores for them, and reads what they report."""

import re
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ci.process_groups import Commands, Ended
from ci.reports import FailedTest, Tally, read_report
from ci.stages import CORES, EVIDENCE, REPORT, Runner, Stage, quiet_environment

PROGRESS_SECONDS: Final = 30.0
"""How often a run says how far its stages are that do not print as they go."""
_HOW_FAR: Final = re.compile(r"\[ *\d+(?:%|/\d+)\]")
"""How pytest and Playwright say it: '[ 52%]', '[34/151]'."""


@dataclass(frozen=True)
class Outcome:
    """The result of one stage."""

    stage: Stage
    tally: Tally
    seconds: float

    def __str__(self) -> str:
        return f"  {self.stage.name:<20} {self.tally}  ({self.seconds:.0f} s)"


class Run:
    """One run of stages. Reports and evidence lie in `folder`, in a subfolder of each stage's name."""

    def __init__(self, commands: Commands, stages: list[Stage], folder: Path) -> None:
        self._commands = commands
        self._stages = stages
        self._places = {stage.name: f"{number}/{len(stages)}" for number, stage in enumerate(stages, 1)}
        self._folder = folder
        self._free = CORES
        self._freed = threading.Condition()
        self._unseen: set[str] = set()
        """The names of stages that run and do not print as they go."""

    def outcomes(self) -> list[Outcome]:
        """Run all stages, begun in their order. One that has the machine to itself prints as it goes."""
        with self._telling(), ThreadPoolExecutor(max(1, len(self._stages))) as threads:
            started = [threads.submit(self._run_with_cores, stage) for stage in self._begun_in_order()]
            return [each.result() for each in started]

    @contextmanager
    def _telling(self) -> Generator[None]:
        """Say from time to time how far the unseen stages are."""
        ended = threading.Event()

        def tell() -> None:
            while not ended.wait(PROGRESS_SECONDS):
                far = [f"{name} {found}" for name in sorted(self._unseen) if (found := self._how_far(name))]
                if far:
                    print("  …", ", ".join(far), flush=True)

        teller = threading.Thread(target=tell)
        teller.start()
        try:
            yield
        finally:
            ended.set()
            teller.join()

    def _how_far(self, name: str) -> str:
        """What the stage's output said last of how far it is; empty if it says nothing of it."""
        output = output_of(self._folder, name)
        text = output.read_text(errors="replace")[-4000:] if output.exists() else ""
        return next(reversed(_HOW_FAR.findall(text)), "")

    def _begun_in_order(self) -> Iterator[Stage]:
        for stage in self._stages:
            with self._freed:
                self._freed.wait_for(lambda needed=stage.cores: self._free >= needed)
                self._free -= stage.cores
            yield stage

    def _run_with_cores(self, stage: Stage) -> Outcome:
        try:
            return self._run(stage)
        finally:
            with self._freed:
                self._free += stage.cores
                self._freed.notify_all()

    def _run(self, stage: Stage) -> Outcome:
        """Run one stage. A runner that fails without a failed test counts as one failure."""
        place, alone = self._places[stage.name], stage.cores == CORES or len(self._stages) == 1
        print(f"\n▸ {place} {stage.name}" + ("" if alone else " …"), flush=True)
        if not alone:
            self._unseen.add(stage.name)
        began = time.monotonic()
        ended = run_command(self._commands, stage, self._folder, shown=alone)
        seconds = time.monotonic() - began
        self._unseen.discard(stage.name)
        if not alone:
            print(f"\n▸ {place} {stage.name} ({seconds:.0f} s)\n{ended.output}", end="", flush=True)
        return Outcome(stage, self._tally(stage, ended.code), seconds)

    def _tally(self, stage: Stage, code: int) -> Tally:
        if stage.runner is Runner.TOOL:
            return Tally(failed=(FailedTest("", "see above"),)) if code else Tally(passed=1)
        tally = read_report(report_of(self._folder, stage))
        unsaid = code and not tally.failed
        return tally + (Tally(failed=(FailedTest("", RUNNER_ITSELF),)) if unsaid else Tally())


RUNNER_ITSELF = "the runner itself"
"""The name of what failed when a runner fails and reports no failed test."""


def report_of(folder: Path, stage: Stage) -> Path:
    """Where a stage's JUnit file lies."""
    return folder / stage.name / "report.xml"


def evidence_of(folder: Path, stage: Stage) -> Path:
    """Where a stage's runner leaves what failed tests wrote."""
    return folder / stage.name / "evidence"


def output_of(folder: Path, name: str) -> Path:
    """Where the output of a stage of this name lies, unless it is shown as it comes."""
    return folder / name / "output.txt"


def run_command(commands: Commands, stage: Stage, folder: Path, *, shown: bool) -> Ended:
    """Run a stage's command. Its output is returned unless it is `shown` as it comes. Raises Stopped."""
    evidence = evidence_of(folder, stage)
    evidence.mkdir(parents=True, exist_ok=True)
    places = {REPORT: str(report_of(folder, stage)), EVIDENCE: str(evidence)}

    def filled(word: str) -> str:
        for placeholder, path in places.items():
            word = word.replace(placeholder, path)
        return word

    return commands.run(
        [filled(word) for word in stage.command],
        cwd=stage.folder,
        env={**quiet_environment(), **{name: filled(value) for name, value in stage.environment.items()}},
        output=None if shown else output_of(folder, stage.name),
    )
