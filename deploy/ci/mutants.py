"""`make mutants`: how many deliberate faults in the rules the unit tests catch.

mutmut changes one thing at a time in a `rules.py` and runs the unit tests that reach it. By default it takes
the rules that changed since the branch `main`, with `ALL=1` those of every service. A file passes when its
tests catch 90 % of its mutants. Survivors are named: `mutmut show NAME` in the printed folder shows one.

python -m ci.mutants [--all] [SERVICE ...]
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from local.databases import CHECKOUT, SERVICES

from ci.stages import quiet_environment, tool

WORKSPACES: Final = CHECKOUT / ".mutants"
LEAST_SCORE: Final = 0.9
CAUGHT: Final = {"killed", "timeout", "segfault", "caught by type check"}
_RESULT: Final = re.compile(r"^\s+(?P<mutant>\S+): (?P<status>.+)$")
_PYTEST_SETTINGS: Final = re.compile(r"^\[tool\.pytest\.ini_options\]\n.*?(?=^\[)", re.MULTILINE | re.DOTALL)


@dataclass
class Score:
    """What became of the mutants of one `rules.py`."""

    statuses: Counter[str] = field(default_factory=Counter[str])
    survivors: list[str] = field(default_factory=list[str])

    @property
    def share(self) -> float:
        """The share of mutants that a test caught, from 0 to 1."""
        caught = sum(count for status, count in self.statuses.items() if status in CAUGHT)
        return caught / max(1, self.statuses.total())


def every_rules_file(services: Iterable[str]) -> list[Path]:
    """The `rules.py` of these services, relative to the checkout."""
    return sorted(
        path.relative_to(CHECKOUT)
        for service in services
        for path in (CHECKOUT / "services" / service / service).rglob("rules.py")
    )


def changed_files() -> set[Path]:
    """The files that differ from the branch `main`; on `main` itself, from its remote."""
    for branch in ("origin/main", "main"):
        base = _git("merge-base", branch, "HEAD")
        if base:
            names = _git("diff", "--name-only", base[0]) + _git("ls-files", "--others", "--exclude-standard")
            return set(map(Path, names))
    return set()


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else []


def prepare(service: str, rules: Sequence[Path]) -> Path:
    """Copy what mutmut needs of one service into a folder of its own, and return that.

    Tests find files of the checkout by counting folders upwards. mutmut runs a copy in `mutants/`, which
    replaces the service's folder of the checkout.
    """
    workspace = WORKSPACES / service
    shutil.rmtree(workspace, ignore_errors=True)
    folder = workspace / "services"
    origin = CHECKOUT / "services" / service
    leave_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(origin / service, folder / service, ignore=leave_out)
    shutil.copytree(origin / "tests", folder / "tests", ignore=leave_out)
    # Tests import from each other by the name that they have in the checkout.
    shutil.copytree(origin / "tests", folder / "services" / service / "tests", ignore=leave_out)
    copy = folder / "mutants"
    copy.mkdir()
    for shared in ("proto-contracts", "web"):
        for root in (workspace, copy):
            (root / shared).symlink_to(CHECKOUT / shared)
    paths = [str(path.relative_to(Path("services") / service)) for path in rules]
    (folder / "pyproject.toml").write_text(_settings(service, paths), encoding="utf-8")
    return folder


def _settings(service: str, paths: list[str]) -> str:
    """The settings of pytest as in the checkout, and those of mutmut."""
    whole = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    found = _PYTEST_SETTINGS.search(whole)
    if found is None:
        raise RuntimeError("pyproject.toml has no settings of pytest")
    return (
        f"{found.group()}\n[tool.mutmut]\nsource_paths = {[service]!r}\nonly_mutate = {paths!r}\n"
        'pytest_add_cli_args_test_selection = ["tests/unit"]\n'
        'also_copy = ["services"]\n'
        'pytest_add_cli_args = ["-p", "no:cacheprovider"]\n'
        "use_git_change_detection = false\n"
    )


def mutate(folder: Path) -> Mapping[str, Score]:
    """Run mutmut in a prepared folder; the score of each file, by its module."""
    log = folder / "mutmut.log"
    with log.open("wb") as output:
        ran = subprocess.run(
            [tool("mutmut"), "run"],
            cwd=folder,
            env=quiet_environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if ran.returncode:
        raise SystemExit(f"mutmut could not run in {folder}:\n{log.read_text(errors='replace')[-4000:]}")
    listed = subprocess.run(
        [tool("mutmut"), "results", "--all", "true"],
        cwd=folder,
        env=quiet_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    scores: defaultdict[str, Score] = defaultdict(Score)
    for found in map(_RESULT.match, listed.stdout.splitlines()):
        if found:
            score = scores[found["mutant"].rpartition(".")[0]]
            score.statuses[found["status"]] += 1
            if found["status"] not in CAUGHT:
                score.survivors.append(f"{found['mutant']}: {found['status']}")
    return scores


def main() -> int:
    """Run the command line; returns 1 when the tests of a file catch too few of its mutants."""
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("--all", action="store_true", help="every rules.py, not only the changed ones")
    parser.add_argument("services", nargs="*", choices=[[], *SERVICES], default=[])
    arguments = parser.parse_args()
    files = every_rules_file(arguments.services or SERVICES)
    if not arguments.all:
        changed = changed_files()
        files = [path for path in files if path in changed]
    if not files:
        print("No rules.py changed since main. `make mutants ALL=1` takes all of them.")
        return 0
    lines: list[str] = []
    too_few = False
    for service in SERVICES:
        own = [path for path in files if path.parts[1] == service]
        if not own:
            continue
        print(f"▸ {service}: {len(own)} files with rules", flush=True)
        folder = prepare(service, own)
        lines.append(f"\n{service} (in {folder.relative_to(CHECKOUT)})")
        for module, score in sorted(mutate(folder).items()):
            too_few |= score.share < LEAST_SCORE
            lines.append(f"  {score.share:6.1%}  {module}  {dict(score.statuses)}")
            lines += [f"          {survivor}" for survivor in score.survivors]
    print("\n".join(lines))
    return 1 if too_few else 0


if __name__ == "__main__":
    sys.exit(main())
