"""Starts the embedded or the distributed environment for tests."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import httpx
from client.personas import PASSWORD
from local.cluster import Cluster, running_cluster
from local.layout import PARTS, second_factor_key
from local.postgres import ROLE, free_port
from local.staff import TEST_STAFF_EMAIL, add_test_staff

NO_RATE_LIMITS: dict[str, object] = {"rate_limit_scale": 0}
"""All users of a test run come from one address."""
CHEAP_PASSWORDS: Final = {"argon2_time_cost": 1, "argon2_memory_kib": 1024}
"""Hundreds of accounts sign up in a test run. Tests of identity check the real cost of a password."""
LOCAL_NETWORKS: Final = json.dumps(["127.0.0.0/8"])
"""Tests serve external calendars and push services from this machine, whose address is not public."""


def settings_of_parts(**more: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """By part: no rate limits, cheap passwords, and what is told besides."""
    usual: dict[str, dict[str, object]] = {"gateway": NO_RATE_LIMITS, "identity": {**CHEAP_PASSWORDS}}
    return {part: {**usual.get(part, {}), **more.get(part, {})} for part in PARTS}


@dataclass(frozen=True)
class Environment:
    """A running environment."""

    name: str
    url: str
    mail_url: str
    cluster: Cluster | None = None
    """The processes of the distributed environment."""
    embedded: "EmbeddedRun | None" = None
    """The process of the embedded environment."""

    def database_url(self, service: str) -> str:
        """The address of a service's database, for a role that may change its rows."""
        if self.cluster is not None:
            return self.cluster.database_urls[service]
        assert self.embedded is not None
        return self.embedded.database_url(service)


class EmbeddedRun:
    """`make run` in its own process, as a user starts it. LATE=1 adds latency."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = int(environment.get("PORT", 0)) or free_port()
        self.operations_port = int(environment.get("OPERATIONS_PORT", 0))
        """The first of its ports for operators, one for each part; 0 without them."""
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """Its log file."""
        return self.folder.with_suffix(".log")

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The id of its process. Raises RuntimeError when it is not started."""
        if self._process is None:
            raise RuntimeError("it is not started")
        return self._process.pid

    def database_url(self, service: str) -> str:
        """The address of a service's database, for the role that owns the database server."""
        folder = self.folder / "postgres"
        port = (folder / "data" / "postmaster.pid").read_text().splitlines()[3]
        password = (folder / "password").read_text().strip()
        return f"postgresql://{ROLE}:{password}@127.0.0.1:{port}/openhours_{service}"

    def start(self, seconds: float = 180) -> float:
        """Start it and wait until it is ready; returns the seconds that took. Raises RuntimeError."""
        began = time.monotonic()
        environment = {
            **{name: value for name, value in os.environ.items() if name != "SEALING_KEY"},
            "PORT": str(self.port),
            "DATA_DIR": str(self.folder),
            "DEMO": "0",
            "RATE_LIMIT_SCALE": "0",
            "CALENDAR_NETWORKS": LOCAL_NETWORKS,
            "PUSH_NETWORKS": LOCAL_NETWORKS,
            **{name.upper(): str(value) for name, value in CHEAP_PASSWORDS.items()},
            "STAFF_EMAIL": TEST_STAFF_EMAIL,
            "STAFF_PASSWORD": PASSWORD,
            "STAFF_KNOWN_FACTOR": "1",
            **self._environment,
        }
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "testkit.latency" if os.environ.get("LATE") == "1" else "local"],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        # One client: each would load the TLS authorities anew, 30 ms of a processor at every look.
        with httpx.Client(base_url=self.url, timeout=2) as asking:
            while time.monotonic() - began < seconds and self._process.poll() is None:
                if _ready(asking):
                    count_system("embedded")
                    return time.monotonic() - began
                time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"make run did not come up:\n{self.log.read_text(errors='replace')[-4000:]}")

    @contextmanager
    def running(self) -> Generator[Self]:
        """Start it, and stop it at the end of the block. Raises RuntimeError when it does not start."""
        self.start()
        try:
            yield self
        finally:
            self.stop()

    def stop(self) -> int:
        """Stop it with SIGTERM; returns its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """Kill it with SIGKILL. Its database server keeps running, as after a real crash."""
        return self._end(signal.SIGKILL)

    def _end(self, order: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(order)
        try:
            return process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


@contextmanager
def embedded_environment(folder: Path) -> Generator[Environment]:
    """Everything in one process, on a free port."""
    with EmbeddedRun(folder / "embedded").running() as run:
        yield Environment("embedded", run.url, f"{run.url}/dev/mail.json", embedded=run)


@contextmanager
def distributed_environment(folder: Path) -> Generator[Environment]:
    """Every part as its own process, on free ports."""
    networks = {"booking": "calendar_networks", "notifications": "push_networks"}
    extra = settings_of_parts(**{part: {name: LOCAL_NETWORKS} for part, name in networks.items()})
    with running_cluster(Cluster(folder / "distributed", extra=extra)) as cluster:
        count_system("distributed")
        add_test_staff(cluster.database_urls["identity"], PASSWORD, second_factor_key(folder / "distributed"))
        yield Environment("distributed", cluster.url, cluster.mail.list_url, cluster)


def free_ports(count: int) -> int:
    """The first of so many free ports in a row."""
    while True:
        first = free_port()
        with suppress(OSError, OverflowError):
            for port in range(first, first + count):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
            return first


def keep_logs(folder: Path) -> None:
    """Copy the logs of the systems in this folder to EVIDENCE, if that is set: a test has failed."""
    evidence = os.environ.get("EVIDENCE")
    if evidence:
        for log in folder.rglob("*.log"):
            kept = Path(evidence) / log.relative_to(folder)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(log, kept)


def count_system(kind: str) -> None:
    """Note in the file that SYSTEMS_STARTED names that a whole system was started; each costs seconds."""
    file = os.environ.get("SYSTEMS_STARTED")
    if file:
        with Path(file).open("a") as started:
            started.write(f"{kind}\n")


ENVIRONMENTS = {"embedded": embedded_environment, "distributed": distributed_environment}


def _ready(asking: httpx.Client) -> bool:
    try:
        return asking.get("/health/ready").status_code == 200
    except httpx.TransportError:
        return False
