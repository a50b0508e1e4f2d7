"""A provider's clients over HTTP: who is in the list, with which figures, and who is not any more."""

import csv
import io
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from booking.clients import store
from booking.jobs import forget_guests_of_old_orders
from chassis.db import Database
from chassis.jobs import run_once
from contracts.events.booking import GuestLinkRequested
from contracts.events.identity import AccountDeleted, AccountFacts, AccountRenamed

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def listed(marketplace: "Marketplace", provider: str, **query: Any) -> list[dict[str, Any]]:
    return (await marketplace.get("get_clients", marketplace.as_(provider), **query))["data"]["clients"]


async def names(marketplace: "Marketplace", provider: str, **query: Any) -> list[str]:
    return [client["name"] for client in await listed(marketplace, provider, **query)]


async def write(marketplace: "Marketplace", who: str, client_id: str, **fields: Any) -> dict[str, Any]:
    body = {"iv_client_id": client_id, **fields}
    return await marketplace.post("update_client", body, marketplace.as_(who))


async def export_of(marketplace: "Marketplace", who: str) -> dict[str, Any]:
    """What booking holds about an account."""
    answer = await marketplace.http.get("/internal/export", headers=marketplace.as_(who))
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def guest_books(marketplace: "Marketplace", provider: str, number: int = 0) -> str:
    """Gus Guest (gus@example.com) places an order; its id."""
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    _, bearer = await marketplace.guest("123456")
    body = marketplace.order(
        provider, [service], slots[number : number + 1], iv_user_category="guest", iv_guest_token="123456"
    )
    answer = await marketplace.post("create_appointment_order", body, bearer)
    return answer["data"]["booking_data"]["order_id"]


async def held(marketplace: "Marketplace", provider: str, client: str, number: int, outcome: str) -> str:
    """An order whose session was completed or missed."""
    order_id, before = await marketplace.booked(provider, client, number), marketplace.now
    for status in ("accepted", "ongoing"):
        await marketplace.respond(provider, order_id, status)
    marketplace.now = before + timedelta(days=1)
    assert (await marketplace.respond(provider, order_id, outcome))["status"]
    marketplace.now = before
    return order_id


