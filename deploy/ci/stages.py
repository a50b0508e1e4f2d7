"""What `make test` and its parts consist of."""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from local.databases import CHECKOUT

WEB = CHECKOUT / "web"
CORES = max(2, os.cpu_count() or 1)
BOOKING_JOURNEY = "booking-journey.spec.ts"
REPORT = "{report}"
"""Stands for the file in which a test runner leaves its counts (JUnit's XML)."""


@dataclass(frozen=True)
class Stage:
    """One command of the checks. With no REPORT among its words it counts as one check itself."""

    name: str
    words: tuple[str, ...]
    folder: Path = CHECKOUT
    environment: dict[str, str] = field(default_factory=dict[str, str])
    alone: bool = True
    """Whether it keeps all cores busy by itself. Others run beside their neighbours in the list."""

    @property
    def counts(self) -> bool:
        """Whether it says how many tests passed."""
        spoken = (*self.words, *self.environment.values())
        return any(REPORT in word for word in spoken)


def tool(name: str) -> str:
    """A program of the Python environment."""
    return str(CHECKOUT / ".venv" / "bin" / name)


def pytest_stage(name: str, *patterns: str, workers: int = 0) -> Stage:
    """The Python tests in all folders that fit these patterns, each file in one of so many processes."""
    folders = sorted(str(path.relative_to(CHECKOUT)) for each in patterns for path in CHECKOUT.glob(each))
    shared_out = ("-n", str(workers), "--dist", "loadfile") if workers else ()
    return Stage(name, (tool("pytest"), "-q", *shared_out, f"--junitxml={REPORT}", *folders))


def browser_stage(name: str, stages_of: str, *tests: str) -> Stage:
    """Browser tests against one of the two sets."""
    words = (tool("python"), "-m", "ci.browser", stages_of, "--reporter=line,junit", *tests)
    return Stage(name, words, environment={"PLAYWRIGHT_JUNIT_OUTPUT_FILE": REPORT})


def lint() -> list[Stage]:
    """Style, types and boundaries of everything, Python and TypeScript; each of them keeps one core busy."""
    return [
        Stage("pyright", (tool("pyright"),), alone=False),
        Stage("eslint", ("npm", "run", "--silent", "lint"), WEB, alone=False),
        Stage("tsc", ("npm", "run", "--silent", "typecheck"), WEB, alone=False),
        Stage("dead-code", ("npm", "run", "--silent", "--if-present", "dead-code"), WEB, alone=False),
        Stage("ruff", (tool("ruff"), "check", "."), alone=False),
        Stage("format", (tool("ruff"), "format", "--check", "."), alone=False),
        Stage("boundaries", (tool("lint-imports"),), alone=False),
    ]


def unit() -> list[Stage]:
    """Pure rules."""
    return [
        pytest_stage("unit", "services/*/tests/unit", "gateway/tests/unit", "deploy/tests", workers=CORES)
    ]


def service() -> list[Stage]:
    """Each service over HTTP on a real database, chassis and gateway included; the contracts."""
    return [
        # One more than there are cores: each waits for its database a good part of the time.
        pytest_stage("service", "services/*/tests/service", "gateway/tests/service", workers=CORES + 1),
        pytest_stage(
            "contract",
            "services/*/tests/contract",
            "gateway/tests/contract",
            "proto-contracts/tests",
            workers=CORES,
        ),
    ]


def end_to_end() -> list[Stage]:
    """The whole house by its public calls, in both ways it runs."""
    # Each waits for its house a good part of the time: the two stand side by side.
    return [
        replace(_only(pytest_stage("e2e", "deploy/e2e"), "not distributed"), alone=False),
        replace(_only(pytest_stage("e2e-distributed", "deploy/e2e"), "distributed"), alone=False),
    ]


def _only(stage: Stage, which: str) -> Stage:
    """The stage with those tests alone whose names say so."""
    return replace(stage, words=(*stage.words, "-k", which))


def web() -> list[Stage]:
    """The web's own tests."""
    words = ("npx", "vitest", "run", "--reporter=dot", "--reporter=junit", f"--outputFile.junit={REPORT}")
    return [Stage("vitest", words, WEB)]


def browser() -> list[Stage]:
    """Real browsers: the main job on both sets, with the machine to itself, then every screen and dialog."""
    others = sorted(spec.name for spec in (WEB / "e2e").glob("*.spec.ts") if spec.name != BOOKING_JOURNEY)
    return [
        browser_stage("booking-journey", "embedded", BOOKING_JOURNEY),
        browser_stage("booking-journey-distributed", "distributed", BOOKING_JOURNEY),
        browser_stage("screens", "embedded", *others),
    ]


PARTS = {
    "lint": lint,
    "unit": unit,
    "service": service,
    "web": web,
    "e2e": end_to_end,
    "browser": browser,
}


def stages_of(names: list[str]) -> list[Stage]:
    """The stages of the named parts, of all parts when none is named."""
    return [stage for name in names or PARTS for stage in PARTS[name]()]


def quiet_environment() -> dict[str, str]:
    """The environment of a check: one that asks nobody anything and writes no colours into logs."""
    return {
        **os.environ,
        "PATH": f"{CHECKOUT / '.venv' / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
        "NO_COLOR": "1",
        # pytest rewrites a few hundred modules, and would do so again in each of its processes.
        "PYTHONDONTWRITEBYTECODE": "",
        "CI": os.environ.get("CI", ""),
        "npm_config_update_notifier": "false",
    }
