"""Runs PostgreSQL as a child process: durable for `make run`, fast and temporary for tests."""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from local.ends import DATA_REMOVED, PORT_TAKEN, STILL_ENDING, End, cause_of_end, kills_for_memory
from local.postgres_binaries import Programs, find_programs
from local.supervision import ServerFailed
from local.unprivileged_user import make_private_folder, reachable_folder, subprocess_user, unprivileged_user

ROLE = "openhours"
START_TIMEOUT = 60.0
STOP_TIMEOUT = 20.0

FAST = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "on",
}
FAST_INITDB = ("--no-sync", "--set", "scram_iterations=1")
"""A random password needs no slow hash, which would cost each of thousands of connections 10 ms."""
SHARED = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "300",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "password_encryption": "scram-sha-256",
}
SYNC_AT_ONCE = {"recovery_init_sync_method": "syncfs"} if sys.platform == "linux" else {}
"""After a crash all files reach the disk by one call, not by one for each of 2,500 files: while others write,
that takes half a second instead of six, and much longer when they write a lot.
"""

PORTS: Final = range(15_000, 32_000)
"""Outgoing connections have ports from 32,768 on (Linux), or from 49,152 on (RFC 6335)."""
_NAMED: Final[set[int]] = set()


class PostgresFailed(ServerFailed):
    """The server did not start; the message says why."""


