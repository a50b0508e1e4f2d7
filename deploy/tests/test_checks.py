"""`make test` counts the results of its stages, runs failed tests again, and reports every failure."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from ci.checks import summary, total_of
from ci.process_groups import Commands
from ci.reports import FailedTest, Tally
from ci.reruns import MOST_FLAKY, is_red, with_reruns
from ci.stage_runs import RUNNER_ITSELF, Outcome, Run
from ci.stages import REPORT, Runner, Stage, pytest_stage

REPORTED: Final = """
<testsuite>
<testcase name="a"/><testcase name="b"><skipped/></testcase><testcase classname="of" name="c">%s</testcase>
</testsuite>
"""
NOT_TOLD: Final = FailedTest("", RUNNER_ITSELF)


def failed(why: str = "", output: str = "") -> FailedTest:
    """The failed test of REPORTED."""
    return FailedTest("of", "c", output or f"{why}", why)


def command_stage(name: str, program: str, *words: str, cores: int = 2) -> Stage:
    """A stage that runs a line of Python."""
    return Stage(name, (sys.executable, "-c", program, *words), cores=cores)


def reporting_stage(name: str, report: str, code: int) -> Stage:
    """A stage that writes this report and ends with this exit code."""
    program = (
        "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(sys.argv[2]); sys.exit(int(sys.argv[3]))"
    )
    return replace(command_stage(name, program, REPORT, report, str(code)), runner=Runner.VITEST)


@pytest.mark.parametrize(
    ("stage", "tally"),
    [
        (command_stage("clean", ""), Tally(passed=1)),
        (command_stage("unclean", "import sys; sys.exit(3)"), Tally(failed=(FailedTest("", "see above"),))),
        (reporting_stage("green", REPORTED % "", 0), Tally(2, 1)),
        (reporting_stage("red", REPORTED % "<failure/>", 1), Tally(1, 1, (failed(),))),
        (
            reporting_stage(
                "says why", REPORTED % "<failure message='short'>Error:\n\n  too few\n</failure>", 1
            ),
            Tally(1, 1, (failed("Error:\ntoo few", "Error:\n\n  too few\n"),)),
        ),
        (
            reporting_stage(
                "is pytest", REPORTED % "<failure>def test():\n&gt; assert 0\nE  assert 0</failure>", 1
            ),
            Tally(1, 1, (failed("E  assert 0", "def test():\n> assert 0\nE  assert 0"),)),
        ),
        (reporting_stage("died later", REPORTED % "", 1), Tally(2, 1, (NOT_TOLD,))),
        (reporting_stage("died at once", "", 1), Tally(failed=(NOT_TOLD,))),
    ],
)
def test_a_stage_is_counted(stage: Stage, tally: Tally, tmp_path: Path) -> None:
    assert [each.tally for each in Run(Commands(), [stage], tmp_path).outcomes()] == [tally]


def test_stages_run_side_by_side_while_there_are_cores_and_are_shown_whole(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first stage can only end when the second runs beside it."""
    monkeypatch.setattr("ci.stage_runs.CORES", 2)
    mark = tmp_path / "mark"
    seen = f"__import__('os').path.exists({str(mark)!r})"
    waits = f"import time\nwhile not {seen}: time.sleep(0.01)\nprint('first')"
    leaves = f"import pathlib; pathlib.Path({str(mark)!r}).touch(); print('second')"
    stages = [
        command_stage("one", waits, cores=1),
        command_stage("two", leaves, cores=1),
        command_stage("three", "print('third')"),
    ]
    outcomes = Run(Commands(), stages, tmp_path).outcomes()
    assert [each.stage.name for each in outcomes] == ["one", "two", "three"]
    shown = capfd.readouterr().out
    assert shown.index("▸ 1/3 one (") < shown.index("first\n") < shown.index("▸ 3/3 three")
    assert shown.index("▸ 2/3 two (") < shown.index("second\n") < shown.index("▸ 3/3 three")
    assert shown.index("▸ 3/3 three") < shown.index("third")


