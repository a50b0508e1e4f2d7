"""`make check`: the checks of what a change touches, the closest first; one to four minutes for most commits.

python -m ci.impact [REVISION]

The change is what differs from where this branch left main, or from REVISION: commits, what is not committed
yet, and new files. `make test` stays what decides: a test that reaches the change only through a running
system is not found here.
"""

import ast
import shutil
import subprocess
import sys
import tomllib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol

import grimp
from local.databases import CHECKOUT

from ci.checks import run_stages
from ci.stages import CORES, WEB, Stage, browser_stage, pytest_stage, tool, vitest_stage

TESTS: Final = (
    "services/*/tests/**/test_*.py",
    "gateway/tests/**/test_*.py",
    "proto-contracts/tests/**/test_*.py",
    "deploy/tests/**/test_*.py",
    "deploy/attacks/test_*.py",
    "deploy/e2e/test_*.py",
)
WHOLE_SYSTEM: Final = ("deploy/attacks/", "deploy/e2e/")
"""Tests there start the whole system: only those that import what changed, or changed themselves, run."""
SCRIPTS: Final = {".ts", ".tsx", ".js", ".mjs"}


class ImportGraph(Protocol):
    """The part of grimp's import graph that is used here: grimp has no types."""

    @property
    def modules(self) -> set[str]:
        """The names of all modules."""
        ...

    def find_modules_that_directly_import(self, module: str) -> set[str]:
        """The modules that import this one."""
        ...


@dataclass(frozen=True)
class FileOfTests:
    """A file of Python tests, relative to the checkout, and the modules that it imports."""

    path: str
    imports: frozenset[str]

    @property
    def package(self) -> str:
        """The folder of the package that it tests: services/booking, gateway, deploy ..."""
        return self.path.partition("/tests/")[0] if "/tests/" in self.path else "deploy"


def _git(*words: str) -> list[str]:
    """The lines that git says. Raises CalledProcessError."""
    ended = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    return ended.stdout.splitlines()


def start_of_change() -> str:
    """The commit where this branch left main; on main itself, the one before what is new here."""
    (head,) = _git("rev-parse", "HEAD")
    for main in ("main", "origin/main"):
        if _git("for-each-ref", "--format=%(refname)", f"refs/heads/{main}", f"refs/remotes/{main}"):
            (left,) = _git("merge-base", "HEAD", main)
            if left != head:
                return left
    return "HEAD" if _git("status", "--porcelain") else "HEAD~1"


def changed_files(since: str) -> list[str]:
    """The files that differ from `since` and still exist, relative to the checkout, and new ones."""
    named = _git("diff", "--name-only", since) + _git("ls-files", "--others", "--exclude-standard")
    return sorted({name for name in named if (CHECKOUT / name).is_file()})


@cache
def _packages() -> dict[str, str]:
    """The folder of each of our packages, relative to the checkout, and its name."""
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    found: dict[str, str] = {}
    for name in settings["tool"]["importlinter"]["root_packages"]:
        spec = find_spec(name)
        for place in (spec and spec.submodule_search_locations) or ():
            found[str(Path(place).relative_to(CHECKOUT))] = name
    return found


def module_of(path: str) -> str | None:
    """The module name of this file; None for a file outside our packages."""
    for folder, name in _packages().items():
        if path.startswith(f"{folder}/") and path.endswith(".py"):
            inside = path.removeprefix(folder).removesuffix(".py").removesuffix("/__init__")
            return name + inside.replace("/", ".")
    return None


def distances(graph: ImportGraph, changed: Iterable[str]) -> dict[str, int]:
    """Each module that the changed ones can reach, and over how many imports."""
    found = {module: 0 for module in changed if module in graph.modules}
    waiting = deque(found)
    while waiting:
        module = waiting.popleft()
        for importer in graph.find_modules_that_directly_import(module):
            if importer not in found:
                found[importer] = found[module] + 1
                waiting.append(importer)
    return found


def read_tests() -> Iterator[FileOfTests]:
    """All files of Python tests."""
    for pattern in TESTS:
        for path in sorted(CHECKOUT.glob(pattern)):
            yield FileOfTests(str(path.relative_to(CHECKOUT)), frozenset(_imports(path)))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def chosen_tests(files: Sequence[str], reached: dict[str, int], tests: Iterable[FileOfTests]) -> list[str]:
    """The test files for these changed files, the closest first.

    `reached` holds the distance of each module from what changed. A service's tests over HTTP know its
    modules only through its app, so a change of the service chooses all of them.
    """
    found: dict[str, int] = {}
    for test in tests:
        distance = _distance(test, files, reached)
        if distance is not None:
            found[test.path] = distance
    return sorted(found, key=lambda path: (found[path], path))


