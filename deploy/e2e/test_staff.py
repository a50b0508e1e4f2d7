"""Reports, their evidence and decisions, and suspended accounts."""

import asyncio
import time

import httpx
import pytest
from client.api_client import ApiClient, eventually
from client.personas import PASSWORD, Client, Persona, Provider, Shop, free_slots
from client.socket_client import SocketClient, open_socket
from e2e import only
from e2e.test_accounts import CLOSED_EVERYWHERE
from e2e.test_feed import feed_of, publish
from local.staff import TEST_STAFF_EMAIL
from testkit.environments import Environment

WITHIN_SECONDS = 1.0
"""Within how many seconds an ended login is refused everywhere and loses its socket."""


@pytest.fixture
async def ada(http: httpx.AsyncClient) -> Persona:
    """A staff account."""
    person = Persona(http, "Ada Staff", TEST_STAFF_EMAIL)
    await person.sign_in(PASSWORD)
    return person


async def report_of(reporter: Client, accused: Provider, kind: str, issue: str) -> str:
    """File a report; returns its id."""
    answer = await reporter.must_post(
        "report_user_account", iv_user_id=accused.id, iv_report_type=kind, iv_report_issue_id=issue,
        iv_report_title="Fraud & Scams", iv_report_details="", iv_report_additional="It is not true at all",
    )  # fmt: skip
    return answer.text("report_id")


async def evidence_of(ada: Persona, report_id: str) -> dict[str, object]:
    """The evidence of a report, when its owner has supplied it."""

    async def look() -> object:
        return (await ada.must_get(f"staff_get_report/{report_id}", reason="report")).part("report")[
            "evidence"
        ]

    found = await eventually(look, "the evidence")
    assert isinstance(found, dict)
    return found


async def known_to(ada: Persona, person: Persona) -> None:
    """Return when profiles has stored a new account."""

    async def found() -> bool | None:
        return (await ada.get(f"staff_get_account/{person.id}", reason="check")).done or None

    await eventually(found, "the account")


async def closed_to(person: Persona, screen: SocketClient, began: float) -> None:
    """Assert that every service refuses the login and its socket is closed within a second of `began`."""
    for call in CLOSED_EVERYWHERE:
        while (answer := await person.get(call)).http != 422:
            assert time.monotonic() - began < WITHIN_SECONDS, f"{call}: {answer.http}"
            await asyncio.sleep(0.02)
    while screen.client.connected:
        assert time.monotonic() - began < WITHIN_SECONDS, "the socket is still there"
        await asyncio.sleep(0.01)


@only.embedded
async def test_what_was_reported_is_kept_and_a_hidden_post_is_gone(
    provider: Provider, shop: Shop, client: Client, ada: Persona
) -> None:
    booked = await client.book(shop, (await free_slots(client, shop))[:1])
    order_id = str(booked.part("booking_data")["order_id"])
    appointment = await evidence_of(ada, await report_of(client, provider, "appointments", order_id))
    assert (appointment["order_id"], appointment["client_id"]) == (order_id, client.id)

    post_id = await publish(provider, "Guaranteed riches")
    report_id = await report_of(client, provider, "posts", post_id)
    evidence = await evidence_of(ada, report_id)
    assert (evidence["post_brief"], evidence["owner_id"]) == ("Guaranteed riches", provider.id)
    await ada.must_post(
        "staff_decide_report", iv_report_id=report_id, iv_action="hide_post", iv_note="Untrue"
    )

    async def hidden() -> bool | None:
        return post_id not in await feed_of(client) or None

    assert await eventually(hidden, "a feed without the post")
    own = (await provider.must_get(f"get_profile_posts/{provider.id}")).rows
    assert [(row["post_id"], row["status"]) for row in own] == [(post_id, "hidden")]
    deleted = await provider.post("feed_post_delete_archive_restore", iv_post_id=post_id, iv_action="delete")
    assert deleted.done
    assert await evidence_of(ada, report_id) == evidence


@only.distributed
@pytest.mark.parametrize("way", ["sign_out", "new_password", "suspension"])
async def test_a_login_that_ends_is_refused_and_loses_its_socket_within_a_second(
    environment: Environment, client: Client, ada: Persona, way: str
) -> None:
    other = Persona(client.client, client.name, client.email)
    await other.sign_in()
    await known_to(ada, client)
    async with open_socket(environment.url, other.token) as screen:
        began = time.monotonic()
        match way:
            case "sign_out":
                await other.must_get("sign_out")
            case "new_password":
                fresh = "another long phrase of words"
                await client.must_post("change_password", iv_current_password=PASSWORD, iv_new_password=fresh)
            case _:
                await ada.must_post(
                    "staff_set_account_standing",
                    iv_account_id=client.id, iv_suspended="yes", iv_note="Fraud",
                )  # fmt: skip
        await closed_to(other, screen, began)


@only.distributed
async def test_a_suspended_provider_vanishes_and_the_clients_are_told(
    environment: Environment,
    http: httpx.AsyncClient,
    provider: Provider,
    shop: Shop,
    client: Client,
    ada: Persona,
) -> None:
    post_id = await publish(provider, "Six croissants")
    booked = await client.book(shop, (await free_slots(client, shop))[:1])
    order_id = str(booked.part("booking_data")["order_id"])
    visitor = ApiClient(http)
    standing = {"iv_account_id": provider.id, "iv_note": "Somebody complained"}
    async with open_socket(environment.url, client.token) as screen:
        await ada.must_post("staff_set_account_standing", iv_suspended="yes", **standing)
        await screen.booking(order_id, "cancelled")

    async def vanished() -> bool | None:
        return await surfaces(visitor, provider, post_id) == (404, False, 0) or None

    assert await eventually(vanished, "a system without the provider")
    credentials = {"iv_email": provider.email, "iv_password": PASSWORD}
    refused = await provider.post("sign_in", **credentials, iv_device_data={})
    assert not refused.done
    assert refused.message.startswith("This account is suspended")

    await ada.must_post("staff_set_account_standing", iv_suspended="no", **standing)

    async def back() -> bool | None:
        return await surfaces(visitor, provider, post_id) == (200, True, 1) or None

    assert await eventually(back, "the provider")
    await provider.sign_in()


async def surfaces(visitor: ApiClient, provider: Provider, post_id: str) -> tuple[int, bool, int]:
    """The status of the provider's page, whether the post is in the feed, and the hits in the search."""
    page = await visitor.get("get_provider_profile", username=provider.username)
    found = (await visitor.must_get("search", q=provider.name, sort="newest", limit=100)).list("providers")
    hits = len([row for row in found if row["owner_id"] == provider.id])
    return page.http, post_id in await feed_of(visitor), hits
