"""Using the appointments that a provider enters alone against others, or for reviews of one's own making.

`services/booking/tests/service/test_unagreed_bookings.py` attacks the rule (product.md 4.25) by each way in.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

import httpx
import pytest
from client.api_client import ApiAnswer, Json, eventually
from client.mailbox_client import MailboxClient
from client.personas import Provider, Shop, free_slots, new_email
from contracts.zones import zone_named

pytestmark = pytest.mark.service
BAIT: Final = ("parcel", "bad.example")


@pytest.fixture(scope="module")
def postbox(http: httpx.AsyncClient) -> MailboxClient:
    """The mail of all addresses."""
    return MailboxClient(http, "/dev/mail.json")


@pytest.fixture(scope="module")
async def attacker(http: httpx.AsyncClient, postbox: MailboxClient) -> tuple[Provider, Shop]:
    """A provider who means no good."""
    provider = Provider(http, "Mallory Weiss", new_email("mallory"))
    await provider.join(postbox)
    return provider, await provider.open_shop()


async def enter(attacker: tuple[Provider, Shop], at: datetime, email: str, **more: Json) -> ApiAnswer:
    """Enter an appointment for somebody's address, over all rules of one's own."""
    provider, shop = attacker
    return await provider.post(
        "create_own_booking", iv_client_name="Victor", iv_client_email=email,
        iv_service_list=f'["{shop.service_id}"]', iv_date=f"{at:%Y-%m-%d}", iv_start_time=f"{at:%H:%M}",
        iv_over_rules="yes", **more,
    )  # fmt: skip


def soon() -> datetime:
    """In a few days, on the clock of the attacker's zone, roughly."""
    return datetime.now(UTC).replace(hour=1, minute=0) + timedelta(days=3)


async def test_nobody_closes_the_calendar_of_another(
    http: httpx.AsyncClient, postbox: MailboxClient, attacker: tuple[Provider, Shop]
) -> None:
    victim = Provider(http, "Vera Opfer", new_email("vera"))
    await victim.join(postbox)
    shop = await victim.open_shop()
    before = len(await free_slots(attacker[0], shop))
    for day in range(4):
        answer = await enter(attacker, soon() + timedelta(days=day), victim.email, iv_duration="1200")
        assert answer.done, answer.fields
        assert answer.part("booking_data")["name"] == "Victor", "nothing is told of the account"
    assert len(await free_slots(attacker[0], shop)) == before


async def test_nobody_makes_reviews_of_their_own(attacker: tuple[Provider, Shop]) -> None:
    provider, _ = attacker
    begun = datetime.now(zone_named("Europe/Berlin")) - timedelta(minutes=6)
    answer = await enter(attacker, begun, new_email("second"), iv_duration="20")
    order_id = str(answer.part("booking_data")["order_id"])
    for response in ("ongoing", "completed"):
        assert (await provider.respond(order_id, response)).done
    rating: dict[str, Json] = {"iv_order_id": order_id, "iv_rating": 5, "iv_feedback": "Very good indeed"}
    refused = [
        await provider.post(call, **rating)
        for call in ("create_client_rating", "create_appointment_request_rating")
    ]
    assert {each.message for each in refused} == {"The client has not agreed to this appointment yet."}


async def test_no_words_of_ones_own_are_mailed_to_strangers(
    http: httpx.AsyncClient, postbox: MailboxClient, attacker: tuple[Provider, Shop]
) -> None:
    provider, _ = attacker
    for kind in ("confirmation", "reminder"):
        await provider.must_post(
            "update_mail_text",
            iv_kind=kind,
            iv_subject="Your parcel is held",
            iv_text="Pay at https://bad.example",
        )
    victim = new_email("victim")
    answer = await enter(
        attacker,
        soon() + timedelta(hours=22),
        victim,
        iv_brief="Your parcel",
        iv_delivery_location="Parcel bad.example",
    )
    assert answer.done, answer.fields
    mail = await postbox.first(victim)
    read = await eventually(lambda: _mails(http, victim), "the mail")
    assert not [word for word in BAIT if word in str(read).lower()], mail.text
    assert "/unsubscribe?token=" in mail.text


async def _mails(http: httpx.AsyncClient, to: str) -> list[object] | None:
    return [mail for mail in (await http.get("/dev/mail.json")).json() if mail["to"] == to] or None
