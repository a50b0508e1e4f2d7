"""`make test` counts the results of its stages and reports every failure."""

import os
import sys
from pathlib import Path

import pytest
from ci.checks import Outcome, Run, Tally, summary
from ci.stages import REPORT, Stage

REPORTED = """
<testsuite>
<testcase name="a"/><testcase name="b"><skipped/></testcase><testcase classname="of" name="c">%s</testcase>
</testsuite>
"""


def command_stage(name: str, program: str, *words: str, alone: bool = True) -> Stage:
    """A stage that runs a line of Python."""
    return Stage(name, (sys.executable, "-c", program, *words), alone=alone)


def reporting_stage(name: str, report: str, code: int) -> Stage:
    """A stage that writes this report and ends with this exit code."""
    program = (
        "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(sys.argv[2]); sys.exit(int(sys.argv[3]))"
    )
    return command_stage(name, program, REPORT, report, str(code))


@pytest.mark.parametrize(
    ("stage", "tally"),
    [
        (command_stage("clean", ""), Tally(passed=1)),
        (command_stage("unclean", "import sys; sys.exit(3)"), Tally(failed=1, wrong=("see above",))),
        (reporting_stage("green", REPORTED % "", 0), Tally(2, 0, 1)),
        (reporting_stage("red", REPORTED % "<failure/>", 1), Tally(1, 1, 1, ("of › c",))),
        (
            reporting_stage(
                "says why", REPORTED % "<failure message='short'>Error:\n\n  too few\n</failure>", 1
            ),
            Tally(1, 1, 1, ("of › c\n    Error:\n    too few",)),
        ),
        (
            reporting_stage(
                "is pytest", REPORTED % "<failure>def test():\n&gt; assert 0\nE  assert 0</failure>", 1
            ),
            Tally(1, 1, 1, ("of › c\n    E  assert 0",)),
        ),
        (reporting_stage("died later", REPORTED % "", 1), Tally(2, 1, 1, ("the runner itself",))),
        (reporting_stage("died at once", "", 1), Tally(failed=1, wrong=("the runner itself",))),
    ],
)
def test_a_stage_is_counted(stage: Stage, tally: Tally, tmp_path: Path) -> None:
    assert [each.tally for each in Run([stage], tmp_path).outcomes()] == [tally]


def test_neighbours_run_side_by_side_and_are_shown_whole(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The first stage can only end when the second runs beside it."""
    mark = tmp_path / "mark"
    seen = f"__import__('os').path.exists({str(mark)!r})"
    waits = f"import time\nwhile not {seen}: time.sleep(0.01)\nprint('first')"
    leaves = f"import pathlib; pathlib.Path({str(mark)!r}).touch(); print('second')"
    stages = [
        command_stage("one", waits, alone=False),
        command_stage("two", leaves, alone=False),
        command_stage("three", "print('third')"),
    ]
    outcomes = Run(stages, tmp_path).outcomes()
    assert [each.stage.name for each in outcomes] == ["one", "two", "three"]
    shown = capfd.readouterr().out
    assert (
        shown.index("▸ 1/3 one") < shown.index("first\n") < shown.index("▸ 3/3 three") < shown.index("third")
    )
    assert shown.index("▸ 2/3 two") < shown.index("second\n") < shown.index("▸ 3/3 three")


def test_what_failed_is_named_at_the_end() -> None:
    """The end of a shortened log shows them."""
    outcomes = [
        Outcome(command_stage("unit", ""), Tally(3), 7.4),
        Outcome(command_stage("screens", ""), Tally(1, 1, 1, ("of › c",)), 60),
    ]
    assert summary(outcomes, 120).splitlines()[1:3] == [
        "  unit                 3 passed, 0 failed  (7 s)",
        "  screens              1 passed, 1 failed, 1 skipped  (60 s)",
    ]
    assert summary(outcomes, 120).splitlines()[-5:] == [
        "✗ screens: of › c",
        "",
        f"Everything took 2.0 minutes on {os.cpu_count()} cores.",
        "",
        "4 passed, 1 failed, 1 skipped",
    ]
