"""What pages say of themselves to search engines and shared links, and the status they come with."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from contracts.share_cards import post_card_path, provider_card_path
from starlette.types import Receive, Scope, Send
from testkit.bundle_pages import page_list
from testkit.gateway_harness import GatewayHarness, OpenHarness
from testkit.page_reader import PageHead, read_head
from testkit.public_answers import gone, post, provider
from testkit.schema_org import mistakes_in

SITE = "https://openhours.example"
PROVIDER = "/api/get_provider_profile"
POST = "/api/get_feed_post/p1"
PAGES = [
    "/",
    "/home",
    "/feed",
    "/search",
    "/privacy_policy",
    "/p/:providerUsername",
    "/post/:postId",
    "/my_bookmarks",
]
DOCUMENT = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="description" content="Find people." />
    <title>Openhours</title>
    <script type="module" src="/assets/app.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
"""


@pytest.fixture
async def site(open_harness: OpenHarness, tmp_path: Path) -> GatewayHarness:
    """A gateway with the app's document and pages, at a public address of its own."""
    (tmp_path / "index.html").write_text(DOCUMENT)
    (tmp_path / "pages.json").write_bytes(page_list(PAGES))
    harness = await open_harness(web_dist=tmp_path, public_url=SITE)
    harness.upstreams["profiles"].answer(PROVIDER, provider())
    harness.upstreams["feed"].answer(POST, post())
    return harness


async def page(site: GatewayHarness, path: str, status: int = 200, accepts: str = "") -> PageHead:
    """The head of a page that comes with this status."""
    answer = await site.client.get(path, headers={"Accept-Language": accepts})
    assert answer.status_code == status, path
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert '<div id="root"></div>' in answer.text
    return read_head(answer.text)


async def test_a_provider_is_shown_with_card_address_and_languages(site: GatewayHarness) -> None:
    head = await page(site, "/p/ana")
    card = SITE + provider_card_path(**provider())
    assert head.title == "Ana Pérez · Physiotherapist · Openhours"
    assert head.one("description") == head.one("og:description") == "I mend backs."
    assert head.link("canonical") == head.one("og:url") == f"{SITE}/p/ana"
    assert head.one("og:title") == head.one("twitter:title") == "Ana Pérez · Physiotherapist"
    assert head.one("og:type") == "profile"
    assert head.one("og:image") == head.one("twitter:image") == card
    assert (head.one("og:image:width"), head.one("og:image:height")) == ("1200", "630")
    assert head.one("twitter:card") == "summary_large_image"
    versions = {link["hreflang"]: link["href"] for link in head.links if "hreflang" in link}
    assert versions == {
        **{code: f"{SITE}/p/ana?lang={code}" for code in ("en", "fr", "es", "ar", "de", "pt")},
        "x-default": f"{SITE}/p/ana",
    }
    assert "robots" not in head.meta
    asked = head.link("alternate", type="application/json+oembed")
    assert httpx.URL(asked).params["url"] == f"{SITE}/p/ana"
    requested = site.upstreams["profiles"].requests[-1]
    assert requested.query == "username=ana"
    assert not {"authorization", "cookie"} & {name for name, _ in requested.headers}


async def test_a_post_is_shown_with_its_author_wherever_it_opens(site: GatewayHarness) -> None:
    for path in ("/post/p1", "/feed?autoView=true&autoActivePost=p1"):
        head = await page(site, path)
        assert head.title == "Six stretches for tired backs · Ana Pérez · Openhours"
        assert head.link("canonical") == f"{SITE}/post/p1"
        assert head.one("og:type") == "article"
        assert head.one("og:image") == SITE + post_card_path(post())


async def test_a_repost_leads_to_its_original(site: GatewayHarness) -> None:
    reposted = post(
        post_id="p2", original_post_id="p1", name="Bo", username="bo", proxy_owner_id="a1",
        proxy_owner_name="Ana Pérez", proxy_owner_username="ana",
    )  # fmt: skip
    site.upstreams["feed"].answer("/api/get_feed_post/p2", reposted)
    head = await page(site, "/post/p2")
    assert head.link("canonical") == f"{SITE}/post/p1"
    [author] = [node["author"] for node in head.structured["@graph"] if "author" in node]
    assert author == {"@type": "Person", "name": "Ana Pérez", "url": f"{SITE}/p/ana"}


