"""The staff's log: what it holds, and that nobody edits it."""

import pytest
from chassis.db import Database
from chassis.ids import new_id
from contracts.events.booking import StaffActed
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import OwnerUrl

from services.profiles.tests.conftest import NewPerson, Person, reported

pytestmark = pytest.mark.service


@pytest.mark.parametrize(
    "statement",
    ["UPDATE staff_act SET note = 'Nothing'", "DELETE FROM staff_act", "TRUNCATE staff_act"],
)
async def test_nobody_edits_the_log(
    ada: Person, provider: NewPerson, database_url: str, owner_url: OwnerUrl, statement: str
) -> None:
    await ada.post("staff_set_verification", iv_account_id=(await provider()).id, iv_verified="yes")
    for url, told in ((database_url, "permission denied"), (owner_url(database_url), "once and for all")):
        database = Database(url)
        with pytest.raises(DBAPIError, match=told):
            async with database.writing() as tx:
                await tx.session.execute(text(statement))
        await database.close()
    assert len((await ada.get("/api/staff_get_audit_log"))["acts"]) == 1


async def test_looking_at_somebody_is_logged_with_the_reason(
    ada: Person, person: NewPerson, provider: NewPerson
) -> None:
    ana, nadia = await provider(), await person()
    report_id = await reported(nadia, ana)
    for path in (f"/api/staff_get_account/{ana.id}", f"/api/staff_get_report/{report_id}"):
        for reason in ({}, {"reason": ""}, {"reason": "curious"}):
            refused = (await ada.ask(path, **reason)).json()
            assert (refused["status"], list(refused["message"]["iv_msg"])) == (False, ["reason"])
    for reason in ("report", "report", "check"):  # looking again for the same reason is one reading
        await ada.get(f"/api/staff_get_account/{ana.id}", reason=reason)
    await ada.get(f"/api/staff_get_report/{report_id}", reason="report")
    acts = (await ada.get("/api/staff_get_audit_log"))["acts"]
    assert [(each["act"], each["thing_id"], each["account_id"], each["note"]) for each in acts] == [
        ("read_report", report_id, ana.id, "report"),
        ("read_account", ana.id, ana.id, "check"),
        ("read_account", ana.id, ana.id, "report"),
    ]
    account = (await ada.get(f"/api/staff_get_account/{ana.id}", reason="check"))["account"]
    assert account["history"] == []  # what was done about the account, not who looked at it


async def test_what_the_staff_do_with_a_guests_booking_is_logged_once(
    ada: Person, published: EventRecorder
) -> None:
    read = StaffActed(act="read_guest_bookings", staff_id=ada.id, order_id="order-1")
    ended = StaffActed(act="end_guest_link", staff_id=ada.id, order_id="order-1", note="A stolen phone")
    again = read.model_copy(update={"event_id": new_id()})
    await published.tell(read, ended, again, ended)
    acts = (await ada.get("/api/staff_get_audit_log"))["acts"]
    assert [(each["act"], each["thing_id"], each["note"], each["account_id"]) for each in acts] == [
        ("end_guest_link", "order-1", "A stolen phone", ""),
        ("read_guest_bookings", "order-1", "request", ""),
    ]
    assert {each["staff_name"] for each in acts} == {acts[0]["staff_name"]}
