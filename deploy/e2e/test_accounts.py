"""Accounts: confirmation, sign-out, lost passwords, deletion."""

import asyncio
import secrets
import time

import httpx
from client.api_client import ApiAnswer, eventually
from client.mailbox_client import MailboxClient
from client.personas import PASSWORD, Client, Provider, Shop, free_slots, new_email
from client.socket_client import open_socket
from e2e import only
from e2e.test_feed import publish
from testkit.environments import Environment

CLOSED_EVERYWHERE = (
    "check_active_login", "get_account_profile", "get_booking_info", "get_user_alerts",
    "get_bookmarked_posts",
)  # fmt: skip
"""Calls of all five services; each must refuse a login within a second of its end."""


async def test_confirming_reaches_the_open_screen(
    environment: Environment, http: httpx.AsyncClient, postbox: MailboxClient
) -> None:
    client = Client(http, "Nora Newcomer", new_email("nora"))
    await client.sign_up()
    async with open_socket(environment.url, client.token) as screen:
        token = await postbox.link(client.email, "/confirm_account/")
        assert (await client.must_post("confirm_account", iv_token=token)).done
        seen = await screen.wait_for(lambda arrival: arrival.name == "get_confirm_account_verification")
    assert seen.part("session_data")["autoVerification"] == "verified"
    again = await client.must_get("check_active_login")
    assert again.part("session_data")["autoVerification"] == "verified"


async def test_a_login_that_ends_is_over_everywhere_within_a_second(client: Client) -> None:
    await _open_everywhere(client)
    began = time.monotonic()
    await client.must_get("sign_out")
    await _closed_everywhere(client, began)


@only.embedded
async def test_a_lost_password_is_replaced_and_ends_other_logins(
    client: Client, postbox: MailboxClient
) -> None:
    other = Client(client.client, client.name, client.email)
    await other.sign_in()
    await client.must_post("forgot_password", iv_email=client.email)
    token = await postbox.link(client.email, "/reset_password/")
    fresh = "another long phrase of words"
    began = time.monotonic()
    await client.must_post("reset_password", iv_token=token, iv_password=fresh)
    await _closed_everywhere(other, began)
    assert not (await client.post("reset_password", iv_token=token, iv_password=PASSWORD)).done
    old = await client.post("sign_in", iv_email=client.email, iv_password=PASSWORD, iv_device_data={})
    unknown = await client.post("sign_in", iv_email=new_email("no"), iv_password=PASSWORD, iv_device_data={})
    assert (old.done, old.message, old.fields) == (False, unknown.message, unknown.fields)
    await client.sign_in(fresh)


@only.embedded
async def test_an_address_belongs_to_one_account(http: httpx.AsyncClient, client: Client) -> None:
    twin = await Client(http, "Twin", client.email.upper()).post(
        "sign_up", iv_name="Twin", iv_email=client.email.upper(), iv_password=PASSWORD, iv_device_data={}
    )
    assert not twin.done
    assert "iv_email" in twin.fields


@only.embedded
async def test_a_provider_s_new_name_is_everywhere(provider: Provider, shop: Shop, client: Client) -> None:
    booked = await client.book(shop, (await free_slots(client, shop))[:1])
    order_id = str(booked.part("booking_data")["order_id"])
    assert (await provider.respond(order_id, "accepted")).done
    await publish(provider, "An open day")

    async def names() -> list[str]:
        page = await client.must_get("get_provider_profile", username=shop.username)
        posts = await client.must_get(f"get_profile_posts/{provider.id}")
        talks = await client.must_get("get_conversations")
        rows = [
            page.part("account_data"),
            *posts.rows,
            *await client.bookings("request"),
            *[alert for alert in await client.alerts() if alert["username"] == shop.username],
            *talks.list("conversations"),
        ]
        return [str(row["name"]) for row in rows]

    async def five_of(name: str) -> bool | None:
        return (await names() == [name] * 5) or None

    await eventually(lambda: five_of(provider.name), "the name at sign-up")
    await provider.introduce(iv_name="Studio Norte")
    await eventually(lambda: five_of("Studio Norte"), "the new name")
    session = (await provider.must_get("check_active_login")).part("session_data")
    assert (session["name"], session["username"]) == ("Studio Norte", shop.username)


async def test_a_provider_without_a_username_gets_one_that_leads_to_the_page(
    provider: Provider, http: httpx.AsyncClient
) -> None:
    name = f"Études {secrets.token_hex(4)}"
    answer = await provider.introduce(iv_name=name)
    username = str(answer.part("session_data")["username"])
    assert username == name.replace("É", "e").replace(" ", "_")
    for address in (username, name):
        page = (await provider.must_get("get_provider_profile", username=address)).part("account_data")
        assert page["owner_id"] == provider.id

    async def known_to_visitors() -> bool | None:
        page = await http.get("/api/get_provider_profile", params={"username": username})
        return page.status_code == 200 or None

    await eventually(known_to_visitors, "the page under its username")


async def test_an_export_is_collected_from_every_service(client: Client) -> None:
    await client.must_post("start_data_export")

    async def ready() -> dict[str, object] | None:
        export = (await client.must_get("get_data_export")).part("data_export")
        return export if export["state"] == "ready" else None

    export = await eventually(ready, "the export")
    document = (await client.must_get(f"download_data_export/{export['export_id']}")).data
    assert set(document) == {"identity", "profiles", "feed", "booking", "notifications"}
    assert client.email in str(document["identity"])


@only.distributed
async def test_a_deleted_account_leaves_no_trace_of_its_owner(
    provider: Provider, shop: Shop, client: Client
) -> None:
    slots = await free_slots(client, shop)
    assert (await client.book(shop, slots[:1])).done
    exported = await client.must_get("export_account_data")
    assert client.email in str(exported.data)
    await client.must_post("delete_account", iv_password=PASSWORD)

    async def look() -> list[dict[str, object]] | None:
        rows = await provider.bookings("order")
        known = str(rows)
        return rows if client.name not in known and client.email not in known else None

    rows = await eventually(look, "an anonymous booking")
    assert len(rows) == 1
    refused = await client.post("sign_in", iv_email=client.email, iv_password=PASSWORD, iv_device_data={})
    assert not refused.done


async def _open_everywhere(client: Client) -> None:
    for answer in await _call_every_service(client):
        assert answer.http in {200, 404}, answer


async def _closed_everywhere(client: Client, began: float) -> None:
    async def look() -> bool | None:
        return all(answer.http == 422 for answer in await _call_every_service(client)) or None

    await eventually(look, "the end of the login", 5)
    assert time.monotonic() - began < 1.5  # a second, and the time of the requests


async def _call_every_service(client: Client) -> list[ApiAnswer]:
    return list(await asyncio.gather(*(client.get(call) for call in CLOSED_EVERYWHERE)))
