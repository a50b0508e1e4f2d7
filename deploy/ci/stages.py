"""The stages of `make test` (the gate), of its parts, and of `make test-all`."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Final

from local.databases import CHECKOUT

WEB: Final = CHECKOUT / "web"
CORES: Final = max(2, os.cpu_count() or 1)
REPORT: Final = "{report}"
"""Placeholder for the JUnit file that a test runner writes."""
EVIDENCE: Final = "{evidence}"
"""Placeholder for the folder in which a test runner leaves what a failed test wrote."""
FAILED_IDS: Final = f"{EVIDENCE}/failed-tests.txt"
"""Where `testkit.failed_ids` lists the ids of failed tests."""


IN_ORDER: Final = ("--dist", "loadfile", "--no-loadscope-reorder")
"""A process of pytest takes the next file when it has done one. By itself it would keep files of few tests
for the end, where a long one keeps all others waiting.
"""
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - read by nobody but the tests, who make private folders in it
ENOUGH_MEMORY: Final = 10 << 30
"""Bytes: half for the files of the gate, half for its processes."""


class Runner(Enum):
    """What runs the tests of a stage: how it is told to run some of them again depends on it."""

    TOOL = auto()
    """No test runner: the stage counts as one check."""
    PYTEST = auto()
    VITEST = auto()
    PLAYWRIGHT = auto()


@dataclass(frozen=True)
class Stage:
    """One command of the checks."""

    name: str
    command: tuple[str, ...]
    folder: Path = CHECKOUT
    environment: dict[str, str] = field(default_factory=dict[str, str])
    runner: Runner = Runner.TOOL
    cores: int = CORES
    """How many it keeps busy: stages run side by side as long as there are cores for them."""


def tool(name: str) -> str:
    """The path of a program in the Python environment."""
    return str(CHECKOUT / ".venv" / "bin" / name)


def pytest_stage(
    name: str, places: Sequence[str], *words: str, workers: int = 0, cores: int = CORES
) -> Stage:
    """Python tests in these files and folders, their files spread in this order over `workers` processes."""
    distribution = ("-n", str(workers), *IN_ORDER) if workers else ()
    arguments = ("--failed-first", *distribution, *words, f"--junitxml={REPORT}", *places)
    return Stage(
        name,
        (tool("pytest"), "-q", *arguments),
        environment={"EVIDENCE": EVIDENCE, "FAILED_IDS": FAILED_IDS},
        runner=Runner.PYTEST,
        cores=cores,
    )


def vitest_stage(name: str, *words: str) -> Stage:
    """Tests of the web app without a browser; `words` choose some of them."""
    reporters = ("--reporter=dot", "--reporter=junit", f"--outputFile.junit={REPORT}")
    # Vitest starts a process for each core: beside another stage they take the time that it leaves idle.
    command = ("npx", "vitest", "run", *reporters, *words)
    return Stage(name, command, WEB, runner=Runner.VITEST, cores=CORES // 2)


def browser_stage(name: str, environment: str, *words: str, long: bool = False, cores: int = CORES) -> Stage:
    """Browser tests against one of the two environments; `long` ones see screens in each size and scheme."""
    command = (tool("python"), "-m", "ci.browser", environment, "--reporter=line,junit", *words)
    return Stage(
        name,
        command,
        environment={
            "PLAYWRIGHT_JUNIT_OUTPUT_FILE": REPORT,
            "EVIDENCE": EVIDENCE,
            **({"E2E_WHOLE": "1"} if long else {}),
        },
        runner=Runner.PLAYWRIGHT,
        cores=cores,
    )


def folders(*patterns: str) -> list[str]:
    """The folders of the checkout that match, relative to it, pattern by pattern."""
    return [str(path.relative_to(CHECKOUT)) for each in patterns for path in sorted(CHECKOUT.glob(each))]


def lint(long: bool) -> list[Stage]:
    """Style, types, dead code and import layers, in Python and TypeScript."""
    del long
    npm = ("npm", "run", "--silent")
    return [
        Stage("pyright", (tool("pyright"),), cores=1),
        Stage("eslint", (*npm, "lint"), WEB, cores=1),
        Stage("tsc", (*npm, "typecheck"), WEB, cores=1),
        Stage("dead-code", (*npm, "--if-present", "dead-code"), WEB, cores=1),
        Stage("budget", (*npm, "budget"), WEB, cores=1),
        Stage("format-web", (*npm, "format-check"), WEB, cores=1),
        Stage("ruff", (tool("ruff"), "check", "."), cores=1),
        Stage("format", (tool("ruff"), "format", "--check", "."), cores=1),
        Stage("boundaries", (tool("lint-imports"),), cores=1),
    ]


UNIT: Final = ("services/*/tests/unit", "gateway/tests/unit", "deploy/tests")
"""Tests of pure functions, and of deploy itself."""
SERVICE: Final = ("deploy/attacks", "services/*/tests/service", "gateway/tests/service")
"""Tests of each service over HTTP on a real database, of chassis and gateway, and attacks."""
CONTRACT: Final = ("services/*/tests/contract", "gateway/tests/contract", "proto-contracts/tests")
"""Statements on large tables, plans, and what is generated. Those that take longest come first."""


def unit(long: bool) -> list[Stage]:
    """Tests of pure functions, and of deploy itself."""
    return [pytest_stage("unit", folders(*UNIT), *_marked(long), workers=CORES)]


def service(long: bool) -> list[Stage]:
    """Tests of each service over HTTP on a real database, of chassis and gateway, attacks, and contracts."""
    return _beside_attacks("service", (*CONTRACT, *SERVICE), long)


def python(long: bool) -> list[Stage]:
    """The parts `unit` and `service` in one run: each of its processes loads the code once."""
    return _beside_attacks("python", (*CONTRACT, *SERVICE, *UNIT), long)


def _beside_attacks(name: str, patterns: Sequence[str], long: bool) -> list[Stage]:
    """Two stages side by side: the attacks that share one system, in one process, and all other tests.

    The others have more workers than cores, because they often wait for the database.
    """
    workers, cores = CORES + 1, CORES // 2
    others = _marked(long, "not shared_system")
    return [
        pytest_stage("attacks", ["deploy/attacks"], *_marked(long, "shared_system"), cores=cores),
        pytest_stage(name, folders(*patterns), *others, workers=workers, cores=cores),
    ]


def end_to_end(long: bool) -> list[Stage]:
    """Tests of the whole system through its public calls, in both environments."""
    # They run side by side, because each often waits for its environment. The longer one comes first.
    embedded, distributed = ("-k", "embedded"), ("-k", "not embedded")
    return [
        pytest_stage("e2e-distributed", ["deploy/e2e"], *distributed, *_marked(long), cores=CORES // 2),
        pytest_stage("e2e-embedded", ["deploy/e2e"], *embedded, *_marked(long), cores=CORES // 2),
    ]


def _marked(long: bool, which: str = "") -> tuple[str, ...]:
    """pytest's arguments that choose tests by their marks: `which`, and long ones only if they are wanted."""
    wanted = " and ".join(filter(None, (which, "" if long else "not long")))
    return ("-m", wanted) if wanted else ()


