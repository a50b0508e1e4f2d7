"""Who listens on the way to a store must learn no credential: a process that would tell it does not start."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator

import certifi
import pytest
from chassis.clear_text import check_broker_url, check_database_url, check_mail_url, check_redis_url
from chassis.settings import ServiceSettings
from gateway.settings import GatewaySettings
from notifications.settings import NotificationsSettings
from pydantic import ValidationError

SECRET = "f3a1c0ffee"  # noqa: S105 - what the listener must not hear
DATABASES = [
    "postgresql://openhours:{}@db.example/openhours",
    "postgresql+asyncpg://openhours:{}@10.0.0.5:5432/openhours",
    "postgresql://openhours:{}@db.example/openhours?sslmode=disable",
    "postgresql://openhours:{}@db.example/openhours?sslmode=prefer",
    "postgresql://openhours:{}@db.example/openhours?sslmode=require",
    "postgresql:///openhours?host=db.example&user=openhours&password={}",
]
BROKERS = [
    "amqp://openhours:{}@broker.example/",
    "amqp://broker.example/",
    "amqp://openhours:{}@10.0.0.5:5671/",
    "amqps://openhours:{}@broker.example/?no_verify_ssl=1",
]
REDIS = [
    "redis://:{}@redis.example:6379/0",
    "redis://redis.example/0?password={}",
    "async+redis://openhours:{}@10.0.0.5/0",
    "rediss://:{}@redis.example/0?ssl_cert_reqs=none",
    "rediss://:{}@redis.example/0?ssl_check_hostname=false",
    "rediss://:{}@redis.example/0?sslmode=require",
    "redis://:{}@redis.example/0?sslmode=prefer",
]
MAILS = ["smtp://openhours:{}@mail.example:587", "smtp://openhours:{}@mail.example:465"]


@pytest.mark.parametrize("url", DATABASES)
def test_a_database_password_is_not_sent_without_a_proven_certificate(url: str) -> None:
    with pytest.raises(ValidationError, match="DATABASE_URL") as refused:
        ServiceSettings(database_url=url.format(SECRET))
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("url", BROKERS)
def test_the_brokers_password_is_not_sent_without_tls(url: str) -> None:
    with pytest.raises(ValidationError, match="RABBITMQ_URL") as refused:
        ServiceSettings(rabbitmq_url=url.format(SECRET))
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("url", REDIS)
def test_the_password_of_redis_is_not_sent_without_a_proven_certificate(url: str) -> None:
    with pytest.raises(ValidationError, match="RATE_LIMIT_STORAGE") as refused:
        GatewaySettings(rate_limit_storage=url.format(SECRET))
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("url", MAILS)
def test_the_mail_servers_password_is_not_sent_where_tls_is_only_offered(url: str) -> None:
    with pytest.raises(ValidationError, match="MAIL_URL") as refused:
        NotificationsSettings.model_validate({"mail_url": url.format(SECRET)})
    assert SECRET not in str(refused.value)


def test_ways_that_nobody_can_read_are_taken() -> None:
    check_database_url(f"postgresql://a:{SECRET}@db.example/a?sslmode=verify-full&sslrootcert=/ca.pem", ())
    check_database_url(f"postgresql://a:{SECRET}@127.0.0.1/a", ())
    check_database_url(f"postgresql://a:{SECRET}@/a?host=/run/postgresql", ())
    check_database_url("postgresql://a@db.example/a", ())
    check_database_url(f"postgresql://a:{SECRET}@postgres/a", ("postgres",))
    check_broker_url(f"amqps://a:{SECRET}@broker.example/", ())
    check_broker_url("amqp://guest:guest@[::1]/", ())
    check_mail_url(f"smtps://a:{SECRET}@mail.example", ())
    check_mail_url(f"smtp+starttls://a:{SECRET}@mail.example", ())
    check_mail_url("smtp://mailpit:1025", ())
    check_redis_url(f"rediss://:{SECRET}@redis.example/0", (), "RATE_LIMIT_STORAGE")
    check_redis_url(f"redis://:{SECRET}@redis.example/0?sslmode=verify-full", (), "RATE_LIMIT_STORAGE")
    check_redis_url(f"redis://:{SECRET}@127.0.0.1/0", (), "RATE_LIMIT_STORAGE")
    check_redis_url("redis://redis.example/0", (), "RATE_LIMIT_STORAGE")
    check_redis_url(f"redis://:{SECRET}@redis/0", ("redis",), "RATE_LIMIT_STORAGE")
    assert ServiceSettings(clear_text_hosts=("postgres",), database_url=f"postgresql://a:{SECRET}@postgres/a")


@pytest.fixture
async def listener() -> AsyncIterator[tuple[int, bytearray]]:
    """A server that writes down what it hears, and says that it has no TLS."""
    heard = bytearray()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.extend(await reader.read(8))
        writer.write(b"N")
        heard.extend(await reader.read(200))
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1], heard
    server.close()
    await server.wait_closed()


async def test_a_migration_hangs_up_on_a_server_without_tls(listener: tuple[int, bytearray]) -> None:
    port, heard = listener
    url = f"postgresql://openhours:{SECRET}@127.0.0.1:{port}/openhours?sslmode=verify-full&sslrootcert={certifi.where()}"
    environment = {**os.environ, "DATABASE_URL": url, "GUEST_LINK_KEY": "k" * 64}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "booking", "migrate", env=environment, stderr=subprocess.PIPE
    )
    _, errors = await process.communicate()
    assert process.returncode != 0
    # The client asked for TLS, heard that there is none, and said no more: neither its name nor its database.
    assert len(heard) == 8
    assert SECRET.encode() not in errors
