"""Files that claim to be others, among the answers to a provider's questions.

The one side that sends a file chooses its every byte and what the upload says of it; the other side opens it.
No browser may show any of it on the pages of Openhours.
"""

import base64
import io
import json
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

import httpx
import pytest
from client.api_client import ApiAnswer, ApiClient, Json, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Provider, Shop, free_slots, new_email
from PIL import Image

pytestmark = pytest.mark.service
SCRIPT: Final = b"<script>alert(document.domain)</script>"
PDF: Final = b"%PDF-1.7\nTo the physiotherapist.\n%%EOF\n"
MOST_BYTES: Final = 10 * 1024 * 1024
Kind = Literal["picture", "pdf"]
TYPES: Final[dict[Kind, tuple[str, str]]] = {
    "picture": ("image/jpeg", 'attachment; filename="answer.jpg"'),
    "pdf": ("application/pdf", 'attachment; filename="answer.pdf"'),
}


def picture(kind: str) -> bytes:
    """A real picture of one colour, with a script in its metadata."""
    exif = Image.Exif()
    exif[0x010E] = SCRIPT.decode()
    target = io.BytesIO()
    Image.new("RGB", (64, 48), "teal").save(target, kind, exif=exif)
    return target.getvalue()


class Disguised(NamedTuple):
    """A file that is taken, what the upload says of it, and what it is kept as."""

    claim: str
    content: bytes
    kind: Kind


TAKEN: Final = [
    Disguised("image/png", PDF, "pdf"),
    Disguised("text/html", PDF, "pdf"),
    Disguised("image/jpeg", b"%PDF-1.4\n" + SCRIPT + b"\n%%EOF", "pdf"),
    Disguised("application/pdf", picture("JPEG"), "picture"),
    Disguised("application/pdf", picture("PNG") + PDF, "picture"),
    Disguised("text/html", picture("WEBP") + SCRIPT + b"%%EOF", "picture"),
]
REFUSED: Final = {
    "a page that is named a PDF": ("application/pdf", b"<!doctype html>" + SCRIPT, 415),
    "a page that ends as a PDF": ("application/pdf", SCRIPT + b"%PDF-1.7\n%%EOF", 415),
    "a page that is named a picture": ("image/png", SCRIPT, 415),
    "a drawing with a script": ("image/svg+xml", b'<svg xmlns="http://www.w3.org/2000/svg">' + SCRIPT, 415),
    "a PDF without an end": ("application/pdf", b"%PDF-1.7\n" + SCRIPT, 415),
    "a program": ("application/pdf", b"MZ\x90\x00" + bytes(60) + b"%PDF-1.7\n%%EOF", 415),
    "nothing": ("application/pdf", b"", 415),
    "a PDF that is too large": ("application/pdf", PDF[:9] + bytes(MOST_BYTES) + PDF[9:], 413),
}


@dataclass(frozen=True)
class Sent:
    """An order whose client has answered with every file of TAKEN, and the ids that these have."""

    provider: Provider
    client: Client
    order_id: str
    file_ids: list[str]


async def asking_shop(provider: Provider) -> Shop:
    """Open a shop whose service asks for as many files as there are in TAKEN."""
    question: Json = {"question_id": "", "kind": "file", "text": "A letter", "required": True, "options": []}
    shop = await provider.open_shop()
    asked = json.dumps([question] * len(TAKEN))
    return replace(
        shop, service_id=await provider.add_service("Visit", minutes=30, cost=60, iv_questions=asked)
    )


async def upload(client: ApiClient, claim: str, content: bytes) -> ApiAnswer:
    """Send a file with a data URL that makes this claim."""
    encoded = base64.b64encode(content).decode()
    return await client.post("upload_intake_file", iv_media_base=f"data:{claim};base64,{encoded}")


def bearer(who: ApiClient) -> dict[str, str]:
    """The header of a caller; none of nobody."""
    return {"Authorization": f"Bearer {who.token}"} if who.token else {}


