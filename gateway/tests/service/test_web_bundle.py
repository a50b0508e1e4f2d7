"""The web bundle and the headers that go with every kind of answer."""

import asyncio
import base64
import hashlib
import json
import os
from pathlib import Path

import brotli
import pytest
from local.databases import CHECKOUT
from testkit.gateway_harness import GatewayHarness, OpenHarness


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/index.html", 200),
        ("/feed", 200),
        ("/feed/", 200),
        ("/p/zoe", 200),
        ("/schedule_manager/pending_requests", 200),
        ("/staff/reports/1", 200),
        ("/p/zoe/more", 404),
        ("/p/", 404),
        ("/feeds", 404),
        ("/schedule_manager/nonsense", 404),
        ("/nowhere/at/all", 404),
        ("/apiary", 404),
    ],
)
async def test_every_other_path_is_the_page_and_only_its_own_addresses_are_found(
    harness: GatewayHarness, path: str, status: int
) -> None:
    answer = await harness.client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "<script" in answer.text


async def test_hashed_files_are_kept_for_ever_and_come_compressed(harness: GatewayHarness) -> None:
    path = "/assets/app-1a2b.js"
    plain = await harness.client.get(path, headers={"Accept-Encoding": "identity"})
    assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert plain.headers["content-type"].startswith("text/javascript")
    assert plain.headers["vary"] == "accept-encoding"
    gzipped = await harness.client.get(path, headers={"Accept-Encoding": "gzip, br;q=0"})
    assert gzipped.headers["content-encoding"] == "gzip"
    assert gzipped.text == plain.text
    async with harness.client.stream("GET", path, headers={"Accept-Encoding": "gzip, br"}) as best:
        assert best.headers["content-encoding"] == "br"
        assert brotli.decompress(b"".join([part async for part in best.aiter_raw()])).decode() == plain.text


async def test_what_is_known_is_not_sent_again(harness: GatewayHarness) -> None:
    first = await harness.client.get("/feed")
    again = await harness.client.get("/feed", headers={"If-None-Match": f'"x", W/{first.headers["etag"]}'})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == first.headers["etag"]


async def test_an_unknown_address_stays_not_found_when_asked_for_again(harness: GatewayHarness) -> None:
    known = (await harness.client.get("/nowhere")).headers["etag"]
    again = await harness.client.get("/nowhere", headers={"If-None-Match": known})
    assert again.status_code == 404


async def test_the_service_worker_is_asked_for_anew(harness: GatewayHarness) -> None:
    assert (await harness.client.get("/sw.js")).headers["cache-control"] == "no-cache"


async def test_a_missing_chunk_is_404_and_not_the_page(harness: GatewayHarness) -> None:
    answer = await harness.client.get("/assets/old-9z.js")
    assert answer.status_code == 404
    assert "immutable" not in answer.headers["cache-control"]


