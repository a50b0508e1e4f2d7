"""Which answers are compressed, and that those with secrets are not."""

import gzip
from typing import Any

import brotli
import orjson
import pytest
from gateway.routes import ROUTES
from testkit.gateway_harness import GatewayHarness, enveloped

LONG = [{"post_id": str(number), "post_brief": "The same words again."} for number in range(100)]


async def raw_answer(
    harness: GatewayHarness, path: str, coding: str, method: str = "GET"
) -> tuple[Any, bytes]:
    """The headers and the body as they were sent."""
    headers = {"Accept-Encoding": coding}
    content = b"{}" if method == "POST" else None
    if content:
        headers["Content-Type"] = "application/json"
    async with harness.client.stream(method, path, headers=headers, content=content) as answer:
        body = b"".join([part async for part in answer.aiter_raw()])
        return answer.headers, body


@pytest.mark.parametrize(("coding", "decode"), [("br", brotli.decompress), ("gzip", gzip.decompress)])
async def test_a_long_answer_is_compressed_as_the_client_accepts(
    harness: GatewayHarness, coding: str, decode: Any
) -> None:
    harness.upstreams["feed"].answer("/api/get_feed_posts", LONG)
    headers, body = await raw_answer(harness, "/api/get_feed_posts", coding)
    assert headers["content-encoding"] == coding
    assert "accept-encoding" in headers["vary"]
    assert int(headers["content-length"]) == len(body)
    assert orjson.loads(decode(body)) == orjson.loads(enveloped(LONG))
    assert len(body) < len(enveloped(LONG)) / 5


@pytest.mark.parametrize("coding", ["identity", "zstd", "br;q=0, gzip;q=0", ""])
async def test_a_client_that_accepts_no_coding_gets_none(harness: GatewayHarness, coding: str) -> None:
    harness.upstreams["feed"].answer("/api/get_feed_posts", LONG)
    headers, body = await raw_answer(harness, "/api/get_feed_posts", coding)
    assert "content-encoding" not in headers
    assert body == enveloped(LONG)


async def test_a_short_answer_is_sent_as_it_is(harness: GatewayHarness) -> None:
    harness.upstreams["feed"].answer("/api/get_feed_posts", LONG[:2])
    headers, _ = await raw_answer(harness, "/api/get_feed_posts", "br")
    assert "content-encoding" not in headers


SECRET = [route for route in ROUTES if route.holds_secret and route.service != "gateway"]


@pytest.mark.parametrize("route", SECRET, ids=lambda route: route.call)
async def test_an_answer_with_a_secret_is_never_compressed(harness: GatewayHarness, route: Any) -> None:
    path = "/".join(["/api", route.call, *(["0198-some-id"] * route.segments)])
    harness.upstreams[route.service].answer(path, LONG)
    headers, body = await raw_answer(harness, path, "br, gzip")
    assert "content-encoding" not in headers
    assert body == enveloped(LONG)


async def test_an_answer_to_a_call_that_writes_is_never_compressed(harness: GatewayHarness) -> None:
    harness.upstreams["feed"].answer("/api/create_new_feed_content", LONG)
    headers, _ = await raw_answer(harness, "/api/create_new_feed_content", "br, gzip", "POST")
    assert "content-encoding" not in headers
