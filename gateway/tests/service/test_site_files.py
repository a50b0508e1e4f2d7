"""robots.txt, sitemaps and oEmbed."""

import asyncio
import gzip
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree  # our own documents

import pytest
from chassis import remembered
from chassis.remembered import forgetting
from contracts.share_cards import post_card_path, provider_card_path
from gateway.pages.sitemaps import NAMESPACE
from testkit.bundle_pages import page_list
from testkit.gateway_harness import GatewayHarness, OpenHarness, enveloped
from testkit.public_answers import gone, not_found, post, provider

PATIENCE_SECONDS = 60.0
SITE = "https://openhours.example"
PAGES = [
    "/",
    "/feed",
    "/search",
    "/p/:name",
    "/post/:id",
    "/my_bookmarks",
    "/reset_password/:token",
    "/staff/*",
]
OEMBED = "/oembed"


@pytest.fixture
async def site(open_harness: OpenHarness, tmp_path: Path) -> GatewayHarness:
    """A gateway with a public address of its own, before services with two pages of sitemap each."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Openhours</title>")
    (tmp_path / "pages.json").write_bytes(page_list(PAGES))
    harness = await open_harness(web_dist=tmp_path, public_url=f"{SITE}/")
    for service, entry in (("profiles", "username"), ("feed", "post_id")):
        fake = harness.upstreams[service]
        fake.answer("/internal/sitemap_size", {"pages": 2})
        row = {entry: "O'Brien & Søn", "changed_at": "2026-11-20T09:30:00Z"}
        fake.answer("/internal/sitemap_page/1", {"entries": [row]})
        fake.answer("/internal/sitemap_page/2", {"entries": []})
        not_found(fake, "/internal/sitemap_page/3")
    harness.upstreams["profiles"].answer("/api/get_provider_profile", provider())
    harness.upstreams["feed"].answer("/api/get_feed_post/p1", post())
    return harness


async def rows_of(site: GatewayHarness, path: str, root: str) -> list[dict[str, str]]:
    """The rows of a sitemap, checked against the rules of sitemaps.org."""
    answer = await site.client.get(path)
    assert answer.status_code == 200, path
    assert answer.headers["content-type"] == "application/xml; charset=utf-8"
    assert len(answer.content) < 50 * 1024 * 1024
    tree = ElementTree.fromstring(answer.content)  # noqa: S314
    assert tree.tag == f"{{{NAMESPACE}}}{root}"
    rows = [{cell.tag.removeprefix(f"{{{NAMESPACE}}}"): cell.text or "" for cell in row} for row in tree]
    assert len(rows) <= 50_000
    for row in rows:
        assert row["loc"].startswith(f"{SITE}/")
        assert row["loc"].isascii()
        assert len(row["loc"]) < 2048
        assert row.keys() <= {"loc", "lastmod"}
        assert "lastmod" not in row or datetime.fromisoformat(row["lastmod"]).tzinfo
    return rows


async def test_the_index_leads_to_every_page_of_the_sitemap(site: GatewayHarness) -> None:
    index = [urlsplit(row["loc"]).path for row in await rows_of(site, "/sitemap.xml", "sitemapindex")]
    assert index == [
        "/sitemaps/pages.xml",
        "/sitemaps/providers-1.xml",
        "/sitemaps/providers-2.xml",
        "/sitemaps/posts-1.xml",
        "/sitemaps/posts-2.xml",
    ]
    listed = [row for path in index for row in await rows_of(site, path, "urlset")]
    assert [row["loc"].removeprefix(SITE) for row in listed] == [
        "/",
        "/feed",
        "/search",
        "/privacy_policy",
        "/p/O%27Brien%20%26%20S%C3%B8n",
        "/post/O%27Brien%20%26%20S%C3%B8n",
    ]
    assert listed[-1]["lastmod"] == "2026-11-20T09:30:00Z"


@pytest.mark.parametrize("name", ["providers-3.xml", "providers-0.xml", "posts.xml", "..%2fpages.xml", "x"])
async def test_a_page_that_the_sitemap_does_not_have_is_not_found(site: GatewayHarness, name: str) -> None:
    assert (await site.client.get(f"/sitemaps/{name}")).status_code == 404


async def test_a_sitemap_is_remembered_compressed_and_not_sent_twice(site: GatewayHarness) -> None:
    feed = site.upstreams["feed"]
    rows = [{"post_id": f"p{number}", "changed_at": "2026-11-20T09:30:00Z"} for number in range(500)]
    feed.answer("/internal/sitemap_page/1", {"entries": rows})
    path = "/sitemaps/posts-1.xml"
    first = await site.client.get(path, headers={"Accept-Encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    feed.answers["/internal/sitemap_page/1"] = (503, {}, b"{}")
    plain = await site.client.get(path, headers={"Accept-Encoding": "identity"})
    assert plain.content == first.content
    assert len(gzip.compress(plain.content)) < len(plain.content) / 5
    again = await site.client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    missing = await site.client.get("/sitemaps/posts-2.xml")
    assert missing.status_code == 200


async def test_a_sitemap_is_forgotten_by_the_clock(
    monkeypatch: pytest.MonkeyPatch, site: GatewayHarness
) -> None:
    """So that the username of an erased account does not stay in memory (product.md 1.10)."""
    path = "/sitemaps/posts-1.xml"
    assert (await site.client.get(path)).status_code == 200
    site.upstreams["feed"].answers["/internal/sitemap_page/1"] = (503, {}, b"{}")
    assert (await site.client.get(path)).status_code == 200
    monkeypatch.setattr(remembered, "FORGET_EVERY_SECONDS", 0.05)
    async with forgetting(site.gateway.forget), asyncio.timeout(PATIENCE_SECONDS):
        while (await site.client.get(path)).status_code == 200:  # noqa: ASYNC110 - the gateway tells nobody
            await asyncio.sleep(0.01)


async def test_a_sitemap_comes_later_when_its_service_is_away(site: GatewayHarness) -> None:
    site.upstreams["feed"].answers["/internal/sitemap_page/1"] = (503, {}, b"{}")
    answer = await site.client.get("/sitemaps/posts-1.xml")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]


async def test_robots_keep_to_public_pages_and_find_the_sitemap(site: GatewayHarness) -> None:
    answer = await site.client.get("/robots.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    robots = RobotFileParser()
    robots.parse(answer.text.splitlines())
    assert robots.site_maps() == [f"{SITE}/sitemap.xml"]
    for path in (
        "/",
        "/feed",
        "/search?q=a",
        "/p/ana",
        "/post/p1",
        "/oembed?url=x",
        "/media/post_cards/p1/0.jpg",
    ):
        assert robots.can_fetch("Googlebot", SITE + path), path
    for path in ("/api/search", "/my_bookmarks", "/reset_password/secret", "/staff/reports", "/dev/mail"):
        assert not robots.can_fetch("Googlebot", SITE + path), path


async def test_the_pages_of_developers_are_not_listed(open_harness: OpenHarness) -> None:
    harness = await open_harness(dev_mailbox=True)
    harness.upstreams["notifications"].answers["/dev/mail"] = (200, {"content-type": "text/html"}, b"<p>")
    assert (await harness.client.get("/dev/mail")).headers["x-robots-tag"] == "noindex"


async def described(site: GatewayHarness, url: str, **more: str) -> dict[str, Any]:
    """The description of a link."""
    answer = await site.client.get(OEMBED, params={"url": url, **more})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["access-control-allow-origin"] == "*"
    return answer.json()


async def test_a_link_to_a_provider_or_a_post_is_described(site: GatewayHarness) -> None:
    shown = await described(site, f"{SITE}/p/ana?lang=fr", format="json")
    assert shown == {
        "version": "1.0",
        "type": "link",
        "title": "Ana Pérez · Physiotherapist",
        "author_name": "Ana Pérez",
        "author_url": f"{SITE}/p/ana",
        "provider_name": "Openhours",
        "provider_url": f"{SITE}/",
        "cache_age": 3600,
        "thumbnail_url": SITE + provider_card_path(**provider()),
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }
    smaller = await described(site, f"{SITE}/p/ana", maxwidth="600")
    assert (smaller["thumbnail_url"], smaller["thumbnail_width"]) == (f"{SITE}/media/avatars/a.webp", 300)
    assert "thumbnail_url" not in await described(site, f"{SITE}/p/ana", maxheight="100")
    for address in ("/post/p1", "/feed?autoView=true&autoActivePost=p1"):
        told = await described(site, SITE + address)
        assert told["thumbnail_url"] == SITE + post_card_path(post())
        assert told["author_url"] == f"{SITE}/p/ana"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"url": f"{SITE}/p/ana", "format": "xml"}, 501),
        ({"url": f"{SITE}/my_bookmarks"}, 401),
        ({"url": f"{SITE}/search"}, 404),
        ({"url": f"{SITE}.evil.example/p/ana"}, 404),
        ({"url": "https://evil.example/p/ana"}, 404),
        ({"url": "http://[broken"}, 404),
        ({"url": f"{SITE}/post/..%2f..%2finternal"}, 404),
        ({"url": f"{SITE}/nowhere"}, 404),
        ({"url": f"{SITE}/post/missing"}, 404),
        ({}, 400),
    ],
)
async def test_other_links_are_refused_as_the_specification_says(
    site: GatewayHarness, query: dict[str, str], status: int
) -> None:
    gone(site.upstreams["feed"], "/api/get_feed_post/missing", "/internal/gone_post/missing", was_there=True)
    answer = await site.client.get(OEMBED, params=query, headers={"Accept-Language": "fr"})
    assert answer.status_code == status
    assert answer.json()["status"] is False
    assert answer.json()["message"]["main_msg"]


async def test_a_client_is_no_provider_to_describe(site: GatewayHarness) -> None:
    site.upstreams["profiles"].answers["/api/get_provider_profile"] = (
        200, {}, enveloped(provider(onboardProfile=False)),
    )  # fmt: skip
    assert (await site.client.get(OEMBED, params={"url": f"{SITE}/p/ana"})).status_code == 404


async def test_a_hostile_name_stays_data_in_a_description(site: GatewayHarness) -> None:
    name = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>'
    site.upstreams["profiles"].answer("/api/get_provider_profile", provider(name=name))
    answer = await site.client.get(OEMBED, params={"url": f"{SITE}/p/ana"})
    assert answer.json()["author_name"] == name
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_cards_are_counted_by_a_limit_of_their_own(open_harness: OpenHarness) -> None:
    harness = await open_harness(rate_limit_scale=1 / 60)
    harness.upstreams["profiles"].answers["/media/provider_cards/a1/0.jpg"] = (200, {}, b"jpeg")
    statuses = [(await harness.client.get("/media/provider_cards/a1/0.jpg")).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
