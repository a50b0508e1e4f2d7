"""What `make upgrade` begins with: the last release's code, and which migrations have changed since."""

import subprocess
from pathlib import Path

import pytest
from drills import former_release
from drills.former_release import base, changed_migrations
from drills.running import NotTried
from local.cluster import THIS_CHECKOUT


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one migration, in place of this one."""
    monkeypatch.setattr(former_release, "ROOT", tmp_path)
    _write(tmp_path, "booking", "0001_first")
    _git(tmp_path, "init", "--quiet")
    _git(tmp_path, "add", ".")
    who = ("-c", "user.name=Mara", "-c", "user.email=mara@example.org")
    _git(tmp_path, *who, "commit", "--quiet", "--no-gpg-sign", "--message=First")
    return tmp_path


def _write(checkout: Path, service: str, name: str) -> None:
    file = checkout / "services" / service / "migrations" / "versions" / f"{name}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'revision = "{name}"\n')


def _git(checkout: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(checkout), *words], check=True, capture_output=True)


def test_migrations_count_as_changed_before_they_are_committed(checkout: Path) -> None:
    assert changed_migrations("HEAD") == []
    (checkout / "services" / "booking" / "README.md").write_text("No migration.\n")
    assert changed_migrations("HEAD") == []
    _write(checkout, "feed", "0002_second")
    assert changed_migrations("HEAD") == ["feed 0002_second"]
    _git(checkout, "add", ".")
    assert changed_migrations("HEAD") == ["feed 0002_second"]


def test_a_copy_without_the_last_release_says_so(checkout: Path) -> None:
    del checkout
    with pytest.raises(NotTried, match=r"no commit [0-9a-f]{12} in this checkout"):
        base()


def test_a_folder_without_history_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(former_release, "ROOT", tmp_path)
    with pytest.raises(NotTried, match="not a git repository"):
        base()


def test_code_that_is_found_elsewhere_is_not_taken_for_the_old_one(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="is not found in"):
        former_release._check_origin(THIS_CHECKOUT, tmp_path)
