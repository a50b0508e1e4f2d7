"""`make dev` starts the Python parts again when code that they run has changed."""

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Final

import pytest
from local import dev
from local.serving import bind_socket
from watchfiles import Change

SECONDS: Final = 30.0
PART: Final = """
import time
with open("starts", "a") as starts:
    starts.write("started ")
time.sleep(600)
"""


@pytest.mark.parametrize(
    ("path", "restarts"),
    [
        ("services/feed/feed/app.py", True),
        ("proto-contracts/contracts/rules/translations/German.toml", True),
        ("services/feed/tests/unit/test_rules.py", False),
        ("services/feed/feed/__pycache__/app.cpython-311.pyc", False),
        ("services/feed/README.md", False),
    ],
)
def test_served_code_restarts_it(path: str, restarts: bool) -> None:
    assert dev.ServedCode()(Change.modified, f"/checkout/{path}") == restarts


def test_a_port_that_is_taken_ends_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with bind_socket(dev.HOST, 0) as taken:
        taken.listen()
        monkeypatch.setenv("PORT", str(taken.getsockname()[1]))
        assert dev.main() == 1
    assert "Choose another: PORT=" in capsys.readouterr().err


def test_it_starts_again_after_a_change_and_ends_with_vite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stand-in is started in the place of the Python parts, and of Vite."""
    (tmp_path / "services").mkdir()
    (tmp_path / "starts").touch()
    monkeypatch.setattr(dev, "CHECKOUT", tmp_path)
    monkeypatch.setattr(dev, "CODE", ("services",))
    monkeypatch.setattr(dev, "PARTS", [sys.executable, "-c", PART])
    vite = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    try:
        serving = threading.Thread(target=dev._serve, args=(vite, {}))
        serving.start()
        wait_for_starts(tmp_path, 1)
        deadline = time.monotonic() + SECONDS
        while starts(tmp_path) < 2 and time.monotonic() < deadline:
            (tmp_path / "services" / "app.py").write_text(f"at = {time.monotonic()}")
            time.sleep(1)
        wait_for_starts(tmp_path, 2)
    finally:
        vite.kill()
        vite.wait()
    serving.join(SECONDS)
    assert not serving.is_alive()
    assert "changed: services/app.py" in capsys.readouterr().out


def starts(folder: Path) -> int:
    return len((folder / "starts").read_text().split())


def wait_for_starts(folder: Path, wanted: int) -> None:
    deadline = time.monotonic() + SECONDS
    while starts(folder) < wanted:
        assert time.monotonic() < deadline, f"started {starts(folder)} times"
        time.sleep(0.05)
