"""Strangers fill the memory with bodies: large, endless, slow, deeply nested, or with pictures that unfold.

The whole system runs in one process, which may take 512 MiB. What counts is the peak of its resident memory
(VmHWM), which is what a container's limit kills for. RLIMIT_AS and RLIMIT_DATA also count what is mapped and
never used, such as the stacks of threads and the arenas of the allocator.
"""

import asyncio
import base64
import io
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import orjson
from client.api_client import eventually
from client.mailbox_client import MailboxClient
from client.personas import Persona, Provider, new_email
from gateway.routes import ROUTES
from PIL import Image
from testkit.environments import EmbeddedRun

MOST_KIBIBYTES: Final = 512 * 1024
STRANGERS: Final = 100
SENT_BY_A_STRANGER: Final = 6_000_000
LARGE: Final = 110_000_000
POST: Final = "create_new_feed_content"
MEDIA_CALLS: Final = [route.call for route in ROUTES if route.body == "media"]
OPENAPI: Final = Path(__file__).parents[2] / "proto-contracts" / "generated" / "openapi.json"
PIECE: Final = 64 * 1024


def peak(run: EmbeddedRun) -> int:
    """The most resident memory that the process ever took, in KiB."""
    lines = Path(f"/proc/{run.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def unfolding() -> bytes:
    """A picture of almost 10 MB and 25 megapixels, with transparency."""
    picture = Image.linear_gradient("L").resize((4990, 4990)).convert("RGBA")
    picture.putalpha(Image.linear_gradient("L").resize((4990, 4990)))
    target = io.BytesIO()
    picture.save(target, "PNG", compress_level=1)
    return target.getvalue().ljust(9_900_000, b"\0")  # decoders do not look behind the end


def head(call: str, length: int, token: str = "") -> bytes:
    """The head of a request whose body is still to come."""
    lines = [
        f"POST /api/{call} HTTP/1.1",
        "Host: x",
        "Content-Type: application/json",
        f"Content-Length: {length}",
    ]
    lines += [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([*lines, "", ""]).encode()


async def status_after(run: EmbeddedRun, sent: bytes, body: int = 0, seconds: float = 60) -> int:
    """The status that comes while the body is still being sent; 0 when none comes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", run.port)
    try:
        async with asyncio.timeout(seconds):
            writer.write(sent)
            for _ in range(0, body, PIECE):
                writer.write(b"A" * PIECE)
                await writer.drain()
            return int((await reader.readline()).split()[1])
    except (TimeoutError, ConnectionError, IndexError):
        return 0
    finally:
        writer.close()


async def in_pieces(*parts: bytes) -> AsyncIterator[bytes]:
    """A body that no client holds as a whole."""
    for part in parts:
        for start in range(0, len(part), PIECE):
            yield part[start : start + PIECE]


async def upload(client: httpx.AsyncClient, token: str, call: str, parts: Sequence[bytes]) -> httpx.Response:
    """Send a large body as somebody with an account."""
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Content-Length": str(sum(map(len, parts))),
    }
    return await client.post(f"/api/{call}", content=in_pieces(*parts), headers=headers)


async def avatar_of(client: httpx.AsyncClient, person: Persona) -> str:
    """The media path of somebody's picture; empty for the drawn one."""
    headers = {"Authorization": f"Bearer {person.token}"}
    envelope = (await client.get("/api/get_account_profile", headers=headers)).json()
    return str(envelope["data"]["account_data"]["avatar"])


async def test_large_uploads_leave_the_process_alive_and_answering(embedded_run: EmbeddedRun) -> None:
    encoded = base64.b64encode(unfolding())
    avatar = [b'{"iv_media_base":"data:image/png;base64,', encoded, b'"}']
    no_picture = [b'{"iv_media_base":"', base64.b64encode(bytes(9_900_000)), b'"}']
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=embedded_run.url, timeout=150, limits=limits) as client:
        people = [Persona(client, f"Person {number}", new_email("upload")) for number in range(10)]
        for person in people:
            await person.sign_up()
        provider = Provider(client, "Post Provider", new_email("posts"))
        await provider.join(MailboxClient(client, f"{embedded_run.url}/dev/mail.json"))
        await provider.open_shop()
        before = [await avatar_of(client, person) for person in people]
        strangers = [
            status_after(embedded_run, head(POST, LARGE), SENT_BY_A_STRANGER) for _ in range(STRANGERS)
        ]
        uploads = [upload(client, person.token, "update_avatar", avatar) for person in people]
        pictures = [upload(client, provider.token, "upload_feed_media", no_picture) for _ in range(10)]
        refused, answers, others = await asyncio.gather(
            asyncio.gather(*strangers),
            asyncio.gather(*uploads, *pictures),
            asyncio.gather(*(client.get("/api/get_feed_posts") for _ in range(20))),
        )
        statuses = [answer.status_code for answer in answers]
        assert embedded_run.alive
        assert set(refused) == {401}
        assert {answer.status_code for answer in others} == {200}
        assert set(statuses[:10]) <= {200, 503}
        assert set(statuses[10:]) <= {415, 503}
        assert 200 in statuses
        assert all(answer.headers.get("retry-after") for answer in answers if answer.status_code == 503)
        after = [await avatar_of(client, person) for person in people]
        changed = [old != new for old, new in zip(before, after, strict=True)]
        assert changed == [status == 200 for status in statuses[:10]]  # nothing is half done
        again = await upload(client, people[0].token, "update_avatar", avatar)
        assert again.status_code == 200
    assert peak(embedded_run) < MOST_KIBIBYTES


async def test_who_may_not_upload_is_told_before_a_byte_is_read(embedded_run: EmbeddedRun) -> None:
    async with httpx.AsyncClient(base_url=embedded_run.url, timeout=30) as client:
        person = Persona(client, "Gone Away", new_email("gone"))
        await person.sign_up()
        forged = person.token[:-8] + "AAAAAAAA"
        ended = person.token
        await client.get("/api/sign_out", headers={"Authorization": f"Bearer {ended}"})

        async def known_as_ended() -> bool | None:
            return await status_after(embedded_run, head(POST, 1_000_000, ended), seconds=1) == 422 or None

        await eventually(known_as_ended, "the gateway's knowledge of the ended login")
        for call in MEDIA_CALLS:
            for token, status in (("", 401), ("x", 401), (forged, 401), (ended, 422)):
                assert await status_after(embedded_run, head(call, 1_000_000, token), seconds=10) == status


def posts() -> list[tuple[str, list[str]]]:
    """Every call that takes JSON, with its fields."""
    document = orjson.loads(OPENAPI.read_bytes())
    schemas: dict[str, Any] = document["components"]["schemas"]
    found: list[tuple[str, list[str]]] = []
    for path, methods in document["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json")
        if content:
            schema = content["schema"]
            named = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
            found.append((path, list(named.get("properties", {}))))
    return found


async def test_deep_nesting_is_refused_in_words(embedded_run: EmbeddedRun) -> None:
    async with httpx.AsyncClient(base_url=embedded_run.url, timeout=60) as client:
        person = Persona(client, "Deep Down", new_email("deep"))
        await person.join(MailboxClient(client, f"{embedded_run.url}/dev/mail.json"))
        bearer = {"Authorization": f"Bearer {person.token}", "Content-Type": "application/json"}

        async def wrong_about(path: str, body: bytes) -> str:
            answer = await client.post(path, content=body, headers=bearer)
            # Brackets inside quotes are a JSON string. Some fields accept one, so no refusal is required.
            fine = answer.status_code < 500 and (b'"[[' in body or answer.json()["status"] is False)
            return "" if fine else f"{path}: {answer.status_code} {body[:60]!r}"

        async def wrong_at(path: str, fields: Sequence[str]) -> list[str]:
            bodies = [b"[" * 100_000, b'{"a":' * 40_000, b"[" * 120_000 + b"]" * 120_000]
            for depth in (200, 900, 5_000):
                nested = b"[" * depth + b"]" * depth
                bodies.append(
                    b"{" + b",".join(b'"%s":%s' % (name.encode(), nested) for name in fields) + b"}"
                )
                quoted = orjson.dumps(nested.decode())
                bodies.append(
                    b"{" + b",".join(b'"%s":%s' % (name.encode(), quoted) for name in fields) + b"}"
                )
            return [await wrong_about(path, body) for body in bodies if len(body) < 250_000]

        needed = {"delete_account", "sign_up", "sign_in", "sign_out"}  # they end or replace the login
        calls = [(path, fields) for path, fields in posts() if path.rpartition("/")[2] not in needed]
        wrong = await asyncio.gather(*(wrong_at(path, fields) for path, fields in calls))
    found = [each for answers in wrong for each in answers if each]
    assert not found, "\n".join(found[:20])


async def test_no_call_but_media_takes_more_than_256_kilobytes(embedded_run: EmbeddedRun) -> None:
    chunk = b"%x\r\n" % PIECE + b"A" * PIECE + b"\r\n"
    for path, _ in posts():
        call = path.rpartition("/")[2]
        if call in MEDIA_CALLS:
            continue
        assert await status_after(embedded_run, head(call, 256 * 1024 + 1), seconds=10) == 413, call
    chunked = head("send_message", 0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    assert await status_after(embedded_run, chunked + chunk * 5, seconds=10) == 413