async def test_the_figures_of_a_client_are_those_of_their_sessions(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Lópezová")
    await marketplace.has_been_there(account_id=client)
    done = await held(marketplace, provider, client, 0, "completed")
    await held(marketplace, provider, client, 1, "missed")
    coming = await marketplace.booked(provider, client, 2)
    await marketplace.respond(provider, coming, "accepted")
    asked = await marketplace.booked(provider, client, 1)
    [found] = await listed(marketplace, provider)
    starts = {row["order_id"]: row["starts_at"] for row in await orders(marketplace, provider, found)}
    assert found | {"client_id": ""} == {
        "client_id": "", "owner_id": client, "name": "Ana Lópezová", "email": f"{client}@example.com",
        "phone": "", "username": client, "avatar": "", "is_guest": False, "visits": 1, "no_shows": 1,
        "last_visit": starts[done], "next_visit": starts[coming],
        "spent": [{"currency": "EUR-DE", "amount": 50.0}], "tags": [], "has_note": False,
    }  # fmt: skip
    assert list(starts.values()) == sorted(starts.values(), reverse=True)
    assert asked in starts
    shown = (await marketplace.get(f"get_client_of_order/{asked}", marketplace.as_(provider)))["data"]
    assert shown == {"client_id": found["client_id"]}


async def orders(marketplace: "Marketplace", provider: str, client: dict[str, Any]) -> list[dict[str, Any]]:
    call = f"get_client/{client['client_id']}"
    return (await marketplace.get(call, marketplace.as_(provider)))["data"]["client"]["orders"]


async def test_a_client_is_found_by_a_part_of_a_word_without_accents(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    people = [await marketplace.person(name) for name in ("Ána Łopez", "Bea Straße", "Čeněk Østby")]
    for number, person in enumerate(people):
        await marketplace.booked(provider, person, number)
    assert await names(marketplace, provider) == ["Ána Łopez", "Bea Straße", "Čeněk Østby"]
    for q, found in {
        "lop": "Ána Łopez", "ÁN": "Ána Łopez", "strasse": "Bea Straße", "cenek ost": "Čeněk Østby",
        "østby čen": "Čeněk Østby", f"{people[1]}@EXAMPLE": "Bea Straße",
    }.items():  # fmt: skip
        assert await names(marketplace, provider, q=q) == [found], q
    assert await names(marketplace, provider, q="ana straße") == []
    assert await names(marketplace, provider, q="%") == []


async def test_pages_of_each_order_show_everybody_once(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    people = [await marketplace.person(f"Client {letter}") for letter in "CAB"]
    await held(marketplace, provider, people[0], 0, "completed")
    await held(marketplace, provider, people[1], 1, "completed")
    for number, person in enumerate(people):
        order_id = await marketplace.booked(provider, person, 2 + number)
        if person != people[0]:
            await marketplace.respond(provider, order_id, "accepted")
    expected = {
        "name": "ABC", "last_visit": "ACB", "next_visit": "ABC", "visits": "CAB", "spent": "CAB",
    }  # fmt: skip
    ids = {client["name"][-1]: client["client_id"] for client in await listed(marketplace, provider)}
    for sort, order in expected.items():
        seen, cursor = "", None
        while cursor != "":
            query = {"sort": sort, "limit": 1} | ({"cursor": cursor} if cursor else {})
            page = (await marketplace.get("get_clients", marketplace.as_(provider), **query))["data"]
            seen += "".join(client["name"][-1] for client in page["clients"])
            cursor = page["next_cursor"] or ""
        assert sorted(seen) == ["A", "B", "C"], sort
        if sort in {"visits", "spent"}:  # two have the same figure
            assert seen[2] == "B"
            assert seen[:2] == "".join(sorted("AC", key=ids.__getitem__))
        else:
            assert seen == order, sort
    wrong = (await marketplace.get("get_clients", marketplace.as_(provider), limit=1))["data"]["next_cursor"]
    answer = await marketplace.get("get_clients", marketplace.as_(provider), sort="spent", cursor=wrong)
    assert "cursor" in answer["message"]["iv_msg"]


async def test_notes_and_tags_are_the_providers_alone(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    client = await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    [found] = await listed(marketplace, provider)
    answer = await write(
        marketplace,
        provider,
        found["client_id"],
        iv_note="Allergic\nto nuts",
        iv_tags='["VIP", "vip", "Mon"]',
    )
    assert (answer["data"]["client"]["note"], answer["data"]["client"]["tags"]) == (
        "Allergic\nto nuts", ["VIP", "Mon"],
    )  # fmt: skip
    await write(marketplace, provider, found["client_id"], iv_tags='["VIP"]')
    [kept] = await listed(marketplace, provider, tag="VIP")
    assert (kept["has_note"], kept["tags"]) == (True, ["VIP"]), "what is left out stays"
    assert await listed(marketplace, provider, tag="Mon") == []
    data = (await marketplace.get("get_clients", marketplace.as_(provider)))["data"]
    assert data["tags"] == [{"tag": "VIP", "clients": 1}]
    refused = await write(marketplace, provider, found["client_id"], iv_note="x" * 5001, iv_tags=["y" * 41])
    assert set(refused["message"]["iv_msg"]) == {"iv_note", "iv_tags"}
    calls = ("get_clients", f"get_client/{found['client_id']}", f"get_client_of_order/{order_id}")
    for call in (*calls, "download_clients"):
        headers = marketplace.as_(client)
        assert (await marketplace.http.get(f"/api/{call}", headers=headers)).status_code == 403, call
    for call in calls[1:]:
        headers = marketplace.as_(other)
        assert (await marketplace.http.get(f"/api/{call}", headers=headers)).status_code == 404, call
    body = {"iv_client_id": found["client_id"], "iv_note": "mine"}
    for who, status in ((client, 403), (other, 404)):
        sent = await marketplace.http.post("/api/update_client", json=body, headers=marketplace.as_(who))
        assert sent.status_code == status
    sent = await marketplace.http.post("/api/update_client", json={}, headers=marketplace.as_(client))
    assert sent.status_code == 403, "also without the fields of the call"
    exports = {who: await export_of(marketplace, who) for who in (provider, client)}
    assert [row["note"] for row in exports[provider]["clients"]] == ["Allergic\nto nuts"]
    assert "Allergic" not in str(exports[client])
    assert "VIP" not in str(exports[client])


async def test_a_number_of_ones_own_is_kept_found_and_in_the_file(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Dialled")
    await marketplace.booked(provider, client)
    [found] = await listed(marketplace, provider)
    answer = await write(marketplace, provider, found["client_id"], iv_phone="+49 (0)170 / 123 45-67")
    assert answer["data"]["client"]["phone"] == "491701234567"
    await write(marketplace, provider, found["client_id"], iv_note="Prefers calls")
    for q in ("491701234567", "+49170", "0170", "ana 170-123", "(0170)12345"):
        assert await names(marketplace, provider, q=q) == ["Ana Dialled"], q
    for q in ("171", "ana 0171", "("):
        assert await names(marketplace, provider, q=q) == [], q
    refused = await write(marketplace, provider, found["client_id"], iv_phone="ask her")
    assert set(refused["message"]["iv_msg"]) == {"iv_phone"}
    file = await marketplace.http.get("/api/download_clients", headers=marketplace.as_(provider))
    assert "Ana Dialled" in file.text
    assert ",491701234567," in file.text
    exports = {who: await export_of(marketplace, who) for who in (provider, client)}
    assert [row["phone"] for row in exports[provider]["clients"]] == ["491701234567"]
    assert "491701234567" not in str(exports[client])
    answer = await write(marketplace, provider, found["client_id"], iv_phone="")
    assert (answer["data"]["client"]["phone"], answer["data"]["client"]["note"]) == ("", "Prefers calls")


async def test_the_file_has_every_client_and_no_note(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    evil = await marketplace.person('=HYPERLINK("x")')
    await held(marketplace, provider, evil, 0, "completed")
    await guest_books(marketplace, provider, 1)
    for client in await listed(marketplace, provider):
        await write(marketplace, provider, client["client_id"], iv_note="Secret", iv_tags=["a", "b"])
    answer = await marketplace.http.get("/api/download_clients", headers=marketplace.as_(provider))
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="openhours-clients.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbfname,email,")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row["name"] for row in rows] == ['\'=HYPERLINK("x")', "Gus Guest"]
    assert (rows[0]["spent"], rows[0]["visits"], rows[1]["guest"]) == ("25 EUR", "1", "yes")
    assert (rows[1]["email"], rows[1]["tags"]) == ("gus@example.com", "a; b")
    assert "Secret" not in answer.text


async def account_at(marketplace: "Marketplace", account_id: str, email: str, *, verified: bool) -> None:
    facts = AccountFacts(
        account_id=account_id, name="Gustav Guest", email=email, username=account_id, verified=verified,
        created_at=marketplace.now, revision=5 + verified,
    )  # fmt: skip
    await marketplace.tell(AccountRenamed(account=facts))


async def test_a_guest_and_an_account_with_one_confirmed_address_are_one(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Gus Account")
    await marketplace.booked(provider, client, 0)
    await guest_books(marketplace, provider, 0)
    assert await names(marketplace, provider) == ["Gus Account", "Gus Guest"]
    for number, found in enumerate(await listed(marketplace, provider)):
        await write(
            marketplace, provider, found["client_id"], iv_note=f"note {number}", iv_tags=[f"t{number}"]
        )
    await account_at(marketplace, client, "gus@example.com", verified=False)
    assert len(await listed(marketplace, provider)) == 2, "the address is not proven"
    await account_at(marketplace, client, "gus@example.com", verified=True)
    [one] = await listed(marketplace, provider)
    assert (one["name"], one["owner_id"], one["tags"]) == ("Gustav Guest", client, ["t0", "t1"])
    shown = (await marketplace.get(f"get_client/{one['client_id']}", marketplace.as_(provider)))["data"]
    assert shown["client"]["note"] == "note 0\n\nnote 1"
    assert len(shown["client"]["orders"]) == 2
    await guest_books(marketplace, provider, 0)
    assert len(await orders(marketplace, provider, one)) == 3, "a later order of the guest is theirs"


async def test_who_is_erased_is_in_no_list_and_no_note_of_them_is_left(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Erased")
    await marketplace.booked(provider, client)
    of_guest = await guest_books(marketplace, provider)
    for found in await listed(marketplace, provider):
        await write(marketplace, provider, found["client_id"], iv_note=f"of {found['name']}", iv_tags=["x"])
    await marketplace.tell(AccountDeleted(account_id=client))
    assert await names(marketplace, provider) == ["Gus Guest"]
    await marketplace.post("request_guest_data", {"iv_email": "gus@example.com"})
    link = (await marketplace.published.first(GuestLinkRequested)).order.guest_link
    key = link.partition("&data=")[2]
    await marketplace.post("erase_guest_data", {"iv_order_id": of_guest, "iv_key": key})
    assert await listed(marketplace, provider) == []
    assert (await export_of(marketplace, provider))["clients"] == []


async def test_a_guest_goes_with_the_name_in_their_last_order(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await guest_books(marketplace, provider)
    marketplace.now += timedelta(days=300)
    service = await marketplace.service(provider)
    later = (await marketplace.slots(provider, f"{marketplace.now + timedelta(days=1):%Y-%m-%d}"))[:1]
    _, bearer = await marketplace.guest("123456")
    body = marketplace.order(provider, [service], later, iv_user_category="guest", iv_guest_token="123456")
    assert (await marketplace.post("create_appointment_order", body, bearer))["status"]
    assert await names(marketplace, provider) == ["Gus Guest"]
    database = Database(marketplace.database_url)
    try:
        for days, left in ((70, ["Gus Guest"]), (400, [])):
            job = forget_guests_of_old_orders(timedelta(days=365))
            await run_once(job, database, marketplace.now + timedelta(days=days))
            async with database.reading() as tx:
                held_rows = await store.clients_for_export(tx, provider)
            assert [row["name"] for row in held_rows] == left
    finally:
        await database.close()


async def test_the_clients_of_an_erased_provider_go_with_them(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.booked(provider, client)
    assert len(await listed(marketplace, provider)) == 1
    await marketplace.tell(AccountDeleted(account_id=provider))
    database = Database(marketplace.database_url)
    try:
        async with database.reading() as tx:
            assert await store.clients_for_export(tx, provider) == []
    finally:
        await database.close()
