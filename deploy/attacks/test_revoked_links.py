"""A link that works without signing in got into other hands: it is ended, and leaks nowhere by itself."""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import structlog
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from client.api_client import ApiClient, UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.personas import PASSWORD, Client, Guest, Persona, Provider, free_slots, new_email
from gateway.app import create_app
from gateway.settings import GatewaySettings
from local.staff import TEST_STAFF_EMAIL
from testkit.environments import EmbeddedRun

pytestmark = pytest.mark.service
SECRET = "aSecretOfALink1234567890"  # noqa: S105 - a value that is searched for


@dataclass(frozen=True)
class Booked:
    """An order of a guest, and the token in the link that was mailed."""

    guest: Guest
    order_id: str
    token: str
    provider: Provider


@pytest.fixture
async def booked(http: httpx.AsyncClient) -> Booked:
    """A guest has asked a provider for an appointment."""
    return await guest_order(http)


async def guest_order(http: httpx.AsyncClient) -> Booked:
    """A new provider, and the order of a new guest."""
    provider = Provider(http, "Mara Weiss", new_email("mara"))
    await provider.join(postbox(http))
    shop = await provider.open_shop()
    guest = Guest(http, postbox(http), "Zoe Lodzka", new_email("zoe"))
    await guest.introduce()
    placed = await guest.book(shop, (await free_slots(guest, shop))[:1])
    return Booked(
        guest,
        str(placed.part("booking_data")["order_id"]),
        await postbox(http).link(guest.email, "?token="),
        provider,
    )


def postbox(http: httpx.AsyncClient) -> MailboxClient:
    """The mails of all."""
    return MailboxClient(http, "/dev/mail.json")


async def next_token(http: httpx.AsyncClient, booked: Booked, *former: str) -> str:
    """The token of the newest link that was mailed to the guest."""

    async def look() -> str | None:
        token = await postbox(http).link(booked.guest.email, "?token=")
        return None if token in former else token

    return await eventually(look, "another link")


async def doors(http: httpx.AsyncClient, order_id: str, token: str) -> set[int]:
    """What the calls answer that a guest's link opens."""
    order = {"iv_order_id": order_id}
    calls: list[tuple[str, str, dict[str, str]]] = [
        ("GET", f"get_guest_booking/{order_id}", {}),
        ("GET", f"get_appointment_calendar/{order_id}", {}),
        ("POST", "end_guest_link", order),
        ("POST", "update_appointment_order_request", {**order, "iv_response": "cancelled"}),
        ("POST", "answer_new_time", {**order, "iv_answer": "declined"}),
        ("POST", "create_appointment_rating", {**order, "iv_rating": "1", "iv_feedback": "A very bad one"}),
    ]
    return {
        (await http.request(how, f"/api/{path}", params={"token": token}, json=body)).status_code
        for how, path, body in calls
    }


async def opens(http: httpx.AsyncClient, order_id: str, token: str) -> bool:
    """Whether the link shows the order."""
    answer = await http.get(f"/api/get_guest_booking/{order_id}", params={"token": token})
    return answer.status_code == 200


async def test_a_repeated_write_answers_only_to_the_link_it_came_by(
    http: httpx.AsyncClient, booked: Booked
) -> None:
    headers = {"Idempotency-Key": "seen-in-a-log"}
    body = {"iv_order_id": booked.order_id, "iv_response": "cancelled"}

    async def repeated(token: str | None) -> httpx.Response:
        query = {} if token is None else {"token": token}
        return await http.post(
            "/api/update_appointment_order_request", params=query, json=body, headers=headers
        )

    first = await repeated(booked.token)
    assert first.status_code == 200
    for stranger in (None, "", "x", booked.token[:-1]):
        answer = await repeated(stranger)
        assert answer.status_code == 401, stranger
        assert booked.guest.email not in answer.text
    assert (await repeated(booked.token)).content == first.content


async def test_an_ended_guest_link_opens_nothing_and_the_guest_is_mailed_another(
    http: httpx.AsyncClient, booked: Booked, embedded_run: EmbeddedRun
) -> None:
    other = await guest_order(http)
    order_id, stolen = booked.order_id, booked.token
    assert await opens(http, order_id, stolen)
    ended = await http.post("/api/end_guest_link", params={"token": stolen}, json={"iv_order_id": order_id})
    assert ended.json()["status"] is True, ended.text
    assert "token" not in ended.text, "the new link is in the mail alone"
    assert await doors(http, order_id, stolen) == {401}
    fresh = await next_token(http, booked, stolen)
    assert await opens(http, order_id, fresh)
    assert (await booked.guest.booking(order_id))["order_id"] == order_id
    assert await opens(http, other.order_id, other.token), "links end one by one"
    await booked.guest.must_post("end_guest_link", iv_order_id=order_id)
    last = await next_token(http, booked, stolen, fresh)
    assert [await opens(http, order_id, each) for each in (stolen, fresh, last)] == [False, False, True]
    log = embedded_run.log.read_text(errors="replace")
    assert not [each for each in (stolen, fresh, last) if each in log]


async def test_nobody_else_ends_a_guests_link(http: httpx.AsyncClient, booked: Booked) -> None:
    stranger, other = Client(http, "Jose Mann", new_email("jose")), await guest_order(http)
    await stranger.sign_up()
    for who in (ApiClient(http), other.guest, booked.provider, stranger):
        for call in ("end_guest_link", "staff_end_guest_link"):
            assert (await who.post(call, iv_order_id=booked.order_id)).http in {401, 403, 404}
    for token in ("x" * 43, other.token, f"{booked.token}x", booked.token[:-1]):
        assert await doors(http, booked.order_id, token) == {401}
    assert await opens(http, booked.order_id, booked.token)


