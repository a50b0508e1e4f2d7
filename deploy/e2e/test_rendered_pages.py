"""Public pages come with the text of their first screen, for who has no script and for who waits for it."""

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
        return f'/p/{shop.username}"' in await page_at(http, f"/search?q={shop.username}")

    await eventually(found, "the provider among the results")


async def test_a_page_brings_what_the_app_needs_next(http: httpx.AsyncClient, shop: Shop) -> None:
    page = await page_at(http, f"/p/{shop.username}", **{"Accept-Language": "fr"})
    preloaded = re.findall(r'<link rel="modulepreload" crossorigin href="([^"]+)">', page)
    assert any("provider" in path for path in preloaded)
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


@pytest.mark.parametrize("path", ["/my_account", "/alerts", "/sign_in"])
async def test_pages_of_accounts_are_left_to_the_app(http: httpx.AsyncClient, path: str) -> None:
    assert "rendered-page" not in await page_at(http, path)


async def test_who_is_signed_in_gets_no_guests_page(http: httpx.AsyncClient, shop: Shop) -> None:
    page = await page_at(http, f"/p/{shop.username}", Cookie="signed_in=1")
    assert "rendered-page" not in page
    assert "modulepreload" in page
