"""Alerts and mails are in the receiver's language, a guest's in the language of their device."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from contracts.events.booking import OrderAccepted, OrderRequested
from contracts.events.identity import AccountFacts, AccountRenamed, LanguageChanged, MailRequested
from contracts.events.notifications import AlertRaised
from testkit.event_recorder import EventRecorder

from services.notifications.tests.conftest import NOON, Caller, guest_order, order, registered
from services.notifications.tests.service.test_mail import mailbox

pytestmark = pytest.mark.service


def facts(account_id: str, language: str, revision: int) -> AccountFacts:
    """An account as it is after a change."""
    return AccountFacts.model_validate(
        {
            "account_id": account_id,
            "name": "Nadia Kessler",
            "email": "nadia@example.com",
            "language": language,
            "created_at": NOON,
            "revision": revision,
        }
    )


async def mailed(client: httpx.AsyncClient, count: int) -> dict[str, dict[str, Any]]:
    """The newest mails by their receiver, once there are `count`."""
    return {mail["to"]: mail for mail in reversed(await mailbox(client, count))}


async def test_alerts_are_said_in_the_language_of_now(
    published: EventRecorder, caller: Callable[[str], Caller]
) -> None:
    asked = order()
    nadia = caller(asked.provider_id)
    await published.tell(registered(nadia.id, "Nadia Kessler", language="french"))
    await published.tell(OrderRequested(order=asked, actor="client"))
    raised = await published.first(AlertRaised)
    said = "Grace demande un rendez-vous : First assessment, mer. 25 nov., 11:00"
    assert raised.notification_data.notification_text == said
    (shown,) = (await nadia.alerts())["alerts_list"]
    assert shown["notification_text"] == said
    await published.tell(LanguageChanged(account=facts(nadia.id, "arabic", 3)))
    await published.tell(AccountRenamed(account=facts(nadia.id, "english", 2)))
    (shown,) = (await nadia.alerts())["alerts_list"]
    assert shown["notification_text"].startswith("طلب موعد من \u2068Grace\u2069")
    exported = (await nadia.get("/internal/export")).json()["data"]
    assert exported["alerts"][0]["notification_text"] == shown["notification_text"]
    assert exported["account"]["language"] == "arabic"


async def test_each_side_is_mailed_in_its_language(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    booked = order()
    await published.tell(registered(booked.provider_id, "Nadia Kessler", language="spanish"))
    await published.tell(registered(booked.client_id, "Grace Wanjiru", language="arabic"))
    await published.tell(OrderAccepted(order=booked, actor="provider"))
    mails = await mailed(client, 2)
    assert (
        mails["nadia@example.com"]["subject"]
        == "Aceptada: Grace Wanjiru, First assessment, mié 25 nov, 11:00"
    )
    assert '<html lang="es" dir="ltr">' in mails["nadia@example.com"]["html"]
    assert mails["grace@example.com"]["subject"].startswith("وافق \u2068Nadia Kessler\u2069")
    assert '<html lang="ar" dir="rtl">' in mails["grace@example.com"]["html"]


async def test_a_guest_is_mailed_as_the_device_said(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    await published.tell(OrderRequested(order=guest_order(client_language="french"), actor="client"))
    mails = await mailed(client, 2)
    assert mails["grace@example.com"]["subject"] == "Votre demande à Nadia Kessler est en route"
    assert mails["nadia@example.com"]["subject"].startswith("Grace Wanjiru asks for")


async def test_identitys_mails_are_in_the_language_it_names(
    client: httpx.AsyncClient, published: EventRecorder
) -> None:
    await published.tell(
        MailRequested(
            kind="guest_code",
            to="olu@example.com",
            name="Olu",
            code="042424",
            language="spanish",
            expires_at=utc_now() + timedelta(minutes=10),
        )
    )
    mail = (await mailed(client, 1))["olu@example.com"]
    assert mail["subject"] == "Tu código para reservar"
    assert "042424" in mail["text"].splitlines()
