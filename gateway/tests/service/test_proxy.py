"""The proxy against real HTTP servers: what is passed on, what is not, and what callers receive."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing

import httpx
import orjson
import pytest
from gateway.routes import COMPOSED, ROUTES, Route
from starlette.types import Receive, Scope, Send
from testkit import operators
from testkit.fake_identity import Tokens
from testkit.gateway_harness import GatewayHarness, OpenHarness, enveloped

PLAIN = [route for route in ROUTES if route.service != COMPOSED]


def path_of(route: Route) -> str:
    return "/".join(["/api", route.call, *(["0198-some-id"] * route.segments)])


def assert_refused(answer: httpx.Response, status: int) -> None:
    assert answer.status_code == status
    body = answer.json()
    assert body["status"] is False
    assert body["data"] is None
    assert set(body["message"]) == {"main_msg", "iv_msg"}
    assert body["message"]["main_msg"]


@pytest.mark.parametrize("route", PLAIN, ids=lambda route: route.call)
async def test_each_call_reaches_its_service_and_no_other(
    harness: GatewayHarness, tokens: Tokens, route: Route
) -> None:
    bearer = tokens.bearer(tokens.account("somebody"))
    answer = await harness.client.request(route.method, path_of(route), headers=bearer)
    assert answer.status_code == 200
    reached = {name: upstream.requests for name, upstream in harness.upstreams.items() if upstream.requests}
    assert list(reached) == [route.service]
    assert [(request.method, request.path) for request in reached[route.service]] == [
        (route.method, path_of(route))
    ]


async def test_body_query_and_headers_arrive_as_they_were_sent(harness: GatewayHarness) -> None:
    body = orjson.dumps({"iv_comment": "Zoë & Łódź"})
    await harness.client.post(
        "/api/create_post_feed_comment?a=1&b=x%20y",
        content=body,
        headers={"Content-Type": "application/json", "Idempotency-Key": "k-1", "Authorization": "Bearer t"},
    )
    [request] = harness.upstreams["feed"].requests
    assert request.body == body
    assert request.query == "a=1&b=x%20y"
    assert request.header("idempotency-key") == "k-1"
    assert request.header("authorization") == "Bearer t"
    assert request.header("content-length") == str(len(body))


async def test_the_answer_comes_back_as_it_is(harness: GatewayHarness) -> None:
    harness.upstreams["feed"].answers["/api/get_feed_posts"] = (
        200,
        {
            "x-next-cursor": "c2",
            "etag": '"1"',
            "cache-control": "private",
            "connection": "close",
            "server": "u",
        },
        enveloped([{"post_id": "p"}]),
    )
    answer = await harness.client.get("/api/get_feed_posts")
    assert answer.json()["data"] == [{"post_id": "p"}]
    assert answer.headers["x-next-cursor"] == "c2"
    assert answer.headers["cache-control"] == "private"
    assert "server" not in answer.headers
    assert "connection" not in answer.headers


@pytest.mark.parametrize("status", [200, 401, 403, 404, 422, 500, 503])
async def test_a_services_status_is_passed_on(harness: GatewayHarness, status: int) -> None:
    harness.upstreams["booking"].answers["/api/get_booking_info"] = (
        status,
        {},
        enveloped(None, status=False),
    )
    assert (await harness.client.get("/api/get_booking_info")).status_code == status


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/nothing"),
        ("GET", "/api/"),
        ("GET", "/api"),
        ("GET", "/api/sign_in"),
        ("POST", "/api/get_feed_posts"),
        ("DELETE", "/api/get_feed_posts"),
        ("PUT", "/api/sign_in"),
        ("GET", "/api/get_ratings_info"),
        ("GET", "/api/get_ratings_info/a/b"),
        ("GET", "/api/get_feed_posts/"),
        ("GET", "/internal/export"),
        ("GET", "/api/../internal/export"),
        ("GET", "/.well-known/jwks.json"),
        ("GET", "/dev/mail.json"),
        ("GET", "/media/keys/a.pem"),
        ("POST", "/feed"),
    ],
)
async def test_what_is_not_in_the_table_does_not_exist(
    harness: GatewayHarness, method: str, path: str
) -> None:
    answer = await harness.client.request(method, path)
    assert_refused(answer, 404)
    assert not any(upstream.requests for upstream in harness.upstreams.values())


@pytest.mark.parametrize(
    "value",
    ["..", "%2e%2e", "..%2f..%2finternal", "%2finternal", "a%5cb", "%00", "a%0d%0ab", "%25", "a%20b", "é"],
)
async def test_a_path_value_is_a_plain_name(harness: GatewayHarness, value: str) -> None:
    raw = f"/api/get_ratings_info/{value}".encode()
    status, _ = await ask_raw(harness, b"GET " + raw + b" HTTP/1.1\r\nHost: x\r\n\r\n")
    assert status in {400, 404}
    assert not harness.upstreams["booking"].requests


async def ask_raw(harness: GatewayHarness, request: bytes) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", harness.port)
    try:
        writer.write(request)
        await writer.drain()
        answer = await asyncio.wait_for(reader.read(65536), 5)
    finally:
        writer.close()
    return int(answer.split(b" ", 2)[1]), answer


async def test_the_caller_cannot_pretend_to_be_the_gateway(harness: GatewayHarness) -> None:
    await harness.client.get(
        "/api/get_feed_posts",
        headers={
            "X-Forwarded-For": "6.6.6.6",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": "evil",
            "X-Real-Ip": "6.6.6.6",
            "Forwarded": "for=6.6.6.6",
            "Cookie": "a=b",
            "Connection": "x-secret, keep-alive",
            "X-Secret": "1",
            "TE": "trailers",
        },
    )
    [request] = harness.upstreams["feed"].requests
    assert request.header("x-forwarded-for") == "127.0.0.1"
    assert request.header("x-forwarded-proto") == "http"
    for name in ("x-forwarded-host", "x-real-ip", "forwarded", "cookie", "x-secret", "te"):
        assert request.header(name) is None
    assert request.header("host") == harness.upstreams["feed"].url.removeprefix("http://")


async def test_trusted_proxies_name_the_caller(open_harness: OpenHarness) -> None:
    harness = await open_harness(trusted_proxies=1)
    await harness.client.get("/api/get_feed_posts", headers={"X-Forwarded-For": "6.6.6.6, 10.0.0.9"})
    [request] = harness.upstreams["feed"].requests
    assert request.header("x-forwarded-for") == "10.0.0.9"


async def test_request_ids_are_made_kept_and_told(harness: GatewayHarness) -> None:
    answer = await harness.client.get("/api/get_feed_posts", headers={"X-Request-Id": "abc-12345"})
    assert answer.headers["x-request-id"] == "abc-12345"
    made = await harness.client.get("/api/get_feed_posts", headers={"X-Request-Id": "no good\tone"})
    assert len(made.headers["x-request-id"]) == 36
    first, second = harness.upstreams["feed"].requests
    assert first.header("x-request-id") == "abc-12345"
    assert second.header("x-request-id") == made.headers["x-request-id"]
    assert "x-request-id" in (await harness.client.get("/api/nothing")).headers


async def test_a_trace_goes_on(harness: GatewayHarness) -> None:
    trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    await harness.client.get("/api/get_feed_posts", headers={"traceparent": trace})
    assert harness.upstreams["feed"].requests[0].header("traceparent") == trace


async def test_a_service_that_is_down_is_503(harness: GatewayHarness, open_harness: OpenHarness) -> None:
    away = await open_harness(feed_url="http://127.0.0.1:9")
    answer = await away.client.get("/api/get_feed_posts")
    assert_refused(answer, 503)
    assert answer.json()["message"]["main_msg"] == "Temporary server issue"
    assert answer.headers["retry-after"] == "1"
    assert (await away.client.get("/api/get_booking_info")).status_code == 200


async def test_a_service_that_is_slow_is_504(
    harness: GatewayHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(scope: Scope, receive: Receive, send: Send) -> None:
        methods.append(scope["method"])
        await asyncio.sleep(0.5)

    methods: list[str] = []
    harness.upstreams["feed"].answers["/api/get_feed_posts"] = never
    monkeypatch.setattr(
        "gateway.dispatch.ROUTES_BY_NAME", {("GET", "get_feed_posts"): impatient("get_feed_posts")}
    )
    answer = await harness.client.get("/api/get_feed_posts")
    assert_refused(answer, 504)
    await asyncio.sleep(0.5)
    assert methods == ["GET"], "only a broken connection is tried again"


def impatient(call: str) -> Route:
    return Route("GET", call, "feed", "read", timeout=0.1)


async def test_a_service_that_breaks_off_is_502(open_harness: OpenHarness) -> None:
    async def slam(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(slam, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        harness = await open_harness(feed_url=f"http://127.0.0.1:{port}")
        answer = await harness.client.post("/api/add_new_bookmark", json={})
    assert_refused(answer, 502)


@asynccontextmanager
async def answering_half(size: int) -> AsyncGenerator[str]:
    """A service that breaks off each answer, of so many bytes, in its middle."""

    async def half(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\nhalf" % size)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(half, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_half_an_answer_is_not_passed_off_as_a_whole_one(open_harness: OpenHarness) -> None:
    async with answering_half(100) as url:
        harness = await open_harness(feed_url=url)
        for method, call in (("GET", "get_feed_posts"), ("POST", "add_new_bookmark")):
            answer = await harness.client.request(method, f"/api/{call}", json={})
            assert_refused(answer, 502)
            assert answer.headers["cache-control"] == "no-store"
    async with answering_half(100_000) as url:
        harness = await open_harness(feed_url=url)
        with pytest.raises(httpx.RemoteProtocolError):
            await harness.client.get("/api/get_feed_posts")


async def test_the_breaker_opens_and_closes_again(open_harness: OpenHarness) -> None:
    harness = await open_harness(feed_url="http://127.0.0.1:9", health_check_seconds=60)
    upstream = harness.gateway.upstreams["feed"]
    for _ in range(5):
        assert (await harness.client.get("/api/get_feed_posts")).status_code == 503
    assert upstream.breaker.open
    assert not upstream.breaker.allows()
    upstream.breaker.succeeded()
    assert upstream.breaker.allows()


async def test_what_was_answered_is_counted(harness: GatewayHarness) -> None:
    await harness.client.get("/api/get_feed_posts")
    await harness.client.get("/api/some-path-of-a-stranger")
    text = (await operators.read(harness.gateway.operations)).text
    assert 'route="get_feed_posts",service="gateway",status="200"}' in text
    assert "stranger" not in text


async def test_counters_and_details_are_not_on_the_port_for_callers(harness: GatewayHarness) -> None:
    assert_refused(await harness.client.get("/metrics"), 404)
    assert set((await harness.client.get("/health/ready")).json()) == {"ready"}


@asynccontextmanager
async def breaking_off(times: int) -> AsyncGenerator[tuple[str, list[bytes]]]:
    """A service that closes its first connections, and the methods of its requests."""
    methods: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        method, path, _ = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)
        if path.startswith(b"/api/"):
            methods.append(method)
        if len(methods) > times or not path.startswith(b"/api/"):
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}")
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", methods


async def test_a_read_is_sent_again_but_not_for_ever(open_harness: OpenHarness) -> None:
    async with breaking_off(1) as (url, methods):
        harness = await open_harness(booking_url=url)
        assert (await harness.client.get("/api/get_booking_info")).status_code == 200
        assert methods == [b"GET", b"GET"]
    async with breaking_off(99) as (url, methods):
        harness = await open_harness(booking_url=url)
        assert_refused(await harness.client.get("/api/get_booking_info"), 502)
        assert methods == [b"GET", b"GET"]


@pytest.mark.parametrize(
    ("headers", "status", "sent"), [({}, 502, [b"POST"]), ({"Idempotency-Key": "k"}, 200, [b"POST", b"POST"])]
)
async def test_a_write_is_sent_again_only_with_its_key(
    open_harness: OpenHarness, headers: dict[str, str], status: int, sent: list[bytes]
) -> None:
    async with breaking_off(1) as (url, methods):
        harness = await open_harness(booking_url=url)
        answer = await harness.client.post("/api/create_appointment_rating", json={}, headers=headers)
    assert answer.status_code == status
    assert methods == sent


async def test_no_cookie_and_no_second_request_id_comes_back(harness: GatewayHarness) -> None:
    headers = {"set-cookie": "a=b", "x-request-id": "theirs-1234", "x-content-type-options": "sniff"}
    harness.upstreams["feed"].answers["/api/get_feed_posts"] = (200, headers, enveloped([]))
    answer = await harness.client.get("/api/get_feed_posts", headers={"X-Request-Id": "mine-12345"})
    assert "set-cookie" not in answer.headers
    assert answer.headers.get_list("x-request-id") == ["mine-12345"]
    assert answer.headers.get_list("x-content-type-options") == ["sniff"]


async def test_the_token_arrives_though_connection_names_it(harness: GatewayHarness) -> None:
    await harness.client.get(
        "/api/get_feed_posts", headers={"Connection": "authorization", "Authorization": "Bearer t"}
    )
    assert harness.upstreams["feed"].requests[0].header("authorization") == "Bearer t"


async def test_a_mistake_of_ours_is_500_in_the_envelope(
    harness: GatewayHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Route("GET", "get_feed_posts", "a-service-of-nobody", "read")
    monkeypatch.setattr("gateway.dispatch.ROUTES_BY_NAME", {("GET", "get_feed_posts"): broken})
    answer = await harness.client.get("/api/get_feed_posts")
    assert_refused(answer, 500)
    assert "KeyError" not in answer.text
    assert answer.headers["x-request-id"]


async def test_only_a_preflight_is_answered_as_one(harness: GatewayHarness) -> None:
    origin = {"Origin": "capacitor://localhost"}
    assert_refused(await harness.client.options("/api/sign_in", headers=origin), 404)
    preflight = {"Access-Control-Request-Method": "POST"}
    assert_refused(await harness.client.options("/api/sign_in", headers=preflight), 404)
    assert (await harness.client.options("/api/sign_in", headers={**origin, **preflight})).status_code == 204


async def test_a_connection_rests_longer_than_a_usual_server_keeps_it(harness: GatewayHarness) -> None:
    url = httpx.URL(harness.url)
    reader, writer = await asyncio.open_connection(url.host, url.port)
    with closing(writer):
        for rest_seconds in (0, 5.5):
            await asyncio.sleep(rest_seconds)
            writer.write(f"GET /api/check_active_login HTTP/1.1\r\nHost: {url.host}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            length = next(line for line in head.lower().splitlines() if line.startswith(b"content-length:"))
            await reader.readexactly(int(length.split(b":")[1]))
