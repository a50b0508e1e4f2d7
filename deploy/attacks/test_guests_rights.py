"""What is held about guests longer, or given away to others, than they were promised."""

import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from booking.app import create_app as create_booking
from booking.orders.guest_links import GuestLinks
from booking.settings import BookingSettings
from chassis.ids import floor_id
from client.api_client import UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Persona, Provider, free_slots, new_email
from contracts.events.booking import OrderMadeAnonymous
from contracts.guest_data import address_digest
from local.databases import SERVICES, asyncpg_url
from local.staff import TEST_STAFF_EMAIL
from notifications.app import create_app as create_notifications
from notifications.settings import NotificationsSettings
from profiles.app import create_app as create_profiles
from profiles.settings import ProfilesSettings
from testkit.environments import EmbeddedRun
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import NewDatabase, ServiceApp

pytestmark = pytest.mark.service
KEY = "a key of the attacks"
GUEST = ("Gus Guestmann", "gus@guest.example", "My back hurts", "Ring at Guestmann")
ORDER = """
INSERT INTO booking_order (order_id, provider_id, guest_id, client_name, client_email, status, brief, note,
    delivery_mode, delivery_location, services, total_minor, total_minutes, currency, provider_timezone,
    client_timezone, starts_at, ends_at, created_at, revision)
VALUES ($1, 'provider-1', $2, $3, $4, $5, $6, '', 'in-person', $7, '[]', 0, 30, 'EUR-DE', 'Europe/Berlin',
    'Europe/Berlin', $8, $9, $8, 1)
"""
SESSION = """
INSERT INTO session (order_id, position, slot_id, alias, provider_id, starts_at, ends_at, status)
VALUES ($1, 1, 'slot', '', 'provider-1', $2, $3, $4)
"""
RATING = """
INSERT INTO rating (order_id, provider_id, name, stars, feedback, trusted, created_at)
VALUES ($1, 'provider-1', $2, 5, 'Calm hands', false, $3)
"""
ALL_TEXT = """
SELECT string_agg(o::text, ' ') || coalesce((SELECT string_agg(rating::text, ' ') FROM rating), '')
FROM booking_order o WHERE order_id = $1
"""


QUESTION = """
INSERT INTO user_request (request_id, account_id, name, email, language, topic, question, filed_at, answer,
    answered_at)
VALUES ($1, $2, $3, $4, 'english', 'support', $5, $6, $7, $8)
"""
MAIL = """
INSERT INTO mail (id, source, receiver, receiver_key, template, account_id, subject, text, html, attachments,
    created_at, sent_at)
VALUES ($1, $1, '', $2, 'guest_code', $3, '', '', '', '[]', $4, $4)
"""


async def tables_with(run: EmbeddedRun, *words: str) -> Counter[str]:
    """How many rows of each table of each service hold one of the words, whatever their case."""
    found: Counter[str] = Counter()
    for service in SERVICES:
        connection = await asyncpg.connect(run.database_url(service))
        named = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (table,) in named:
            rows = await connection.fetch(f'SELECT t::text FROM "{table}" t')  # noqa: S608 - its own names
            held = [row for (row,) in rows if any(word.lower() in row.lower() for word in words)]
            found.update({f"{service}.{table}": len(held)} if held else {})
        await connection.close()
    return found


async def staff(http: httpx.AsyncClient) -> Persona:
    """The staff account, which the run adds when it is ready."""
    person = Persona(http, "Ada Staff", TEST_STAFF_EMAIL)

    async def signed_in() -> bool | None:
        with suppress(UnexpectedRefusal):
            return (await person.sign_in()).done
        return None

    await eventually(signed_in, "the staff account")
    return person


async def placed(database: asyncpg.Connection, order_id: str, ended: datetime, status: str) -> None:
    """An order of the guest that ended then."""
    name, email, brief, place = GUEST
    began = ended - timedelta(minutes=30)
    await database.execute(ORDER, order_id, f"g-{order_id}", name, email, status, brief, place, began, ended)
    await database.execute(SESSION, order_id, began, ended, status)


