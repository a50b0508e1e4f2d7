"""Files that a provider keeps with a client, over HTTP: kept, for nobody else, and gone with the client."""

import base64
import io
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from booking.client_files.service import NO_ROOM, TOO_MANY_FILES
from booking.client_files.store import files_of_provider
from chassis.db import Database
from contracts.events.booking import GuestLinkRequested
from contracts.events.identity import AccountDeleted
from PIL import Image

from services.booking.tests.service.test_clients import account_at, export_of, guest_books, listed

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
PDF = b"%PDF-1.7\nThe knee, from the side.\n%%EOF\n"


def as_upload(content: bytes) -> str:
    return base64.b64encode(content).decode()


def photograph(size: tuple[int, int] = (3000, 1500)) -> bytes:
    """A PNG with words in its metadata."""
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    target = io.BytesIO()
    Image.new("RGB", size, "red").save(target, "PNG", exif=exif)
    return target.getvalue()


async def add(
    marketplace: "Marketplace", who: str, client_id: str, name: str, content: bytes
) -> httpx.Response:
    body = {"iv_client_id": client_id, "iv_name": name, "iv_media_base": as_upload(content)}
    return await marketplace.http.post("/api/add_client_file", json=body, headers=marketplace.as_(who))


async def read(marketplace: "Marketplace", who: str, path: str) -> httpx.Response:
    return await marketplace.http.get(path, headers=marketplace.as_(who))


async def files_of(marketplace: "Marketplace", provider: str, client_id: str) -> list[dict[str, Any]]:
    return (await marketplace.get(f"get_client_files/{client_id}", marketplace.as_(provider)))["data"][
        "files"
    ]


async def kept_in_database(marketplace: "Marketplace", provider: str) -> list[str]:
    database = Database(marketplace.database_url)
    try:
        async with database.reading() as tx:
            return [row["name"] for row in await files_of_provider(tx, provider)]
    finally:
        await database.close()


