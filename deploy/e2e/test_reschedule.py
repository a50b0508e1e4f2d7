"""Moving appointments, the calendar feed, and busy times of external calendars."""

import base64
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from aiohttp import web
from client.api_client import eventually
from client.mailbox_client import MailboxClient, ReceivedMail
from client.personas import Client, Guest, Provider, Shop, Slot, free_slots
from client.socket_client import open_socket
from e2e import only
from icalendar import Calendar, Event
from testkit.environments import Environment

BUSY = """BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//elsewhere//EN\r
BEGIN:VEVENT\r
UID:1\r
DTSTAMP:20270101T000000Z\r
DTSTART:<from>\r
DTEND:<to>\r
END:VEVENT\r
END:VCALENDAR\r
"""


def _session_list(slot: Slot) -> str:
    return json.dumps([{key: slot[key] for key in ("appointment_slot_id", "provider_start_time")}])


async def _placed(client: Client | Guest, shop: Shop, slot: Slot) -> str:
    answer = await client.book(shop, [slot])
    assert answer.done, answer.message
    return str(answer.part("booking_data")["order_id"])


def _event(content: bytes) -> Event:
    [event] = Calendar.from_ical(content).walk("VEVENT")
    assert isinstance(event, Event)
    return event


@only.distributed
async def test_both_sides_agree_on_another_time_and_keep_one_event(
    environment: Environment, provider: Provider, shop: Shop, client: Client, postbox: MailboxClient
) -> None:
    slots = await free_slots(client, shop)
    order = await _placed(client, shop, slots[0])
    accepted = await provider.respond(order, "accepted")
    before = _event(base64.b64decode(str(accepted.part("ical_content_data")["content"])))
    async with open_socket(environment.url, provider.token) as at_provider:
        proposed = await client.post(
            "propose_new_time", iv_order_id=order, iv_session_list=_session_list(slots[3])
        )
        assert proposed.done, proposed.message
        arrival = await at_provider.wait_for(
            lambda arrival: arrival.part("booking_data").get("proposed_by") == "client"
        )
        assert arrival.part("notification_data")["notification_type"] == "order_time_proposed"
    held = {slot["provider_start_time"] for slot in await free_slots(client, shop)}
    assert not held & {slots[0]["provider_start_time"], slots[3]["provider_start_time"]}
    async with open_socket(environment.url, client.token) as at_client:
        answer = await provider.post("answer_new_time", iv_order_id=order, iv_answer="accepted")
        assert answer.done, answer.message
        moved = await at_client.wait_for(
            lambda arrival: arrival.part("notification_data").get("notification_type") == "order_moved"
        )
        assert moved.part("booking_data")["provider_start_time"] == slots[3]["provider_start_time"]
    assert slots[0]["provider_start_time"] in {
        slot["provider_start_time"] for slot in await free_slots(client, shop)
    }
    for address in (client.email, provider.email):
        mail = await postbox.first(address, subject="Moved")
        after = _event(_calendar_in(mail))
        assert after["UID"] == before["UID"]
        assert int(str(after["SEQUENCE"])) > int(str(before["SEQUENCE"]))
        assert after.start > before.start


@only.embedded
async def test_the_feed_is_a_calendar_at_a_secret_address(
    http: httpx.AsyncClient, provider: Provider, shop: Shop, client: Client
) -> None:
    order = await _placed(client, shop, (await free_slots(client, shop))[0])
    assert (await provider.respond(order, "accepted")).done
    created = await client.must_post("update_calendar_feed", iv_action="create")
    path = created.text("feed_url").partition("/api/")[2]
    answer = await http.get(f"/api/{path}")
    assert answer.headers["content-type"].startswith("text/calendar")
    assert str(_event(answer.content)["UID"]).startswith(order)
    assert "set-cookie" not in answer.headers
    await client.must_post("update_calendar_feed", iv_action="revoke")
    assert (await http.get(f"/api/{path}")).status_code == 404


@pytest.fixture
async def elsewhere() -> AsyncIterator[tuple[str, list[str]]]:
    """The url of an external calendar, and its contents."""
    contents: list[str] = []

    async def answer(_: web.Request) -> web.Response:
        return web.Response(text=contents[-1])

    app = web.Application()
    app.router.add_get("/secret.ics", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/secret.ics", contents
    await runner.cleanup()


@only.embedded
async def test_what_is_busy_elsewhere_is_offered_to_nobody(
    provider: Provider, shop: Shop, client: Client, elsewhere: tuple[str, list[str]]
) -> None:
    url, contents = elsewhere
    slots = await free_slots(client, shop)
    start, end = (
        str(slots[2][f"provider_{edge}_time"]).translate(str.maketrans("", "", "-:"))
        for edge in ("start", "end")
    )
    contents.append(BUSY.replace("<from>", start).replace("<to>", end))
    added = await provider.must_post("add_external_calendar", iv_name="Family", iv_url=url)
    assert added.part("calendar")["status"] == "working"

    async def look() -> bool | None:
        left = {slot["provider_start_time"] for slot in await free_slots(client, shop)}
        return slots[2]["provider_start_time"] not in left or None

    await eventually(look, "the busy time to be hidden")
    refused = await client.book(shop, slots[2:3])
    assert refused.message == "This time has just been taken. Please choose another."


def _calendar_in(mail: ReceivedMail) -> bytes:
    return next(content for name, content in mail.files.items() if name.endswith(".ics"))
