"""The stages of `make test` and of its parts."""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from local.databases import CHECKOUT

WEB = CHECKOUT / "web"
CORES = max(2, os.cpu_count() or 1)
REPORT = "{report}"
"""Placeholder for the JUnit file that a test runner writes."""


@dataclass(frozen=True)
class Stage:
    """One command of the checks. Without REPORT in its arguments it counts as one check."""

    name: str
    command: tuple[str, ...]
    folder: Path = CHECKOUT
    environment: dict[str, str] = field(default_factory=dict[str, str])
    alone: bool = True
    """Whether it needs all cores. Stages that do not run beside their neighbours in the list."""

    @property
    def counts(self) -> bool:
        """Whether its runner reports single tests."""
        spoken = (*self.command, *self.environment.values())
        return any(REPORT in word for word in spoken)


def tool(name: str) -> str:
    """The path of a program in the Python environment."""
    return str(CHECKOUT / ".venv" / "bin" / name)


def pytest_stage(name: str, *patterns: str, workers: int = 0) -> Stage:
    """Python tests in all folders that match, their files spread over `workers` processes."""
    folders = sorted(str(path.relative_to(CHECKOUT)) for each in patterns for path in CHECKOUT.glob(each))
    distribution = ("-n", str(workers), "--dist", "loadfile") if workers else ()
    return Stage(name, (tool("pytest"), "-q", *distribution, f"--junitxml={REPORT}", *folders))


def browser_stage(name: str, environment: str) -> Stage:
    """Browser tests against one of the two environments."""
    command = (tool("python"), "-m", "ci.browser", environment, "--reporter=line,junit")
    return Stage(name, command, environment={"PLAYWRIGHT_JUNIT_OUTPUT_FILE": REPORT})


def lint() -> list[Stage]:
    """Style, types, dead code and import layers, in Python and TypeScript. Each stage needs one core."""
    return [
        Stage("pyright", (tool("pyright"),), alone=False),
        Stage("eslint", ("npm", "run", "--silent", "lint"), WEB, alone=False),
        Stage("tsc", ("npm", "run", "--silent", "typecheck"), WEB, alone=False),
        Stage("dead-code", ("npm", "run", "--silent", "--if-present", "dead-code"), WEB, alone=False),
        Stage("budget", ("npm", "run", "--silent", "budget"), WEB, alone=False),
        Stage("ruff", (tool("ruff"), "check", "."), alone=False),
        Stage("format", (tool("ruff"), "format", "--check", "."), alone=False),
        Stage("boundaries", (tool("lint-imports"),), alone=False),
    ]


def unit() -> list[Stage]:
    """Tests of pure functions, and of deploy itself."""
    return [
        pytest_stage("unit", "services/*/tests/unit", "gateway/tests/unit", "deploy/tests", workers=CORES)
    ]


def service() -> list[Stage]:
    """Tests of each service over HTTP on a real database, of chassis and gateway, attacks, and contracts."""
    return [
        # More workers than cores, because workers often wait for the database.
        pytest_stage(
            "service",
            "services/*/tests/service",
            "gateway/tests/service",
            "deploy/attacks",
            workers=2 * CORES,
        ),
        pytest_stage(
            "contract",
            "services/*/tests/contract",
            "gateway/tests/contract",
            "proto-contracts/tests",
            workers=CORES,
        ),
    ]


def end_to_end() -> list[Stage]:
    """Tests of the whole system through its public calls, in both environments."""
    # They run side by side, because each often waits for its environment.
    return [
        replace(_only(pytest_stage("e2e-embedded", "deploy/e2e"), "embedded"), alone=False),
        # `make run` itself goes here, because this stage is the shorter one.
        replace(_only(pytest_stage("e2e-distributed", "deploy/e2e"), "not embedded"), alone=False),
    ]


def _only(stage: Stage, which: str) -> Stage:
    """The stage reduced to the tests that pytest's -k selects."""
    return replace(stage, command=(*stage.command, "-k", which))


def web() -> list[Stage]:
    """The unit tests of the web app."""
    command = ("npx", "vitest", "run", "--reporter=dot", "--reporter=junit", f"--outputFile.junit={REPORT}")
    return [Stage("vitest", command, WEB)]


def browser() -> list[Stage]:
    """Every screen and flow in a browser. `end_to_end` runs some in the distributed environment too."""
    return [browser_stage("browser", "embedded")]


PARTS = {
    "lint": lint,
    "unit": unit,
    "service": service,
    "web": web,
    "e2e": end_to_end,
    "browser": browser,
}


def stages_of(names: list[str]) -> list[Stage]:
    """The stages of the named parts, or of all parts."""
    return [stage for name in names or PARTS for stage in PARTS[name]()]


def quiet_environment() -> dict[str, str]:
    """The environment variables of a check: no colours, no questions, Node and Python of .venv first."""
    return {
        **os.environ,
        "PATH": f"{CHECKOUT / '.venv' / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
        "NO_COLOR": "1",
        # else each pytest process would compile several hundred modules again
        "PYTHONDONTWRITEBYTECODE": "",
        "CI": os.environ.get("CI", ""),
        "npm_config_update_notifier": "false",
    }