def web(long: bool) -> list[Stage]:
    """The unit tests of the web app."""
    del long
    return [vitest_stage("vitest")]


def browser(long: bool) -> list[Stage]:
    """Every screen and flow in a browser. `end_to_end` runs some in the distributed environment too."""
    left_out = ("--grep-invert", f"{LONG}|{BETWEEN_PROCESSES}")
    # Each browser often waits. It begins beside the other environment, in which one waits even longer.
    words = ("--workers=3", *(() if long else left_out))
    return [browser_stage("browser", "embedded", *words, long=long, cores=CORES // 2)]


LONG: Final = "@long"
"""The tag of browser tests that run in `make test-all` alone; `pytest.mark.long` is the same in Python."""
BETWEEN_PROCESSES: Final = "@between-processes"
"""The tag of those that the gate runs in the distributed environment (`e2e/test_in_a_browser.py`)."""

PARTS: Final[dict[str, Callable[[bool], list[Stage]]]] = {
    "lint": lint,
    "unit": unit,
    "service": service,
    "web": web,
    "e2e": end_to_end,
    "browser": browser,
}
GATE: Final = (lint, python, end_to_end, web, browser)
"""All parts. The environments of `end_to_end` often wait: they begin beside the tests of Python."""


def stages_of(names: list[str], *, long: bool) -> list[Stage]:
    """The stages of the named parts, or of all parts; `long` tests only if they are wanted."""
    chosen = [PARTS[name] for name in names] or GATE
    return [stage for part in chosen for stage in part(long)]


def _temporary_files() -> dict[str, str]:
    """TMPDIR in memory if there is enough of it: databases are made and dropped sooner there."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir():
        return {}
    told, system = os.statvfs(MEMORY), Path("/proc/meminfo").read_text()
    available = int(system.partition("MemAvailable:")[2].split()[0]) << 10
    fits = min(told.f_bavail * told.f_frsize, available) >= ENOUGH_MEMORY
    return {"TMPDIR": str(MEMORY)} if fits and not told.f_flag & os.ST_NOEXEC else {}


def quiet_environment() -> dict[str, str]:
    """The environment variables of a check: no colours, no questions, Node and Python of .venv first."""
    return {
        **os.environ,
        **_temporary_files(),
        "PATH": f"{CHECKOUT / '.venv' / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
        "NO_COLOR": "1",
        # else each pytest process would compile several hundred modules again
        "PYTHONDONTWRITEBYTECODE": "",
        "CI": os.environ.get("CI", ""),
        "npm_config_update_notifier": "false",
    }
