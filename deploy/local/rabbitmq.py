"""Finds or starts RabbitMQ: the one of RABBITMQ_URL, a server of this machine, or a container."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Protocol

from local.broker_membership import Membership
from local.ends import DATA_REMOVED, End, cause_of_end, kills_for_memory
from local.postgres import free_port
from local.supervision import Server, ServerFailed
from local.unprivileged_user import is_root

START_TIMEOUT = 90.0
STOP_TIMEOUT = 20.0
NAME = "RabbitMQ"
IMAGE = "rabbitmq:4"
ERLANG_ARGUMENTS = (
    # Idle schedulers spin on a loaded machine. Queues and channels measure themselves once a minute or so,
    # not every five seconds: nobody reads it sooner (measured: 3.1 ms of processor time a second before, 2.6
    # after).
    # A dead letter that finds no queue is tried again soon.
    "+sbwt none +sbwtdcpu none +sbwtdio none -rabbit quorum_tick_interval 60000"
    " -rabbit collect_statistics_interval 60000 -rabbit channel_tick_interval 300000"
    " -rabbit dead_letter_worker_publisher_confirm_timeout 2000"
)
SCRIPTS = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
"""Debian's wrapper on PATH starts the system service; this script starts a server of one's own."""


class BrokerFailed(ServerFailed):
    """The broker did not start; the message says why."""


class Broker(Server, Protocol):
    """A message broker, wherever it runs."""

    @property
    def url(self) -> str:
        """Its amqp:// address, the same after a stop and a start."""
        ...

    @property
    def stoppable(self) -> bool:
        """Whether this process may stop it."""
        ...

    def start(self) -> None:
        """Start it with the data it had, and wait until it accepts connections."""
        ...

    def stop(self) -> None:
        """Stop it; durable queues and messages stay."""
        ...

    def destroy(self) -> None:
        """Stop it and remove its data."""
        ...


class NamedBroker:
    """The broker of RABBITMQ_URL, which others may use."""

    name = NAME
    stoppable = False

    def __init__(self, url: str) -> None:
        self.url = url

    def start(self) -> None:
        """Do nothing: it runs already."""

    def stop(self) -> None:
        """Raises BrokerFailed."""
        raise BrokerFailed("The broker of RABBITMQ_URL is not ours to stop.")

    def destroy(self) -> None:
        """Do nothing."""

    def ended(self) -> End | None:
        """None: others look after it."""
        return None

    def start_again(self) -> None:
        """Do nothing: others look after it."""


