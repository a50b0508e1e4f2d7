"""What clients are asked when they book: refusals beside each question, and who sees the answers."""

import base64
import io
import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from booking.intake.service import NO_ROOM
from booking.jobs import forget_unused_files
from chassis.db import Database
from chassis.jobs import run_once
from chassis.media.validation import MOST_BYTES
from contracts.events.booking import GuestLinkRequested, OrderRequested
from contracts.events.identity import AccountDeleted
from contracts.intake import IntakeQuestion
from PIL import Image
from testkit.fake_identity import Tokens

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

INJURY: Final = IntakeQuestion(question_id="injury", kind="short", text="Which injury?", required=True)
HISTORY: Final = IntakeQuestion(question_id="history", kind="long", text="What happened?")
SIDE: Final = IntakeQuestion(
    question_id="side", kind="choice", text="Which side?", required=True, options=["Left", "Right"]
)
AGE: Final = IntakeQuestion(question_id="age", kind="number", text="How old are you?")
LETTER: Final = IntakeQuestion(question_id="letter", kind="file", text="A letter of your doctor")
ASKED: Final = [INJURY, HISTORY, SIDE, AGE, LETTER]
TOO_LONG: Final = "The maximum length required for this field is 200"
NO_FILE: Final = "This file cannot be kept. Choose a JPEG, PNG, WebP, GIF or PDF."
REFERRAL: Final = b"%PDF-1.7\nTo the physiotherapist.\n%%EOF\n"
FINE: Final = {"injury": " Knee ", "side": "Left", "age": "-0.5"}


def answers(given: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"question_id": question_id, "answer": answer} for question_id, answer in given.items()]


def photograph(width: int = 3000, height: int = 1500) -> str:
    target = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(target, "PNG")
    return base64.b64encode(target.getvalue()).decode()


def as_upload(content: bytes) -> str:
    return base64.b64encode(content).decode()


async def send_file(marketplace: "Marketplace", headers: dict[str, str], upload: str = "") -> dict[str, Any]:
    sent = await marketplace.post("upload_intake_file", {"iv_media_base": upload or photograph()}, headers)
    assert sent["status"], sent
    return sent["data"]


async def place(
    marketplace: "Marketplace", provider: str, service: str, headers: dict[str, str], **changes: Any
) -> dict[str, Any]:
    slot = (await marketplace.slots(provider))[0]
    body = marketplace.order(provider, [service], [slot], **changes)
    return await marketplace.post("create_appointment_order", body, headers)


async def shown(marketplace: "Marketplace", who: str, order_id: str) -> list[dict[str, Any]]:
    answer = await marketplace.get(f"get_order_answers/{order_id}", marketplace.as_(who))
    return answer["data"]["answers"]


async def test_every_wrong_answer_is_refused_beside_its_question(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, questions=ASKED)
    empty = "This Field cannot be empty"
    for given, refused in (
        ({}, {"iv_answer_injury": empty, "iv_answer_side": empty}),
        (FINE | {"side": "Middle"}, {"iv_answer_side": "Choose one of the offered options"}),
        (FINE | {"age": "twelve"}, {"iv_answer_age": "This Field can only contain numbers"}),
        (FINE | {"injury": {}}, {"iv_answer_injury": "This Field can only contain text"}),
        (FINE | {"injury": "x" * 201}, {"iv_answer_injury": TOO_LONG}),
        (FINE | {"letter": "nobody-sent-this"}, {"iv_answer_letter": "Please add this file again."}),
    ):  # fmt: skip
        sent = await place(
            marketplace, provider, service, marketplace.as_(client), iv_answers=json.dumps(answers(given))
        )
        assert (sent["status"], sent["message"]["iv_msg"]) == (False, refused)
    held = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"]
    assert held["request"] == []


