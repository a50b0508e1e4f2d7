"""oEmbed (oembed.com, 1.0): describes a provider or a post for sites that show its link (product.md 2.8)."""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

import orjson
from contracts.share_cards import post_card_path, provider_card_path

from gateway.pages import texts
from gateway.pages.addresses import PageAddress, provider_path, read_address
from gateway.pages.head import CARD_HEIGHT, CARD_WIDTH
from gateway.pages.public_answers import FOUND, PublicAnswers
from gateway.responses import BufferedResponse, failure

VERSION: Final = "1.0"
KEPT_SECONDS: Final = 3600
AVATAR_SIDE: Final = 300

NO_ADDRESS: Final = failure(400, "Name the address to describe in the parameter url.")
PRIVATE: Final = failure(401, "This page is only for who is signed in.")
NOTHING_THERE: Final = failure(404, "There is nothing here.")
ONLY_JSON: Final = failure(501, "Descriptions of links are given as JSON only.")


async def oembed(
    site: str, query: bytes, answers: PublicAnswers, has_page: Callable[[str], bool]
) -> BufferedResponse:
    """The description of the page that `?url=` names, in JSON. `has_page` knows the paths of pages.

    Refused as the specification says (2.3.4): 404 for what is not there or is no page to show elsewhere, 401
    for a private page, 501 for another format. Raises `ServiceAway`.
    """
    asked = {name: values[-1] for name, values in parse_qs(query.decode("latin-1")).items()}
    if not asked.get("url"):
        return NO_ADDRESS
    if asked.get("format", "json") != "json":
        return ONLY_JSON
    address = _address_on(site, asked["url"], has_page)
    if address is not None and address.kind == "private":
        return PRIVATE
    described = await _described(site, address, answers) if address is not None else None
    if described is None:
        return NOTHING_THERE
    described |= _thumbnail(asked, described.pop("pictures"))
    return BufferedResponse(
        200,
        orjson.dumps(described),
        (
            (b"content-type", b"application/json"),
            (b"cache-control", b"public, max-age=%d" % KEPT_SECONDS),
            (b"access-control-allow-origin", b"*"),
        ),
    )


async def _described(site: str, address: PageAddress, answers: PublicAnswers) -> dict[str, Any] | None:
    """The description of a provider or a post; None for any other page, and for one that is not there."""
    if address.kind not in {"provider", "post"}:
        return None
    found = await answers.of_page(address)
    if found.status != FOUND:
        return None
    return _provider(site, found.data) if address.kind == "provider" else _post(site, found.data)


def _address_on(site: str, url: str, has_page: Callable[[str], bool]) -> PageAddress | None:
    """What an address of this site shows; None for an address of another site, and for no page."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if f"{parts.scheme}://{parts.netloc}" != site:
        return None
    path = unquote(parts.path)
    return read_address(path, parts.query.encode("latin-1", "replace")) if has_page(path) else None


def _provider(site: str, data: dict[str, Any]) -> dict[str, Any] | None:
    account = data["account_data"]
    if not account["onboardProfile"]:
        return None
    url = site + provider_path(account["username"] or account["name"])
    pictures = [(provider_card_path(account, data["rating_summary"]), CARD_WIDTH, CARD_HEIGHT)]
    if account["media_name"] != "none":
        pictures.append((account["avatar"], AVATAR_SIDE, AVATAR_SIDE))
    name = account["name"] or account["username"]
    return _link(site, texts.provider_name(account), name, url, pictures)


def _post(site: str, data: dict[str, Any]) -> dict[str, Any]:
    name, username = texts.author_of(data)
    author_url = site + provider_path(username) if username else site
    return _link(
        site, texts.post_name(data), name, author_url, [(post_card_path(data), CARD_WIDTH, CARD_HEIGHT)]
    )


def _link(
    site: str, title: str, author: str, author_url: str, pictures: list[tuple[str, int, int]]
) -> dict[str, Any]:
    """A response of the type link: the site that shows it has its own layout, and needs no HTML of ours."""
    return {
        "version": VERSION,
        "type": "link",
        "title": title,
        "author_name": author,
        "author_url": author_url,
        "provider_name": texts.SITE,
        "provider_url": f"{site}/",
        "cache_age": KEPT_SECONDS,
        "pictures": [(site + path, width, height) for path, width, height in pictures],
    }


def _thumbnail(asked: dict[str, str], pictures: list[tuple[str, int, int]]) -> dict[str, Any]:
    """The first picture that fits into `maxwidth` and `maxheight`; nothing when none does."""
    widest, highest = _size(asked.get("maxwidth")), _size(asked.get("maxheight"))
    for address, width, height in pictures:
        if width <= widest and height <= highest:
            return {"thumbnail_url": address, "thumbnail_width": width, "thumbnail_height": height}
    return {}


def _size(text: str | None) -> float:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 6 else float("inf")