@pytest.mark.parametrize("status", ["completed", "cancelled", "rejected", "accepted"])
async def test_a_guest_is_forgotten_twelve_months_after_the_end_of_an_order(
    new_database: NewDatabase, service_app: ServiceApp, published: EventRecorder, status: str
) -> None:
    url, now = await new_database("booking"), datetime.now(UTC)
    database = await asyncpg.connect(asyncpg_url(url))
    await placed(database, "old", now - timedelta(days=366), status)
    await placed(database, "younger", now - timedelta(days=364), "completed")
    await database.execute(RATING, "old", GUEST[0], now)
    settings = BookingSettings.model_validate({"database_url": url, "guest_link_key": KEY})
    client = await service_app(create_booking, settings)

    async def anonymous() -> str | None:
        held: str = await database.fetchval(ALL_TEXT, "old")
        return None if GUEST[1] in held else held

    held = await eventually(anonymous, "the old order is anonymous")
    told = await published.wait_for(OrderMadeAnonymous)
    assert [(each.order_id, each.provider_id) for each in told] == [("old", "provider-1")]
    assert not [word for word in (*GUEST, "g-old") if word in held]
    assert "Calm hands" in held, "the rating keeps its words and stars"
    younger = await database.fetchval(ALL_TEXT, "younger")
    assert [word for word in GUEST if word in younger] == list(GUEST)
    await database.close()
    links = GuestLinks("", KEY.encode())
    for order_id, expected in (("old", 401), ("younger", 200)):
        path, query = f"/api/get_guest_booking/{order_id}", {"token": links.token(order_id)}
        assert (await client.get(path, params=query)).status_code == expected


async def test_the_retention_is_a_setting(new_database: NewDatabase, service_app: ServiceApp) -> None:
    url = await new_database("booking")
    database = await asyncpg.connect(asyncpg_url(url))
    await placed(database, "recent", datetime.now(UTC) - timedelta(days=8), "completed")
    fields = {"database_url": url, "guest_link_key": KEY, "guest_order_retention_days": 7}
    await service_app(create_booking, BookingSettings.model_validate(fields))

    async def anonymous() -> bool | None:
        return GUEST[1] not in await database.fetchval(ALL_TEXT, "recent") or None

    await eventually(anonymous, "the order is anonymous")
    await database.close()


@dataclass(frozen=True)
class Booked:
    """A guest with two orders of one provider."""

    guest: Guest
    order_ids: list[str]
    provider: Provider

    async def wants_data(self, http: httpx.AsyncClient) -> dict[str, str]:
        """Ask for the data; what the mailed link says."""
        answer = await http.post("/api/request_guest_data", json={"iv_email": self.guest.email})
        assert answer.json()["status"], answer.text
        key = await MailboxClient(http, "/dev/mail.json").link(self.guest.email, "&data=")
        return {"iv_order_id": self.order_ids[-1], "iv_key": key}


async def booked(http: httpx.AsyncClient, who: str) -> Booked:
    """A guest asks a new provider for two appointments."""
    provider = Provider(http, "Mara Weiss", new_email("mara"))
    await provider.join(MailboxClient(http, "/dev/mail.json"))
    shop = await provider.open_shop()
    guest = Guest(http, MailboxClient(http, "/dev/mail.json"), who, new_email("zoe"))
    await guest.introduce()
    slots = await free_slots(guest, shop)
    made = [await guest.book(shop, [slot]) for slot in slots[:2]]
    return Booked(guest, [str(each.part("booking_data")["order_id"]) for each in made], provider)


async def test_asking_for_data_tells_nobody_whose_address_is_known(http: httpx.AsyncClient) -> None:
    known, nobody = (await booked(http, "Zoe Lodzka")).guest.email, new_email("nobody")
    account = Client(http, "Jose Mann", new_email("jose"))
    await account.sign_up()
    answers = [
        await http.post("/api/request_guest_data", json={"iv_email": email})
        for email in (known, known, nobody, account.email)
    ]

    def told(answer: httpx.Response) -> tuple[int, bytes, dict[str, str]]:
        own = {"date", "x-request-id"}
        return answer.status_code, answer.content, {k: v for k, v in answer.headers.items() if k not in own}

    assert all(told(each) == told(answers[0]) for each in answers)
    postbox = MailboxClient(http, "/dev/mail.json")
    await postbox.link(known, "&data=")
    assert await postbox.mails(nobody) == []
    mails = [mail for mail in await postbox.mails(known) if mail.link("&data=")]
    assert len(mails) == 1, "one mail in a minute"