REMOTE: dict[str, Any] = {"delivery_mode": "remote", "contact_phone": "34600111222"}
BARE: dict[str, Any] = {
    "bio": "",
    "services": "[]",
    "languages": "[]",
    "city": "",
    "country": "",
    "username": "",
    "delivery_mode": "in-person",
}


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/p/ana", provider()),
        ("/p/ana", provider(location_address="Rúa Real 1")),
        ("/p/ana", provider(**REMOTE)),
        ("/p/ana", provider(0, 0, **REMOTE)),
        ("/p/Ana%20P%C3%A9rez", provider(0, 0, **BARE)),
        ("/post/p1", post()),
        ("/post/p1", post(media_name="none", tags="[]", username="")),
        ("/", {}),
        ("/feed", {}),
        ("/search", {}),
        ("/privacy_policy", {}),
    ],
)
async def test_structured_data_keeps_to_the_vocabulary_of_schema_org(
    site: GatewayHarness, path: str, shown: dict[str, Any]
) -> None:
    site.upstreams["profiles"].answer(PROVIDER, shown)
    site.upstreams["feed"].answer(POST, shown)
    document = (await page(site, path)).structured
    assert mistakes_in(document) == []
    assert document["@graph"], "there is something to check"


async def test_a_provider_with_a_place_is_a_business_and_one_without_a_person(site: GatewayHarness) -> None:
    local = (await page(site, "/p/ana")).structured["@graph"]
    by_type = {node["@type"]: node for node in local}
    assert by_type["LocalBusiness"]["aggregateRating"]["ratingValue"] == 4.75
    assert by_type["LocalBusiness"]["address"]["addressCountry"] == "ES"
    offers = [node["offers"] for node in local if node["@type"] == "Service"]
    assert [(offer["price"], offer["priceCurrency"]) for offer in offers] == [(30, "EUR"), (0, "EUR")]
    ways = [step["item"]["@id"] for step in by_type["BreadcrumbList"]["itemListElement"]]
    assert ways == [f"{SITE}/", f"{SITE}/search", f"{SITE}/p/ana"]
    site.upstreams["profiles"].answer(PROVIDER, provider(**REMOTE))
    remote = {node["@type"]: node for node in (await page(site, "/p/ana")).structured["@graph"]}
    assert remote["Person"]["jobTitle"] == "Physiotherapist"
    assert "aggregateRating" not in remote["Person"]
    assert remote["AggregateRating"]["itemReviewed"] == {"@id": remote["Person"]["@id"]}


async def test_a_price_is_told_as_the_provider_means_it(site: GatewayHarness) -> None:
    services = orjson.dumps([
        {"service_id": kind, "service": kind, "brief": "", "cost": cost, "currency": "EUR-ES",
         "price_kind": kind}
        for kind, cost in (("fixed", 24.5), ("from", 30), ("free", 0), ("on_request", 0))
    ]).decode()  # fmt: skip
    site.upstreams["profiles"].answer(PROVIDER, provider(services=services))
    document = (await page(site, "/p/ana")).structured
    assert mistakes_in(document) == []
    offers = {node["name"]: node.get("offers") for node in document["@graph"] if node["@type"] == "Service"}
    assert [offers[kind]["price"] for kind in ("fixed", "free")] == [24.5, 0]
    assert offers["from"]["priceSpecification"]["minPrice"] == 30
    assert offers["on_request"] is None


def test_the_vocabulary_finds_mistakes() -> None:
    rating = {"@type": "AggregateRating", "ratingValue": 4, "ratingCount": "many"}
    nodes = [
        {"@type": "Person", "aggregateRating": rating},
        {"@type": "Persona"},
        {"@type": "Person", "nickname": "Ana"},
        {"@type": "LocalBusiness", "aggregateRating": rating, "address": 7, "name": ""},
        {"@type": "Service", "provider": {"@type": "Offer"}},
        {"@type": "SocialMediaPosting", "datePublished": "yesterday"},
    ]
    found = mistakes_in({"@context": "https://schema.org", "@graph": nodes})
    assert [each.partition(":")[0] for each in found] == [
        "Person has no property aggregateRating",
        "Persona is no type",
        "nickname is no property",
        "AggregateRating.ratingCount may not be 'many'",
        "LocalBusiness.address may not be 7",
        "LocalBusiness.name may not be ''",
        "Service.provider may not be a Offer",
        "SocialMediaPosting.datePublished may not be 'yesterday'",
    ]


ATTACKS = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><svg onload=alert(1)>",
    "<!--<script>",
    "\\g<0> \\1 & &lt; \u2028",
)


@pytest.mark.parametrize("attack", ATTACKS)
async def test_what_people_typed_never_becomes_markup(site: GatewayHarness, attack: str) -> None:
    services = orjson.dumps([{
        "service_id": attack, "service": attack, "brief": attack, "cost": 1, "currency": "EUR-ES",
    }]).decode()  # fmt: skip
    hostile = provider(
        name=attack, bio=attack, expertise=attack, city=attack, services=services, username=attack
    )
    site.upstreams["profiles"].answer(PROVIDER, hostile)
    site.upstreams["feed"].answer(
        POST, post(post_brief=attack, name=attack, tags=orjson.dumps([attack]).decode())
    )
    for path in ("/p/ana", "/post/p1"):
        head = await page(site, path)
        words = " ".join(attack.split())
        assert words in head.title
        assert words in head.one("og:title")
        assert [attributes.get("type") for attributes, _ in head.scripts] == ["application/ld+json", "module"]
        assert not {"img", "svg"} & set(head.tags)
        said = [value for node in head.structured["@graph"] for value in node.values()]
        assert attack in said, "structured data says it as it was typed"


