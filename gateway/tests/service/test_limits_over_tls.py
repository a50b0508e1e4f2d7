"""Limits on a Redis behind TLS: its certificate is checked, as the address says."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from gateway.limit_stores import StoreAway
from gateway.rate_limits import shared_store
from testkit.certificates import Authority, ending_tls
from testkit.stoppable_stores import StoppableRedis, redis_program

pytestmark = pytest.mark.service


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[StoppableRedis]:
    """A server without TLS."""
    if redis_program() is None:
        pytest.skip("no redis-server: apt-get install redis-server")
    server = StoppableRedis(tmp_path / "redis")
    yield server
    server.destroy()


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    """Who signs its certificate."""
    return Authority(tmp_path)


@pytest.fixture
async def address(redis: StoppableRedis, authority: Authority) -> AsyncIterator[str]:
    """Its address through TLS, up to the words that say how to check it."""
    port = urlsplit(redis.url).port
    assert port is not None
    async with ending_tls(authority.certificate("server"), port) as secure:
        yield f"rediss://:{StoppableRedis.PASSWORD}@127.0.0.1:{secure}/0"


async def hits(url: str, turns: int) -> list[bool]:
    """Whether each of so many turns of three is granted."""
    store = shared_store(url, 1)
    try:
        return [await store.hit(3, ("caller",), 1) == 0 for _ in range(turns)]
    finally:
        await store.close()


async def test_limits_are_counted_where_the_certificate_is_proven(address: str, authority: Authority) -> None:
    url = f"{address}?sslrootcert={authority.file}"
    assert await hits(url, 2) == [True, True]
    assert await hits(f"async+{url}", 2) == [True, False], "another gateway goes on where this one was"


async def test_a_server_that_somebody_else_vouches_for_is_no_store(address: str, tmp_path: Path) -> None:
    other = Authority(tmp_path, "another")
    for url in (f"{address}?sslrootcert={other.file}", address):
        with pytest.raises(StoreAway, match="certificate verify failed"):
            await hits(url, 1)


async def test_a_server_without_tls_is_no_store(redis: StoppableRedis, authority: Authority) -> None:
    url = redis.url.replace("redis://", "rediss://")
    with pytest.raises(StoreAway):
        await hits(f"{url}?sslrootcert={authority.file}", 1)