async def test_the_mailed_link_opens_all_bookings_of_this_guest_and_no_others(
    http: httpx.AsyncClient,
) -> None:
    own, other = await booked(http, "Zoe Lodzka"), await booked(http, "Eve Stranger")
    key = await own.wants_data(http)
    data = await all_data(http, key)
    assert (data["name"], data["email"]) == ("Zoe Lodzka", own.guest.email)
    assert [each["order_id"] for each in data["bookings"]] == list(reversed(own.order_ids))
    expires, _, digest = key["iv_key"].partition(".")
    later = str(int(expires) + 3600)
    for order_id, tried in (
        (other.order_ids[-1], key["iv_key"]),
        (own.order_ids[0], key["iv_key"]),
        ("nothing", key["iv_key"]),
        (own.order_ids[-1], f"{later}.{digest}"),
        (own.order_ids[-1], digest),
        (own.order_ids[-1], f"²{expires}.{digest}"),
        (own.order_ids[-1], ""),
    ):
        for call in ("get_guest_data", "erase_guest_data"):
            refused = await http.post(f"/api/{call}", json={"iv_order_id": order_id, "iv_key": tried})
            assert refused.status_code == 401, (call, tried, refused.text)
    ordinary = await MailboxClient(http, "/dev/mail.json").link(other.guest.email, "?token=")
    tried = {"iv_order_id": other.order_ids[-1], "iv_key": ordinary}
    assert (await http.post("/api/get_guest_data", json=tried)).status_code == 401


async def test_an_ended_link_opens_no_data_either(http: httpx.AsyncClient) -> None:
    own = await booked(http, "Zoe Lodzka")
    key = await own.wants_data(http)
    await own.guest.must_post("end_guest_link", iv_order_id=own.order_ids[-1])
    assert (await http.post("/api/get_guest_data", json=key)).status_code == 401


async def test_a_guest_who_is_erased_is_gone_and_others_are_not(http: httpx.AsyncClient) -> None:
    own, other = await booked(http, "Zoe Lodzka"), await booked(http, "Eve Stranger")
    key = await own.wants_data(http)
    erased = await http.post("/api/erase_guest_data", json=key)
    assert erased.json()["status"] is True, erased.text
    for call in ("get_guest_data", "erase_guest_data"):
        assert (await http.post(f"/api/{call}", json=key)).status_code == 401
    for order_id in own.order_ids:
        assert (await own.guest.get(f"get_guest_booking/{order_id}")).http == 404
    left = json.dumps(await own.provider.bookings("order"))
    assert json.loads(left)
    assert {each["request_status"] for each in json.loads(left)} == {"cancelled"}
    assert not [word for word in ("Zoe", "Lodzka", own.guest.email, "My first visit") if word in left]
    assert "Eve Stranger" in json.dumps(await other.provider.bookings("order"))
    again = await http.post("/api/request_guest_data", json={"iv_email": own.guest.email})
    assert again.json()["status"] is True


async def remembered_everywhere(
    http: httpx.AsyncClient, embedded_run: EmbeddedRun, own: Booked
) -> tuple[str, ...]:
    """The guest also asks the staff, and is blocked; returns the words by which every service knows them."""
    guest, question = own.guest, "Does the quizzical xylophone hurt?"
    ask = {"iv_topic": "support", "iv_text": question, "iv_name": guest.name, "iv_email": guest.email}
    asked = await guest.must_post("create_user_request", **ask)
    ada = await staff(http)
    answer = {"iv_request_id": asked.text("request_id"), "iv_answer": "Not in the least."}
    await ada.must_post("staff_answer_request", **answer)
    await MailboxClient(http, "/dev/mail.json").first(guest.email, subject="answer")
    for order_id, decision in zip(own.order_ids, ("accepted", "rejected"), strict=True):
        assert (await own.provider.respond(order_id, decision)).done
    await own.provider.must_post("block_guest", iv_order_id=own.order_ids[0])
    await guest.must_post("verify_guest_credentials", iv_name=guest.name, iv_email=guest.email)
    words = (guest.name, guest.email, address_digest(guest.email), question)

    async def known() -> bool | None:
        held = await tables_with(embedded_run, *words)
        expected = {
            "booking.booking_order",
            "booking.guest",
            "booking.guest_block",
            "identity.attempt",
            "notifications.alert",
            "notifications.mail",
            "notifications.mailbox_entry",
            "profiles.user_request",
        }
        return expected <= set(held) or None

    await eventually(known, "every service knows the guest")
    return words


