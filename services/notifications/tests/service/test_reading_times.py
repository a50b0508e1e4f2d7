"""Times are in the receiver's zone and on the receiver's clock of now: in alerts, pushes and mails."""

from collections.abc import Callable
from datetime import timedelta

import httpx
import pytest
from contracts.events.booking import OrderAccepted, OrderRequested, SessionFacts
from contracts.events.booking_reminders import ReminderDue
from contracts.events.identity import ReadingChanged
from contracts.events.notifications import AlertRaised
from testkit.event_recorder import EventRecorder

from services.notifications.tests.conftest import NOON, Caller, guest_order, order, registered
from services.notifications.tests.service.test_languages import facts, mailed

pytestmark = pytest.mark.service
LIMA = {"timezone": "America/Lima", "hour_cycle": "h12"}


async def test_an_alert_names_the_time_that_the_screen_of_its_reader_shows(
    published: EventRecorder, caller: Callable[[str], Caller]
) -> None:
    asked = order()
    nadia = caller(asked.provider_id)
    await published.tell(registered(nadia.id, "Nadia Kessler", **LIMA))
    await published.tell(OrderRequested(order=asked, actor="client"))
    raised = await published.first(AlertRaised)
    assert raised.notification_data.notification_text == "Grace wants First assessment, Wed 25 Nov, 5:00 AM"
    (shown,) = (await nadia.alerts())["alerts_list"]
    assert shown["notification_text"] == "Grace wants First assessment, Wed 25 Nov, 5:00 AM"
    moved = facts(nadia.id, "english", 2).model_copy(update={"timezone": "Asia/Tokyo", "hour_cycle": "h23"})
    await published.tell(ReadingChanged(account=moved))
    (shown,) = (await nadia.alerts())["alerts_list"]
    assert shown["notification_text"] == "Grace wants First assessment, Wed 25 Nov, 19:00"
    account = (await nadia.get("/internal/export")).json()["data"]["account"]
    assert (account["timezone"], account["hour_cycle"]) == ("Asia/Tokyo", "h23")


async def test_a_mail_names_times_as_its_reader_reads_them_and_their_zone(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    booked = order()
    await published.tell(registered(booked.provider_id, "Nadia Kessler", **LIMA))
    await published.tell(registered(booked.client_id, "Grace Wanjiru"))
    await published.tell(OrderAccepted(order=booked, actor="provider"))
    mails = await mailed(client, 2)
    nadia, grace = mails["nadia@example.com"], mails["grace@example.com"]
    assert nadia["subject"].endswith("Wed 25 Nov, 5:00 AM")
    assert "Wednesday 25 November 2026, 5:00 AM–5:50 AM" in nadia["text"]
    assert "Times are in the zone America/Lima." in nadia["text"]
    # None of her devices has said a zone: it is the one in which she ordered.
    assert "Wednesday 25 November 2026, 13:00–13:50" in grace["text"]
    assert "Times are in the zone Africa/Nairobi." in grace["text"]


async def test_a_reminder_follows_its_reader_and_a_guest_the_order(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    booked = guest_order()
    await published.tell(registered(booked.provider_id, "Nadia Kessler", **LIMA))
    starts_at = NOON + timedelta(days=3_000)
    session = SessionFacts(slot_id="a", starts_at=starts_at, ends_at=starts_at + timedelta(minutes=50))
    due = booked.model_copy(update={"sessions": [session]})
    await published.tell(ReminderDue(order=due, session=session, hours_ahead=1))
    mails = await mailed(client, 2)
    assert "5:00 AM" in mails["nadia@example.com"]["text"]
    assert "13:00" in mails["grace@example.com"]["text"]
    assert "Times are in the zone Africa/Nairobi." in mails["grace@example.com"]["text"]
