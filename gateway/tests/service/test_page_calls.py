"""The public calls of one page: each is made once, and nothing of one visitor reaches another."""

import asyncio
from collections import Counter
from pathlib import Path

import orjson
import pytest
from chassis import remembered
from testkit.gateway_harness import GatewayHarness, OpenHarness
from testkit.public_answers import post, provider
from testkit.screen_script import screen_script

PATIENCE_SECONDS = 60.0
CALLS = {
    "/p/ana": ["/api/get_provider_profile?username=ana", "/api/get_account_provider_services?provider_id=a1"],
    "/post/p1": ["/api/get_feed_post/p1"],
    "/home": ["/api/get_feed_posts?limit=6"],
}
"""What the app asks for on these pages."""
DOCUMENT = """<!doctype html><html><head><title>Openhours</title>
<link rel="icon" href="/favicon.svg" />
<link rel="stylesheet" crossorigin href="/assets/app-4.css">
<link rel="modulepreload" crossorigin href="/assets/app-1.js" data-entry>
<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/figtree-5.woff2">
</head><body><div id="root"></div>
<noscript></noscript></body></html>"""


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a gateway that starts now forget soon (product.md 1.10)."""
    monkeypatch.setattr(remembered, "FORGET_EVERY_SECONDS", 0.2)


@pytest.fixture
async def site(open_harness: OpenHarness, tmp_path: Path) -> GatewayHarness:
    """A gateway that renders pages."""
    (tmp_path / "index.html").write_text(DOCUMENT)
    pages = [
        {"path": path, "rendered": True, "scripts": ["/assets/feed-2.js"], "styles": ["/assets/feed-3.css"]}
        for path in ("/", "/home", "/p/:providerUsername", "/post/:postId")
    ]
    (tmp_path / "pages.json").write_bytes(orjson.dumps({"texts": {}, "pages": pages}))
    (tmp_path / ".rendering").mkdir()
    (tmp_path / ".rendering" / "page-renderer.js").write_text(screen_script(CALLS))
    harness = await open_harness(web_dist=tmp_path)
    harness.upstreams["profiles"].answer("/api/get_provider_profile", provider())
    harness.upstreams["feed"].answer("/api/get_feed_post/p1", post())
    return harness


@pytest.mark.parametrize(
    ("path", "calls"),
    [
        ("/p/ana", ["/api/get_account_provider_services", "/api/get_provider_profile"]),
        ("/post/p1", ["/api/get_feed_post/p1"]),
        ("/", ["/api/get_feed_posts"]),
    ],
)
async def test_a_page_makes_each_of_its_calls_once(site: GatewayHarness, path: str, calls: list[str]) -> None:
    answer = await site.client.get(path)
    assert "rendered-page" in answer.text
    made = Counter(request.path for service in site.upstreams.values() for request in service.requests)
    assert made == Counter(calls)


async def test_a_page_for_who_is_signed_in_makes_the_call_of_its_head_only(site: GatewayHarness) -> None:
    answer = await site.client.get("/p/ana", headers={"Cookie": "signed_in=1", "Authorization": "Bearer x"})
    assert "rendered-page" not in answer.text
    assert "Ana Pérez" in answer.text
    [request] = site.upstreams["profiles"].requests
    assert not {"authorization", "cookie"} & {name for name, _ in request.headers}


async def test_rendered_screens_are_forgotten_by_the_clock(forgetful: None, site: GatewayHarness) -> None:
    renderer = site.gateway._pages._renderer
    assert renderer is not None
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not renderer._kept:
            assert "rendered-page" in (await site.client.get("/p/ana")).text
        while renderer._kept:  # noqa: ASYNC110 - the gateway tells nobody
            await asyncio.sleep(0.05)
    assert "rendered-page" in (await site.client.get("/p/ana")).text


OTHERS = [
    {"Cookie": "signed_in=1"},
    {"Cookie": "language=fr"},
    {"Accept-Language": "ar"},
    {"Cookie": "signed_in=1; session=0198-secret", "Authorization": "Bearer 0198-secret"},
]


@pytest.mark.parametrize("headers", OTHERS)
async def test_a_page_of_one_visitor_never_passes_for_anothers(
    site: GatewayHarness, headers: dict[str, str]
) -> None:
    guests = await site.client.get("/p/ana")
    known = {"If-None-Match": guests.headers["etag"]}
    assert (await site.client.get("/p/ana", headers=known)).status_code == 304
    others = await site.client.get("/p/ana", headers={**known, **headers})
    assert others.status_code == 200
    for answer in (guests, others):
        assert answer.headers["cache-control"] == "no-cache"
        assert {"cookie", "accept-language"} <= set(answer.headers["vary"].split(", "))
        assert "set-cookie" not in answer.headers
    assert "0198-secret" not in others.text
    sent = [value for each in site.upstreams["profiles"].requests for _, value in each.headers]
    assert not any("0198-secret" in value for value in sent)


async def test_the_header_names_the_style_sheets_that_a_page_needs(site: GatewayHarness) -> None:
    answer = await site.client.get("/p/ana")
    assert answer.headers["link"].split(", ") == [
        "</assets/app-4.css>; rel=preload; as=style; crossorigin",
        "</assets/feed-3.css>; rel=preload; as=style; crossorigin",
    ]
    assert "link" not in (await site.client.get("/api/get_feed_posts")).headers


async def test_what_people_typed_never_reaches_the_header(site: GatewayHarness) -> None:
    attack = '"><link rel="preload" href="/api/sign_out" as="fetch"></head>'
    site.upstreams["profiles"].answer("/api/get_provider_profile", provider(name=attack, bio=attack))
    answer = await site.client.get("/p/ana")
    assert "sign_out" in answer.text
    assert "sign_out" not in answer.headers["link"]
    assert "/assets/feed-3.css" in answer.headers["link"]