class Postgres:
    """A server whose data lie in one folder.

    `durable=False` is faster and may lose data when the machine crashes. `settings` override the defaults.
    """

    name = "PostgreSQL"

    def __init__(self, folder: Path, *, durable: bool, settings: Mapping[str, str] | None = None) -> None:
        self._settings = settings or {}
        self._user = unprivileged_user()
        self._folder = reachable_folder(folder, self._user)
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None
        self._port = 0
        self._password = ""
        self._kills = 0
        """How many processes the kernel had killed for memory when the server was started."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def port(self) -> int:
        """The loopback port, chosen anew at each start."""
        return self._port

    @property
    def pid(self) -> int:
        """The process that starts all others. Raises ProcessLookupError while the server is stopped."""
        if self._process is None:
            raise ProcessLookupError("PostgreSQL is stopped")
        return self._process.pid

    def url(self, database: str = "postgres") -> str:
        """The url of a database on this server."""
        return f"postgresql+asyncpg://{ROLE}:{self._password}@127.0.0.1:{self._port}/{database}"

    def start(self) -> None:
        """Start the server and wait until it accepts connections.

        It creates the folder on first use, and stops a server that a crash left behind.
        """
        programs = find_programs(self._user)
        make_private_folder(self._folder, self._user)
        if self._holds_data():
            _check_version((self._data / "PG_VERSION").read_text(), programs.major_version, self._data)
        else:
            self._initialise(programs)
        self._password = (self._folder / "password").read_text().strip()
        self._stop_orphan()
        for last in (False, False, True):
            self._port = free_port()
            self._process = self._launch(programs)
            if self._became_ready():
                return
            cause = self._cause_of_end()
            self.stop()
            if last or cause != PORT_TAKEN:
                raise PostgresFailed(f"PostgreSQL did not start: {cause}.\n{self._log_end()}")

    def start_again(self) -> None:
        """Start a server that ended, at the port and with the data it had. Raises PostgresFailed.

        It waits for the processes of the one that ended: on a busy machine they need their time.
        """
        deadline = time.monotonic() + START_TIMEOUT
        while cause := self._cause_of_no_start():
            if cause != STILL_ENDING or time.monotonic() > deadline:
                raise PostgresFailed(cause)
            time.sleep(0.2)

    def _cause_of_no_start(self) -> str:
        """Try to start the server again; returns why it did not start, empty when it runs."""
        if not self._holds_data():
            return DATA_REMOVED
        try:
            self._process = self._launch(find_programs(self._user))
        except OSError as error:  # its folder is away, or no process can be had
            return cause_of_end(str(error), None)
        if self._became_ready():
            return ""
        cause = self._cause_of_end()
        self._process.kill()
        self._process.wait()
        return cause

    def ended(self) -> End | None:
        """How the server ended; None while it runs, and after `stop`."""
        if self._process is None:
            return None
        if not self._holds_data():  # the server itself looks only once a minute
            return End(DATA_REMOVED, hopeless=True)
        return None if self._process.poll() is None else End(self._cause_of_end())

    def _cause_of_end(self) -> str:
        code = self._process.poll() if self._process else None
        killed = code == -signal.SIGKILL and kills_for_memory() > self._kills
        return cause_of_end(self._log_end(), code, killed_for_memory=killed)

    def stop(self) -> None:
        """Stop the server; a stronger signal follows when it does not end in time."""
        process, self._process = self._process, None
        if process is None:
            return
        for order in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            if process.poll() is None:
                process.send_signal(order)
            try:
                process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                continue
            return

    def destroy(self) -> None:
        """Stop and remove everything."""
        self.stop()
        self._stop_orphan()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _holds_data(self) -> bool:
        return (self._data / "PG_VERSION").exists()

    def _initialise(self, programs: Programs) -> None:
        shutil.rmtree(self._data, ignore_errors=True)
        secret = self._folder / "password"
        secret.touch(mode=0o600)
        secret.write_text(secrets.token_urlsafe(24))
        if self._user:
            os.chown(secret, self._user.uid, self._user.gid)
        draft = self._folder / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        order: list[str | Path] = [
            programs.path("initdb"), "--pgdata", draft, "--username", ROLE, "--pwfile", secret,
            "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale-provider", "builtin", "--locale", "C",
            "--builtin-locale", "C.UTF-8", "--no-instructions", *([] if self._durable else FAST_INITDB),
        ]  # fmt: skip
        done = subprocess.run(order, cwd=self._folder, check=False, capture_output=True, text=True,
                              env=self._environment(), **subprocess_user(self._user))  # fmt: skip
        if done.returncode:
            said = f"{done.stdout}{done.stderr}"
            raise PostgresFailed(f"initdb failed: {cause_of_end(said, done.returncode)}.\n{said}")
        draft.rename(self._data)

    def _launch(self, programs: Programs) -> subprocess.Popen[bytes]:
        settings = {
            **SHARED,
            **SYNC_AT_ONCE,
            **({} if self._durable else FAST),
            **self._settings,
            "port": str(self._port),
        }
        order: list[str | Path] = [programs.path("postgres"), "-D", self._data]
        for name, value in settings.items():
            order += ["-c", f"{name}={value}"]
        self._kills = kills_for_memory()
        with (self._folder / "log").open("wb") as log:
            return subprocess.Popen(order, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                    env=self._environment(), start_new_session=True,
                                    **subprocess_user(self._user))  # fmt: skip

    def _became_ready(self) -> bool:
        """Wait until the server accepts connections; False when it ended or takes too long.

        One that recovers from a crash, and says that it gets on, is given time: killed, it would begin anew.
        """
        assert self._process is not None
        deadline, steps = time.monotonic() + START_TIMEOUT, 0
        while self._process.poll() is None:
            lines = self._pid_lines()
            if len(lines) > 7 and lines[0] == str(self._process.pid) and lines[7].strip() == "ready":
                return True
            if time.monotonic() > deadline:
                before, steps = steps, self._steps_of_recovery()
                if steps == before:
                    break
                deadline = time.monotonic() + START_TIMEOUT
            time.sleep(0.02)
        return False

    def _steps_of_recovery(self) -> int:
        """How often the server has said that it gets on: every 10 s (log_startup_progress_interval)."""
        try:
            return (self._folder / "log").read_text(errors="replace").count("elapsed time: ")
        except FileNotFoundError:
            return 0

    def _stop_orphan(self) -> None:
        """Stop a server that a killed run left behind on this folder."""
        lines = self._pid_lines()
        if not lines or not lines[0].strip().isdigit():
            return
        orphan = int(lines[0])
        if not _is_postgres(orphan, self._data):
            return
        for order in (signal.SIGINT, signal.SIGKILL):
            deadline = time.monotonic() + STOP_TIMEOUT
            with contextlib.suppress(ProcessLookupError):
                os.kill(orphan, order)
            while time.monotonic() < deadline:
                if not _is_postgres(orphan, self._data):
                    return
                time.sleep(0.05)

    def _pid_lines(self) -> list[str]:
        try:
            return (self._data / "postmaster.pid").read_text().splitlines()
        except (FileNotFoundError, UnicodeDecodeError):
            return []

    def _log_end(self) -> str:
        try:
            return (self._folder / "log").read_text(errors="replace")[-3000:]
        except FileNotFoundError:
            return ""

    def _environment(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        return {**inherited, "HOME": str(self._folder), "LC_ALL": "C", "TZ": "UTC"}


def _check_version(found: str, ours: str, data: Path) -> None:
    """Raises PostgresFailed for the data of another major version, whose files no other can read."""
    if found.strip() == ours:
        return
    raise PostgresFailed(
        f"{data} holds data of PostgreSQL {found.strip()}, and this is PostgreSQL {ours}, which cannot read "
        f"them. Nothing was changed. Start them with PostgreSQL {found.strip()}, copy them with pg_dumpall "
        "and read the copy in here; or choose another folder: DATA_DIR=…"
    )


def free_port() -> int:
    """A port on the loopback interface that nothing uses now, and that this process has not named before.

    None of those that the system gives to outgoing connections: such a one may be taken before it is bound.
    """
    while True:
        port = secrets.choice(PORTS)
        if port in _NAMED:
            continue
        _NAMED.add(port)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _is_postgres(pid: int, data: Path) -> bool:
    """Whether this process is the server of that folder, as its command line in /proc tells."""
    try:
        os.kill(pid, 0)
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except (ProcessLookupError, PermissionError):
        return False
    except FileNotFoundError:
        return not Path("/proc").is_dir()
    return str(data).encode() in words
