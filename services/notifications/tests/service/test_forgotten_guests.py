"""What is held here about a guest: given to who has the mailed key, and erased (product.md 4.6)."""

from datetime import timedelta

import asyncpg
import httpx
import pytest
from chassis.clock import utc_now
from client.api_client import eventually
from contracts.events.booking import (
    GuestDataRequested,
    GuestErased,
    OrderCancelled,
    OrderMadeAnonymous,
    OrderRequested,
)
from contracts.events.identity import MailRequested
from contracts.guest_data import address_digest, key_digest
from local.databases import asyncpg_url
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens

from services.notifications.tests.conftest import Caller, guest_order

pytestmark = pytest.mark.service
GUEST = "grace@example.com"


def code_mail(to: str) -> MailRequested:
    """A guest's code."""
    expires_at = utc_now() + timedelta(minutes=10)
    return MailRequested(kind="guest_code", to=to, name="Grace", code="042424", expires_at=expires_at)


async def held(database_url: str) -> str:
    """Every mail and alert, as text."""
    connection = await asyncpg.connect(asyncpg_url(database_url))
    texts = [
        await connection.fetchval(f"SELECT coalesce(string_agg(t::text, ' '), '') FROM {table} t")  # noqa: S608
        for table in ("mail", "mailbox_entry", "alert")
    ]
    await connection.close()
    return " ".join(texts)


async def test_an_anonymous_order_names_its_guest_in_no_alert_and_no_mail(
    client: httpx.AsyncClient, published: EventRecorder, tokens: Tokens, database_url: str
) -> None:
    gone = guest_order(client_name="Zenobia Quast", client_email="zenobia@example.com")
    stays = guest_order(client_name="Olu Ade", client_email="olu@example.com", provider_id=gone.provider_id)
    for order in (gone, stays):
        await published.tell(OrderRequested(order=order, actor="client"))
    await eventually(lambda: mails_of(client, 4))
    forgotten = OrderMadeAnonymous(order_id=gone.order_id, provider_id=gone.provider_id)
    await published.tell(forgotten, forgotten.model_copy(update={"event_id": stays.order_id}))
    anonymous = gone.model_copy(update={"client_name": "Deleted account", "client_email": "", "guest_id": ""})
    await published.tell(OrderCancelled(order=anonymous, actor="system", cause="account_closed"))
    await eventually(lambda: mails_of(client, 3))
    text = await held(database_url)
    assert not [word for word in ("Zenobia", "Quast", "zenobia@") if word in text]
    assert "Olu Ade" in text
    provider = Caller(client, tokens, gone.provider_id)
    alerts = await provider.alerts()
    assert {each["name"] for each in alerts["alerts_list"]} == {"Former member", "Olu Ade"}


async def mails_of(client: httpx.AsyncClient, count: int) -> bool:
    """Whether this many mails lie in the mailbox."""
    return len((await client.get("/dev/mail.json")).json()) == count


async def test_who_has_the_mailed_key_gets_the_record_of_mails_until_it_expires_or_the_guest_is_erased(
    client: httpx.AsyncClient, published: EventRecorder, database_url: str
) -> None:
    await published.tell(code_mail(GUEST), code_mail("olu@example.com"))
    await eventually(lambda: mails_of(client, 2))

    async def asked(order_id: str, key: str) -> httpx.Response:
        return await client.post("/internal/guest_data", json={"iv_order_id": order_id, "iv_key": key})

    digest, hour = address_digest(GUEST.upper()), timedelta(hours=1)
    for key, expires_at in (("key", utc_now() + hour), ("late", utc_now() - hour)):
        told = key_digest("order-1", key)
        await published.tell(
            GuestDataRequested(address_digest=digest, key_digest=told, expires_at=expires_at)
        )
    for order_id, key in (("order-2", "key"), ("order-1", "late"), ("order-1", ""), ("order-1", "other")):
        assert (await asked(order_id, key)).status_code == 404
    (mail,) = (await asked("order-1", "key")).json()["data"]["mails"]
    assert mail["kind"] == "guest_code"
    erased = GuestErased(address_digest=digest)
    await published.tell(erased, erased.model_copy(update={"event_id": code_mail(GUEST).event_id}))
    assert (await asked("order-1", "key")).status_code == 404
    text = await held(database_url)
    assert not [word for word in (GUEST, digest) if word in text]
    assert "olu@example.com" in text, "others keep theirs"
