"""The distributed environment on one machine: PostgreSQL, RabbitMQ, a mail server, one process for each part.

For tests, benches and drills, and for `make services` (`local.services`), which also starts again what dies.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from local.database_server import database_server, migrate_all
from local.databases import SERVICES, role_urls
from local.ends import cause_of_end
from local.layout import PARTS, Layout
from local.postgres import Postgres, free_port
from local.rabbitmq import Broker, BrokerFailed, find_broker
from local.smtp_server import SmtpServer
from local.supervision import Server, ServerFailed

READY_SECONDS = 180.0
STOP_SECONDS = 20.0
NO_BROKER = "No RabbitMQ. Set RABBITMQ_URL, or install rabbitmq-server or Docker."
NOT_PASSED_ON = (
    *("DATABASE_URL", "MIGRATION_DATABASE_URL", "ADMIN_DATABASE_URL"),
    *("RABBITMQ_URL", "PORT", "HOST", "PUBLIC_URL", "MAIL_URL", "MEDIA_URL", "SEALING_KEY"),
)
"""Variables of this process that the parts must not inherit."""


def process_names(part: str, replicas: int) -> list[str]:
    """The names of the processes of a part: `booking`, `booking-2`, ..."""
    return [part, *(f"{part}-{number}" for number in range(2, replicas + 1))]


def part_of(name: str) -> str:
    """The part of which this is a process."""
    return name.partition("-")[0]


class PartFailed(ServerFailed):
    """A part did not become ready; the message says why, or holds the end of its log."""


@dataclass(frozen=True)
class Code:
    """What a process runs."""

    python: str = sys.executable
    """The interpreter, which has the packages of others."""
    folders: tuple[Path, ...] = ()
    """Where our own packages are, if not where this interpreter finds them."""

    @property
    def variables(self) -> dict[str, str]:
        """Folders named so come before those of editable installs, which stand in .pth files."""
        return {"PYTHONPATH": os.pathsep.join(map(str, self.folders))} if self.folders else {}


THIS_CHECKOUT = Code()


@dataclass(frozen=True)
class Replica:
    """One more process of a part, beside that which the others know."""

    url: str
    operations_port: int
    process: subprocess.Popen[bytes]


@dataclass(frozen=True)
class Found:
    """What a process says of itself to operators."""

    ready: bool
    degraded: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether it can serve and all that it uses is there."""
        return self.ready and not self.degraded