async def test_answers_stay_as_they_were_asked_and_only_both_sides_see_them(
    marketplace: "Marketplace",
) -> None:
    provider, client, stranger = (
        await marketplace.provider(),
        await marketplace.person(),
        await marketplace.person(),
    )
    service = await marketplace.service(provider, questions=ASKED)
    kept = await send_file(marketplace, marketplace.as_(client))
    assert (kept["kind"], kept["width"], kept["height"]) == ("picture", 2000, 1000)
    given = answers(FINE | {"letter": kept["file_id"], "gone": "x"})
    placed = await place(marketplace, provider, service, marketplace.as_(client), iv_answers=given)
    order_id = placed["data"]["booking_data"]["order_id"]
    assert placed["data"]["booking_data"]["has_answers"]
    await marketplace.service(provider, service_id=service, questions=[AGE], revision=2)
    told = await shown(marketplace, client, order_id)
    assert told == await shown(marketplace, provider, order_id)
    assert [(each["question_id"], each["text"], each["answer"]) for each in told] == [
        ("injury", "Which injury?", "Knee"),
        ("history", "What happened?", ""),
        ("side", "Which side?", "Left"),
        ("age", "How old are you?", "-0.5"),
        ("letter", "A letter of your doctor", ""),
    ]
    assert (told[2]["options"], told[4]["file"]) == (["Left", "Right"], kept)
    staff = Tokens.bearer(marketplace.tokens.staff("of-the-staff"))
    for path in (f"/api/get_order_answers/{order_id}", f"/api/get_intake_file/{kept['file_id']}"):
        for headers, status in ((marketplace.as_(stranger), 404), (staff, 404), ({}, 401)):
            assert (await marketplace.http.get(path, headers=headers)).status_code == status
        for who in (client, provider):
            assert (await marketplace.http.get(path, headers=marketplace.as_(who))).status_code == 200
    file = await marketplace.http.get(
        f"/api/get_intake_file/{kept['file_id']}", headers=marketplace.as_(provider)
    )
    assert (file.headers["content-type"], file.headers["cache-control"]) == (
        "image/jpeg",
        "private, no-store",
    )
    assert Image.open(io.BytesIO(file.content)).size == (2000, 1000)
    # Nothing of it leaves the service, and reports do not show it to the staff.
    event = await marketplace.published.first(OrderRequested)
    assert "Knee" not in event.model_dump_json()
    assert event.order.for_provider.has_answers


async def test_a_pdf_is_kept_as_it_is_and_served_to_both_sides_to_be_saved(
    marketplace: "Marketplace",
) -> None:
    provider, client, stranger = (
        await marketplace.provider(),
        await marketplace.person(),
        await marketplace.person(),
    )
    service = await marketplace.service(provider, questions=[LETTER])
    kept = await send_file(marketplace, marketplace.as_(client), as_upload(REFERRAL))
    facts = {"kind": "pdf", "width": 0, "height": 0, "size": len(REFERRAL)}
    assert kept == facts | {"file_id": kept["file_id"]}
    path = f"/api/get_intake_file/{kept['file_id']}"
    # Before it is in an order nobody reads it, not even who has sent it.
    assert (await marketplace.http.get(path, headers=marketplace.as_(client))).status_code == 404
    given = answers({"letter": kept["file_id"]})
    placed = await place(marketplace, provider, service, marketplace.as_(client), iv_answers=given)
    [told] = await shown(marketplace, provider, placed["data"]["booking_data"]["order_id"])
    assert (told["answer"], told["file"]) == ("", kept)
    for who in (client, provider):
        file = await marketplace.http.get(path, headers=marketplace.as_(who))
        assert file.content == REFERRAL
        assert file.headers["content-type"] == "application/pdf"
        assert file.headers["content-disposition"] == 'attachment; filename="answer.pdf"'
        assert file.headers["cache-control"] == "private, no-store"
        assert file.headers["x-content-type-options"] == "nosniff"
    for headers, status in ((marketplace.as_(stranger), 404), ({}, 401)):
        assert (await marketplace.http.get(path, headers=headers)).status_code == status
    export = (await marketplace.http.get("/internal/export", headers=marketplace.as_(client))).json()["data"]
    assert export["intake_files"][0].items() >= kept.items()


async def test_a_picture_answers_one_order_of_who_sent_it(marketplace: "Marketplace") -> None:
    provider, client, other = (
        await marketplace.provider(),
        await marketplace.person(),
        await marketplace.person(),
    )
    service = await marketplace.service(provider, questions=[LETTER])
    file_id = (await send_file(marketplace, marketplace.as_(client)))["file_id"]
    given = answers({"letter": file_id})
    for who, fine in ((other, False), (client, True), (client, False)):
        sent = await place(marketplace, provider, service, marketplace.as_(who), iv_answers=given)
        assert (sent["status"], list(sent["message"]["iv_msg"])) == (
            fine,
            [] if fine else ["iv_answer_letter"],
        )
    unused = (await send_file(marketplace, marketplace.as_(client)))["file_id"]
    marketplace.now += timedelta(days=2)
    database = Database(marketplace.database_url)
    try:
        await run_once(forget_unused_files, database, marketplace.now)
    finally:
        await database.close()
    export = (await marketplace.http.get("/internal/export", headers=marketplace.as_(client))).json()["data"]
    assert [each["file_id"] for each in export["intake_files"]] == [file_id] != [unused]


