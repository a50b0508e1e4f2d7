"""Clients from a file, over HTTP: a preview, the import of what it showed, and who they become one with."""

import asyncio
import base64
import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from booking.client_imports import file_reading
from booking.client_imports.file_reading import TOO_SLOW
from booking.client_imports.rules import CHANGED, NO_HEADER
from booking.clients import store
from booking.jobs import forget_guests_of_old_orders
from chassis.db import Database
from chassis.jobs import run_once
from contracts.events.booking import GuestLinkRequested
from contracts.events.identity import AccountDeleted

from services.booking.tests.service.test_clients import account_at, guest_books, listed, names, orders

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
FILE = (
    "Name;E-Mail;Telefon\r\nAna Import;ANA@example.com;+49 170 1234567\r\nNora;;030 555555\r\n;x@x.org;\r\n"
)


async def send(marketplace: "Marketplace", who: str, call: str, text: str, **fields: Any) -> dict[str, Any]:
    body = {"iv_media_base": base64.b64encode(text.encode()).decode(), **fields}
    return await marketplace.post(call, body, marketplace.as_(who) | {"Accept-Language": "de"})


async def previewed(marketplace: "Marketplace", who: str, text: str) -> dict[str, Any]:
    return (await send(marketplace, who, "preview_client_import", text))["data"]


async def imported(marketplace: "Marketplace", who: str, text: str) -> dict[str, int]:
    preview = (await previewed(marketplace, who, text))["preview"]
    return (await send(marketplace, who, "import_clients", text, iv_preview=preview))["data"]


