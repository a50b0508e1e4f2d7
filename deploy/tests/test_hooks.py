"""The hook of `make hooks` refuses a commit whose staged files break the style."""

import subprocess
from pathlib import Path
from typing import Final

import pytest
from local.databases import CHECKOUT

HOOK: Final = CHECKOUT / "deploy" / "ci" / "hooks" / "pre-commit"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with the programs of this checkout, and without configuration."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".venv").symlink_to(CHECKOUT / ".venv")
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package.json").write_text('{"devDependencies": {}}')
    return tmp_path


@pytest.mark.parametrize(
    ("staged", "unstaged", "accepted"),
    [
        ("x = 1\n", "", True),
        ("x=1\n", "", False),
        ("import os\n", "", False),
        ("x = 1\n", "import os\n", True),
    ],
    ids=["clean", "not formatted", "not used", "beside a file that is not staged"],
)
def test_only_what_is_staged_is_checked(checkout: Path, staged: str, unstaged: str, accepted: bool) -> None:
    (checkout / "staged name.py").write_text(staged)
    subprocess.run(["git", "add", "staged name.py"], cwd=checkout, check=True)
    (checkout / "unstaged.py").write_text(unstaged)
    done = subprocess.run([HOOK], cwd=checkout, check=False, capture_output=True, text=True)
    assert (done.returncode == 0) == accepted, done.stdout + done.stderr
