"""What a command started ends with it, detached processes too, and when the run is told to stop."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest
from ci.process_groups import Commands, Stopped

PATIENCE: Final = 0.5
SECONDS: Final = 20.0

DETACHED: Final = """
import os, pathlib, signal, sys, time
ignored = [signal.SIGINT, signal.SIGHUP, *([signal.SIGTERM] if sys.argv[1] == "stubborn" else [])]
for each in ignored: signal.signal(each, signal.SIG_IGN)
os.setsid()
if os.fork(): os._exit(0)  # the rest has no parent
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
time.sleep(600)
"""
TREE: Final = """
import pathlib, subprocess, sys, time
for name in ("stubborn", "willing"):
    subprocess.run([sys.executable, "-c", sys.argv[1], name], check=True)
    while not (pathlib.Path(name).exists() and pathlib.Path(name).read_text()): time.sleep(0.01)
pathlib.Path("root").touch()
"""

RUNNER: Final = """
import pathlib, sys
from concurrent.futures import ThreadPoolExecutor
from ci.process_groups import Commands, Stopped
def run(each): return commands.run(sys.argv[1:], cwd=pathlib.Path(each), patience=2)
try:
    with Commands.stopped_by_signals() as commands, ThreadPoolExecutor(2) as workers:
        list(workers.map(run, ["one", "two", "never"]))
except Stopped as stopped:
    sys.exit(stopped.code)
"""


def tree(then: str) -> list[str]:
    """A command that starts two detached processes, one of which ignores SIGTERM, and then does this."""
    return [sys.executable, "-c", TREE + then, DETACHED]


def wait_for(file: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while not file.exists():
        assert time.monotonic() < deadline, f"{file.name} did not appear"
        time.sleep(0.02)


def runs(pid: int) -> bool:
    """Whether this process has not ended; a zombie has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def still_running(*folders: Path) -> list[str]:
    """The detached processes of these trees that have not ended."""
    names = [folder / name for folder in folders for name in ("stubborn", "willing")]
    return [str(name) for name in names if runs(int(name.read_text()))]


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="orphans are found in /proc")


def test_a_command_answers_its_code_and_its_output(tmp_path: Path) -> None:
    with Commands.stopped_by_signals() as commands:
        program = "import sys, os; print(os.environ['WORD'], flush=True); sys.exit('failed')"
        ended = commands.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={**os.environ, "WORD": "spoken"},
            output=tmp_path / "output",
        )
        assert (ended.code, ended.output) == (1, "spoken\nfailed\n")
        killed = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
        assert commands.run([sys.executable, "-c", killed], cwd=tmp_path).code == 128 + signal.SIGKILL
        missing = commands.run(["./no-such-program"], cwd=tmp_path, output=tmp_path / "output")
        assert missing.code == 127
        assert "no-such-program" in missing.output


@needs_proc
def test_what_a_command_leaves_behind_is_stopped(tmp_path: Path) -> None:
    commands = Commands()
    ended = commands.run(tree("sys.exit(3)"), cwd=tmp_path, patience=PATIENCE)
    assert ended.code == 3
    assert still_running(tmp_path) == []


@needs_proc
@pytest.mark.long
@pytest.mark.parametrize("order", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_a_run_that_is_told_to_stop_leaves_nothing(tmp_path: Path, order: signal.Signals) -> None:
    """Two commands side by side; the third is not begun. SIGKILL leaves no time to say anything."""
    one, two, never = (tmp_path / name for name in ("one", "two", "never"))
    for folder in (one, two, never):
        folder.mkdir()
    patient = "try: time.sleep(600)\nexcept KeyboardInterrupt: pathlib.Path('tidied').touch()"
    runner = subprocess.Popen([sys.executable, "-c", RUNNER, *tree(patient)], cwd=tmp_path)
    wait_for(one / "root")
    wait_for(two / "root")
    assert len(still_running(one, two)) == 4
    runner.send_signal(order)
    assert runner.wait(SECONDS) == (-order if order is signal.SIGKILL else 128 + order)
    deadline = time.monotonic() + SECONDS
    while order is signal.SIGKILL and still_running(one, two) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert still_running(one, two) == []
    assert (one / "tidied").exists()
    assert (two / "tidied").exists()
    assert list(never.iterdir()) == []


def test_nothing_begins_after_a_stop(tmp_path: Path) -> None:
    commands = Commands()
    commands.stop(signal.SIGINT)
    with pytest.raises(Stopped) as stopped:
        commands.run([sys.executable, "-c", "open('begun', 'w')"], cwd=tmp_path)
    assert stopped.value.code == 130
    assert not (tmp_path / "begun").exists()
