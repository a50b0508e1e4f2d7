"""What feed refuses is said in the language of the request (product.md 8.3)."""

import pytest

from services.feed.tests.conftest import Marketplace

pytestmark = pytest.mark.service
FRENCH = {"Accept-Language": "fr"}


async def test_a_refusal_is_french_beside_its_field(marketplace: Marketplace) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    post_id = (await samira.publish())["post_id"]
    call = "/api/create_post_feed_comment"
    empty = await marketplace.client.post(
        call, json={"iv_post_id": post_id, "iv_post_comment": ""}, headers={**samira.headers, **FRENCH}
    )
    assert empty.json()["message"]["iv_msg"] == {"iv_post_comment": "Ce champ ne peut pas être vide"}
    early = await marketplace.client.post(
        call, json={"iv_post_id": post_id, "iv_post_comment": "Lovely!"}, headers={**ivo.headers, **FRENCH}
    )
    assert early.json()["message"]["main_msg"] == (
        "Vous devez avoir terminé une séance avec ce prestataire pour commenter sa publication."
    )
