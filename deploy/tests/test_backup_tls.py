"""pg_dump and pg_restore have no TLS here: a tunnel gives it to them, and checks the server's certificate."""

import ipaddress
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path

import asyncpg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from local.databases import asyncpg_url, create_database
from local.postgres import Postgres
from local.unprivileged_user import unprivileged_user
from openhours.backups.postgres_tools import PACKAGE, PostgresTools
from openhours.backups.problems import BackupProblem

pytestmark = pytest.mark.service
ROWS = 5000


def self_signed(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate of 127.0.0.1 that vouches for itself, and its key, for the user that runs the server."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    shown, secret = folder / f"{name}.pem", folder / f"{name}.key"
    shown.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret.touch(mode=0o600)
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    if user := unprivileged_user():
        os.chown(secret, user.uid, user.gid)
    return shown, secret


@pytest.fixture(scope="module")
def certificates(own_folder: Path) -> Path:
    """A folder that the server's user may read."""
    own_folder.chmod(0o755)
    folder = own_folder / "certificates-of-backups"
    folder.mkdir(mode=0o755)
    return folder


@pytest.fixture(scope="module")
def server(certificates: Path, own_folder: Path) -> Iterator[Postgres]:
    """A server that lets nobody in without TLS."""
    shown, secret = self_signed(certificates, "server")
    settings = {"ssl": "on", "ssl_cert_file": str(shown), "ssl_key_file": str(secret)}
    server = Postgres(own_folder / "postgres-of-backups", durable=False, settings=settings)
    server.start()
    access = own_folder / "postgres-of-backups" / "data" / "pg_hba.conf"
    access.write_text("hostssl all all 127.0.0.1/32 scram-sha-256\n")
    server.stop()
    server.start()
    yield server
    server.destroy()


@pytest.fixture
def tools() -> PostgresTools:
    """Those of the Python package."""
    package = find_spec(PACKAGE)
    assert package is not None
    assert package.submodule_search_locations
    return PostgresTools(Path(package.submodule_search_locations[0]) / "pginstall18" / "bin")


async def test_tools_without_tls_reach_a_server_that_wants_it(
    server: Postgres, certificates: Path, tools: PostgresTools, tmp_path: Path
) -> None:
    assert not tools.speak_tls
    trusting = f"?sslmode=verify-full&sslrootcert={certificates / 'server.pem'}"
    first, second = (f"{server.url(name)}{trusting}" for name in ("first", "second"))
    for name in ("first", "second"):
        await create_database(f"{server.url()}{trusting}", name)
    connection = await asyncpg.connect(asyncpg_url(first))
    await connection.execute(f"CREATE TABLE thing AS SELECT generate_series(1, {ROWS}) AS number")
    await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    snapshot = str(await connection.fetchval("SELECT pg_export_snapshot()"))
    dump = tmp_path / "dump"

    with dump.open("wb") as file:
        tools.dump(first, snapshot, lambda content: shutil.copyfileobj(content, file))
    await connection.close()
    with dump.open("rb") as file:
        tools.restore(second, lambda content: shutil.copyfileobj(file, content))

    connection = await asyncpg.connect(asyncpg_url(second))
    assert await connection.fetchval("SELECT count(*) FROM thing") == ROWS
    await connection.close()


def test_a_certificate_of_somebody_else_is_refused(
    server: Postgres, certificates: Path, tools: PostgresTools
) -> None:
    other, _ = self_signed(certificates, "other")
    url = f"{server.url()}?sslmode=verify-full&sslrootcert={other}"
    with pytest.raises(BackupProblem, match="certificate verify failed"):
        tools.dump(url, "none", lambda content: content.read())
