"""One way of writing an address reaches PostgreSQL and RabbitMQ by TLS, to serve and to migrate alike."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from chassis import database_roles, migrations
from chassis.addresses import WrongAddress
from chassis.bus.rabbitmq import RabbitBus
from chassis.db import Database, TextStatement
from chassis.postgres import connect
from client.api_client import eventually
from local.databases import CHECKOUT
from local.postgres import Postgres, free_port
from local.unprivileged_user import unprivileged_user
from sqlalchemy import make_url
from testkit.certificates import Authority, Certificate, ending_tls

from services.chassis.tests.read_messages import KEY, Reader, connected, message

pytestmark = pytest.mark.service
BY_TLS = TextStatement("SELECT ssl, client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()")


@pytest.fixture(scope="module")
def authority(own_folder: Path) -> Authority:
    """Signs what these tests show."""
    own_folder.chmod(0o755)
    folder = own_folder / "certificates"
    folder.mkdir(mode=0o755)
    return Authority(folder)


def _for_the_server(certificate: Certificate) -> Certificate:
    user = unprivileged_user()
    if user:
        os.chown(certificate.key, user.uid, user.gid)
    return certificate


@pytest.fixture(scope="module")
def server(authority: Authority, own_folder: Path) -> Iterator[Postgres]:
    """A server that speaks TLS."""
    shown = _for_the_server(authority.certificate("server"))
    settings = {
        "ssl": "on",
        "ssl_cert_file": str(shown.file),
        "ssl_key_file": str(shown.key),
        "ssl_ca_file": str(authority.file),
    }
    server = Postgres(own_folder / "postgres-tls", durable=False, settings=settings)
    server.start()
    yield server
    server.destroy()


def _with(url: str, **query: object) -> str:
    words = "&".join(f"{name}={value}" for name, value in query.items())
    return f"{url}?{words}"


async def test_a_database_is_served_and_migrated_with_one_address(
    server: Postgres, authority: Authority
) -> None:
    mine = authority.certificate("ada")
    words = {
        "sslmode": "verify-full",
        "sslrootcert": authority.file,
        "sslcert": mine.file,
        "sslkey": mine.key,
    }
    admin = _with(server.url(), **words)
    names = ("owner", "serving")
    owner, runtime = (
        _with(
            make_url(server.url("tls"))
            .set(username=f"tls_{name}", password="p")
            .render_as_string(hide_password=False),
            **words,
        )
        for name in names
    )
    await database_roles.prepare(admin, owner, runtime, alone=True)
    await migrations.upgrade(CHECKOUT / "services" / "feed", owner, "tls_serving")
    database = Database(runtime, pool_size=1)
    try:
        async with database.reading() as connection:
            found = await BY_TLS.one(connection)
    finally:
        await database.close()
    assert found is not None
    assert (found.ssl, found.client_dn) == (True, "/CN=ada")


async def test_an_unknown_certificate_is_refused(server: Postgres, tmp_path: Path) -> None:
    other = Authority(tmp_path, "other")
    for mode in ("verify-full", "verify-ca"):
        with pytest.raises(OSError, match="certificate verify failed"):
            await connect(_with(server.url(), sslmode=mode, sslrootcert=other.file))
    with pytest.raises(OSError, match="certificate verify failed"):
        await connect(_with(server.url(), sslmode="verify-full", sslrootcert="system"))


async def test_a_certificate_for_another_host_is_refused_by_verify_full_alone(
    server: Postgres, authority: Authority
) -> None:
    elsewhere = server.url().replace("@127.0.0.1:", "@localhost:")
    with pytest.raises(OSError, match=r"[Hh]ostname mismatch"):
        await connect(_with(elsewhere, sslmode="verify-full", sslrootcert=authority.file))
    await (await connect(_with(elsewhere, sslmode="verify-ca", sslrootcert=authority.file))).close()


async def test_a_certificate_that_is_not_there_is_said_at_the_start(server: Postgres) -> None:
    with pytest.raises(WrongAddress, match="sslrootcert"):
        Database(_with(server.url(), sslmode="verify-full", sslrootcert="/nowhere/ca.pem"))


async def test_the_next_host_is_tried_when_one_takes_no_connection(
    server: Postgres, authority: Authority
) -> None:
    url = server.url().replace("@", f"@127.0.0.1:{free_port()},")
    words = {"sslmode": "verify-full", "sslrootcert": authority.file}
    connection = await connect(_with(url, **words))
    assert await connection.fetchval("SELECT 1") == 1
    await connection.close()


async def test_a_host_that_takes_no_writes_is_passed_over(server: Postgres, postgres: str) -> None:
    here, there = (make_url(url) for url in (server.url(), postgres))
    await _execute(server.url(), "ALTER DATABASE postgres SET default_transaction_read_only = on")
    await _execute(postgres, f"CREATE ROLE two_hosts LOGIN SUPERUSER PASSWORD '{here.password}'")
    try:
        hosts = f"127.0.0.1:{here.port},127.0.0.1:{there.port}"
        await _execute(server.url(), f"CREATE ROLE two_hosts LOGIN SUPERUSER PASSWORD '{here.password}'")
        connection = await connect(f"postgresql://two_hosts:{here.password}@{hosts}/postgres")
        assert await connection.fetchval("SELECT inet_server_port()") == there.port
        await connection.close()
    finally:
        await _execute(server.url(), "SET default_transaction_read_only = off; DROP ROLE two_hosts")
        await _execute(server.url(), "ALTER DATABASE postgres RESET default_transaction_read_only")
        await _execute(postgres, "DROP ROLE two_hosts")


async def _execute(url: str, statement: str) -> None:
    connection = await connect(url, settings={"default_transaction_read_only": "off"})
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture
async def by_tls(rabbitmq: str, authority: Authority) -> AsyncIterator[int]:
    """The port of the broker behind TLS."""
    port = make_url(rabbitmq).port
    assert port
    async with ending_tls(authority.certificate("broker"), port) as port:
        yield port


@pytest.mark.broker
async def test_the_broker_is_reached_by_tls_at_the_host_that_is_there(
    by_tls: int, authority: Authority
) -> None:
    words = f"sslmode=verify-full&sslrootcert={authority.file}"
    url = f"amqps://guest:guest@127.0.0.1:{free_port()},127.0.0.1:{by_tls}/?{words}"
    reader = Reader()
    async with RabbitBus(url, "tls") as bus:
        await bus.ready()
        consuming = await bus.consume("tls-reader", [KEY], reader.take, reader.dead_letter)
        await connected(bus)
        await bus.publish(message("a", 1))
        await eventually(lambda: len(reader.taken) == 1)
        await consuming.stop(1)


@pytest.mark.broker
async def test_a_broker_with_an_unknown_certificate_hears_nothing(by_tls: int) -> None:
    async with RabbitBus(f"amqps://guest:guest@127.0.0.1:{by_tls}/", "tls") as bus:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await bus.ready()
