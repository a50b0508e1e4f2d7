"""Who sees a provider's telephone number and street (product.md 3.6)."""

import httpx
import pytest
from contracts.events.booking import (
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderRejected,
    OrderRequested,
)
from contracts.events.profiles import ProfileUpdated
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import INFO, NewPerson, Person
from services.profiles.tests.service.test_circle_and_safety import order_between

pytestmark = pytest.mark.service

SHOWN = (INFO["iv_contact_phone"], INFO["iv_location_address"])
HIDDEN = ("", "")
PAGE = "/api/get_provider_profile"


async def contact(provider: Person, viewer: Person | httpx.AsyncClient) -> tuple[str, str]:
    """Telephone number and street as the viewer sees them on the provider's page."""
    if isinstance(viewer, Person):
        data = await viewer.get(PAGE, owner_id=provider.id)
    else:
        data = (await viewer.get(PAGE, params={"owner_id": provider.id})).json()["data"]
    return data["account_data"]["contact_phone"], data["account_data"]["location_address"]


async def test_by_default_phone_and_street_are_for_people_with_an_accepted_booking(
    provider: NewPerson, person: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana, nadia, other = await provider(), await person(), await person("Omar Haddad")
    assert await contact(ana, ana) == SHOWN
    assert await contact(ana, client) == await contact(ana, nadia) == HIDDEN
    order = order_between(ana, nadia).model_copy(update={"status": "pending"})
    await published.tell(OrderRequested(order=order, actor="client"))
    assert await contact(ana, nadia) == HIDDEN, "anybody can ask"
    accepted = order.model_copy(update={"status": "accepted", "revision": order.revision + 1})
    await published.tell(OrderAccepted(order=accepted, actor="provider"))
    assert await contact(ana, nadia) == SHOWN
    assert await contact(ana, other) == await contact(ana, client) == HIDDEN
    page = await nadia.get(PAGE, owner_id=ana.id)
    assert page["account_data"]["phone_shown_to"] == page["account_data"]["street_shown_to"] == "booked"


@pytest.mark.parametrize(
    ("event", "status", "seen"),
    [
        (OrderAccepted, "accepted", SHOWN),
        (OrderCompleted, "completed", SHOWN),
        (OrderRejected, "rejected", HIDDEN),
        (OrderCancelled, "cancelled", HIDDEN),
    ],
)
async def test_an_order_that_came_to_nothing_is_no_booking(
    provider: NewPerson,
    person: NewPerson,
    published: EventRecorder,
    event: type[OrderAccepted],
    status: str,
    seen: tuple[str, str],
) -> None:
    ana, nadia = await provider(), await person()
    order = order_between(ana, nadia)
    later = order.model_copy(update={"status": status, "revision": order.revision + 1})
    await published.tell(
        OrderRequested(order=order, actor="client"),
        event(order=later, actor="provider"),
        OrderRequested(order=order, actor="client"),
    )
    assert await contact(ana, nadia) == seen


async def test_a_guests_order_gives_nobody_else_the_contact(
    provider: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana = await provider()
    order = order_between(ana, ana).model_copy(update={"client_id": "", "guest_id": "g1"})
    await published.tell(OrderRequested(order=order, actor="client"))
    assert await contact(ana, client) == HIDDEN


async def test_a_provider_chooses_who_sees_each(
    provider: NewPerson, person: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana = await provider(iv_phone_shown_to="everybody", iv_street_shown_to="nobody")
    nadia = await person()
    await published.tell(OrderRequested(order=order_between(ana, nadia), actor="client"))
    for viewer in (client, nadia):
        assert await contact(ana, viewer) == (SHOWN[0], "")
    assert await contact(ana, ana) == SHOWN
    saved = await ana.post("update_profile_info", **INFO)
    kept = saved["account_data"]
    assert (kept["phone_shown_to"], kept["street_shown_to"]) == ("everybody", "nobody"), "left out, it stays"
    event = await published.first(ProfileUpdated)
    assert (event.profile.phone_shown_to, event.profile.street_shown_to) == ("everybody", "nobody")
    refused = (await ana.send("update_profile_info", **INFO, iv_phone_shown_to="friends")).json()
    assert list(refused["message"]["iv_msg"]) == ["iv_phone_shown_to"]
