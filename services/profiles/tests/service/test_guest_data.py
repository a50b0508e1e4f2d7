"""What guests asked the staff: given to who has the mailed key, and erased (product.md 4.6)."""

from datetime import timedelta

import httpx
import pytest
from chassis.clock import utc_now
from chassis.ids import new_id
from contracts.events.booking import GuestDataRequested, GuestErased
from contracts.guest_data import address_digest, key_digest
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import NewPerson, Person

pytestmark = pytest.mark.service


async def test_a_guest_is_given_what_they_asked_and_nobody_elses(
    ada: Person, person: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    for name, email in (("Olu Ade", "Olu@Example.com"), ("Eve Stranger", "eve@example.com")):
        form = {
            "iv_topic": "support",
            "iv_text": f"I am {name}, and lost.",
            "iv_name": name,
            "iv_email": email,
        }
        assert (await client.post("/api/create_user_request", json=form)).json()["status"]
    nadia = await person()
    await nadia.post("create_user_request", iv_topic="support", iv_text="I cannot sign in.")
    digest, hour = address_digest("olu@example.com"), timedelta(hours=1)
    for key, owner, expires_at in (
        ("key", digest, utc_now() + hour),
        ("late", digest, utc_now() - hour),
        ("nadia's", address_digest(f"{nadia.id}@example.com"), utc_now() + hour),
    ):
        asked = GuestDataRequested(
            address_digest=owner, key_digest=key_digest("order-1", key), expires_at=expires_at
        )
        await published.tell(asked, asked.model_copy(update={"event_id": new_id()}))

    async def given(order_id: str, key: str) -> httpx.Response:
        return await client.post("/internal/guest_data", json={"iv_order_id": order_id, "iv_key": key})

    for order_id, key in (("order-2", "key"), ("order-1", "late"), ("order-1", ""), ("order-1", "other")):
        assert (await given(order_id, key)).status_code == 404
    (request,) = (await given("order-1", "key")).json()["data"]["requests"]
    assert (request["name"], request["email"]) == ("Olu Ade", "olu@example.com")
    assert request["text"] == "I am Olu Ade, and lost."
    assert (await given("order-1", "nadia's")).json()["data"] == {"requests": []}, (
        "an account has its own export"
    )
    erased = GuestErased(address_digest=digest)
    await published.tell(erased, erased.model_copy(update={"event_id": new_id()}))
    assert (await given("order-1", "key")).status_code == 404
    await published.tell(GuestErased(address_digest=address_digest(f"{nadia.id}@example.com")))
    left = (await ada.get("/api/staff_get_requests"))["requests"]
    assert [each["name"] for each in left] == ["Eve Stranger", "Nadia Kessler"]
