"""Adds the demo's people, services and bookings through the public calls. Safe to repeat."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import httpx
from client.api_client import ApiAnswer, ApiClient, UnexpectedRefusal
from client.mailbox_client import MailboxClient
from client.personas import DEVICE, Client, Provider, Shop, free_slots, order_payload
from gateway.routes import COMPOSED, ROUTES

from demo.people import CLIENTS, HOSTS, PASSWORD, STAFF, Host
from demo.pictures import drawn
from demo.posts import POSTS, REPOST, DemoPost

T = TypeVar("T")

MAILS = "/dev/mail.json"
SERVICE_OF = {route.call: route.service for route in ROUTES if route.service != COMPOSED} | {
    "mail.json": "notifications"
}


class DirectTransport(httpx.AsyncBaseTransport):
    """Sends each call directly to its service, past the gateway's limits for one address."""

    def __init__(self, transport: httpx.AsyncBaseTransport) -> None:
        self._transport = transport

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """See httpx."""
        call = request.url.path.split("/")[2]
        request.url = request.url.copy_with(host=SERVICE_OF.get(call, "profiles"))
        return await self._transport.handle_async_request(request)


async def add_demo(transport: httpx.AsyncBaseTransport) -> str:
    """Add what is missing of the demo; returns the text that `make run` prints about it."""
    async with httpx.AsyncClient(
        transport=DirectTransport(transport), base_url="http://demo", timeout=30
    ) as http:
        shops = await asyncio.gather(*(_open_shop(http, host) for host in HOSTS))
        clients = [await _client(http, name, email) for name, email in CLIENTS]
        if not await clients[0].bookings("request"):
            await _book(clients, list(shops))
        await _post({host.username: provider for host, (provider, _) in zip(HOSTS, shops, strict=True)})
    return _people()


def _people() -> str:
    hosts = "\n".join(f"    {host.email:<20} {host.expertise}, /p/{host.username}" for host in HOSTS)
    clients = "\n".join(f"    {email:<20} books" for _, email in CLIENTS)
    staff = f"    {STAFF[1]:<20} is one of the staff, /staff"
    return f"\n  sign in as one of these, with the password “{PASSWORD}”:\n{clients}\n{hosts}\n{staff}\n"


async def _enter(person: Provider | Client) -> bool:
    """Sign in, or sign up and confirm the address; returns whether the account is new."""
    answer = await person.post("sign_in", iv_email=person.email, iv_password=PASSWORD, iv_device_data=DEVICE)
    if answer.done:
        person.entered(answer)
        return False
    await person.sign_up(PASSWORD)
    token = await MailboxClient(person.client, MAILS).link(person.email, "/confirm_account/")
    await person.must_post("confirm_account", iv_token=token)
    return True


async def _client(http: httpx.AsyncClient, name: str, email: str) -> Client:
    client = Client(http, name, email)
    await _enter(client)
    return client


async def _open_shop(http: httpx.AsyncClient, host: Host) -> tuple[Provider, Shop]:
    """A provider with everything that the public page shows. Steps that are done already are left out."""
    provider = Provider(http, host.name, host.email)
    provider.username = host.username
    if await _enter(provider) or not await _services(provider):
        await _introduce(provider, host)
        hours = host.hours
        await _when_known(
            lambda: provider.set_hours(
                zone=host.zone,
                start=hours.start,
                end=hours.end,
                minutes=hours.minutes,
                buffer=hours.buffer,
                closed=hours.closed,
            )
        )
        for offer in host.offers:
            await provider.add_service(
                offer.name,
                minutes=offer.minutes,
                cost=offer.cost,
                mode=offer.mode,
                currency=host.currency.split("-")[0],
                brief=offer.brief,
            )
    first = next(each for each in await _services(provider) if each["service"] == host.offers[0].name)
    offer = host.offers[0]
    shop = Shop(
        provider.id,
        host.name,
        host.email,
        host.username,
        str(first["service_id"]),
        offer.minutes,
        offer.cost,
        host.currency.split("-")[0],
    )
    return provider, shop


async def _when_known(call: Callable[[], Awaitable[T]]) -> T:
    """Make the call until it is accepted, for at most 30 s; returns its result.

    A service refuses a call about a provider or a service whose events have not reached it yet. Raises
    UnexpectedRefusal with the last refusal.
    """
    deadline = time.monotonic() + 30
    while True:
        try:
            return await call()
        except UnexpectedRefusal:
            if time.monotonic() > deadline:
                raise
        await asyncio.sleep(0.1)


