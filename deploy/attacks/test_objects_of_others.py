"""Strangers ask for objects of others by their real ids: nobody, a guest, an account, a provider.

Each call of OBJECTS in ci.documents.callers is tried. Afterwards the owners see all as it was, and no answer
held what is private.
"""

import base64
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Final

import httpx
import pytest
from aiohttp import web
from chassis.key_files import new_private_pem
from ci.documents.callers import OBJECTS
from client.api_client import ApiClient, Json, eventually
from client.mailbox_client import MailboxClient
from client.personas import DEVICE, Client, Guest, Provider, Shop, free_slots, new_email
from e2e.test_feed import publish
from gateway.routes import ROUTES
from notifications.push.vapid import VapidKey

EMPTY_CALENDAR: Final = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//elsewhere//EN\r\nEND:VCALENDAR\r\n"
PRIVATE: Final = ("My first visit.", "For you alone.", "Torstraße 12", "Tips well.", "0301234567", "Knee.pdf")
"""The order's words, a message, where the parties meet (the street is public on the profile alone), and what
the provider notes of the client and keeps with them.
"""
DOCUMENT: Final = base64.b64encode(b"%PDF-1.4\nThe knee of Carl.\n%%EOF\n").decode()
VIEWS: Final = (
    "get_booking_info", "get_user_alerts", "get_conversations", "get_active_logins", "get_external_calendars",
    "get_account_provider_services", "get_account_profile",
)  # fmt: skip
CHANGES_BY_ITSELF: Final = {"last_used_at", "checked_at"}
Fields = dict[str, Json]


@dataclass
class Owners:
    """A provider and a client who have things between them that nobody else may touch."""

    provider: Provider
    client: Client
    shop: Shop
    slots: list[dict[str, object]]
    ids: dict[str, str] = field(default_factory=dict[str, str])

    async def views(self) -> list[Any]:
        """All that the two see of their own."""
        seen: list[Any] = []
        for who in (self.provider, self.client):
            seen += [[view, stable((await who.get(view)).data)] for view in VIEWS]
            seen.append(stable((await who.get(f"get_client/{self.ids['client']}")).data))
            seen.append(stable((await who.get(f"get_client_files/{self.ids['client']}")).data))
            seen.append(stable((await who.get(f"get_messages/{self.ids['conversation']}")).data))
            seen.append(stable((await who.get(f"get_profile_posts/{self.provider.id}")).rows))
            path = f"get_feed_post_comment_and_repost_history/{self.ids['post']}"
            seen.append(stable((await who.get(path)).data))
        return seen

    def attempts(self) -> dict[str, Fields]:
        """The fields of each call, with the ids of the objects of these two."""
        order: Fields = {"iv_order_id": self.ids["order"]}
        sessions = json.dumps(self.slots[1:2])
        return {
            "add_client_file": {
                "iv_client_id": self.ids["client"], "iv_name": "Taken.pdf", "iv_media_base": DOCUMENT,
            },
            "answer_new_time": {**order, "iv_answer": "accepted"},
            "answer_rating": {**order, "iv_answer": "It was not so."},
            "archive_delete_account_services": {
                "iv_service_id": self.ids["service"], "iv_request_type": "service_archive",
            },
            "ask_for_other_times": {"iv_order_ids": json.dumps([self.ids["order"]]), "iv_feedback": "Move"},
            "block_guest": order,
            "block_time": {
                "iv_block_id": self.ids["block"], "iv_date": "2030-01-07", "iv_start_time": "09:00",
                "iv_end_time": "10:00",
            },
            "check_external_calendar": {"iv_calendar_id": self.ids["calendar"]},
            "move_appointment": {**order, "iv_date": "2030-01-07", "iv_start_time": "09:00"},
            "create_own_booking": {
                "iv_client_id": self.ids["client"], "iv_service_list": [self.ids["service"]],
                "iv_date": "2030-01-07", "iv_start_time": "09:00",
            },
            "confirm_attendance": order,
            "create_appointment_rating": {**order, "iv_rating": 1, "iv_feedback": "I was never there."},
            "create_appointment_request_rating": order,
            "create_client_rating": {**order, "iv_rating": 1, "iv_feedback": "I was never there."},
            "delete_post_feed_comment": {"iv_post_comments_id": self.ids["comment"]},
            "download_data_export": {"": self.ids["export"]},
            "end_guest_link": order,
            "end_login": {"iv_login_id": self.ids["login"]},
            "erase_guest_data": {**order, "iv_key": "a" * 64},
            "feed_post_delete_archive_restore": {"iv_post_id": self.ids["post"], "iv_action": "delete"},
            "get_appointment_calendar": {"": self.ids["order"]},
            "get_client": {"": self.ids["client"]},
            "get_client_file": {"": self.ids["client_file"]},
            "get_client_files": {"": self.ids["client"]},
            "get_client_of_order": {"": self.ids["order"]},
            "get_guest_booking": {"": self.ids["order"]},
            "get_guest_data": {**order, "iv_key": "a" * 64},
            "get_messages": {"": self.ids["conversation"]},
            "get_notes_of_orders": {"order_ids": self.ids["order"]},
            "get_profile_posts_and_appointments": {"": f"{self.provider.id}/{self.client.id}"},
            "propose_new_time": {**order, "iv_session_list": sessions},
            "update_appointment_place": {**order, "iv_delivery_location": "2 Side Street"},
            "read_messages": {"iv_conversation_id": self.ids["conversation"]},
            "remove_client_file": {"iv_file_id": self.ids["client_file"]},
            "remove_external_calendar": {"iv_calendar_id": self.ids["calendar"]},
            "remove_push_token": {"iv_token": self.ids["device"]},
            "remove_rating_answer": order,
            "remove_web_push": {"iv_endpoint": self.ids["browser"]},
            "request_guest_link": {**order, "iv_email": new_email("stranger")},
            "unblock_guest": {"iv_block_id": self.ids["order"]},
            "unblock_time": {"iv_block_id": self.ids["block"]},
            "update_account_services": {
                "iv_action": "service_update", "iv_service_id": self.ids["service"], "iv_service": "Taken",
                "iv_duration": "30", "iv_cost": "1", "iv_currency": "EUR", "iv_delivery_mode": "hybrid",
            },
            "update_alert_status": {
                "iv_notification_ids": json.dumps([self.ids["alert"]]), "iv_status": "read",
            },
            "update_appointment_order_request": {**order, "iv_response": "accepted"},
            "update_client": {"iv_client_id": self.ids["client"], "iv_note": "Taken over"},
            "update_feed_content": {"iv_post_id": self.ids["post"], "iv_post_brief": "Taken over"},
        }  # fmt: skip