async def all_data(http: httpx.AsyncClient, key: dict[str, str]) -> dict[str, Any]:
    """Everything that the services hold about the guest, once each of them knows the key."""

    async def given() -> dict[str, Any] | None:
        answer = await http.post("/api/get_guest_data", json=key)
        assert answer.status_code in {200, 503}, answer.text
        return answer.json()["data"] if answer.json()["status"] else None

    return await eventually(given, "the guest's data")


async def test_nothing_of_an_erased_guest_is_left_in_any_table_of_any_service(
    http: httpx.AsyncClient, embedded_run: EmbeddedRun
) -> None:
    own, other = await booked(http, "Zenobia Quastenberg"), await booked(http, "Eve Stranger")
    words = await remembered_everywhere(http, embedded_run, own)

    async def kept_of_the_other() -> Counter[str] | None:
        """How many rows name the other guest; None while an event about them is still to be sent."""
        held = await tables_with(embedded_run, other.guest.email, "Eve Stranger")
        return None if any(table.endswith(".outbox") for table in held) else held

    before = await eventually(kept_of_the_other, "all about the other guest has arrived")
    key = await own.wants_data(http)
    data = await all_data(http, key)
    assert [(each["text"], each["answer"]) for each in data["requests"]] == [(words[-1], "Not in the least.")]
    kinds = {each["kind"] for each in data["mails"]}
    assert {"guest_code", "order_requested_client", "request_answered", "guest_link_client"} <= kinds
    assert other.guest.email not in json.dumps(data)
    erased = await http.post("/api/erase_guest_data", json=key)
    assert erased.json()["status"] is True, erased.text

    left: Counter[str] = Counter({"": 1})

    async def none_left() -> bool | None:
        nonlocal left
        left = await tables_with(embedded_run, *words, "Zenobia", "Quastenberg")
        return not left or None

    with suppress(UnexpectedRefusal):
        await eventually(none_left, "nothing is left", 30)
    assert not left
    after = await eventually(kept_of_the_other, "nothing about the other guest is on its way")
    assert after >= before, "others are remembered"
    assert {each["request_status"] for each in await own.provider.bookings("order")} == {
        "cancelled",
        "rejected",
    }
    alerts = json.dumps(await own.provider.alerts())
    assert own.order_ids[0] in alerts, "the provider keeps their alerts, without the name"
    guests = await own.provider.must_get("get_blocked_guests")
    assert [each["name"] for each in guests.list("guests")] == ["Deleted account"], "the block holds"


async def test_a_guests_question_is_forgotten_twelve_months_after_its_answer(
    new_database: NewDatabase, service_app: ServiceApp, tmp_path: Path
) -> None:
    url, now = await new_database("profiles"), datetime.now(UTC)
    database = await asyncpg.connect(asyncpg_url(url))
    filed, old, young = (now - timedelta(days=days) for days in (800, 366, 364))
    for request_id, account_id, answered in (
        ("old", "", old),
        ("younger", "", young),
        ("waits", "", None),
        ("of an account", "account-1", old),
    ):
        values = (request_id, account_id, *GUEST[:3], filed, "Yes" if answered else "", answered)
        await database.execute(QUESTION, *values)
    settings = ProfilesSettings(database_url=url, media_url=tmp_path.as_uri())
    await service_app(create_profiles, settings)

    async def kept() -> list[str] | None:
        rows = await database.fetch("SELECT request_id FROM user_request ORDER BY request_id")
        return None if "old" in (ids := [row[0] for row in rows]) else ids

    assert await eventually(kept, "the old question is gone") == ["of an account", "waits", "younger"]
    await database.close()


async def test_the_record_of_a_mail_is_forgotten_after_twelve_months(
    new_database: NewDatabase, service_app: ServiceApp
) -> None:
    url, now = await new_database("notifications"), datetime.now(UTC)
    database = await asyncpg.connect(asyncpg_url(url))
    for name, account_id, days in (
        ("old", None, 366),
        ("younger", None, 364),
        ("old of an account", "a", 366),
    ):
        at = now - timedelta(days=days)
        await database.execute(MAIL, f"{floor_id(at)} {name}", address_digest(GUEST[1]), account_id, at)
    await service_app(create_notifications, NotificationsSettings(database_url=url))

    async def kept() -> list[str] | None:
        rows = await database.fetch("SELECT id FROM mail ORDER BY id")
        names = [row[0].partition(" ")[2] for row in rows]
        return None if "old" in names else names

    assert await eventually(kept, "the old record is gone") == ["younger"]
    await database.close()
