"""A block hides each side from the other everywhere; without it both are visible again."""

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest
from client.api_client import eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Persona, Provider, Shop, free_slots, new_email, order_payload
from client.socket_client import SocketClient, open_socket
from e2e import only
from e2e.test_feed import after_a_later_post, feed_of, newcomer, publish
from testkit.environments import Environment

Surface = Callable[[], Awaitable[bool | None]]
"""Whether one side sees the other there; None while two answers still differ."""


async def surfaces_of(provider: Provider, shop: Shop, client: Client, post_id: str) -> dict[str, Surface]:
    """All places where one of the two may see the other."""
    slots = (await free_slots(client, shop))[:1]

    def found(call: str, **query: str | int) -> Surface:
        async def look() -> bool:
            return (await client.get(call, **query)).http == 200

        return look

    async def in_search() -> bool:
        rows = (await client.must_get("search", q=provider.name, sort="newest", limit=100)).list("providers")
        return provider.id in [row["owner_id"] for row in rows]

    async def in_feed() -> bool:
        return post_id in await feed_of(client)

    async def in_circle() -> bool:
        return provider.id in [row["provider_id"] for row in (await client.must_get("get_my_circle")).rows]

    async def comments() -> bool:
        answer = await client.get(f"get_feed_post_comment_and_repost_history/{post_id}")
        return answer.http == 200

    def writes(writer: Persona, reader: Persona) -> Surface:
        async def look() -> bool | None:
            listed = (await writer.must_get("get_conversations")).list("conversations")
            sent = await writer.post("send_message", iv_owner_id=reader.id, iv_text="Hello")
            known = reader.id in str(listed)
            return known if known == sent.done else None

        return look

    async def books() -> bool:
        answer = await client.post(
            "create_appointment_order", **{**order_payload(shop, slots, client), "iv_total_cost": 1}
        )
        return "price" in answer.message  # the wrong price is reported only to a client who may book

    return {
        "search": in_search,
        "page": found("get_provider_profile", username=provider.username),
        "services": found("get_account_provider_services", provider_id=provider.id, filter="active"),
        "ratings": found(f"get_ratings_info/{provider.id}"),
        "hours": found("get_provider_appointment_window", provider_id=provider.id),
        "feed": in_feed,
        "post": found(f"get_feed_post/{post_id}"),
        "comments": comments,
        "circle": in_circle,
        "messages to the provider": writes(client, provider),
        "messages to the client": writes(provider, client),
        "booking": books,
    }


async def after_later_alerts(
    http: httpx.AsyncClient,
    postbox: MailboxClient,
    shop: Shop,
    client: Client,
    at_client: SocketClient,
    at_provider: SocketClient,
) -> None:
    """Return when both sides have an alert about somebody else: an earlier one would have come before it."""
    other_client = await newcomer(http, postbox, "Bo Bystander")
    order = await other_client.book(shop, (await free_slots(other_client, shop))[:1])
    await at_provider.booking(str(order.part("booking_data")["order_id"]), "pending")
    other_provider = Provider(http, "Bea Bystander", new_email("bea"))
    await other_provider.join(postbox)
    other_shop = await other_provider.open_shop()
    order = await client.book(other_shop, (await free_slots(client, other_shop))[:1])
    order_id = str(order.part("booking_data")["order_id"])
    assert (await other_provider.respond(order_id, "accepted")).done
    await at_client.booking(order_id, "accepted")


@only.distributed
@pytest.mark.parametrize("way", ["client blocks", "provider blocks"])
async def test_a_block_hides_both_ways_everywhere(
    environment: Environment,
    http: httpx.AsyncClient,
    postbox: MailboxClient,
    provider: Provider,
    shop: Shop,
    client: Client,
    way: str,
) -> None:
    post_id = await publish(provider, "Six croissants")
    assert (await client.book(shop, (await free_slots(client, shop))[1:2])).done
    await client.must_post("add_new_interest", iv_provider_id=provider.id)
    surfaces = await surfaces_of(provider, shop, client, post_id)

    def all_are(expected: bool) -> Callable[[], Awaitable[bool | None]]:
        async def look() -> bool | None:
            seen = dict(zip(surfaces, await asyncio.gather(*(s() for s in surfaces.values())), strict=True))
            return True if set(seen.values()) == {expected} else None

        return look

    await eventually(all_are(True), "the provider on every surface")
    blocker, blocked = (client, provider) if way == "client blocks" else (provider, client)
    await blocker.must_post("add_to_block", iv_user_id=blocked.id)
    await eventually(all_are(False), "a system in which the two do not meet")

    async with (
        open_socket(environment.url, client.token) as client_socket,
        open_socket(environment.url, provider.token) as own,
    ):
        await publish(provider, "Seven croissants")
        await provider.post("send_message", iv_owner_id=client.id, iv_text="Are you there?")
        await client.post("send_message", iv_owner_id=provider.id, iv_text="Are you there?")
        await after_a_later_post(http, postbox, [client_socket, own])
        await after_later_alerts(http, postbox, shop, client, client_socket, own)
        assert client_socket.count(lambda arrival: provider.id in str(arrival.data)) == 0
        assert own.count(lambda arrival: client.id in str(arrival.data)) == 0
    for person in (client, provider):
        assert "Are you there?" not in str((await person.must_get("get_conversations")).data)

    await blocker.must_post("remove_from_block", iv_user_id=blocked.id)
    await eventually(all_are(True), "the provider again")