def stable(value: Any) -> Any:
    """The value without what changes by itself."""
    if isinstance(value, dict):
        return {name: stable(each) for name, each in value.items() if name not in CHANGES_BY_ITSELF}
    return [stable(each) for each in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
async def calendar_url() -> AsyncIterator[str]:
    """The address of a calendar that a server of this test serves."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(text=EMPTY_CALENDAR)

    app = web.Application()
    app.router.add_get("/a.ics", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/a.ics"
    await runner.cleanup()


@pytest.fixture(scope="module")
async def owners(http: httpx.AsyncClient, calendar_url: str) -> Owners:
    """The two, with an object of each kind."""
    provider, client = Provider(http, "Olga", new_email("olga")), Client(http, "Carl", new_email("carl"))
    postbox = MailboxClient(http, "/dev/mail.json")
    await provider.join(postbox)
    await client.join(postbox)
    shop = await provider.open_shop()
    slots = await free_slots(client, shop)
    owners = Owners(provider, client, shop, slots)
    booked = await client.book(shop, slots[:1])
    post = await publish(provider, "Mine")
    comment = await provider.must_post("create_post_feed_comment", iv_post_id=post, iv_post_comment="Mine.")
    message = await client.must_post("send_message", iv_owner_id=provider.id, iv_text="For you alone.")
    calendar = await provider.must_post("add_external_calendar", iv_name="Family", iv_url=calendar_url)
    logins = await provider.must_get("get_active_logins")
    export = await provider.must_post("start_data_export")
    order_id = str(booked.part("booking_data")["order_id"])
    of_order = await provider.must_get(f"get_client_of_order/{order_id}")
    entry: Fields = {"iv_client_id": of_order.text("client_id")}
    await provider.must_post("update_client", **entry, iv_note="Tips well.", iv_phone="030 1234567")
    block = await provider.must_post(
        "block_time", iv_date="2030-01-07", iv_start_time="12:00", iv_end_time="13:00"
    )
    document = await provider.must_post(
        "add_client_file", **entry, iv_name="Knee.pdf", iv_media_base=DOCUMENT
    )
    owners.ids = {
        "order": order_id,
        "client": of_order.text("client_id"),
        "client_file": str(document.part("file")["file_id"]),
        "service": shop.service_id,
        "post": post,
        "comment": str(comment.part("comment_data")["post_comments_id"]),
        "conversation": str(message.part("message")["conversation_id"]),
        "calendar": str(calendar.part("calendar")["calendar_id"]),
        "block": str(block.part("block")["block_id"]),
        "login": str(logins.list("logins")[0]["login_id"]),
        "alert": str((await provider.alerts())[0]["notification_id"]),
        "export": str(export.part("data_export")["export_id"]),
        "device": "a phone of Olga",
        "browser": "https://push.example.org/olga",
    }
    await register_devices(owners)
    await eventually(lambda: export_is_ready(provider), "the export")
    return owners


async def export_is_ready(provider: Provider) -> bool | None:
    """True when the provider's export can be downloaded, and the alert that says so has come."""
    export = (await provider.must_get("get_data_export")).part("data_export")
    told = any(alert["notification_type"] == "data_export_ready" for alert in await provider.alerts())
    return (export["state"] == "ready" and told) or None


async def register_devices(owners: Owners) -> None:
    """Register the provider's phone and browser for alerts."""
    key = VapidKey(new_private_pem(), "browser@example.org").public_key
    await owners.provider.must_post(
        "register_web_push", iv_endpoint=owners.ids["browser"], iv_p256dh=key, iv_auth="A" * 22
    )
    phone: Fields = {"iv_token": owners.ids["device"], "iv_platform": "android"}
    await owners.provider.must_post("register_push_token", **phone)


async def stranger_of(http: httpx.AsyncClient, kind: str) -> ApiClient:
    """Somebody who has nothing to do with the owners."""
    if kind == "guest":
        guest = Guest(http, MailboxClient(http, "/dev/mail.json"), "Gus", new_email("gus"))
        await guest.introduce()
        return guest
    if kind == "nobody":
        return ApiClient(http)
    person = Provider(http, "Mallory", new_email("mallory"))
    await person.join(MailboxClient(http, "/dev/mail.json"))
    if kind == "provider":
        await person.open_shop()
    return person


@pytest.mark.parametrize("kind", ["nobody", "guest", "account", "provider"])
async def test_strangers_get_and_change_nothing(http: httpx.AsyncClient, owners: Owners, kind: str) -> None:
    stranger, before = await stranger_of(http, kind), await owners.views()
    attempts = owners.attempts()
    assert set(attempts) == set(OBJECTS)
    for call, fields in attempts.items():
        method = next(route.method for route in ROUTES if route.call == call)
        path = f"{call}/{fields['']}" if "" in fields else call
        asked = {name: str(value) for name, value in fields.items() if name}
        query = {"iv_device_data": DEVICE} if method == "POST" else {}
        answer = await (
            stranger.post(path, **fields, **query) if method == "POST" else stranger.get(path, **asked)
        )
        told = f"{answer.data} {answer.rows} {answer.message}"
        assert not [private for private in PRIVATE if private in told], (call, answer)
        assert answer.http in {200, 401, 403, 404}, (call, answer)
    assert await owners.views() == before
    assert owners.ids["login"] in str(await owners.provider.must_get("get_active_logins"))


async def test_devices_of_others_stay_registered(http: httpx.AsyncClient, owners: Owners) -> None:
    stranger = await stranger_of(http, "account")
    await stranger.post("remove_push_token", iv_token=owners.ids["device"])
    await stranger.post("remove_web_push", iv_endpoint=owners.ids["browser"])
    third: Fields = {"iv_token": "another phone of Olga", "iv_platform": "ios"}
    assert (await owners.provider.must_post("register_push_token", **third)).data == {"devices": 3}