async def questions_of(provider: Provider, shop: Shop) -> list[str]:
    """The ids of the questions of the shop's service."""
    services = (await provider.must_get("get_account_provider_services")).list("account_services")
    [asked] = [each["questions"] for each in services if each["service_id"] == shop.service_id]
    return [each["question_id"] for each in json.loads(str(asked))]


@pytest.fixture(scope="module")
async def sent(http: httpx.AsyncClient, postbox: MailboxClient) -> Sent:
    """The order, and its files."""
    provider, client = Provider(http, "Petra", new_email("petra")), Client(http, "Carl", new_email("carl"))
    await provider.join(postbox)
    await client.join(postbox)
    shop = await asking_shop(provider)
    file_ids: list[str] = []
    for claim, content, kind in TAKEN:
        kept = await upload(client, claim, content)
        assert kept.text("kind") == kind, claim
        file_ids.append(kept.text("file_id"))
    questions = await questions_of(provider, shop)
    answers: list[Json] = [
        {"question_id": question, "answer": file_id}
        for question, file_id in zip(questions, file_ids, strict=True)
    ]
    slots = await free_slots(client, shop)

    async def place() -> str | None:
        placed = await client.book(shop, slots[:1], iv_answers=json.dumps(answers))
        return str(placed.part("booking_data")["order_id"]) if placed.done else None

    return Sent(provider, client, await eventually(place, "the order with its files"), file_ids)


async def test_a_file_is_served_as_what_it_is_and_never_to_be_shown(
    http: httpx.AsyncClient, sent: Sent
) -> None:
    for file_id, (claim, content, kind) in zip(sent.file_ids, TAKEN, strict=True):
        for who in (sent.provider, sent.client):
            answer = await http.get(f"/api/get_intake_file/{file_id}", headers=bearer(who))
            media_type, disposition = TYPES[kind]
            told = answer.headers
            assert answer.status_code == 200, claim
            assert (told["content-type"], told["content-disposition"]) == (media_type, disposition), claim
            assert told["x-content-type-options"] == "nosniff"
            assert told["content-security-policy"] == "default-src 'none'; sandbox"
            assert told["cross-origin-resource-policy"] == "same-origin"
            assert told["cache-control"] == "private, no-store"
            if kind == "pdf":
                assert answer.content == content
            else:
                assert Image.open(io.BytesIO(answer.content)).format == "JPEG"
                assert not [part for part in (SCRIPT, b"%PDF", b"%%EOF") if part in answer.content], claim


@pytest.mark.parametrize("what", REFUSED)
async def test_what_is_neither_picture_nor_pdf_is_refused_in_words(sent: Sent, what: str) -> None:
    claim, content, status = REFUSED[what]
    answer = await upload(sent.client, claim, content)
    assert (answer.http, list(answer.fields)) == (status, ["iv_media_base"])
    assert answer.fields["iv_media_base"].startswith("This file ")


async def test_only_the_two_sides_of_the_order_read_its_files(
    http: httpx.AsyncClient, postbox: MailboxClient, sent: Sent
) -> None:
    guest = Guest(http, postbox, "Gus", new_email("gus"))
    stranger, rival = Client(http, "Mallory", new_email("mallory")), Provider(http, "Rita", new_email("rita"))
    await guest.introduce()
    await stranger.join(postbox)
    await rival.join(postbox)
    await rival.open_shop()
    others = ((guest, 404), (stranger, 404), (rival, 404), (ApiClient(http), 401))
    for file_id in sent.file_ids:
        for who, status in others:
            answer = await http.get(f"/api/get_intake_file/{file_id}", headers=bearer(who))
            assert (answer.status_code, PDF in answer.content) == (status, False)
    waiting = (await upload(guest, "application/pdf", PDF)).text("file_id")
    for who, _ in others:
        answer = await http.get(f"/api/get_intake_file/{waiting}", headers=bearer(who))
        assert answer.status_code == 404, "nobody reads a file before its order is placed"
    told = await http.get(f"/api/get_order_answers/{sent.order_id}", headers=bearer(stranger))
    assert told.status_code == 404
