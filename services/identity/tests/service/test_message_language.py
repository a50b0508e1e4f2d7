"""What identity refuses is said in the language of the request (product.md 8.3)."""

import httpx
import pytest

from services.identity.tests.conftest import PASSWORD, SignUp

pytestmark = pytest.mark.service
FRENCH = {"Accept-Language": "fr"}


async def test_a_refusal_is_french_beside_its_field(client: httpx.AsyncClient, sign_up: SignUp) -> None:
    await sign_up("nadia@example.com")
    wrong = {"iv_email": "nadia@example.com", "iv_password": "not her password"}
    body = (await client.post("/api/sign_in", json=wrong, headers=FRENCH)).json()
    assert body["message"]["iv_msg"] == {
        "iv_password": "L’adresse e-mail ou le mot de passe n’est pas correct"
    }
    short = {"iv_name": "Nadia", "iv_email": "nadia", "iv_password": "short"}
    fields = (await client.post("/api/sign_up", json=short, headers=FRENCH)).json()["message"]["iv_msg"]
    assert fields == {
        "iv_email": "Ce champ ne peut contenir qu’une adresse e-mail valide, par exemple name@example.com",
        "iv_password": "Ce champ doit contenir au moins 8 caractères",
    }


async def test_a_guest_reads_in_spanish_where_the_code_went(client: httpx.AsyncClient) -> None:
    guest = {"iv_name": "Ada Lovelace", "iv_email": "ada@example.com", "iv_password": PASSWORD}
    answer = await client.post(
        "/api/verify_guest_credentials", json=guest, headers={"Accept-Language": "es-MX"}
    )
    assert answer.json()["message"]["main_msg"] == "Hemos enviado un código a ada@example.com."
