"""Bodies against a real server: type, size, pace, and attempts to smuggle a second request."""

import asyncio

import pytest
from testkit.fake_identity import Tokens
from testkit.gateway_harness import GatewayHarness, OpenHarness

SIGN_IN = "/api/sign_in"
POST_FEED = "/api/create_new_feed_content"


async def send_raw(harness: GatewayHarness, *pieces: bytes, pause: float = 0.0) -> bytes:
    """Send raw bytes piece by piece and read until the other side closes, or is quiet for a while."""
    reader, writer = await asyncio.open_connection("127.0.0.1", harness.port)
    received = b""
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)
        while True:
            read = await asyncio.wait_for(reader.read(65536), 1.0)
            if not read:
                return received
            received += read
    except (TimeoutError, ConnectionError):
        return received
    finally:
        writer.close()


@pytest.fixture
def bearer(tokens: Tokens) -> str:
    """The header of somebody with an account, who alone may send pictures."""
    return f"Authorization: Bearer {tokens.account('uploader')}"


def _sent(bearer: str) -> dict[str, str]:
    name, _, value = bearer.partition(": ")
    return {"Content-Type": "application/json", name: value}


def head(path: str, *lines: str, then: str = "close") -> bytes:
    """The head of a POST. The connection is closed after the answer, unless `then` is `keep-alive`."""
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: x", f"Connection: {then}", *lines, "", ""]).encode()


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "application/xml", ""])
async def test_what_is_not_json_is_415(harness: GatewayHarness, kind: str) -> None:
    answer = await harness.client.post(SIGN_IN, content=b"{}", headers={"Content-Type": kind})
    assert answer.status_code == 415
    assert answer.json()["status"] is False
    assert not harness.upstreams["identity"].requests


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8"])
async def test_json_is_taken(harness: GatewayHarness, kind: str) -> None:
    answer = await harness.client.post(SIGN_IN, content=b"{}", headers={"Content-Type": kind})
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/unsubscribe", "/api/unsubscribe_mail"])
@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json"]
)
async def test_the_one_click_of_a_mail_program_is_a_call(
    harness: GatewayHarness, path: str, kind: str
) -> None:
    body = b"List-Unsubscribe=One-Click"
    answer = await harness.client.post(
        path, params={"token": "a.posts"}, content=body, headers={"Content-Type": kind}
    )
    assert answer.status_code == 200
    [request] = harness.upstreams["notifications"].requests
    assert (request.path, request.query) == ("/api/unsubscribe_mail", "token=a.posts")
    assert request.body == body


async def test_looking_at_the_unsubscribe_page_calls_nobody(harness: GatewayHarness) -> None:
    page = await harness.client.get("/unsubscribe", params={"token": "a.posts"})
    assert page.headers["content-type"].startswith("text/html")
    assert (await harness.client.get("/api/unsubscribe_mail", params={"token": "a.posts"})).status_code == 404
    assert not harness.upstreams["notifications"].requests


async def test_a_large_form_is_refused(harness: GatewayHarness) -> None:
    answer = await harness.client.post(
        "/unsubscribe", content=b"x" * 3_000_000, headers={"Content-Type": "text/plain"}
    )
    assert answer.status_code == 413


async def test_a_post_without_a_body_needs_no_type(harness: GatewayHarness) -> None:
    assert (await harness.client.post("/api/resend_confirm_account")).status_code == 200
    assert harness.upstreams["identity"].requests[0].header("content-length") == "0"


async def test_a_large_body_is_refused_by_what_it_declares(harness: GatewayHarness) -> None:
    answer = await send_raw(
        harness, head(SIGN_IN, "Content-Type: application/json", "Content-Length: 300000")
    )
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"status":false' in answer