class Cluster:
    """Runs each service and the gateway as a process that can be killed and started again."""

    def __init__(
        self,
        folder: Path,
        *,
        ports: dict[str, int] | None = None,
        durable: bool = False,
        extra: dict[str, dict[str, object]] | None = None,
        replicas: int = 1,
        code: Code = THIS_CHECKOUT,
    ) -> None:
        """Ports that are not named are chosen freely. `extra` holds further settings by part and name.

        With several `replicas` a part runs as the processes `booking`, `booking-2`, ...: what takes the name
        of a part takes that of a process too. Who reaches a part then has to be told where (`addresses`).
        """
        self.folder = folder
        self.code = code
        """What migrates at the start, and what processes run that are started from now on."""
        self.mail = SmtpServer()
        self.processes = tuple(name for part in PARTS for name in process_names(part, replicas))
        """The processes in the order of their start."""
        self.ports = {name: (ports or {}).get(name) or free_port() for name in self.processes}
        self.addresses: dict[str, str] = {}
        """Where others reach a part, if not at the port of its one process: set before the start."""
        self.variables: dict[str, dict[str, str]] = {}
        """Environment variables of a part's processes that are no settings of it: set before the start."""
        self.server_url = ""
        """The database server with the role that owns it, for what no service may do."""
        self.operations_ports = {name: free_port() for name in self.processes}
        self.database_urls: dict[str, str] = {}
        self._durable = durable
        self._extra = extra or {}
        self._broker: Broker | None = None
        self._postgres: Postgres | None = None
        self._stack = ExitStack()
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._own: dict[str, dict[str, object]] = {}
        """Settings of single processes."""
        self._layout: Layout | None = None

    @property
    def url(self) -> str:
        """The address for browsers: the gateway's."""
        return self.addresses.get("gateway") or self.url_of("gateway")

    def settings_of(self, part: str) -> dict[str, object]:
        """The settings of one part, by field name, for another application of it; the cluster must run."""
        assert self._layout is not None
        return self._layout.settings(part)

    def owner_url(self, service: str) -> str:
        """One service's database with the role that owns its tables, as migrations use it."""
        return role_urls(self.server_url, service, f"openhours_{service}").owner

    def url_of(self, part: str) -> str:
        """The address of one part."""
        return f"http://127.0.0.1:{self.ports[part]}"

    def operations_url_of(self, part: str) -> str:
        """The address where operators read the metrics of one part."""
        return f"http://127.0.0.1:{self.operations_ports[part]}"

    @property
    def broker(self) -> Broker:
        """The message broker; the cluster must have been started."""
        assert self._broker is not None
        return self._broker

    @property
    def stores(self) -> list[Server]:
        """Database server and broker, as far as they are processes of this cluster."""
        return [server for server in (self._postgres, self._broker) if server is not None]

    def start(self) -> None:
        """Start everything; returns when every part is ready and all that it uses is there."""
        self._broker = find_broker(self.folder / "rabbitmq")
        if self._broker is None:
            raise BrokerFailed(NO_BROKER)
        if self._broker.stoppable:
            self._stack.callback(self._broker.stop)
        with ThreadPoolExecutor(1) as beside:  # the broker starts while the databases are migrated
            broker = beside.submit(self._broker.start)
            url, self._postgres = self._stack.enter_context(
                database_server(self.folder / "postgres", durable=self._durable)
            )
            self.server_url = url
            self.mail.start()
            self._stack.callback(self.mail.stop)
            self._lay_out(self._broker.url)
            self._migrate()
            broker.result()
        for name in self.processes:
            self.launch(name)
        for name in self.processes:
            self.wait_complete(name)

    def _lay_out(self, broker_url: str) -> None:
        names = {service: f"openhours_{service}" for service in SERVICES}
        self.database_urls = {each: role_urls(self.server_url, each, names[each]).runtime for each in names}
        self._layout = Layout(
            folder=self.folder,
            public_url=self.url,
            database_urls=self.database_urls,
            service_urls={name: self.addresses.get(name) or self.url_of(name) for name in SERVICES},
            rabbitmq_url=broker_url,
            mail_url=self.mail.smtp_url,
            extra=self._extra,
            server_url=self.server_url if self._postgres is not None else None,
            owner_urls={name: self.owner_url(name) for name in SERVICES},
            operations_ports=self.operations_ports,
        )
        self._layout.prepare()

    def _migrate(self) -> None:
        if self.code == THIS_CHECKOUT:
            asyncio.run(migrate_all(self.server_url))
            return
        with ThreadPoolExecutor(len(SERVICES)) as together:
            for done in together.map(self.migrate, SERVICES):
                if done.returncode:
                    raise PartFailed(done.stderr)

    def migrate(self, service: str) -> subprocess.CompletedProcess[str]:
        """Migrate a service's database as operators do, by a process (`python -m booking migrate`) of the
        present code. The database server must be this cluster's own."""
        owned = {"MIGRATION_DATABASE_URL": self.owner_url(service), "ADMIN_DATABASE_URL": self.server_url}
        return subprocess.run(
            [self.code.python, "-m", service, "migrate"],
            cwd=self.folder,
            env={**self._environment(service), **owned},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def stop(self) -> None:
        """Stop the parts, the gateway first, then mail server, broker and database server."""
        for name in reversed(self._processes):
            self._signal(name, signal.SIGTERM)
        for process in self._processes.values():
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._processes.clear()
        self._stack.close()

    def launch(self, name: str, **settings: object) -> None:
        """Start this process, without waiting for it: of the cluster, or one more of a part (`booking-2`),
        with these settings of its own."""
        port = self.ports.setdefault(name, free_port())
        operations_port = self.operations_ports.setdefault(name, free_port())
        self._own.setdefault(name, {}).update(settings)
        self._processes[name] = self._process(name, port, operations_port)

    @contextmanager
    def another(self, part: str) -> Generator[Replica]:
        """A second process of the same part, ready, on a port of its own that the gateway does not know."""
        port, operations_port = free_port(), free_port()
        process = self._process(part, port, operations_port)
        try:
            self._wait_until(part, operations_port, lambda found: found.ready, READY_SECONDS)
            yield Replica(f"http://127.0.0.1:{port}", operations_port, process)
        finally:
            process.kill()
            process.wait()

    def _environment(self, part: str) -> dict[str, str]:
        assert self._layout is not None
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
        told = {**self._layout.environment(part), **self.variables.get(part, {})}
        return {**inherited, **told, **self.code.variables}

    def _process(self, name: str, port: int, operations_port: int) -> subprocess.Popen[bytes]:
        part = part_of(name)
        ports = {"PORT": str(port), "OPERATIONS_PORT": str(operations_port)}
        own = {field.upper(): str(value) for field, value in self._own.get(name, {}).items()}
        with self.log_of(name).open("ab") as log:
            return subprocess.Popen(
                [self.code.python, "-m", part, "serve"],
                cwd=self.folder,
                env={**self._environment(part), **own, **ports},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self, part: str) -> None:
        """Kill one part with SIGKILL and wait for its end."""
        self._signal(part, signal.SIGKILL)
        self._processes[part].wait()

    def stop_process(self, name: str) -> None:
        """Tell one process to stop, and wait until it has finished its work. Raises PartFailed when it takes
        longer than STOP_SECONDS."""
        self._signal(name, signal.SIGTERM)
        try:
            self._processes[name].wait(STOP_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise PartFailed(f"{name} does not stop:\n{self._log_end(name)}") from error

    def restart(self, part: str) -> None:
        """Start a killed part again; returns when it is ready and all that it uses is there."""
        self.launch(part)
        self.wait_complete(part)

    @contextmanager
    def changed(self, parts: Sequence[str], **settings: object) -> Generator[None]:
        """Run these parts with further settings while the block lasts: they stop and start again for it."""
        before = {part: self._extra.get(part, {}) for part in parts}
        try:
            self._extra |= {part: {**own, **settings} for part, own in before.items()}
            self._renew(parts)
            yield
        finally:
            self._extra |= before
            self._renew(parts)

    def _renew(self, parts: Sequence[str]) -> None:
        for part in parts:
            self._signal(part, signal.SIGTERM)
        for part in parts:
            self._processes[part].wait(STOP_SECONDS)
            self.launch(part)
        for part in parts:
            self.wait_complete(part)

    def wait_ready(self, part: str = "gateway", seconds: float = READY_SECONDS) -> None:
        """Return when this part can serve. Raises PartFailed when it ends or takes longer than `seconds`."""
        self._wait_until(part, self.operations_ports[part], lambda found: found.ready, seconds)

    def wait_complete(self, part: str = "gateway", seconds: float = READY_SECONDS) -> None:
        """Return when this part can serve and all that it uses is there, so that alerts and mails of what
        follows arrive. Raises PartFailed when it ends or takes longer than `seconds`."""
        self._wait_until(part, self.operations_ports[part], lambda found: found.complete, seconds)

    def _wait_until(
        self, part: str, operations_port: int, enough: Callable[[Found], bool], seconds: float
    ) -> None:
        deadline = time.monotonic() + seconds
        with httpx.Client(base_url=f"http://127.0.0.1:{operations_port}", timeout=2) as operator:
            while time.monotonic() < deadline:
                if self.end_of(part) is not None:
                    raise PartFailed(f"{part} ended:\n{self._log_end(part)}")
                if enough(_found(operator)):
                    return
                time.sleep(0.05)
        raise PartFailed(f"{part} did not become ready:\n{self._log_end(part)}")

    def process_id(self, part: str) -> int:
        """The process id of this part."""
        return self._processes[part].pid

    def end_of(self, part: str) -> int | None:
        """The code with which the process of this part ended; None while there is one, or none any more."""
        process = self._processes.get(part)
        return process.poll() if process else None

    def cause_of_end(self, part: str) -> str:
        """Why its process ended, and where its log is."""
        cause = cause_of_end(self._log_end(part), self.end_of(part))
        return f"{cause}; its log: {self.log_of(part)}"

    def log_of(self, part: str) -> Path:
        """The log file of one part."""
        folder = self.folder / "logs"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{part}.log"

    def _signal(self, part: str, order: signal.Signals) -> None:
        process = self._processes.get(part)
        if process and process.poll() is None:
            process.send_signal(order)

    def _log_end(self, part: str) -> str:
        return self.log_of(part).read_text(errors="replace")[-4000:]


def _found(operator: httpx.Client) -> Found:
    """What a process says on its port for operators; not ready while it says nothing. What release 1.0.0
    calls ready has all that it uses, and names nothing as degraded."""
    try:
        answer = operator.get("/health/ready")
        return Found(answer.is_success, tuple(answer.json().get("degraded", ())))
    except (httpx.TransportError, ValueError):
        return Found(ready=False)


@contextmanager
def running_cluster(cluster: Cluster) -> Generator[Cluster]:
    """Start a cluster and stop it when the block ends."""
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
