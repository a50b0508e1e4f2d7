"""What notifications refuses is said in the language of the request (product.md 8.3)."""

import httpx
import pytest
from chassis.ids import new_id
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens

from services.notifications.tests.conftest import registered

pytestmark = pytest.mark.service


async def test_a_refusal_is_french_beside_its_field(
    client: httpx.AsyncClient, tokens: Tokens, published: EventRecorder
) -> None:
    grace = new_id()
    await published.tell(registered(grace, "Grace Osei"))
    headers = {**tokens.bearer(tokens.account(grace)), "Accept-Language": "fr"}
    empty = {"iv_owner_id": new_id(), "iv_text": ""}
    answer = await client.post("/api/send_message", json=empty, headers=headers)
    assert answer.json()["message"]["iv_msg"] == {"iv_text": "Ce champ ne peut pas être vide"}
    stranger = {"iv_owner_id": new_id(), "iv_text": "Hello"}
    answer = await client.post("/api/send_message", json=stranger, headers=headers)
    assert answer.json()["message"]["main_msg"] == (
        "Vous pourrez vous écrire dès qu’il y aura un rendez-vous entre vous."
    )
