"""How long each process takes to become ready, and what its imports cost, by Python's own profile of them."""

import asyncio
import os
import re
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from local.cluster import Cluster
from local.layout import PARTS

from bench.own_cluster import own_cluster
from bench.processor_time import cpu_seconds

HEAVIEST: Final = 10
PROFILE: Final = "PYTHONPROFILEIMPORTTIME"
"""Python writes how long each module took, without those that it imports (`python -X importtime`)."""
_LINE: Final = re.compile(r"^import time:\s+(\d+) \|\s+\d+ \|\s+([\w.]+)$", re.MULTILINE)


@dataclass(frozen=True)
class PackageImport:
    """What one package costs at start: milliseconds by the clock, and its modules."""

    name: str
    milliseconds: float
    modules: int


@dataclass(frozen=True)
class Start:
    """Seconds from the start of a process until it is ready."""

    elapsed: float
    processor: float


async def startup_cost(folder: Path) -> list[str]:
    """Start each part anew, once as it is and once with the profile; returns the lines to print."""
    async with own_cluster(folder / "startup") as cluster:
        return [line for part in PARTS for line in await asyncio.to_thread(_lines, cluster, part)]


def _lines(cluster: Cluster, part: str) -> list[str]:
    start = _start_again(cluster, part)
    read_from = cluster.log_of(part).stat().st_size
    with _profiling():
        _start_again(cluster, part)
    packages = packages_in(cluster.log_of(part).read_bytes()[read_from:].decode(errors="replace"))
    modules = sum(package.modules for package in packages)
    imports = sum(package.milliseconds for package in packages)
    heaviest = ", ".join(
        f"{package.name} {package.milliseconds:.0f} ({package.modules})" for package in packages[:HEAVIEST]
    )
    return [
        f"start of {part}: ready after {start.elapsed:.2f} s and {start.processor:.2f} s of the processor; "
        f"{modules:,} modules in {imports:,.0f} ms with the profile",
        f"    the heaviest, ms (modules): {heaviest}",
    ]


def _start_again(cluster: Cluster, part: str) -> Start:
    cluster.kill(part)
    began = time.monotonic()
    cluster.restart(part)
    return Start(time.monotonic() - began, cpu_seconds(cluster.process_id(part)))


def packages_in(profile: str) -> list[PackageImport]:
    """The packages of a profile of imports, the heaviest first; a package has its submodules' time too."""
    micros, modules = Counter[str](), Counter[str]()
    for taken, module in _LINE.findall(profile):
        package = module.partition(".")[0]
        micros[package] += int(taken)
        modules[package] += 1
    return [PackageImport(name, taken / 1000, modules[name]) for name, taken in micros.most_common()]


@contextmanager
def _profiling() -> Generator[None]:
    """Let processes that start in the block write the profile."""
    os.environ[PROFILE] = "1"
    try:
        yield
    finally:
        del os.environ[PROFILE]