def test_a_run_says_how_far_its_stages_are(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stage ends once the run has said it, and after 20 seconds in any case."""
    monkeypatch.setattr("ci.stage_runs.PROGRESS_SECONDS", 0.05)
    said = tmp_path / "said"
    seen = f"__import__('os').path.exists({str(said)!r})"
    prints = "print('.... [ 12%]\\n.. [ 34%]', flush=True)"
    waits = f"import time\n{prints}\nfor _ in range(2000): {seen} or time.sleep(0.01)"
    how_far = Run._how_far

    def asked(run: Run, name: str) -> str:
        found = how_far(run, name)
        if found:
            said.touch()
        return found

    monkeypatch.setattr(Run, "_how_far", asked)
    beside = command_stage("two", "", cores=1)
    Run(Commands(), [command_stage("one", waits, cores=1), beside], tmp_path).outcomes()
    assert "  … one [ 34%]\n" in capfd.readouterr().out


TESTS: Final = """
from pathlib import Path

def _times(name):
    seen = Path(__file__).with_name(name)
    seen.write_text(seen.read_text() + "." if seen.exists() else ".")
    print("attempt", seen.read_text())
    return len(seen.read_text())

def test_flaky():
    assert _times("flaky") > 1

def test_flakier():
    assert _times("flakier") > 2

def test_broken():
    assert not _times("broken")

def test_sound():
    pass
"""


SKIPS: Final = """
from pathlib import Path
import pytest

def _fails_first(name):
    seen = Path(__file__).with_name(name)
    there = seen.exists()
    seen.touch()
    assert there

def test_skips_the_next_time():
    if Path(__file__).with_name("skips").exists():
        pytest.skip("there once")
    _fails_first("skips")

def test_passes_the_next_time():
    _fails_first("passes")
"""


@pytest.mark.long
def test_a_failed_test_runs_again_alone_and_is_flaky_if_it_passes(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p testkit.failed_ids -p no:asyncio\n")
    file = tmp_path / "tests" / "test_by_chance.py"
    file.parent.mkdir()
    file.write_text(TESTS)
    stage = replace(pytest_stage("chance", ["tests"]), folder=tmp_path)
    commands, run, kept = Commands(), tmp_path / "run", tmp_path / "kept"
    (outcome,) = with_reruns(commands, Run(commands, [stage], run).outcomes(), run, kept)
    assert [test.name for test in outcome.tally.failed] == ["test_broken"]
    assert sorted(test.name for test in outcome.tally.flaky) == ["test_flakier", "test_flaky"]
    assert outcome.tally.passed == 3
    evidence = "".join(each.read_text() for each in (kept / "chance").glob("*.txt"))
    assert "def test_flaky" in evidence, "the first failure is kept whole"
    attempts = {name: (file.with_name(name)).read_text() for name in ("flaky", "flakier", "broken")}
    assert attempts == {"flaky": "..", "flakier": "...", "broken": "..."}


def test_a_runner_that_fails_without_a_failed_test_is_never_flaky(tmp_path: Path) -> None:
    stage, commands = reporting_stage("died", REPORTED % "", 1), Commands()
    outcomes = Run(commands, [stage], tmp_path).outcomes()
    assert with_reruns(commands, outcomes, tmp_path, tmp_path / "kept") == outcomes


@pytest.mark.long
def test_a_test_that_is_skipped_or_left_out_the_next_time_stays_failed(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p testkit.failed_ids -p no:asyncio\n")
    (tmp_path / "test_skips.py").write_text(SKIPS)
    stage, commands = replace(pytest_stage("skips", ["test_skips.py"]), folder=tmp_path), Commands()
    run = tmp_path / "run"
    (outcome,) = with_reruns(commands, Run(commands, [stage], run).outcomes(), run, tmp_path / "kept")
    assert [test.name for test in outcome.tally.failed] == ["test_skips_the_next_time"]
    assert [test.name for test in outcome.tally.flaky] == ["test_passes_the_next_time"]


def test_up_to_three_flaky_tests_leave_a_run_green() -> None:
    by_chance = tuple(FailedTest("of", str(number)) for number in range(MOST_FLAKY + 1))
    assert not is_red(Tally(9, flaky=by_chance[:MOST_FLAKY]))
    assert is_red(Tally(9, flaky=by_chance))
    assert is_red(Tally(9, failed=by_chance[:1]))
    assert is_red(Tally())


def test_what_failed_is_named_at_the_end() -> None:
    """The end of a shortened log shows them."""
    outcomes = [
        Outcome(command_stage("unit", ""), Tally(3), 7.4),
        Outcome(
            command_stage("screens", ""),
            Tally(1, 1, (FailedTest("of", "c", "", "E  no\nE  yes"),), (FailedTest("by", "chance"),)),
            60,
        ),
    ]
    assert summary(outcomes, 120, 4).splitlines() == [
        "",
        "  unit                 3 passed, 0 failed  (7 s)",
        "  screens              1 passed, 1 failed, 1 flaky, 1 skipped  (60 s)",
        "",
        "~ flaky, screens: by › chance",
        "The first failure of each is kept in .checks/flaky/.",
        "",
        "✗ screens: of › c",
        "    E  no",
        "    E  yes",
        "",
        f"Everything took 2.0 minutes on {os.cpu_count()} cores. 4 whole systems were started.",
        "",
        "4 passed, 1 failed, 1 flaky, 1 skipped",
    ]
    assert str(total_of(outcomes)) == "4 passed, 1 failed, 1 flaky, 1 skipped"
