"""A provider's share card, the sitemap's pages, and usernames that are gone."""

import io
from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from contracts.events.identity import AccountDeleted
from contracts.share_cards import provider_card_path
from PIL import Image
from profiles.public_pages import store
from profiles.public_pages.rules import GONE_FOR
from profiles.public_pages.service import forget_former_usernames
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import SERVICE, NewPerson, Person
from services.profiles.tests.service.test_avatar import encoded, picture

pytestmark = pytest.mark.service


async def card_path(client: httpx.AsyncClient, username: str) -> str:
    """The address of a provider's card, as a guest knows it."""
    data = (await client.get("/api/get_provider_profile", params={"username": username})).json()["data"]
    return provider_card_path(data["account_data"], data["rating_summary"])


def opened(answer: httpx.Response) -> Image.Image:
    """The picture of an answer."""
    assert answer.status_code == 200, answer.text
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


async def test_a_card_shows_the_avatar_and_is_kept_for_ever(
    client: httpx.AsyncClient, provider: NewPerson
) -> None:
    ana = await provider()
    drawn = opened(await client.get(await card_path(client, "ana")))
    assert drawn.size == (1200, 630)
    await ana.post("update_avatar", iv_media_base=encoded(picture("PNG")))
    path = await card_path(client, "ana")
    answer = await client.get(path)
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    left, right = opened(answer).getpixel((900, 275)), opened(answer).getpixel((1000, 275))
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    assert left[0] > 200, "the left half of the avatar is red"
    assert right[2] > 200, "the right half of the avatar is blue"
    assert max(left[2], right[0]) < 100
    again = await client.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_an_outdated_address_leads_to_the_present_card(
    client: httpx.AsyncClient, provider: NewPerson
) -> None:
    ana = await provider()
    before = await card_path(client, "ana")
    await ana.post("update_avatar", iv_media_base=encoded(picture("PNG")))
    answer = await client.get(before)
    assert answer.status_code == 302
    assert answer.headers["location"] == await card_path(client, "ana") != before
    assert "immutable" not in answer.headers["cache-control"]


async def test_only_providers_whom_guests_may_see_have_a_card(
    client: httpx.AsyncClient, provider: NewPerson, person: NewPerson, ada: Person
) -> None:
    ana, nadia = await provider(), await person("Nadia Kessler", "nadia")
    assert (await client.get(f"/media/provider_cards/{nadia.id}/x.jpg")).status_code == 404
    assert (await client.get("/media/provider_cards/nobody/x.jpg")).status_code == 404
    path = await card_path(client, "ana")
    await suspend(ada, ana, "yes")
    assert (await client.get(path)).status_code == 404


async def suspend(ada: Person, account: Person, suspended: str) -> None:
    """The staff suspend an account, or restore it."""
    await ada.post(
        "staff_set_account_standing", iv_account_id=account.id, iv_suspended=suspended, iv_note="Because"
    )


async def gone(client: httpx.AsyncClient, username: str) -> bool:
    """Whether the page of a username is gone."""
    answer = await client.get("/internal/gone_provider", params={"username": username})
    return answer.json()["data"]["gone"]


async def test_a_page_is_gone_when_its_account_is_suspended_or_deleted(
    client: httpx.AsyncClient, provider: NewPerson, ada: Person, published: EventRecorder, database_url: str
) -> None:
    ana = await provider()
    assert not await gone(client, "ana")
    assert not await gone(client, "nobody")
    await suspend(ada, ana, "yes")
    assert await gone(client, "ANA")
    await suspend(ada, ana, "no")
    assert not await gone(client, "ana")
    await published.tell(AccountDeleted(account_id=ana.id), AccountDeleted(account_id=ana.id))
    assert await gone(client, "Ana")
    database = Database(database_url)
    async with database.writing() as tx:
        await forget_former_usernames(tx, utc_now() + GONE_FOR + timedelta(seconds=1))
    await database.close()
    assert not await gone(client, "ana")


async def sitemap(client: httpx.AsyncClient, number: int) -> list[dict[str, Any]]:
    """The entries of a page of the sitemap."""
    return (await client.get(f"/internal/sitemap_page/{number}")).json()["data"]["entries"]


async def test_the_sitemap_lists_who_can_be_found_and_when_they_changed(
    client: httpx.AsyncClient, provider: NewPerson, person: NewPerson, ada: Person, published: EventRecorder
) -> None:
    ana, bo = await provider(), await provider("Bo Lind", "bo")
    cy, dee = await provider("Cy Moss", "cy"), await provider("Dee Unnamed", "")
    await person("Nadia Kessler", "nadia")
    await suspend(ada, bo, "yes")
    await published.tell(AccountDeleted(account_id=cy.id))
    [before] = await sitemap(client, 1)
    assert before["username"] == "ana"
    await ana.post("update_account_services", **SERVICE)
    [after] = await sitemap(client, 1)
    assert after["changed_at"] > before["changed_at"]
    assert dee.username == ""
    assert (await client.get("/internal/sitemap_page/2")).status_code == 404
    assert (await client.get("/internal/sitemap_page/0")).status_code == 404


async def test_a_full_page_of_the_sitemap_is_followed_by_another(
    client: httpx.AsyncClient, provider: NewPerson, database_url: str
) -> None:
    names = ["ana", "bo", "cy", "dee", "eli"]
    for name in names:
        await provider(name.title(), name)
    database = Database(database_url)
    added: list[bool] = []
    for _ in range(3):
        async with database.writing() as tx:
            added.append(await store.PAGES.add_full_page(tx, entries=2))
    await database.close()
    assert added == [True, True, False]
    assert (await client.get("/internal/sitemap_size")).json()["data"] == {"pages": 3}
    pages = [[entry["username"] for entry in await sitemap(client, number)] for number in (1, 2, 3)]
    assert pages == [["ana", "bo"], ["cy", "dee"], ["eli"]]
