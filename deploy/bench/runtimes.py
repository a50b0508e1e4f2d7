"""What a call costs with other parts below the service: loop, parser of HTTP, JSON, interpreter; in one run.

BENCH_PYTHONS names further interpreters, separated by colons, each with the packages of requirements.txt:

    uv venv .venvs/3.14 --python 3.14
    uv pip install --python .venvs/3.14/bin/python -r requirements.txt -e services/chassis …
    BENCH_PYTHONS=.venvs/3.14/bin/python make bench
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Final

import httpx
from cryptography.fernet import Fernet
from local.databases import CHECKOUT, create_database, migrate
from local.postgres import Postgres

from bench.fixtures.alerts import insert_alerts
from bench.load import Target, send_repeatedly, target
from bench.processes import ServerProcess, running_server, until_ready
from bench.runtime_service import READER, TOKEN_PATH

SETTING: Final = "BENCH_PYTHONS"
COMPARED: Final = ("uvicorn", "uvloop", "httptools", "h11", "orjson", "asyncpg", "pydantic")
ROUNDS, SECONDS = 5, 1.0
CONNECTIONS: Final = 8
ALERTS: Final = 500
CALLS: Final = {"get_conversations": "/api/get_conversations", "20 alerts": "/internal/alerts?limit=20"}
"""A trivial read, and one with rows and JSON."""
_BUILD: Final = """
import json, sys, sysconfig
from importlib.metadata import version
print(json.dumps({
    "python": sys.version.split()[0],
    "arguments": sysconfig.get_config_var("CONFIG_ARGS") or "",
    "packages": {name: version(name) for name in sys.argv[1:]},
}))
"""


@dataclass(frozen=True)
class Runtime:
    """What runs below the service."""

    python: str = sys.executable
    loop: str = "uvloop"
    parser: str = "httptools"
    encoder: str = "orjson"


USUAL: Final = Runtime()


async def runtime_cost(folder: Path) -> list[str]:
    """Measure each runtime in turn; returns the lines to print."""
    os.environ.setdefault("SEALING_KEY", Fernet.generate_key().decode())
    with Postgres(folder / "runtimes", durable=False) as server:
        url = await create_database(server.url(), "notifications")
        await migrate("notifications", url)
        await insert_alerts(url, READER, ALERTS)
        runtimes = runtimes_to_compare()
        costs = await _costs(url, runtimes)
    pythons = dict.fromkeys(each.python for each in runtimes)
    return [*table(costs), *map(packages_line, pythons)]


def runtimes_to_compare() -> list[Runtime]:
    """The usual one, one with each part changed, and one for each further interpreter."""
    others = [path for path in os.environ.get(SETTING, "").split(os.pathsep) if path]
    changed = [replace(USUAL, loop="asyncio"), replace(USUAL, parser="h11"), replace(USUAL, encoder="json")]
    return [USUAL, *changed, *(replace(USUAL, python=path) for path in others)]


async def _costs(url: str, runtimes: list[Runtime]) -> dict[Runtime, dict[str, float]]:
    """Microseconds of processor time for each call, the median of rounds in which all take their turn."""
    with ExitStack() as stack:
        servers: dict[Runtime, tuple[ServerProcess, str]] = {}
        for each in runtimes:
            parts = (each.loop, each.parser, each.encoder, url)
            server = stack.enter_context(running_server("runtime_server", *parts, python=each.python))
            await until_ready(server)
            async with httpx.AsyncClient() as http:
                servers[each] = server, (await http.get(server.url + TOKEN_PATH)).text
        found: dict[Runtime, dict[str, float]] = {each: {} for each in runtimes}
        for call, path in CALLS.items():
            rounds = [
                {
                    each: await _cpu_of_an_answer(server, target(server.url, path, token))
                    for each, (server, token) in servers.items()
                }
                for _ in range(ROUNDS + 1)
            ]
            for each in runtimes:  # the first round warms up
                found[each][call] = median(taken[each] for taken in rounds[1:])
    return found


async def _cpu_of_an_answer(server: ServerProcess, target: Target) -> float:
    before = server.cpu_seconds()
    answers, _ = await send_repeatedly(target, seconds=SECONDS, connections=CONNECTIONS)
    return (server.cpu_seconds() - before) / answers * 1e6


def table(costs: dict[Runtime, dict[str, float]]) -> list[str]:
    """The lines of a Markdown table: microseconds of each call, and how many times as much as usual."""
    header = ["runtime", *(f"{call}, µs (÷ usual)" for call in CALLS)]
    rows = [
        [
            _name(runtime),
            *(f"{cost[call]:.0f} ({cost[call] / costs[USUAL][call]:.2f})" for call in CALLS),
        ]
        for runtime, cost in costs.items()
    ]
    return [f"| {' | '.join(cells)} |" for cells in [header, ["---"] * len(header), *rows]]


def _name(runtime: Runtime) -> str:
    python = f"Python {_build_of(runtime.python).python}" if runtime.python != sys.executable else ""
    parts = (runtime.loop, runtime.parser, runtime.encoder)
    changed = [python, *(part for part in parts if part not in vars(USUAL).values())]
    return " ".join(filter(None, changed)) or f"usual: {', '.join(parts)}"


@dataclass(frozen=True)
class _Build:
    """An interpreter."""

    python: str
    """Its version."""
    arguments: str
    """How it was configured."""
    packages: dict[str, str]
    """The versions of what is compared."""


def _build_of(python: str) -> _Build:
    asked = subprocess.run([python, "-c", _BUILD, *COMPARED], check=True, capture_output=True, text=True)
    return _Build(**json.loads(asked.stdout))


def packages_line(python: str) -> str:
    """The versions of an interpreter and what it runs, and whether they are those of requirements.txt."""
    build = _build_of(python)
    locked = locked_versions((CHECKOUT / "requirements.txt").read_text())
    shown = ", ".join(_shown(name, found, locked.get(name)) for name, found in build.packages.items())
    return f"{python}: Python {build.python}, {build_words(build.arguments)}; {shown}"


def _shown(name: str, found: str, locked: str | None) -> str:
    return f"{name} {found}" if found == locked else f"{name} {found} (requirements.txt has {locked})"


def locked_versions(requirements: str) -> dict[str, str]:
    """The versions that a list of requirements pins."""
    return dict(re.findall(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==(\S+)", requirements, re.MULTILINE))


def build_words(arguments: str) -> str:
    """Whether an interpreter configured with these arguments was built with PGO and LTO."""
    missing = [option for option in ("--enable-optimizations", "--with-lto") if option not in arguments]
    return f"configured without {' and '.join(missing)}" if missing else "an optimised build"


def own_build() -> str:
    """The interpreter of this process, and how it was built."""
    return f"Python {sys.version.split()[0]}, {build_words(sysconfig.get_config_var('CONFIG_ARGS') or '')}"
