"""Public pages come with the text of their first screen, for who has no script and for who waits for it."""

import asyncio
import html
import re
from typing import Any

import httpx
import orjson
import pytest
from client.api_client import eventually
from client.personas import Provider, Shop
from e2e.test_feed import publish

HOSTILE = '</script><script>alert("1")</script><!--'


def text_of(page: str) -> str:
    """What a reader without script sees."""
    body = re.sub(r"<(script|style|noscript)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", body))


def state_of(page: str) -> dict[str, Any]:
    """What the app takes over."""
    found = re.search(r'<script type="application/json" id="rendered-page">(.*?)</script>', page, re.DOTALL)
    assert found, "the page was not rendered"
    return orjson.loads(found[1])


async def page_at(http: httpx.AsyncClient, path: str, **headers: str) -> str:
    answer = await http.get(path, headers=headers)
    assert answer.status_code == 200, path
    return answer.text


async def test_a_page_can_be_read_without_script(
    http: httpx.AsyncClient, provider: Provider, shop: Shop
) -> None:
    post_id = await publish(provider, f"Six croissants {HOSTILE}")
    for path in ("/", "/feed", f"/post/{post_id}"):
        page = await page_at(http, path)
        assert "Six croissants" in text_of(page), path
        assert HOSTILE not in page, path
        answers = state_of(page)["answers"]["queries"]
        assert any(
            HOSTILE in orjson.dumps(answer).decode().replace('\\"', '"') for answer in answers.values()
        )
    shown = text_of(await page_at(http, f"/p/{shop.username}"))
    assert shop.name in shown
    assert "Consultation" in shown

    async def found() -> bool:
        return f'/p/{shop.username}"' in await page_at(http, "/search?q=Mara&sort=newest")

    await eventually(found, "the provider among the results")


async def test_pages_that_are_rendered_at_the_same_time_do_not_mix(
    http: httpx.AsyncClient, provider: Provider, shop: Shop
) -> None:
    words = {f"/post/{await publish(provider, f'Loaf {number}')}": f"Loaf {number}" for number in range(4)}
    words |= {
        "/feed": "Loaf 3",
        f"/p/{shop.username}": shop.name,
        f"/search?q={shop.username}": shop.name,
    }
    wanted = [(path, language) for path in words for language in ("en", "fr", "es", "ar")]
    together = await asyncio.gather(
        *(page_at(http, path, **{"Accept-Language": language}) for path, language in wanted)
    )
    for (path, language), page in zip(wanted, together, strict=True):
        state = state_of(page)
        assert (state["address"], state["language"]) == (path, language)
        assert words[path] in text_of(page), path
        alone = state_of(await page_at(http, path, **{"Accept-Language": language}))
        assert state["answers"]["queries"].keys() == alone["answers"]["queries"].keys(), path


async def test_a_page_brings_what_the_app_needs_next(http: httpx.AsyncClient, shop: Shop) -> None:
    page = await page_at(http, f"/p/{shop.username}", **{"Accept-Language": "fr"})
    preloaded = re.findall(r'<link rel="modulepreload" crossorigin href="([^"]+)">', page)
    listed = (await http.get("/pages.json")).json()["pages"]
    [needed] = [each["scripts"] for each in listed if each["path"] == "/p/:providerUsername"]
    assert needed
    assert set(needed) <= set(preloaded)
    assert any("texts-fr" in path for path in preloaded)
    for path in preloaded:
        answer = await http.get(path)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    assert "Réserver" in text_of(page)


async def test_a_page_that_has_not_changed_is_not_sent_again(http: httpx.AsyncClient, shop: Shop) -> None:
    first = await http.get(f"/p/{shop.username}")
    again = await http.get(f"/p/{shop.username}", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304 or again.headers["etag"] != first.headers["etag"]
    assert "cookie" in first.headers["vary"]


async def test_free_time_in_a_page_need_not_be_sent_again(http: httpx.AsyncClient, shop: Shop) -> None:
    page = await page_at(http, f"/p/{shop.username}", Cookie="timezone=Europe/Berlin")
    queries = state_of(page)["answers"]["queries"].values()
    [slots] = [each for each in queries if each["endpointName"] == "getAvailableSlots"]
    assert any(day["slots"] for day in slots["data"]["data"]["days"])
    asked = slots["originalArgs"]
    query = {"provider_id": asked.pop("providerId"), **asked}
    known = {"If-None-Match": slots["data"]["etag"]}
    again = await http.get("/api/get_available_slots", params=query, headers=known)
    assert (again.status_code, again.content) == (304, b"")


def pictures_of(page: str) -> list[dict[str, str]]:
    """The attributes of the pictures, in their order, by lower-case names."""
    tags = re.findall(r"<img\b([^>]*)>", page)
    return [{name.lower(): value for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)} for tag in tags]


async def test_the_first_picture_comes_before_others_and_those_below_when_they_are_reached(
    http: httpx.AsyncClient, provider: Provider, shop: Shop
) -> None:
    for number in range(8):
        await publish(provider, f"Croissant {number}")
    for path in ("/feed", f"/p/{shop.username}"):
        pictures = pictures_of(await page_at(http, path))
        hurried = [each for each in pictures if each.get("fetchpriority") == "high"]
        others = [each for each in pictures if each not in hurried]
        assert hurried, path
        assert {each["loading"] for each in hurried} == {"eager"}
        assert {each["loading"] for each in others} <= {"lazy"}, path
        assert all(int(each["width"]) and int(each["height"]) for each in pictures), path
        posts = [each for each in pictures if "/media/posts/" in each["src"]]
        assert all("data:image/webp" in each["style"] for each in posts), path


@pytest.mark.usefixtures("shop")
async def test_styles_and_the_first_picture_are_sent_for_before_scripts(
    http: httpx.AsyncClient, provider: Provider
) -> None:
    await publish(provider, "Croissant")
    page = await page_at(http, "/feed")
    kinds = ("stylesheet", 'preload" as="image', "modulepreload")
    places = [page.index(f'<link rel="{kind}"') for kind in kinds]
    assert places == sorted(places)


@pytest.mark.parametrize("path", ["/my_account", "/alerts", "/sign_in"])
async def test_pages_of_accounts_are_left_to_the_app(http: httpx.AsyncClient, path: str) -> None:
    assert "rendered-page" not in await page_at(http, path)


async def test_who_is_signed_in_gets_no_guests_page(http: httpx.AsyncClient, shop: Shop) -> None:
    page = await page_at(http, f"/p/{shop.username}", Cookie="signed_in=1")
    assert "rendered-page" not in page
    assert "modulepreload" in page
