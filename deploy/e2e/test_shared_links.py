"""What shared links and search engines get, from the services to the front door."""

import io
from urllib.parse import urlsplit

import httpx
from client.api_client import eventually
from client.personas import PASSWORD, Provider, Shop
from e2e.test_feed import publish
from PIL import Image
from testkit.environments import Environment
from testkit.page_reader import PageHead, read_head
from testkit.schema_org import mistakes_in


async def head_of(http: httpx.AsyncClient, path: str, status: int = 200) -> PageHead:
    """The head of a page that comes with this status."""
    answer = await http.get(path)
    assert answer.status_code == status, path
    return read_head(answer.text)


async def size_of_card(http: httpx.AsyncClient, head: PageHead) -> tuple[int, int]:
    """The size of the picture that a page's card names."""
    answer = await http.get(urlsplit(head.one("og:image")).path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/jpeg"
    return Image.open(io.BytesIO(answer.content)).size


async def is_listed(http: httpx.AsyncClient, kind: str, path: str) -> bool:
    """Whether the sitemap lists an address. The gateway remembers its one page from the first time on."""
    index = await http.get("/sitemap.xml")
    assert f"/sitemaps/{kind}-1.xml" in index.text
    return path in (await http.get(f"/sitemaps/{kind}-1.xml")).text


async def test_a_link_shows_what_it_leads_to(
    http: httpx.AsyncClient, environment: Environment, provider: Provider, shop: Shop
) -> None:
    post_id = await publish(provider, "Six croissants")
    page = f"/p/{shop.username}"
    link = f"/feed?autoView=true&autoActivePost={post_id}"
    for path, kind in (("/", "website"), (page, "profile"), (link, "article")):
        head = await head_of(http, path)
        assert head.one("og:type") == kind
        assert await size_of_card(http, head) == (1200, 630)
        assert mistakes_in(head.structured) == []
    shown = await head_of(http, page)
    assert shown.title.startswith(shop.name)
    offers = [node["offers"]["price"] for node in shown.structured["@graph"] if "offers" in node]
    assert offers == [shop.cost]
    described = await http.get("/oembed", params={"url": environment.url + page})
    assert described.json()["author_name"] == shop.name
    assert (await http.get("/robots.txt")).text.endswith(f"Sitemap: {environment.url}/sitemap.xml\n")
    assert await is_listed(http, "providers", f"{environment.url}{page}<")
    assert await is_listed(http, "posts", f"{environment.url}/post/{post_id}<")


async def test_the_page_of_a_deleted_account_is_gone(
    http: httpx.AsyncClient, provider: Provider, shop: Shop
) -> None:
    page = f"/p/{shop.username}"
    card = urlsplit((await head_of(http, page)).one("og:image")).path
    await head_of(http, f"{page}_never", 404)
    await provider.must_post("delete_account", iv_password=PASSWORD)

    async def gone_page() -> PageHead | None:
        answer = await http.get(page)
        return read_head(answer.text) if answer.status_code == 410 else None

    assert (await eventually(gone_page, "the status 410")).one("robots") == "noindex"
    assert (await http.get(card)).status_code == 404