async def test_a_picture_is_decoded_and_a_pdf_is_kept_as_it_is(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await guest_books(marketplace, provider)
    [client] = await listed(marketplace, provider)
    sent = (await add(marketplace, provider, client["client_id"], "../knee.png", photograph())).json()
    assert sent["message"]["main_msg"] == "The file was added."
    await add(marketplace, provider, client["client_id"], "Überweisung.pdf", PDF)
    letter, knee = sorted(
        await files_of(marketplace, provider, client["client_id"]),
        key=lambda file: file["name"],
        reverse=True,
    )
    assert knee == sent["data"]["file"]
    assert (knee["name"], knee["kind"]) == ("knee.jpg", "picture")
    assert (letter["name"], letter["kind"], letter["size"]) == ("Überweisung.pdf", "pdf", len(PDF))
    served = {file["kind"]: await read(marketplace, provider, file["path"]) for file in (letter, knee)}
    assert served["pdf"].content == PDF
    assert served["pdf"].headers["content-type"] == "application/pdf"
    assert served["pdf"].headers["content-disposition"] == (
        "attachment; filename=\"file.pdf\"; filename*=UTF-8''%C3%9Cberweisung.pdf"
    )
    assert served["pdf"].headers["cache-control"] == "private, no-store"
    assert served["pdf"].headers["x-content-type-options"] == "nosniff"
    picture = Image.open(io.BytesIO(served["picture"].content))
    assert (picture.format, picture.size) == ("JPEG", (2400, 1200))
    assert b"taken at home" not in served["picture"].content
    exported = (await export_of(marketplace, provider))["client_files"]
    assert sorted(file["path"] for file in exported) == sorted([letter["path"], knee["path"]])


async def test_what_is_neither_picture_nor_pdf_is_refused(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await guest_books(marketplace, provider)
    [client] = await listed(marketplace, provider)
    for content in (
        b"<script>alert(1)</script>",
        b"%PDF-1.7 without an end",
        b"\n" + PDF,
        b"MZ\x90",
        PDF[5:],
    ):
        answer = await add(marketplace, provider, client["client_id"], "a.pdf", content)
        assert (answer.status_code, set(answer.json()["message"]["iv_msg"])) == (415, {"iv_media_base"}), (
            content
        )
    too_large = b"%PDF-1.7\n" + bytes(10 * 1024 * 1024) + b"%%EOF"
    answer = await add(marketplace, provider, client["client_id"], "a.pdf", too_large)
    assert (answer.status_code, set(answer.json()["message"]["iv_msg"])) == (413, {"iv_media_base"})
    answer = await add(marketplace, provider, client["client_id"], "", PDF)
    assert set(answer.json()["message"]["iv_msg"]) == {"iv_name"}
    assert await files_of(marketplace, provider, client["client_id"]) == []


async def test_nobody_else_finds_a_file(marketplace: "Marketplace") -> None:
    provider, other, client = (
        await marketplace.provider(), await marketplace.provider(), await marketplace.person(),
    )  # fmt: skip
    await marketplace.booked(provider, client)
    [entry] = await listed(marketplace, provider)
    file = (await add(marketplace, provider, entry["client_id"], "Letter.pdf", PDF)).json()["data"]["file"]
    for who, status in ((other, 404), (client, 403)):
        assert (await read(marketplace, who, file["path"])).status_code == status
        listing = await read(marketplace, who, f"/api/get_client_files/{entry['client_id']}")
        assert listing.status_code == status
        assert (await add(marketplace, who, entry["client_id"], "x.pdf", PDF)).status_code == status
        gone = await marketplace.http.post(
            "/api/remove_client_file", json={"iv_file_id": file["file_id"]}, headers=marketplace.as_(who)
        )
        assert gone.status_code == status
        assert "Letter.pdf" not in str(await export_of(marketplace, who))
    assert (await marketplace.http.get(file["path"])).status_code == 401
    await marketplace.post("remove_client_file", {"iv_file_id": file["file_id"]}, marketplace.as_(provider))
    assert (await read(marketplace, provider, file["path"])).status_code == 404


async def test_files_have_a_limit_by_number_and_by_room(
    marketplace: "Marketplace", monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = await marketplace.provider()
    await guest_books(marketplace, provider)
    [client] = await listed(marketplace, provider)
    for number in range(20):
        assert (await add(marketplace, provider, client["client_id"], f"{number}.pdf", PDF)).json()["status"]
    answer = (await add(marketplace, provider, client["client_id"], "one more.pdf", PDF)).json()
    assert answer["message"]["iv_msg"] == {"iv_media_base": TOO_MANY_FILES}
    monkeypatch.setattr("booking.client_files.service.MOST_FILES", 21)
    monkeypatch.setattr("booking.client_files.service.MOST_BYTES", 21 * len(PDF) - 1)
    answer = (await add(marketplace, provider, client["client_id"], "one more.pdf", PDF)).json()
    assert answer["message"]["iv_msg"] == {"iv_media_base": NO_ROOM}
    assert len(await files_of(marketplace, provider, client["client_id"])) == 20


async def test_files_follow_their_client(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Gus Account")
    await marketplace.booked(provider, client)
    of_guest = await guest_books(marketplace, provider)
    for entry in await listed(marketplace, provider):
        await add(marketplace, provider, entry["client_id"], f"{entry['name']}.pdf", PDF)
    await account_at(marketplace, client, "gus@example.com", verified=True)
    [one] = await listed(marketplace, provider)
    names = {file["name"] for file in await files_of(marketplace, provider, one["client_id"])}
    assert names == {"Gus Account.pdf", "Gus Guest.pdf"}
    await marketplace.tell(AccountDeleted(account_id=client))
    assert await kept_in_database(marketplace, provider) == []
    await listed(marketplace, provider)
    [guest] = await listed(marketplace, provider)
    await add(marketplace, provider, guest["client_id"], "later.pdf", PDF)
    await marketplace.post("request_guest_data", {"iv_email": "gus@example.com"})
    link = (await marketplace.published.first(GuestLinkRequested)).order.guest_link
    key = link.partition("&data=")[2]
    await marketplace.post("erase_guest_data", {"iv_order_id": of_guest, "iv_key": key})
    assert await kept_in_database(marketplace, provider) == []


async def test_files_go_with_their_provider(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    await guest_books(marketplace, provider)
    [client] = await listed(marketplace, provider)
    await add(marketplace, provider, client["client_id"], "a.pdf", PDF)
    assert await kept_in_database(marketplace, provider) == ["a.pdf"]
    await marketplace.tell(AccountDeleted(account_id=provider))
    assert await kept_in_database(marketplace, provider) == []