def _distance(test: FileOfTests, files: Sequence[str], reached: dict[str, int]) -> int | None:
    """How many imports lie between this test and the change; None if the test is not chosen."""
    if test.path in files:
        return 0
    if any(_beside(test, file) for file in files):
        return 1
    near = min((reached[each] for each in test.imports if each in reached), default=None)
    if test.path.startswith(WHOLE_SYSTEM):
        return 1 if near == 0 else None
    if near is not None:
        return near + 1
    owner = f"{test.package}/"
    over_http = "/tests/service/" in test.path
    return 2 if over_http and any(module_of(file) and file.startswith(owner) for file in files) else None


def _beside(test: FileOfTests, file: str) -> bool:
    """Whether the changed file helps this test, as conftest.py does, or is data that the test names."""
    folder, _, name = file.rpartition("/")
    if file.endswith(".py"):
        helps = not name.startswith("test_") and module_of(file) is None
        return helps and test.path.startswith(f"{folder}/")
    return not file.startswith("web/") and f'"{name}"' in (CHECKOUT / test.path).read_text()


def python_stages(files: Sequence[str]) -> list[Stage]:
    """Style and types of the changed Python files, and the tests that they can break."""
    sources = [file for file in files if file.endswith(".py")]
    stages: list[Stage] = []
    if sources:
        typed = [file for file in sources if "/migrations/versions/" not in file]
        stages += [
            Stage("ruff", (tool("ruff"), "check", "--force-exclude", *sources), cores=1),
            Stage("format", (tool("ruff"), "format", "--check", "--force-exclude", *sources), cores=1),
            Stage("boundaries", (tool("lint-imports"),), cores=1),
            *([Stage("pyright", (tool("pyright"), *typed), cores=1)] if typed else []),
        ]
    graph: ImportGraph = grimp.build_graph(*_packages().values())
    reached = distances(graph, filter(None, map(module_of, sources)))
    tests = chosen_tests(files, reached, read_tests())
    quick = [path for path in tests if "/tests/service/" not in path]
    over_http = [path for path in tests if "/tests/service/" in path]
    for name, places, workers in (("close", quick, CORES), ("over HTTP", over_http, 2 * CORES)):
        if places:
            stages.append(pytest_stage(name, places, "-m", "not long", workers=workers))
    return stages


def web_stages(files: Sequence[str], since: str) -> list[Stage]:
    """Style and types of the changed files of the web, and the tests that import them."""
    changed = [file.removeprefix("web/") for file in files if file.startswith("web/")]
    scripts = [file for file in changed if Path(file).suffix in SCRIPTS]
    styles = [file for file in changed if file.startswith("src/") and file.endswith(".css")]
    stages: list[Stage] = []
    if scripts:
        stages.append(Stage("eslint", ("npx", "eslint", "--no-warn-ignored", *scripts), WEB, cores=1))
        stages.append(Stage("tsc", ("npm", "run", "--silent", "typecheck"), WEB, cores=1))
    if styles:
        stages.append(Stage("stylelint", ("npx", "stylelint", *styles), WEB, cores=1))
    if any(file.startswith(("src/", "build/")) for file in changed):
        stages.append(vitest_stage("vitest", "--changed", since, "--passWithNoTests"))
    if any(file.startswith("e2e/") and file.endswith(".ts") for file in scripts):
        words = (f"--only-changed={since}", "--grep-invert", "@long", "--pass-with-no-tests")
        stages.append(browser_stage("browser", "embedded", *words))
    return stages


def main() -> int:
    """Check the change; returns 1 when something failed."""
    if not shutil.which("git"):
        print("make check asks git what has changed, and there is no git", file=sys.stderr)
        return 2
    since = sys.argv[1] if len(sys.argv) > 1 else start_of_change()
    files = changed_files(since)
    stages = python_stages(files) + web_stages(files, since)
    tests = sum(word.endswith(".py") for stage in stages for word in stage.command)
    print(
        f"{len(files)} files differ from {since[:12]}; {len(stages)} stages, {tests} Python files", flush=True
    )
    return run_stages(stages, "check") if stages else 0


if __name__ == "__main__":
    sys.exit(main())