@pytest.mark.parametrize(("was_there", "status"), [(False, 404), (True, 410)])
async def test_a_page_that_is_missing_says_whether_it_is_gone(
    site: GatewayHarness, was_there: bool, status: int
) -> None:
    gone(site.upstreams["profiles"], PROVIDER, "/internal/gone_provider", was_there=was_there)
    gone(site.upstreams["feed"], POST, "/internal/gone_post/p1", was_there=was_there)
    for path in ("/p/ana", "/post/p1"):
        head = await page(site, path, status)
        assert head.one("robots") == "noindex"
        assert "og:image" not in head.meta
    first = await site.client.get("/p/ana")
    again = await site.client.get("/p/ana", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == status
    opened = await page(site, "/feed?autoView=true&autoActivePost=p1")
    assert opened.link("canonical") == f"{SITE}/feed"


async def test_a_page_does_without_a_head_when_its_service_is_away(site: GatewayHarness) -> None:
    async def hang(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive, send
        await asyncio.sleep(10)

    profiles = site.upstreams["profiles"]
    for answer in (
        (503, {}, b"{}"),
        (500, {}, b"broken"),
        (200, {}, b"no json"),
        (200, {}, b'{"data":{"account_data":{}}}'),
        hang,
    ):
        profiles.answers[PROVIDER] = answer
        head = await page(site, "/p/ana")
        assert head.title == "Openhours"
        assert "robots" not in head.meta, "search engines keep what they know"
        assert "og:image" not in head.meta


async def test_pages_for_the_signed_in_and_parts_of_lists_are_not_listed(site: GatewayHarness) -> None:
    site.upstreams["profiles"].answer(PROVIDER, provider(onboardProfile=False))
    for path in ("/my_bookmarks", "/search?q=massage", "/feed?tag=backs", "/p/ana"):
        assert (await page(site, path)).one("robots") == "noindex", path
    assert (await page(site, "/nowhere", 404)).one("robots") == "noindex"
    for path in ("/", "/home", "/feed", "/search", "/search?lang=fr", "/privacy_policy"):
        assert "robots" not in (await page(site, path)).meta, path
    assert (await page(site, "/search?q=massage")).link("canonical") == f"{SITE}/search"
    assert (await page(site, "/home")).link("canonical") == f"{SITE}/"


async def test_a_page_speaks_the_language_of_its_address_or_of_the_browser(site: GatewayHarness) -> None:
    named = await page(site, "/search?lang=fr", accepts="ar")
    assert (named.language, named.direction) == ("fr", "ltr")
    assert named.title == "Trouver un prestataire · Openhours"
    assert named.link("canonical") == named.one("og:url") == f"{SITE}/search?lang=fr"
    assert named.one("og:locale") == "fr_FR"
    accepted = await page(site, "/search?lang=xx", accepts="ar")
    assert (accepted.language, accepted.direction) == ("ar", "rtl")
    assert accepted.link("canonical") == f"{SITE}/search"
    site.upstreams["profiles"].answer(PROVIDER, provider(bio=""))
    invited = await page(site, "/p/ana?lang=es")
    assert (
        invited.one("description") == "Mira qué ofrece Ana Pérez, a qué precio y cuándo, y reserva una hora."
    )


async def test_a_page_is_checked_anew_and_sent_again_only_when_it_changed(site: GatewayHarness) -> None:
    first = await site.client.get("/p/ana")
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["vary"] == "accept-encoding, accept-language, cookie, sec-ch-ua-mobile, user-agent"
    known = {"If-None-Match": first.headers["etag"]}
    assert (await site.client.get("/p/ana", headers=known)).status_code == 304
    assert (await site.client.get("/p/ana", headers={**known, "Accept-Language": "fr"})).status_code == 200
    site.upstreams["profiles"].answer(PROVIDER, provider(name="Ana P."))
    changed = await site.client.get("/p/ana", headers=known)
    assert changed.status_code == 200
    assert "Ana P." in changed.text
    plain = await site.client.get("/p/ana", headers={"Accept-Encoding": "identity"})
    assert plain.text == changed.text
    assert plain.headers["etag"] != changed.headers["etag"], "one tag for each coding"


async def test_who_asks_too_often_gets_pages_without_calls(open_harness: OpenHarness, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(DOCUMENT)
    harness = await open_harness(web_dist=tmp_path, public_url=SITE, rate_limit_scale=1 / 1200)
    harness.upstreams["profiles"].answer(PROVIDER, provider())
    titles = [(await page(harness, "/p/ana")).title for _ in range(3)]
    assert titles[-1] == "Openhours"
    assert len(harness.upstreams["profiles"].requests) < 3