async def test_head_has_no_body(harness: GatewayHarness) -> None:
    answer = await harness.client.head("/feed")
    assert answer.status_code == 200
    assert answer.content == b""
    assert int(answer.headers["content-length"]) > 0


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..\\secret.txt",
        "//etc/passwd",
        "/escape.txt",
        "/%00",
        "/assets/%2e%2e%5c%2e%2e%5csecret.txt",
    ],
)
async def test_no_path_leads_out_of_the_bundle(harness: GatewayHarness, path: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", harness.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), 5)
    writer.close()
    assert not answer.endswith(b"secret")
    assert b"root:" not in answer


async def test_a_new_build_is_noticed(open_harness: OpenHarness, tmp_path: Path) -> None:
    harness = await open_harness(web_dist=tmp_path)
    assert (await harness.client.get("/feed")).status_code == 503
    (tmp_path / "index.html").write_text("<!doctype html>one")
    harness.gateway.web_bundle.expect_new_build()
    assert (await harness.client.get("/feed")).text.endswith("one")
    (tmp_path / "index.html").write_text("<!doctype html>two")
    os.utime(tmp_path / "index.html", (1, 1))
    harness.gateway.web_bundle.expect_new_build()
    assert (await harness.client.get("/feed")).text.endswith("two")


async def test_the_page_may_run_its_own_scripts_only(harness: GatewayHarness) -> None:
    answer = await harness.client.get("/feed")
    policy = dict(rule.split(" ", 1) for rule in answer.headers["content-security-policy"].split("; "))
    digest = base64.b64encode(hashlib.sha256(b'var scheme = "light"').digest()).decode()
    assert policy["script-src"] == f"'self' 'sha256-{digest}'"
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == "'none'"
    assert "unsafe-inline" not in policy["script-src"]
    assert f"ws://127.0.0.1:{harness.port}" in policy["connect-src"]


async def test_every_answer_carries_the_standing_headers(harness: GatewayHarness) -> None:
    for path in ("/feed", "/assets/app-1a2b.js", "/api/get_feed_posts", "/api/none", "/health/live"):
        answer = await harness.client.get(path)
        assert answer.headers["x-content-type-options"] == "nosniff", path
        assert answer.headers["referrer-policy"] == "no-referrer", path
        assert "strict-transport-security" not in answer.headers
    api = await harness.client.get("/api/get_feed_posts")
    assert api.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert api.headers["cache-control"] == "no-store"


async def test_https_is_insisted_on_where_it_is_spoken(open_harness: OpenHarness) -> None:
    harness = await open_harness(public_url="https://openhours.example")
    answer = await harness.client.get("/feed")
    assert "max-age=" in answer.headers["strict-transport-security"]
    assert "upgrade-insecure-requests" in answer.headers["content-security-policy"]
    assert "wss://openhours.example" in answer.headers["content-security-policy"]


async def test_the_phone_apps_may_ask_and_no_other_origin(harness: GatewayHarness) -> None:
    cors = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    allowed = await harness.client.options(
        "/api/sign_in", headers={"Origin": "capacitor://localhost", **cors}
    )
    assert allowed.status_code == 204
    assert allowed.headers["access-control-allow-origin"] == "capacitor://localhost"
    asked = allowed.headers["access-control-allow-headers"].split(", ")
    assert {"authorization", "idempotency-key", "if-none-match"} <= set(asked)
    assert "access-control-allow-credentials" not in allowed.headers
    refused = await harness.client.options("/api/sign_in", headers={"Origin": "https://evil.example", **cors})
    assert refused.status_code == 404
    assert "access-control-allow-origin" not in refused.headers
    answer = await harness.client.get("/api/get_feed_posts", headers={"Origin": "https://localhost"})
    assert answer.headers["access-control-allow-origin"] == "https://localhost"
    assert "x-next-cursor" in answer.headers["access-control-expose-headers"]
    other = await harness.client.get("/api/get_feed_posts", headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in other.headers


async def test_pictures_come_from_who_keeps_them(harness: GatewayHarness) -> None:
    picture = (200, {"content-type": "image/webp"}, b"RIFF")
    harness.upstreams["profiles"].answers["/media/avatars/0198/a.webp"] = picture
    harness.upstreams["feed"].answers["/media/posts/0198-1.webp"] = picture
    avatar = await harness.client.get("/media/avatars/0198/a.webp")
    assert avatar.content == b"RIFF"
    assert avatar.headers["content-type"] == "image/webp"
    assert "immutable" in avatar.headers["cache-control"]
    assert avatar.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
    assert (await harness.client.get("/media/posts/0198-1.webp")).status_code == 200
    drawn = {"content-type": "image/svg+xml"}
    harness.upstreams["profiles"].answers["/media/avatars/drawn/ŻŁ.svg"] = (200, drawn, b"<svg/>")
    assert (await harness.client.get("/media/avatars/drawn/ŻŁ.svg")).content == b"<svg/>"
    missing = await harness.client.get("/media/posts/..%2f..%2finternal%2fexport")
    assert missing.status_code == 404
    assert missing.headers["cache-control"] == "no-store"
    assert [request.path for request in harness.upstreams["feed"].requests] == ["/media/posts/0198-1.webp"]


async def test_a_missing_picture_is_not_kept_for_ever(harness: GatewayHarness) -> None:
    harness.upstreams["profiles"].answers["/media/avatars/x.webp"] = (404, {}, b"{}")
    assert (await harness.client.get("/media/avatars/x.webp")).headers["cache-control"] == "no-store"


async def test_the_mailbox_is_shown_where_it_is_switched_on(open_harness: OpenHarness) -> None:
    harness = await open_harness(dev_mailbox=True)
    own = {"content-type": "text/html", "content-security-policy": "default-src 'self'"}
    harness.upstreams["notifications"].answers["/dev/mail"] = (200, own, b"<p>mail")
    harness.upstreams["notifications"].answer("/dev/mail.json", [])
    page = await harness.client.get("/dev/mail")
    assert page.content == b"<p>mail"
    assert page.headers.get_list("content-security-policy") == ["default-src 'self'"]
    assert (await harness.client.get("/dev/mail.json")).status_code == 200
    assert (await harness.client.get("/dev/other")).status_code == 404


async def test_only_the_files_themselves_have_an_address(open_harness: OpenHarness, tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / ".vite").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>page")
    (tmp_path / "assets" / "a-1.js").write_text("1;")
    (tmp_path / "assets" / "a-1.js.br").write_bytes(brotli.compress(b"1;"))
    (tmp_path / ".vite" / "manifest.json").write_text("secret")
    harness = await open_harness(web_dist=tmp_path)
    assert (await harness.client.get("/assets/a-1.js", headers={"Accept-Encoding": "br"})).status_code == 200
    assert (await harness.client.get("/assets/a-1.js.br")).status_code == 404
    assert "secret" not in (await harness.client.get("/.vite/manifest.json")).text


@pytest.mark.parametrize(("size", "coding"), [(1023, None), (1024, "gzip")])
async def test_a_small_file_is_not_worth_compressing(
    open_harness: OpenHarness, tmp_path: Path, size: int, coding: str | None
) -> None:
    (tmp_path / "index.html").write_text("x" * size)
    harness = await open_harness(web_dist=tmp_path)
    answer = await harness.client.get("/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers.get("content-encoding") == coding
    assert answer.text == "x" * size


async def test_each_coding_has_an_etag_of_its_own(harness: GatewayHarness) -> None:
    path = "/assets/app-1a2b.js"
    plain = await harness.client.get(path, headers={"Accept-Encoding": "identity"})
    known = {"Accept-Encoding": "gzip", "If-None-Match": plain.headers["etag"]}
    assert (await harness.client.get(path, headers=known)).status_code == 200
    known = {"Accept-Encoding": "identity", "If-None-Match": plain.headers["etag"]}
    assert (await harness.client.get(path, headers=known)).status_code == 304


async def test_a_bundle_that_is_gone_is_not_built(open_harness: OpenHarness, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>one")
    harness = await open_harness(web_dist=tmp_path)
    assert (await harness.client.get("/feed")).status_code == 200
    (tmp_path / "index.html").unlink()
    harness.gateway.web_bundle.expect_new_build()
    assert (await harness.client.get("/feed")).status_code == 503


async def test_a_picture_is_only_read(harness: GatewayHarness) -> None:
    assert (await harness.client.post("/media/avatars/a.webp", content=b"x")).status_code == 404
    assert (await harness.client.get("/media/avatars/" + "x" * 201)).status_code == 404
    assert (await harness.client.get("/media/avatars/" + "x" * 200)).status_code == 200
    assert len(harness.upstreams["profiles"].requests) == 1


@pytest.mark.parametrize(
    ("headers", "query", "spoken"),
    [
        ({}, "", ("en", "ltr", "Feed")),
        ({"Accept-Language": "ar-EG, en;q=0.5"}, "", ("ar", "rtl", "المنشورات")),
        ({"Accept-Language": "ar", "Cookie": "language=fr"}, "", ("fr", "ltr", "Fil")),
        ({"Accept-Language": "ar"}, "?lang=es", ("es", "ltr", "Novedades")),
    ],
)
async def test_the_manifest_is_in_the_language_of_who_asks(
    open_harness: OpenHarness, tmp_path: Path, headers: dict[str, str], query: str, spoken: tuple[str, ...]
) -> None:
    public = CHECKOUT / "web/public/manifest.webmanifest"
    (tmp_path / "manifest.webmanifest").write_bytes(public.read_bytes())
    (tmp_path / "index.html").write_text("<!doctype html><title>Openhours</title>")
    harness = await open_harness(web_dist=tmp_path)
    answer = await harness.client.get(f"/manifest.webmanifest{query}", headers=headers)
    told = answer.json()
    assert (told["lang"], told["dir"], told["shortcuts"][0]["name"]) == spoken
    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.headers["vary"] == "accept-language, cookie"
    english = json.loads(public.read_text())
    assert told["id"] == english["id"]
    texts = [told["description"], *(each["label"] for each in told["screenshots"])]
    same = {english["description"], *(each["label"] for each in english["screenshots"])} & set(texts)
    assert bool(same) == (spoken[0] == "en")
    again = await harness.client.get(
        f"/manifest.webmanifest{query}", headers={**headers, "If-None-Match": answer.headers["etag"]}
    )
    assert again.status_code == 304
