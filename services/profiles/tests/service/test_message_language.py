"""What profiles refuses is said in the language of the request (product.md 8.3)."""

import pytest

from services.profiles.tests.conftest import INFO, NewPerson

pytestmark = pytest.mark.service


async def test_a_refusal_is_french_beside_its_field(provider: NewPerson) -> None:
    ana = await provider()
    answer = await ana.client.post(
        "/api/update_profile_info",
        json={**INFO, "iv_bio": "", "iv_delivery_mode": "by pigeon"},
        headers={**ana.bearer, "Accept-Language": "fr"},
    )
    assert answer.json()["message"] == {
        "main_msg": "Vérifiez les champs signalés.",
        "iv_msg": {
            "iv_bio": "Ce champ ne peut pas être vide",
            "iv_delivery_mode": "Choisissez l’une des options proposées",
        },
    }


async def test_a_success_is_said_in_arabic(provider: NewPerson) -> None:
    ana = await provider()
    answer = await ana.client.post(
        "/api/update_account_policy_perks",
        json={"iv_policy_perks": ["Tea"]},
        headers={**ana.bearer, "Accept-Language": "ar"},
    )
    assert answer.json()["message"]["main_msg"] == "تم تحديث قائمة سياساتك ومزاياك بنجاح."