async def _services(provider: Provider) -> list[dict[str, object]]:
    answer = await provider.must_get(
        "get_account_provider_services", filter="active", provider_id=provider.id
    )
    return answer.list("account_services")


async def _introduce(provider: Provider, host: Host) -> None:
    await provider.must_post("update_username", iv_username=host.username)
    await provider.introduce(
        iv_category=host.category,
        iv_expertise=host.expertise,
        iv_contact_phone=host.phone,
        iv_country=host.country,
        iv_city=host.city,
        iv_currency=host.currency,
        iv_location_address=host.address,
        iv_delivery_mode=host.mode,
        iv_bio=host.bio,
        iv_timezone=host.zone,
    )
    await provider.must_post(
        "update_account_skills",
        iv_languages=json.dumps(host.languages),
        iv_skills=json.dumps(host.skills),
    )
    await provider.must_post("update_account_policy_perks", iv_policy_perks=json.dumps(host.perks))


async def _book(clients: list[Client], shops: list[tuple[Provider, Shop]]) -> None:
    """Book requests that are pending, accepted, rejected and cancelled."""
    nora, sam = clients
    (mara, at_mara), (_, at_jose), (amina, at_amina), (tom, at_tom), *_ = shops
    await _request(nora, at_mara, 3)
    await _answer(mara, await _request(sam, at_mara, 6), "accepted")
    await _request(nora, at_jose, 2, mode="remote")
    await _answer(amina, await _request(nora, at_amina, 1), "accepted")
    await _answer(tom, await _request(nora, at_tom, 4), "rejected")
    await _call_off(sam, await _request(sam, at_tom, 5))


async def _post(hosts: dict[str, Provider]) -> None:
    """Publish the posts and one repost."""
    if (await hosts[POSTS[0].username].must_get("get_feed_posts")).rows:
        return
    newest: dict[str, str] = {}
    galleries = await asyncio.gather(*(_gallery(hosts[post.username], post) for post in POSTS))
    for post, gallery in zip(POSTS, galleries, strict=True):
        answer = await _when_known(partial(_publish, hosts[post.username], post, gallery))
        if (post.audience, post.when) == ("all", "now"):
            newest[post.username] = answer.text("post_id")
    who, whose, words = REPOST
    await hosts[who].must_post(
        "create_repost_feed_content", iv_post_id=newest[whose], iv_repost_brief=words, iv_device_data=DEVICE
    )


async def _publish(owner: Provider, post: DemoPost, gallery: list[str]) -> ApiAnswer:
    return await owner.must_post(
        "create_new_feed_content",
        iv_post_brief=post.caption,
        iv_media_base=gallery,
        iv_access=post.audience,
        iv_post_active=post.when,
        iv_device_data=DEVICE,
    )


async def _gallery(owner: Provider, post: DemoPost) -> list[str]:
    """Draw and upload the pictures of a post; returns their names."""
    names: list[str] = []
    for place, (kind, palette) in enumerate(post.pictures):
        picture = await asyncio.to_thread(drawn, kind, palette, len(post.caption) + place)
        upload = partial(owner.must_post, "upload_feed_media", iv_media_base=picture)
        names.append((await _when_known(upload)).text("media_name"))
    return names


async def _request(client: Client, shop: Shop, which: int, mode: str = "in-person") -> str:
    """Book the slots that the service needs, from the `which`-th free one on; returns the order id."""
    return await _when_known(lambda: _request_once(client, shop, which, mode))


async def _request_once(client: Client, shop: Shop, which: int, mode: str) -> str:
    slots = await free_slots(client, shop, days=7)
    chosen: list[dict[str, object]] = []
    for slot in slots[which:]:
        if sum(int(str(each["duration"])) for each in chosen) >= shop.minutes:
            break
        chosen.append(slot)
    order = {**order_payload(shop, chosen, client), "iv_delivery_mode": mode}
    answer = await client.must_post("create_appointment_order", **order)
    return str(answer.part("booking_data")["order_id"])


async def _answer(provider: Provider, order_id: str, response: str) -> ApiAnswer:
    answer = await provider.respond(order_id, response)
    if not answer.done:
        raise UnexpectedRefusal(f"{response}: {answer.message} {answer.fields}")
    return answer


async def _call_off(client: ApiClient, order_id: str) -> None:
    await client.must_post(
        "update_appointment_order_request",
        iv_order_id=order_id,
        iv_booking_info_type="request",
        iv_response="cancelled",
        iv_feedback="Something came up, sorry.",
        iv_device_data=DEVICE,
    )