@pytest.mark.parametrize("path", [SIGN_IN, POST_FEED])
async def test_a_large_body_is_refused_while_it_streams(
    open_harness: OpenHarness, bearer: str, path: str
) -> None:
    harness = await open_harness(json_body_limit=1000, picture_body_limit=125)
    chunk = b"400\r\n" + b"x" * 0x400 + b"\r\n"
    begin = head(path, bearer, "Content-Type: application/json", "Transfer-Encoding: chunked")
    answer = await send_raw(harness, begin, chunk, chunk, b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert not harness.gateway.upstreams["feed"].breaker.open


async def test_pictures_have_a_limit_of_their_own(harness: GatewayHarness, bearer: str) -> None:
    body = b'{"iv_media_base":"' + b"A" * 3_000_000 + b'"}'
    answer = await harness.client.post(POST_FEED, content=body, headers=_sent(bearer))
    assert answer.status_code == 200
    [request] = harness.upstreams["feed"].requests
    assert request.body == body
    assert request.header("content-length") == str(len(body))


async def test_a_stream_of_unknown_length_goes_through(harness: GatewayHarness, bearer: str) -> None:
    body = b'{"a":"' + b"x" * 500 + b'"}'
    chunk = f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n"
    begin = head(POST_FEED, bearer, "Content-Type: application/json", "Transfer-Encoding: chunked")
    answer = await send_raw(harness, begin, chunk)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert harness.upstreams["feed"].requests[0].body == body


@pytest.mark.parametrize("path", [SIGN_IN, POST_FEED])
async def test_a_body_that_dawdles_is_cut_off(open_harness: OpenHarness, bearer: str, path: str) -> None:
    harness = await open_harness(body_timeout_seconds=0.2, json_body_limit=10)
    begin = head(path, bearer, "Content-Type: application/json", "Content-Length: 9")
    if path == POST_FEED:
        begin = head(path, bearer, "Content-Type: application/json", "Content-Length: 900")
    answer = await send_raw(harness, begin, b"{")
    assert answer.startswith(b"HTTP/1.1 429 ")
    assert b'"status":false' in answer


@pytest.mark.parametrize("declared", ["Content-Length: 900000", "Transfer-Encoding: chunked"])
async def test_pictures_of_strangers_are_refused_unread(
    harness: GatewayHarness, tokens: Tokens, declared: str
) -> None:
    old = tokens.account("old", lives=-1)
    guest = tokens.guest("guest", "Gil", "gil@example.org")
    for token, status in (("", 401), (old, 422), (guest, 401), (old[:-4] + "AAAA", 401)):
        begin = head(POST_FEED, "Content-Type: application/json", declared, f"Authorization: Bearer {token}")
        answer = await send_raw(harness, begin)
        assert answer.startswith(f"HTTP/1.1 {status} ".encode())
        assert (b"www-authenticate: Bearer" in answer) == (status == 401)
    assert not harness.upstreams["feed"].requests


async def test_a_guest_sends_a_picture_where_guests_may_and_nobody_else_without_an_account(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    guest = tokens.guest("guest", "Gil", "gil@example.org")
    picture = b'{"iv_media_base":"AAAA"}'
    old = tokens.guest("guest", "Gil", "gil@example.org", lives=-1)
    for token, status in (("", 401), (old, 422), (guest, 200)):
        begin = head(
            "/api/upload_intake_file",
            "Content-Type: application/json",
            f"Content-Length: {len(picture)}",
            f"Authorization: Bearer {token}",
        )
        assert (await send_raw(harness, begin, picture)).startswith(f"HTTP/1.1 {status} ".encode())
    assert len(harness.upstreams["booking"].requests) == 1


async def test_uploads_that_dawdle_do_not_open_the_breaker(open_harness: OpenHarness, bearer: str) -> None:
    harness = await open_harness(body_timeout_seconds=0.05, json_body_limit=10)
    begin = head(POST_FEED, bearer, "Content-Type: application/json", "Content-Length: 900")
    for _ in range(6):
        await send_raw(harness, begin, b"{", pause=0.15)
    assert not harness.gateway.upstreams["feed"].breaker.open


async def test_a_caller_who_hangs_up_harms_nobody(harness: GatewayHarness, bearer: str) -> None:
    begin = head(POST_FEED, bearer, "Content-Type: application/json", "Content-Length: 900000")
    for _ in range(6):
        _, writer = await asyncio.open_connection("127.0.0.1", harness.port)
        writer.write(begin + b"{")
        await writer.drain()
        writer.close()
    await asyncio.sleep(0.2)
    assert (await harness.client.get("/api/get_feed_posts")).status_code == 200


SMUGGLED = b"GET /api/get_booking_info HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    "lines",
    [
        ("Content-Length: 4", "Transfer-Encoding: chunked"),
        ("Content-Length: 4", "Content-Length: 60"),
        ("Transfer-Encoding: xchunked",),
        ("Transfer-Encoding: chunked", "Transfer-Encoding: identity"),
        ("Content-Length: +4",),
        ("Content-Length: 4, 60",),
        ("Content-Length: -1",),
        ("Transfer-Encoding : chunked",),
    ],
    ids="; ".join,
)
async def test_no_second_request_is_smuggled_in(harness: GatewayHarness, lines: tuple[str, ...]) -> None:
    request = head("/api/add_new_bookmark", "Content-Type: application/json", *lines, then="keep-alive")
    await send_raw(harness, request + b"0\r\n\r\n" + SMUGGLED)
    assert not harness.upstreams["booking"].requests


async def test_line_breaks_in_headers_are_no_headers(harness: GatewayHarness) -> None:
    lines = b"Host: x\r\nConnection: close\r\nX-Request-Id: a\rX-Evil: 1"
    answer = await send_raw(harness, b"GET /api/get_feed_posts HTTP/1.1\r\n" + lines + b"\r\n\r\n")
    assert b"X-Evil" not in answer
    for request in harness.upstreams["feed"].requests:
        assert request.header("x-evil") is None


@pytest.mark.parametrize("query", ["a=%0d%0aX-Evil:%201", "a=%00", "a=%zz", "a=%ff%fe", "x" * 5000])
async def test_any_query_is_carried_safely(harness: GatewayHarness, query: str) -> None:
    request = f"GET /api/get_feed_posts?{query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    answer = await send_raw(harness, request.encode())
    assert answer.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 4"))
    for request in harness.upstreams["feed"].requests:
        assert request.header("x-evil") is None


async def test_a_get_with_a_body_is_answered_and_its_body_dropped(harness: GatewayHarness) -> None:
    answer = await harness.client.request("GET", "/api/get_feed_posts", content=b"{}")
    assert answer.status_code == 200
    assert harness.upstreams["feed"].requests[0].body == b""


@pytest.mark.parametrize(("size", "status"), [(1000, 200), (1001, 413)])
@pytest.mark.parametrize("path", [SIGN_IN, POST_FEED])
async def test_a_body_may_be_as_large_as_its_limit(
    open_harness: OpenHarness, bearer: str, path: str, size: int, status: int
) -> None:
    harness = await open_harness(json_body_limit=1000, picture_body_limit=125)
    body = b'{"a":"' + b"x" * (size - 8) + b'"}'
    declared = await harness.client.post(path, content=body, headers=_sent(bearer))
    begin = head(path, bearer, "Content-Type: application/json", "Transfer-Encoding: chunked")
    chunked = await send_raw(harness, begin, f"{size:x}\r\n".encode() + body + b"\r\n0\r\n\r\n")
    assert declared.status_code == status
    assert chunked.startswith(f"HTTP/1.1 {status} ".encode())
    service = "identity" if path == SIGN_IN else "feed"
    assert [request.body for request in harness.upstreams[service].requests] == [body] * (
        2 if status == 200 else 0
    )


@pytest.mark.parametrize("path", [SIGN_IN, POST_FEED])
async def test_a_body_in_pieces_may_be_as_large_as_its_limit(
    open_harness: OpenHarness, bearer: str, path: str
) -> None:
    harness = await open_harness(json_body_limit=1000, picture_body_limit=125)
    body = b'{"a":"' + b"x" * 992 + b'"}'
    begin = head(path, bearer, "Content-Type: application/json", "Transfer-Encoding: chunked")
    chunks = [b"1f4\r\n" + part + b"\r\n" for part in (body[:500], body[500:])]
    answer = await send_raw(harness, begin, *chunks, b"0\r\n\r\n", pause=0.02)
    assert answer.startswith(b"HTTP/1.1 200 ")
    service = "identity" if path == SIGN_IN else "feed"
    assert [request.body for request in harness.upstreams[service].requests] == [body]


async def test_a_large_upload_is_streamed_up_to_its_limit(open_harness: OpenHarness, bearer: str) -> None:
    harness = await open_harness(json_body_limit=10, picture_body_limit=125)
    fits = b'{"a":"' + b"x" * 992 + b'"}'
    begin = head(POST_FEED, bearer, "Content-Type: application/json", "Transfer-Encoding: chunked")
    answer = await send_raw(harness, begin, b"3e8\r\n" + fits + b"\r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert harness.upstreams["feed"].requests[0].body == fits
    answer = await send_raw(harness, begin, b"3e9\r\n" + fits + b" \r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert len(harness.upstreams["feed"].requests) == 1


async def test_a_get_with_a_large_body_is_refused(harness: GatewayHarness) -> None:
    answer = await harness.client.request("GET", "/api/get_feed_posts", content=b"x" * 300_000)
    assert answer.status_code == 413
    assert not harness.upstreams["feed"].requests


async def test_a_get_with_a_large_body_of_unknown_length_is_refused(open_harness: OpenHarness) -> None:
    harness = await open_harness(json_body_limit=1000)
    begin = head("/api/get_feed_posts", "Transfer-Encoding: chunked").replace(b"POST", b"GET", 1)
    answer = await send_raw(harness, begin, b"3e9\r\n" + b"x" * 1001 + b"\r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert not harness.upstreams["feed"].requests
