"""The booking journey: a provider opens, a guest and a client book, the provider accepts, all see it."""

import base64
import json

import httpx
from client.api_client import ApiAnswer, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Provider, Shop, free_slots
from client.socket_client import open_socket
from e2e import only
from icalendar import Calendar
from testkit.environments import Environment


@only.embedded
async def test_a_shop_is_visible_to_strangers(
    http: httpx.AsyncClient, provider: Provider, shop: Shop
) -> None:
    stranger = Client(http, "Nobody", "")

    async def look() -> dict[str, object] | None:
        answer = await stranger.get("get_provider_profile", username=shop.username)
        return answer.part("account_data") if answer.done else None

    profile = await eventually(look, "the profile")
    assert profile["owner_id"] == provider.id
    assert profile["expertise"] == "Physiotherapy"
    services = (
        await stranger.must_get("get_account_provider_services", filter="active", provider_id=provider.id)
    ).list("account_services")
    assert [service["service_id"] for service in services] == [shop.service_id]
    slots = await free_slots(stranger, shop)
    assert slots[0]["duration"] == 30


async def test_guest_and_client_book_and_the_provider_accepts(
    environment: Environment,
    provider: Provider,
    shop: Shop,
    client: Client,
    guest: Guest,
    postbox: MailboxClient,
) -> None:
    slots = await free_slots(client, shop)
    async with (
        open_socket(environment.url, provider.token) as at_provider,
        open_socket(environment.url, client.token) as at_client,
    ):
        by_guest = _order(await guest.book(shop, slots[:1]))
        by_client = _order(await client.book(shop, slots[1:2]))
        for order in (by_guest, by_client):
            arrived = await at_provider.booking(order, "pending")
            assert arrived.part("notification_data")["notification_receiver_id"] == provider.id

        offered = {slot["provider_start_time"] for slot in await free_slots(client, shop)}
        assert not offered & {slots[0]["provider_start_time"], slots[1]["provider_start_time"]}

        for order in (by_guest, by_client):
            _check_file(await provider.respond(order, "accepted"))
        await at_client.booking(by_client, "accepted")

    assert (await guest.booking(by_guest))["request_status"] == "accepted"
    assert {row["order_id"]: row["request_status"] for row in await client.bookings("request")} == {
        by_client: "accepted"
    }
    assert {row["order_id"]: row["request_status"] for row in await provider.bookings("order")} == {
        by_guest: "accepted",
        by_client: "accepted",
    }
    for address in (guest.email, client.email, provider.email):
        await _calendar_mail(postbox, address)
    await _alerts_once(provider, [by_guest, by_client])


@only.embedded
async def test_a_pending_slot_is_not_given_twice(provider: Provider, shop: Shop, client: Client) -> None:
    slots = await free_slots(client, shop)
    assert (await client.book(shop, slots[:1])).done
    again = await client.book(shop, slots[:1])
    assert (again.http, again.done) == (200, False)
    assert again.message == "This time has just been taken. Please choose another."


@only.embedded
async def test_rejected_time_is_free_at_once(provider: Provider, shop: Shop, client: Client) -> None:
    slots = await free_slots(client, shop)
    order = _order(await client.book(shop, slots[:1]))
    answer = await provider.respond(order, "rejected")
    assert answer.done, answer.message
    assert slots[0]["provider_start_time"] in {
        s["provider_start_time"] for s in await free_slots(client, shop)
    }
    assert (await client.book(shop, slots[:1])).done


@only.embedded
async def test_nobody_books_with_a_wrong_code(shop: Shop, guest: Guest) -> None:
    slots = await free_slots(guest, shop)
    wrong = "000000" if guest.code != "000000" else "111111"
    refused = await guest.book(shop, slots[:1], iv_guest_token=wrong)
    assert (refused.http, refused.done) == (200, False)
    assert (await guest.book(shop, slots[:1])).done


@only.embedded
async def test_a_changed_price_is_refused(shop: Shop, client: Client) -> None:
    slots = await free_slots(client, shop)
    refused = await client.book(shop, slots[:1], iv_total_cost=1)
    assert refused.message == "The price or duration of a selected service has changed."


def _order(answer: ApiAnswer) -> str:
    assert answer.done, f"{answer.message} {answer.fields}"
    row = answer.part("booking_data")
    assert row["request_status"] == "pending"
    assert len(json.loads(str(row["session_time"]))) == 1
    return str(row["order_id"])


def _check_file(answer: ApiAnswer) -> None:
    assert answer.done, answer.message
    file = answer.part("ical_content_data")
    assert str(file["filename"]).endswith(".ics")
    _check_calendar(base64.b64decode(str(file["content"])))


def _check_calendar(content: bytes) -> None:
    calendar = Calendar.from_ical(content)
    assert calendar["METHOD"] == "REQUEST"
    assert len(calendar.walk("VEVENT")) == 1


async def _calendar_mail(postbox: MailboxClient, address: str) -> None:
    async def look() -> bytes | None:
        files = [file for mail in await postbox.mails(address) for file in mail.files.items()]
        return next((content for name, content in files if name.endswith(".ics")), None)

    _check_calendar(await eventually(look, f"the calendar file for {address}"))


async def _alerts_once(provider: Provider, orders: list[str]) -> None:
    async def look() -> list[dict[str, object]] | None:
        alerts = await provider.alerts()
        return alerts if len(alerts) >= len(orders) else None

    alerts = await eventually(look, "the alerts")
    assert len({alert["notification_id"] for alert in alerts}) == len(alerts)
    assert all(alert["notification_receiver_id"] == provider.id for alert in alerts)