@pytest.fixture
async def ada(http: httpx.AsyncClient) -> Persona:
    """A staff account, which the run adds when it is ready."""
    person = Persona(http, "Ada Staff", TEST_STAFF_EMAIL)

    async def signed_in() -> bool | None:
        with suppress(UnexpectedRefusal):
            return (await person.sign_in()).done
        return None

    await eventually(signed_in, "the staff account")
    return person


async def test_the_staff_end_a_link_for_a_guest_who_asks_them(
    http: httpx.AsyncClient, booked: Booked, ada: Persona
) -> None:
    reason = f"Their phone was stolen {booked.order_id}"
    for missing in ({}, {"iv_note": ""}, {"iv_note": "  "}):
        refused = await ada.post("staff_end_guest_link", iv_order_id=booked.order_id, **missing)
        assert (refused.done, list(refused.fields)) == (False, ["iv_note"]), "no act without a reason"
    assert await opens(http, booked.order_id, booked.token)
    found = await ada.must_post("staff_find_guest_bookings", iv_email=booked.guest.email, iv_reason="request")
    assert [each["order_id"] for each in found.list("bookings")] == [booked.order_id]
    assert booked.token not in json.dumps(found.data)
    assert booked.guest.email not in json.dumps(found.data)
    await ada.must_post("staff_end_guest_link", iv_order_id=booked.order_id, iv_note=reason)
    assert await doors(http, booked.order_id, booked.token) == {401}
    assert await opens(http, booked.order_id, await next_token(http, booked, booked.token))

    async def logged() -> list[tuple[object, object, object]] | None:
        acts = (await ada.must_get("staff_get_audit_log", limit=100)).list("acts")
        about = [each for each in acts if each["thing_id"] == booked.order_id]
        return [(each["act"], each["staff_id"], each["note"]) for each in about] if len(about) > 1 else None

    assert await eventually(logged, "both in the staff's log") == [
        ("end_guest_link", ada.id, reason),
        ("read_guest_bookings", ada.id, "request"),
    ]


async def test_nobody_but_the_staff_finds_the_bookings_of_a_guest(
    http: httpx.AsyncClient, booked: Booked
) -> None:
    stranger = Client(http, "Jose Mann", new_email("jose"))
    await stranger.sign_up()
    for who in (ApiClient(http), booked.guest, booked.provider, stranger):
        answer = await who.post("staff_find_guest_bookings", iv_email=booked.guest.email, iv_reason="request")
        assert answer.http in {401, 403}


async def feed_path(person: Persona, action: str = "create") -> str:
    """The path of the account's calendar feed after an action with it."""
    return urlsplit((await person.must_post("update_calendar_feed", iv_action=action)).text("feed_url")).path


async def test_a_calendar_address_ends_when_it_is_renewed_or_its_account_suspended(
    http: httpx.AsyncClient, ada: Persona
) -> None:
    person, neighbour = (Client(http, "Jose Mann", new_email("jose")) for _ in range(2))
    for each in (person, neighbour):
        await each.sign_up()

    async def status_of(path: str) -> int:
        return (await http.get(path)).status_code

    first, untouched = await feed_path(person), await feed_path(neighbour)
    second = await feed_path(person, "reset")
    assert [await status_of(path) for path in (first, second)] == [404, 200]

    async def set_standing(suspended: str) -> bool | None:
        decision = {"iv_account_id": person.id, "iv_suspended": suspended, "iv_note": "Untrue"}
        return (await ada.post("staff_set_account_standing", **decision)).done or None

    await eventually(lambda: set_standing("yes"), "the account is known to profiles")

    async def ended() -> bool | None:
        return await status_of(second) == 404 or None

    await eventually(ended, "the address of a suspended account ends")
    await set_standing("no")

    async def signed_in() -> bool | None:
        answer = await person.post("sign_in", iv_email=person.email, iv_password=PASSWORD, iv_device_data={})
        return bool(answer.done and person.entered(answer)) or None

    await eventually(signed_in, "the account is restored")
    assert await status_of(second) == 404
    third = await feed_path(person)
    assert third not in {first, second}
    assert [await status_of(path) for path in (first, second, third, untouched)] == [404, 404, 200, 200]


async def test_no_address_with_a_link_leaves_in_a_referer_or_a_log(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><p>page")
    gateway = create_app(GatewaySettings(web_dist=tmp_path, access_log_share=1), Wiring(bus=LocalBus()))
    transport = httpx.ASGITransport(gateway, raise_app_exceptions=False)
    paths = (
        f"/guest_client/schedule_manager/upcoming_schedule/o1?token={SECRET}",
        f"/reset_password?token={SECRET}",
        f"/api/get_guest_booking/o1?token={SECRET}",
        f"/api/calendar_feed/account-1/{SECRET}.ics",
    )
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        with structlog.testing.capture_logs() as logged:
            answers = [await client.get(path) for path in paths]
        metrics = (await client.get("/metrics")).text
    assert {answer.headers["referrer-policy"] for answer in answers} == {"no-referrer"}
    assert logged, "every request is logged"
    assert SECRET not in f"{logged}{metrics}"