class LocalBroker:
    """A node of this machine's rabbitmq-server with its own ports, cookie, name daemon and folder.

    With a `membership` it is one of several nodes of a cluster.
    """

    name = NAME
    stoppable = True

    def __init__(self, program: Path, folder: Path, membership: Membership | None = None) -> None:
        self._program = program
        self._folder = folder
        self._membership = membership
        self._kills = 0
        """How many processes the kernel had killed for memory when the node was started."""
        self._ports = [free_port() for _ in range(3)]
        if membership:
            self._ports[2] = membership.names_port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its loopback address."""
        return f"amqp://guest:guest@127.0.0.1:{self._ports[0]}/"

    @property
    def port(self) -> int:
        """Its loopback port for AMQP."""
        return self._ports[0]

    @property
    def node(self) -> str:
        """Its name, which only its own name daemon knows."""
        return self._membership.node if self._membership else "openhours@localhost"

    def start(self) -> None:
        """Start the node and wait until it accepts connections."""
        self._folder.mkdir(parents=True, exist_ok=True)
        amqp, distribution, names = self._ports
        self._configure(amqp)
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith(("RABBITMQ", "ERL"))
        }
        environment = {
            **inherited,
            "HOME": str(self._folder),
            "RUNNING_UNDER_SYSTEMD": "1",  # the script execs the node, so that signals reach it
            "RABBITMQ_NODENAME": self.node,
            "RABBITMQ_NODE_PORT": str(amqp),
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_DIST_PORT": str(distribution),
            "ERL_EPMD_PORT": str(names),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_CONFIG_FILE": str(self._folder / "rabbitmq.conf"),
            "RABBITMQ_CONF_ENV_FILE": str(self._folder / "none"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self._folder / "plugins"),
            "RABBITMQ_FEATURE_FLAGS_FILE": str(self._folder / "feature_flags"),
            "RABBITMQ_GENERATED_CONFIG_DIR": str(self._folder / "generated"),
            "RABBITMQ_LOG_BASE": str(self._folder / "log"),
            "RABBITMQ_MNESIA_BASE": str(self._folder / "mnesia"),
            "RABBITMQ_PID_FILE": str(self._folder / "pid"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": ERLANG_ARGUMENTS,
        }
        self._kills = kills_for_memory()
        with (self._folder / "out").open("wb") as out:
            self._process = subprocess.Popen([self._program], env=environment, cwd=self._folder, stdout=out,
                                             stdin=subprocess.DEVNULL, stderr=out,
                                             start_new_session=True)  # fmt: skip
        self._wait_until_ready(amqp)
        self._mark.touch()

    def _configure(self, port: int) -> None:
        (self._folder / "rabbitmq.conf").write_text(
            f"listeners.tcp.1 = 127.0.0.1:{port}\nlog.console = false\nlog.file.level = warning\n"
            "raft.wal_max_size_bytes = 8000000\ndisk_free_limit.absolute = 50MB\n"
            + (self._membership.configuration if self._membership else "")
        )
        (self._folder / "plugins").write_text("[].")
        if self._membership:
            self._membership.write_cookie(self._folder)

    def stop(self) -> None:
        """Stop the node, with SIGKILL when it takes too long, and then its name daemon."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        daemon = shutil.which("epmd")
        if daemon:
            environment = {
                **os.environ,
                "ERL_EPMD_PORT": str(self._ports[2]),
                "ERL_EPMD_ADDRESS": "127.0.0.1",
            }
            subprocess.run([daemon, "-kill"], env=environment, check=False, capture_output=True)

    def kill(self) -> None:
        """Kill the process of the node (SIGKILL), and wait until it has ended."""
        process, self._process = self._process, None
        if process is not None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def destroy(self) -> None:
        """Stop the node and remove its folder."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _wait_until_ready(self, port: int) -> None:
        assert self._process is not None
        deadline = time.monotonic() + START_TIMEOUT
        while time.monotonic() < deadline and self._process.poll() is None:
            if _accepts(port):
                return
            time.sleep(0.1)
        cause, end = self._cause_of_end(), self._log_end()
        self.stop()
        raise BrokerFailed(f"RabbitMQ did not start: {cause}.\n{end}")

    def ended(self) -> End | None:
        """How the node ended; None while it runs, and after `stop`."""
        if self._process is None:
            return None
        if not self._holds_data():  # it would go on with what it has in memory
            return End(DATA_REMOVED, hopeless=True)
        return None if self._process.poll() is None else End(self._cause_of_end())

    def start_again(self) -> None:
        """Start a node that ended, at its port and with its data. Raises BrokerFailed."""
        if not self._holds_data():
            raise BrokerFailed(DATA_REMOVED)
        self.start()

    def _holds_data(self) -> bool:
        """Whether its data are those it was started with: a node whose folder is removed makes a new one."""
        return self._mark.exists()

    @property
    def _mark(self) -> Path:
        return self._folder / "mnesia" / "openhours"

    def _log_end(self) -> str:
        out = self._folder / "out"
        return out.read_text(errors="replace")[-2000:] if out.exists() else ""

    def _cause_of_end(self) -> str:
        code = self._process.poll() if self._process else None
        killed = code == -signal.SIGKILL and kills_for_memory() > self._kills
        return cause_of_end(self._log_end(), code, killed_for_memory=killed)


class ContainerBroker:
    """RabbitMQ in a Docker container."""

    name = NAME
    stoppable = True

    def __init__(self, program: Path) -> None:
        self._program = program
        self._port = free_port()
        self._name = f"openhours-{secrets.token_hex(6)}"
        self._made = False
        self._running = False

    @property
    def url(self) -> str:
        """Its loopback address."""
        return f"amqp://guest:guest@127.0.0.1:{self._port}/"

    def start(self) -> None:
        """Create or restart the container and wait until it speaks AMQP."""
        if self._made:
            self._docker("start", self._name)
        else:
            self._docker("run", "-d", "--name", self._name, "-p", f"127.0.0.1:{self._port}:5672", IMAGE)
            self._made = True
        deadline = time.monotonic() + START_TIMEOUT
        while time.monotonic() < deadline:
            if _greets(self._port):
                self._running = True
                return
            time.sleep(0.2)
        raise BrokerFailed("The RabbitMQ container did not start.")

    def stop(self) -> None:
        """Stop the container; its volume stays."""
        self._running = False
        self._docker("stop", self._name)

    def destroy(self) -> None:
        """Remove the container and its volume."""
        if self._made:
            self._docker("rm", "-f", "-v", self._name)
            self._made = self._running = False

    def ended(self) -> End | None:
        """How the container ended; None while it answers, and before it was made."""
        return None if not self._running or _greets(self._port) else End("its container does not answer")

    def start_again(self) -> None:
        """Start the container again. Raises BrokerFailed."""
        self.start()

    def _docker(self, *words: str) -> None:
        done = subprocess.run([self._program, *words], check=False, capture_output=True, text=True)
        if done.returncode:
            raise BrokerFailed(f"docker {words[0]}: {done.stderr.strip()}")


def find_broker(folder: Path) -> Broker | None:
    """The broker to use, not yet started.

    The first of: RABBITMQ_URL, an installed server, Debian's package (when root), Docker. None without any.
    """
    named = os.environ.get("RABBITMQ_URL")
    if named:
        return NamedBroker(named)
    program = find_program()
    if program:
        return LocalBroker(program, folder)
    docker = shutil.which("docker")
    if docker and subprocess.run([docker, "info"], check=False, capture_output=True).returncode == 0:
        return ContainerBroker(Path(docker))
    return None


def find_program() -> Path | None:
    """The server's script on this machine; Debian's package is installed for it when root. None without."""
    return _program() or _from_debian()


def _program() -> Path | None:
    if SCRIPTS.exists():
        return SCRIPTS
    found = shutil.which("rabbitmq-server")
    return Path(found) if found else None


def _from_debian() -> Path | None:
    """Install Debian's package without starting its service."""
    if not is_root() or not shutil.which("apt-get"):
        return None
    policy = Path("/usr/sbin/policy-rc.d")
    if not policy.exists():
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
        ours = True
    else:
        ours = False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        for order in (["update", "-q"], ["install", "-qy", "--no-install-recommends", "rabbitmq-server"]):
            subprocess.run(["apt-get", *order], env=environment, check=False, capture_output=True)
    finally:
        if ours:
            policy.unlink()
    return _program()


def _accepts(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 1):
            return True
    except OSError:
        return False


def _greets(port: int) -> bool:
    """Whether AMQP answers: Docker's proxy accepts connections before the broker does."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as connection:
            connection.settimeout(1)
            connection.sendall(b"AMQP\0\0\x09\x01")
            return connection.recv(1) == b"\x01"
    except OSError:
        return False
