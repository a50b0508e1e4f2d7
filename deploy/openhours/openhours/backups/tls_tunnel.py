"""Lets PostgreSQL's tools reach a server by TLS when they are built without it: through a Unix socket here.

The socket lies in a folder that only this user may enter. What it takes goes on by TLS, with the
server's certificate checked as the URL's `sslmode` says, after PostgreSQL's own request for TLS (SSLRequest).
"""

import contextlib
import socket
import ssl
import struct
import tempfile
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from openhours.backups.problems import BackupProblem

WITH_TLS: Final = frozenset({"require", "verify-ca", "verify-full"})
"""The values of `sslmode` that insist on it."""
CONNECT_SECONDS: Final = 15
_REQUEST: Final = struct.pack("!ii", 8, 80877103)
_AUTHENTICATION: Final = b"R"
_SASL: Final = 10
_BOUND_TO_TLS: Final = b"SCRAM-SHA-256-PLUS"
_CHUNK: Final = 1 << 16


@dataclass(frozen=True)
class TlsServer:
    """A server of PostgreSQL and how its certificate is checked."""

    host: str
    port: int
    query: Mapping[str, str]
    """The URL's parameters."""

    def context(self) -> ssl.SSLContext:
        """As libpq does it. Raises BackupProblem for files that cannot be read."""
        mode, root = self.query.get("sslmode", ""), self.query.get("sslrootcert", "system")
        try:
            trusted = None if root == "system" else root
            context = ssl.create_default_context(cafile=trusted)
            if mode != "verify-full":
                context.check_hostname = False
            if mode == "require" and "sslrootcert" not in self.query:
                context.verify_mode = ssl.CERT_NONE
            if "sslcert" in self.query:
                context.load_cert_chain(self.query["sslcert"], self.query.get("sslkey"))
        except OSError as error:
            raise BackupProblem(
                f"a certificate that the database's URL names cannot be used: {error}"
            ) from error
        return context

    def connect(self, context: ssl.SSLContext) -> ssl.SSLSocket:
        """A connection by TLS. Raises OSError."""
        plain = socket.create_connection((self.host, self.port), CONNECT_SECONDS)
        try:
            plain.sendall(_REQUEST)
            if plain.recv(1) != b"S":
                raise ConnectionError("the server does not speak TLS")
            secured = context.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise
        secured.settimeout(None)
        return secured


@contextmanager
def tunnel_to(server: TlsServer) -> Generator[tuple[str, int]]:
    """A folder and a port, as libpq takes them for a Unix socket, that lead to the server during the block.

    Raises BackupProblem when the server cannot be reached, or shows a wrong certificate.
    """
    context = server.context()
    try:
        server.connect(context).close()
    except OSError as error:
        raise BackupProblem(f"the database cannot be reached by TLS: {error}") from error
    with tempfile.TemporaryDirectory(prefix="openhours-") as folder, contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.socket(socket.AF_UNIX))
        listener.bind(str(Path(folder) / f".s.PGSQL.{server.port}"))
        listener.listen()
        threading.Thread(target=_accept, args=(listener, server, context), daemon=True).start()
        stack.callback(listener.shutdown, socket.SHUT_RDWR)
        yield folder, server.port


def _accept(listener: socket.socket, server: TlsServer, context: ssl.SSLContext) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:  # the tunnel is closed
            return
        threading.Thread(target=_serve, args=(client, server, context), daemon=True).start()


def _serve(client: socket.socket, server: TlsServer, context: ssl.SSLContext) -> None:
    with client, contextlib.suppress(OSError), server.connect(context) as upstream:
        threading.Thread(target=_pump, args=(client, upstream), daemon=True).start()
        _pass_authentication(upstream, client)
        _pump(upstream, client)


def _pass_authentication(upstream: socket.socket, client: socket.socket) -> None:
    """Pass on what the server says first. It offers logins that are bound to TLS, which the tool has not."""
    while True:
        kind, head = upstream.recv(1), _exactly(upstream, 4)
        body = _exactly(upstream, struct.unpack("!i", head)[0] - 4)
        if kind == _AUTHENTICATION and struct.unpack("!i", body[:4])[0] == _SASL:
            offered = [name for name in body[4:].split(b"\0") if name and name != _BOUND_TO_TLS]
            body = body[:4] + b"\0".join([*offered, b"", b""])
        client.sendall(kind + struct.pack("!i", len(body) + 4) + body)
        if kind == _AUTHENTICATION:
            return


def _exactly(source: socket.socket, count: int) -> bytes:
    content = b""
    while len(content) < count:
        chunk = source.recv(count - len(content))
        if not chunk:
            raise ConnectionError("the server closed the connection")
        content += chunk
    return content


def _pump(source: socket.socket, target: socket.socket) -> None:
    """Copy until the source ends. Then the other side is told so."""
    with contextlib.suppress(OSError):
        while chunk := source.recv(_CHUNK):
            target.sendall(chunk)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)