async def test_a_preview_says_what_is_done_and_does_nothing(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await guest_books(marketplace, provider)
    text = FILE + "Gustav;GUS@example.com;0301234567\r\n"
    shown = await previewed(marketplace, provider, text)
    assert [shown[outcome] for outcome in ("new", "joined", "unchanged", "refused")] == [2, 1, 0, 1]
    assert [(row["line"], row["outcome"], row["name"], row["client_name"]) for row in shown["rows"]] == [
        (2, "new", "Ana Import", ""), (3, "new", "Nora", ""), (4, "refused", "", ""),
        (5, "joined", "Gustav", "Gus Guest"),
    ]  # fmt: skip
    assert (shown["rows"][2]["field"], shown["rows"][2]["reason"]) == (
        "name",
        "Dieses Feld darf nicht leer sein",
    )
    assert await names(marketplace, provider) == ["Gus Guest"]
    counts = await imported(marketplace, provider, text)
    assert counts == {"new": 2, "joined": 1, "unchanged": 0, "refused": 1}
    found = {client["name"]: client for client in await listed(marketplace, provider)}
    assert {name: client["phone"] for name, client in found.items()} == {
        "Ana Import": "491701234567", "Gus Guest": "0301234567", "Nora": "030555555",
    }  # fmt: skip
    assert (found["Ana Import"]["is_guest"], found["Ana Import"]["visits"]) == (True, 0)
    assert await names(marketplace, provider, q="ana@ex") == ["Ana Import"]
    assert await names(marketplace, provider, q="030 555") == ["Nora"]


async def test_columns_are_named_and_can_be_used_for_something_else(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    text = "Name,Phone 1,Phone 2,Nickname,Rufnr.\nAna,,030 1234567,Anni,030 7654321\n"
    shown = await previewed(marketplace, provider, text)
    assert [(column["name"], column["used_for"], column["example"]) for column in shown["columns"]] == [
        ("Name", "name", "Ana"), ("Phone 1", "phone", ""), ("Phone 2", "phone", "030 1234567"),
        ("Nickname", "unused", "Anni"), ("Rufnr.", "unused", "030 7654321"),
    ]  # fmt: skip
    assert [(row["name"], row["phone"]) for row in shown["rows"]] == [("Ana", "0301234567")]
    uses = ["unused", "unused", "unused", "name", "phone"]
    for assigned in (uses, json.dumps(uses)):
        other = (await send(marketplace, provider, "preview_client_import", text, iv_columns=assigned))[
            "data"
        ]
        assert [column["used_for"] for column in other["columns"]] == uses
        assert [(row["name"], row["phone"]) for row in other["rows"]] == [("Anni", "0307654321")]
    seen = {"iv_preview": other["preview"]}
    assert (await send(marketplace, provider, "import_clients", text, **seen))["status"] is False
    answer = await send(marketplace, provider, "import_clients", text, iv_columns=uses, **seen)
    assert answer["data"]["new"] == 1
    assert await names(marketplace, provider) == ["Anni"]
    for wrong in (["nickname"], ["name"] * 301, "name", {"0": "name"}):
        answer = await send(marketplace, provider, "preview_client_import", text, iv_columns=wrong)
        assert set(answer["message"]["iv_msg"]) == {"iv_columns"}
    answer = await send(
        marketplace, provider, "preview_client_import", text, iv_columns=["phone", "name"][:1]
    )
    assert set(answer["message"]["iv_msg"]) == {"iv_media_base"}, "nobody has a name then"


async def test_a_file_that_takes_too_long_is_refused(
    marketplace: "Marketplace", monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = await marketplace.provider()
    monkeypatch.setattr(file_reading, "SECONDS", 0.0)
    for call in ("preview_client_import", "import_clients"):
        answer = await send(marketplace, provider, call, FILE)
        assert set(answer["message"]["iv_msg"]) == {"iv_media_base"}
        assert answer["message"]["iv_msg"]["iv_media_base"] != TOO_SLOW, "it is said in German"


async def test_an_import_may_be_repeated(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    preview = (await previewed(marketplace, provider, FILE))["preview"]
    both = await asyncio.gather(
        *(send(marketplace, provider, "import_clients", FILE, iv_preview=preview) for _ in range(2))
    )
    assert sorted(each["data"]["new"] for each in both) == [0, 2]
    again = await send(marketplace, provider, "import_clients", FILE, iv_preview=preview)
    assert again["data"] == {"new": 0, "joined": 0, "unchanged": 2, "refused": 1}
    assert await names(marketplace, provider) == ["Ana Import", "Nora"]
    own_file = await marketplace.http.get("/api/download_clients", headers=marketplace.as_(provider))
    shown = await previewed(marketplace, provider, own_file.text)
    assert (shown["unchanged"], shown["preview"]) == (2, ""), "the own list changes nothing"


async def test_nothing_is_imported_that_was_not_previewed(marketplace: "Marketplace") -> None:
    provider, person = await marketplace.provider(), await marketplace.person()
    preview = (await previewed(marketplace, provider, FILE))["preview"]
    for text, seen in ((FILE, ""), (FILE + "Late;;\n", preview)):
        answer = await send(marketplace, provider, "import_clients", text, iv_preview=seen)
        assert answer["status"] is False
        assert set(answer["message"]["iv_msg"]) == {"iv_preview"}
        assert answer["message"]["iv_msg"]["iv_preview"] != CHANGED, "it is said in German"
    answer = await send(marketplace, provider, "preview_client_import", "a,b\n1,2\n")
    assert set(answer["message"]["iv_msg"]) == {"iv_media_base"}
    assert answer["message"]["iv_msg"]["iv_media_base"] != NO_HEADER
    for call in ("preview_client_import", "import_clients"):
        sent = await marketplace.http.post(f"/api/{call}", json={}, headers=marketplace.as_(person))
        assert sent.status_code == 403
        sent = await marketplace.http.post(
            f"/api/{call}", json={"iv_media_base": "no base64!"}, headers=marketplace.as_(provider)
        )
        assert set(sent.json()["message"]["iv_msg"]) == {"iv_media_base"}
    assert await listed(marketplace, provider) == []


async def test_who_books_with_an_imported_address_is_that_client(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Account")
    text = f"name,email\nGus from a file,gus@example.com\nAna from a file,{client}@example.com\n"
    await imported(marketplace, provider, text)
    before = {entry["name"]: entry["client_id"] for entry in await listed(marketplace, provider)}
    await guest_books(marketplace, provider)
    await marketplace.booked(provider, client, 1)
    after = {entry["name"]: entry for entry in await listed(marketplace, provider)}
    assert {name: entry["client_id"] for name, entry in after.items()} == {
        "Gus from a file": before["Gus from a file"], "Ana Account": before["Ana from a file"],
    }  # fmt: skip
    assert after["Ana Account"]["owner_id"] == client
    for entry in after.values():
        assert len(await orders(marketplace, provider, entry)) == 1


async def test_an_address_that_is_confirmed_later_joins_then(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Gus Account")
    await marketplace.booked(provider, client)
    await account_at(marketplace, client, "gus@example.com", verified=False)
    await imported(marketplace, provider, "name,email,phone\nGus,gus@example.com,030123456\n")
    assert len(await listed(marketplace, provider)) == 2, "the address is not proven"
    await account_at(marketplace, client, "gus@example.com", verified=True)
    [one] = await listed(marketplace, provider)
    assert (one["owner_id"], one["phone"]) == (client, "030123456")
    await marketplace.tell(AccountDeleted(account_id=client))
    assert await listed(marketplace, provider) == [], "nothing of the import is left of who is erased"


async def test_a_guest_who_is_erased_leaves_the_import_and_one_who_is_old_does_not(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    await imported(marketplace, provider, "name,email\nGus,gus@example.com\n")
    order_id = await guest_books(marketplace, provider)
    database = Database(marketplace.database_url)
    try:
        job = forget_guests_of_old_orders(timedelta(days=365))
        await marketplace.post("request_guest_data", {"iv_email": "gus@example.com"})
        link = (await marketplace.published.first(GuestLinkRequested)).order.guest_link
        await run_once(job, database, marketplace.now + timedelta(days=1))
        async with database.reading() as tx:
            assert [row["name"] for row in await store.clients_for_export(tx, provider)] == ["Gus"]
        body = {"iv_order_id": order_id, "iv_key": link.partition("&data=")[2]}
        await marketplace.post("erase_guest_data", body)
        async with database.reading() as tx:
            assert await store.clients_for_export(tx, provider) == []
        await imported(marketplace, provider, "name,email\nGus,gus@example.com\n")
        await guest_books(marketplace, provider, 1)
        await run_once(job, database, marketplace.now + timedelta(days=800))
        async with database.reading() as tx:
            assert [row["name"] for row in await store.clients_for_export(tx, provider)] == ["Gus"]
    finally:
        await database.close()
