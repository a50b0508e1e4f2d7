"""Runs failed tests again, alone, after all stages. One that passes then is flaky; its failure is kept."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from ci.process_groups import Commands
from ci.reports import FailedTest, Tally, passed_tests
from ci.stage_runs import Outcome, evidence_of, report_of, run_command
from ci.stages import EVIDENCE, FAILED_IDS, Runner, Stage, tool

TIMES: Final = 2
"""How often a failed test runs again."""
MOST_FLAKY: Final = 3
"""More flaky tests make a run red: something is wrong that is more than chance."""
MOST_RERUN: Final = 20
"""With more failed tests than this none runs again: the run is red, and says so sooner."""


def with_reruns(commands: Commands, outcomes: list[Outcome], folder: Path, kept: Path) -> list[Outcome]:
    """The outcomes after the failed tests ran again.

    `folder` is that of the run. What a flaky test left when it first failed goes to `kept`, by stage.
    """
    if not 0 < sum(len(each.tally.failed) for each in outcomes) <= MOST_RERUN:
        return outcomes
    return [_with_reruns(commands, each, folder, kept) for each in outcomes]


def _with_reruns(commands: Commands, outcome: Outcome, folder: Path, kept: Path) -> Outcome:
    first = folder / outcome.stage.name / "first"
    failed = list(outcome.tally.failed)
    if not failed or not all(test.place for test in failed):  # what names no test cannot run alone
        return outcome
    shutil.copytree(evidence_of(folder, outcome.stage), first, dirs_exist_ok=True)
    shutil.copy(report_of(folder, outcome.stage), first)  # the times of all tests stand in it
    for number, test in enumerate(failed, 1):
        (first / f"{number}.txt").write_text(f"{test.place} › {test.name}\n\n{test.output}")
    flaky: list[FailedTest] = []
    for time in range(1, TIMES + 1):
        again = rerun_stage(outcome.stage, failed, evidence_of(folder, outcome.stage))
        if again is None:
            break
        print(f"\n▸ again, alone ({time} of {TIMES}): {len(failed)} of {outcome.stage.name}", flush=True)
        report_of(folder, outcome.stage).unlink(missing_ok=True)
        run_command(commands, again, folder, shown=True)
        passed = passed_tests(report_of(folder, outcome.stage))
        flaky += [test for test in failed if (test.place, test.name) in passed]
        failed = [test for test in failed if (test.place, test.name) not in passed]
        if not failed:
            break
    if flaky:
        shutil.copytree(first, kept / outcome.stage.name, dirs_exist_ok=True)
    tally = outcome.tally
    return replace(
        outcome, tally=Tally(tally.passed + len(flaky), tally.skipped, tuple(failed), tuple(flaky))
    )


def rerun_stage(stage: Stage, failed: Sequence[FailedTest], evidence: Path) -> Stage | None:
    """The stage reduced to its failed tests, one after the other. None if its runner cannot."""
    if stage.runner is Runner.PYTEST:
        ids = Path(FAILED_IDS.replace(EVIDENCE, str(evidence)))
        if not ids.exists():
            return None
        words = [word for word in stage.command if word.startswith("--junitxml")]
        wanted = tuple(dict.fromkeys(ids.read_text().splitlines()))
        ids.unlink()
        return replace(stage, command=(tool("pytest"), "-q", *words, *wanted))
    if stage.runner is Runner.VITEST:
        files = tuple(dict.fromkeys(test.place for test in failed))
        return replace(stage, command=(*stage.command, "--maxWorkers=1", *files))
    if stage.runner is Runner.PLAYWRIGHT:
        return replace(stage, command=(*stage.command, "--last-failed", "--workers=1"))
    return None


def is_red(total: Tally) -> bool:
    """Whether a run with this total is red: a test failed each time, too many are flaky, or none ran."""
    return bool(total.failed) or len(total.flaky) > MOST_FLAKY or not total.passed
