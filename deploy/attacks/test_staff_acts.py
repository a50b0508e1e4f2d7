"""Staff who signed in with a password alone, or long ago, ask for what the staff sees and does; staff who
look through people without saying why."""

import pytest
from booking.app import create_app as create_booking
from booking.settings import BookingSettings
from profiles.app import create_app
from profiles.settings import ProfilesSettings
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

pytestmark = pytest.mark.service
STEP_UP_DUE = "Please confirm that it is you."
READS = (
    "staff_get_overview",
    "staff_get_reports",
    "staff_get_report/x?reason=report",
    "staff_get_accounts?reason=check&q=nadia",
    "staff_get_account/x?reason=check",
    "staff_get_requests",
    "staff_get_request/x",
    "staff_get_audit_log",
)
ACTS: dict[str, dict[str, str]] = {
    "staff_decide_report": {"iv_report_id": "x", "iv_action": "dismiss", "iv_note": "none"},
    "staff_set_account_standing": {"iv_account_id": "x", "iv_suspended": "yes", "iv_note": "none"},
    "staff_set_post_standing": {"iv_post_id": "x", "iv_hidden": "yes", "iv_note": "none"},
    "staff_set_review_standing": {"iv_review_id": "x", "iv_removed": "yes", "iv_note": "none"},
    "staff_set_verification": {"iv_account_id": "x", "iv_verified": "yes", "iv_note": "none"},
    "staff_answer_request": {"iv_request_id": "x", "iv_answer": "none"},
}

GUEST = {"iv_email": "gus@guest.example", "iv_reason": "request"}


async def test_staff_without_a_factor_read_and_do_nothing(
    service_app: ServiceApp, new_database: NewDatabase, tokens: Tokens
) -> None:
    settings = ProfilesSettings(database_url=await new_database("profiles"))
    client = await service_app(create_app, settings)
    without = Tokens.bearer(tokens.staff("boss", second_factor=False))
    stale = Tokens.bearer(tokens.staff("boss", seconds_ago=660))
    for read in READS:
        answer = await client.get(f"/api/{read}", headers=without)
        assert answer.status_code == 403, (read, answer.text)
        assert (await client.get(f"/api/{read}", headers=stale)).status_code in {200, 404}, read
    for act, fields in ACTS.items():
        answer = await client.post(f"/api/{act}", json=fields, headers=without)
        assert answer.status_code == 403, (act, answer.text)
        answer = await client.post(f"/api/{act}", json=fields, headers=stale)
        assert answer.json()["message"]["iv_msg"] == {"iv_step_up": STEP_UP_DUE}, (act, answer.text)


async def test_nobody_looks_through_accounts_without_a_reason_that_is_kept(
    service_app: ServiceApp, new_database: NewDatabase, tokens: Tokens
) -> None:
    client = await service_app(create_app, ProfilesSettings(database_url=await new_database("profiles")))
    boss = Tokens.bearer(tokens.staff("boss"))

    async def looked(query: str) -> bool:
        answer = await client.get(f"/api/staff_get_accounts?{query}", headers=boss)
        assert answer.status_code == 200, answer.text
        return answer.json()["status"]

    async def logged() -> list[tuple[str, str]]:
        answer = await client.get("/api/staff_get_audit_log", headers=boss)
        return [(each["act"], each["note"]) for each in answer.json()["data"]["acts"]]

    for without in ("", "q=nadia", "reason=", "reason=because", "standing=suspended&reason=%20"):
        assert not await looked(without), without
    assert await logged() == []
    assert await looked("q=nadia&reason=report")
    assert await looked("q=nadia&reason=report&limit=1"), "the same look"
    assert await looked("standing=suspended&reason=objection")
    assert await logged() == [("read_accounts", "objection"), ("read_accounts", "report")]


async def test_so_it_is_with_the_bookings_of_guests(
    service_app: ServiceApp, new_database: NewDatabase, tokens: Tokens
) -> None:
    fields = {"database_url": await new_database("booking"), "guest_link_key": "a key of the attacks"}
    client = await service_app(create_booking, BookingSettings.model_validate(fields))
    stale = Tokens.bearer(tokens.staff("boss", seconds_ago=660))
    found = await client.post("/api/staff_find_guest_bookings", json=GUEST, headers=stale)
    assert found.json()["data"] == {"bookings": []}
    body = {"iv_order_id": "x", "iv_note": "none"}
    answer = await client.post("/api/staff_end_guest_link", json=body, headers=stale)
    assert answer.json()["message"]["iv_msg"] == {"iv_step_up": STEP_UP_DUE}
    for reason in ({}, {"iv_reason": ""}, {"iv_reason": "because"}):
        answer = await client.post(
            "/api/staff_find_guest_bookings", json={"iv_email": GUEST["iv_email"], **reason}, headers=stale
        )
        assert list(answer.json()["message"]["iv_msg"]) == ["iv_reason"], answer.text
    without = Tokens.bearer(tokens.staff("boss", second_factor=False))
    for call, form in (("find_guest_bookings", GUEST), ("end_guest_link", body)):
        answer = await client.post(f"/api/staff_{call}", json=form, headers=without)
        assert answer.status_code == 403, (call, answer.text)
