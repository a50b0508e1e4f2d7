"""What booking refuses is said in the language of the request, values included (product.md 8.3)."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def test_a_refusal_is_french_beside_its_field(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    long = await marketplace.service(provider, duration_minutes=95)
    headers = {**marketplace.as_(client), "Accept-Language": "fr"}
    body = marketplace.order(provider, [long], (await marketplace.slots(provider))[:1]) | {
        "iv_total_duration": 95
    }
    answer = await marketplace.post("create_appointment_order", body, headers)
    said = "30 min : ce n’est pas assez pour le service choisi."
    assert answer["message"] == {"main_msg": said, "iv_msg": {"iv_session_list": said}}
    taken = marketplace.order(provider, ["nothing"], (await marketplace.slots(provider))[:1])
    fields = (await marketplace.post("create_appointment_order", taken, headers))["message"]["iv_msg"]
    assert fields == {"iv_service_list": "Un service choisi n’est plus proposé."}


async def test_a_step_that_the_table_does_not_have_is_refused_in_spanish(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    await marketplace.respond(provider, order_id, "rejected")
    answer = await marketplace.post(
        "update_appointment_order_request",
        {"iv_order_id": order_id, "iv_response": "accepted"},
        {**marketplace.as_(provider), "Accept-Language": "es"},
    )
    assert answer["message"]["main_msg"] == "Esta cita está rechazada y no se puede aceptar."