async def test_no_file_is_taken_from_strangers_and_none_that_is_neither_picture_nor_pdf(
    marketplace: "Marketplace",
) -> None:
    client = await marketplace.person()
    body = {"iv_media_base": photograph(10, 10)}
    assert (await marketplace.http.post("/api/upload_intake_file", json=body)).status_code == 401
    for content in (
        b"%PDF-1.7 without an end",
        b"\n" + REFERRAL,
        REFERRAL[5:],
        REFERRAL + bytes(2000),
        b"<script>alert(1)</script>%%EOF",
    ):
        sent = {"iv_media_base": as_upload(content)}
        answer = await marketplace.http.post(
            "/api/upload_intake_file", json=sent, headers=marketplace.as_(client)
        )
        told = answer.json()["message"]["iv_msg"]
        assert (answer.status_code, told) == (415, {"iv_media_base": NO_FILE}), content
    large = {"iv_media_base": as_upload(REFERRAL.rjust(MOST_BYTES + 1, b"%"))}
    answer = await marketplace.http.post(
        "/api/upload_intake_file", json=large, headers=marketplace.as_(client)
    )
    assert (answer.status_code, list(answer.json()["message"]["iv_msg"])) == (413, ["iv_media_base"])


async def test_no_more_files_wait_for_a_booking_than_one_may_have(
    marketplace: "Marketplace", monkeypatch: pytest.MonkeyPatch
) -> None:
    client, other = await marketplace.person(), await marketplace.person()
    body = {"iv_media_base": photograph(10, 10)}
    for number in range(21):
        sent = await marketplace.post("upload_intake_file", body, marketplace.as_(client))
        assert sent["status"] == (number < 20)
    monkeypatch.setattr("booking.intake.service.MOST_BYTES_WAITING", 2 * len(REFERRAL))
    body = {"iv_media_base": as_upload(REFERRAL)}
    for refused in ({}, {}, {"iv_media_base": NO_ROOM}):
        sent = await marketplace.post("upload_intake_file", body, marketplace.as_(other))
        assert (sent["status"], sent["message"]["iv_msg"]) == (not refused, refused)


async def test_answers_are_in_the_exports_of_both_sides_and_go_with_the_client(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider, questions=ASKED)
    file_id = (await send_file(marketplace, marketplace.as_(client)))["file_id"]
    given = answers(FINE | {"letter": file_id})
    placed = await place(marketplace, provider, service, marketplace.as_(client), iv_answers=given)
    order_id = placed["data"]["booking_data"]["order_id"]
    for who in (client, provider):
        data = (await marketplace.http.get("/internal/export", headers=marketplace.as_(who))).json()["data"]
        assert data["intake_answers"][0]["order_id"] == order_id
        assert data["intake_answers"][0]["answers"][0]["answer"] == "Knee"
    await marketplace.tell(AccountDeleted(account_id=client))
    assert await shown(marketplace, provider, order_id) == []
    path = f"/api/get_intake_file/{file_id}"
    assert (await marketplace.http.get(path, headers=marketplace.as_(provider))).status_code == 404
    row = (await marketplace.get("get_booking_info", marketplace.as_(provider), status="cancelled"))["data"]
    assert row["bookings_list"]["order"][0]["has_answers"] is False


async def test_a_guest_answers_too_and_is_given_and_rid_of_it(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider, questions=ASKED, confirmation="instant")
    _, headers = await marketplace.guest()
    file_id = (await send_file(marketplace, headers))["file_id"]
    given = answers(FINE | {"letter": file_id})
    placed = await place(
        marketplace,
        provider,
        service,
        headers,
        iv_answers=given,
        iv_guest_token="123456",
        iv_user_category="guest",
    )
    order_id = placed["data"]["booking_data"]["order_id"]
    link = (await marketplace.get(f"get_guest_booking/{order_id}", headers))["data"]["booking_data"]
    assert link["has_answers"]
    assert (await marketplace.get(f"get_order_answers/{order_id}", headers))["data"]["answers"][4]["file"]
    assert (await marketplace.http.get(f"/api/get_intake_file/{file_id}", headers=headers)).status_code == 200
    await marketplace.post("request_guest_data", {"iv_email": "gus@example.com"})
    key = await data_key(marketplace, order_id)
    held = (await marketplace.http.post("/internal/guest_data", json=key)).json()["data"]
    assert held["answers"][0]["answers"][0]["answer"] == "Knee"
    await marketplace.post("erase_guest_data", key)
    assert await shown(marketplace, provider, order_id) == []


async def data_key(marketplace: "Marketplace", order_id: str) -> dict[str, str]:
    """What the mailed link of a guest says."""
    told = await marketplace.published.first(GuestLinkRequested)
    return {"iv_order_id": order_id, "iv_key": told.order.guest_link.partition("&data=")[2]}
