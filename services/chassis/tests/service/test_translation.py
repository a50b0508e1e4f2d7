"""Messages leave in the language that the request prefers; inside, everything is English (product.md 8.3)."""

from typing import Annotated

import httpx
import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.db import Database
from chassis.http.callers import Account
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done, refuse
from chassis.http.idempotency import HEADER
from chassis.settings import ServiceSettings
from contracts.rules import PersonName, messages
from fastapi import APIRouter, Body, FastAPI
from pydantic import BaseModel
from sqlalchemy import text
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

pytestmark = pytest.mark.service
router = APIRouter(prefix="/api")

FRENCH = {"Accept-Language": "fr-CA, en;q=0.5"}
REQUIRED = {
    "fr": "Ce champ ne peut pas être vide",
    "es": "Este campo no puede estar vacío",
    "ar": "لا يمكن ترك هذا الحقل فارغًا",
    "de": "Dieses Feld darf nicht leer sein",
    "pt": "Este campo não pode ficar vazio",
}


class Named(BaseModel):
    """A name."""

    iv_name: PersonName


@router.post("/name")
async def name(named: Named, tx: Writing) -> Answer[str]:
    """Write a name."""
    await tx.session.execute(
        text("INSERT INTO entry (account_id, revision) VALUES (:name, 1)"), {"name": named.iv_name}
    )
    if named.iv_name == "nobody":
        raise refuse("What nobody has translated.")
    return done("Your preferences are saved.", "Your preferences are saved.")


@router.post("/count")
async def count(iv_n: Annotated[int, Body(embed=True)]) -> Answer[str]:
    """A sentence with a number in it."""
    raise refuse(f"At most {iv_n} days are allowed", iv_n=f"At most {iv_n} days are allowed")


@router.get("/mine")
async def mine(caller: Account) -> Answer[str]:
    """For accounts; an answer without a message."""
    return done("Temporary server issue" if caller else "")


@router.get("/broken")
async def broken() -> Answer[str]:
    """An error that nobody foresaw."""
    raise ZeroDivisionError


def create_app(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service that speaks."""
    return create_service(ServiceDefinition("speaker", settings, routers=[router]), wiring or Wiring())


@pytest.fixture
async def client(service_app: ServiceApp, database: Database) -> httpx.AsyncClient:
    """The service's front door."""
    return await service_app(create_app, ServiceSettings(database_url=database.url))


@pytest.mark.parametrize("tag", REQUIRED)
async def test_a_refusal_stands_beside_its_field_in_the_language_of_the_request(
    client: httpx.AsyncClient, tag: str
) -> None:
    answer = await client.post("/api/name", json={"iv_name": ""}, headers={"Accept-Language": tag})
    assert answer.json()["message"]["iv_msg"] == {"iv_name": REQUIRED[tag]}
    assert answer.headers["content-language"] == tag
    assert "accept-language" in answer.headers["vary"]
    assert int(answer.headers["content-length"]) == len(answer.content)


@pytest.mark.parametrize(
    ("header", "tag"),
    [
        ("nl, fr;q=0.4, en;q=0.3", "fr"),
        ("en, fr;q=0.9", "en"),
        ("fr;q=0, es;q=0.1", "es"),
        ("nl", "en"),
        ("*", "en"),
        ("fr;q=nonsense", "en"),
        (f"{'x' * 300}, ar;q=0.2", "ar"),
    ],
)
async def test_the_language_is_the_one_of_most_worth_that_has_words(
    client: httpx.AsyncClient, header: str, tag: str
) -> None:
    answer = await client.post("/api/name", json={"iv_name": ""}, headers={"Accept-Language": header})
    said = answer.json()["message"]["iv_msg"]["iv_name"]
    assert said == {**REQUIRED, "en": messages.REQUIRED}[tag]
    assert answer.headers["content-language"] == tag


async def test_the_pseudo_language_shows_what_is_not_translated(client: httpx.AsyncClient) -> None:
    pseudo = {"Accept-Language": "en-XA"}
    answer = await client.post("/api/count", json={"iv_n": 3}, headers=pseudo)
    assert answer.json()["message"]["main_msg"] == "[Åţ ṁöšţ 3 ðåýš åŕé åļļöŵéð öñé ţŵö ţĥŕéé]"
    assert answer.headers["content-language"] == "en-XA"
    unknown = await client.post("/api/name", json={"iv_name": "nobody"}, headers=pseudo)
    assert unknown.json()["message"]["main_msg"] == "What nobody has translated."


async def test_english_is_answered_byte_for_byte_as_it_was_written(client: httpx.AsyncClient) -> None:
    for headers in ({}, {"Accept-Language": "en-GB"}):
        answer = await client.post("/api/name", json={"iv_name": ""}, headers=headers)
        assert answer.content == (
            b'{"status":false,"message":{"main_msg":"Please check the marked fields.",'
            b'"iv_msg":{"iv_name":"This Field cannot be empty"}},"data":null}'
        )
        assert answer.headers["content-language"] == "en"


async def test_a_success_and_every_kind_of_error_are_translated_and_data_is_not(
    client: httpx.AsyncClient,
) -> None:
    saved = (await client.post("/api/name", json={"iv_name": "Ada"}, headers=FRENCH)).json()
    assert saved["message"]["main_msg"] == "Vos préférences sont enregistrées."
    assert saved["data"] == "Your preferences are saved."
    for path, sentence in (
        ("/api/mine", "Connectez-vous pour continuer."),
        ("/api/nothing", "Il n’y a rien ici."),
        ("/api/broken", "Problème temporaire du serveur"),
    ):
        answer = await client.get(path, headers=FRENCH)
        assert answer.json()["message"]["main_msg"] == sentence, path


async def test_a_number_in_a_sentence_has_the_plural_of_the_language(client: httpx.AsyncClient) -> None:
    for n, said in ((1, "1 jour au plus"), (60, "60 jours au plus")):
        answer = await client.post("/api/count", json={"iv_n": n}, headers=FRENCH)
        assert answer.json()["message"] == {"main_msg": said, "iv_msg": {"iv_n": said}}


async def test_a_sentence_without_a_translation_stays_english_and_says_so(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/name", json={"iv_name": "nobody"}, headers=FRENCH)
    assert answer.json()["message"]["main_msg"] == "What nobody has translated."
    assert answer.headers["content-language"] == "en"


async def test_an_answer_without_a_message_belongs_to_no_language(
    client: httpx.AsyncClient, tokens: Tokens
) -> None:
    headers = FRENCH | {"Authorization": f"Bearer {tokens.account('ada')}"}
    answer = await client.get("/api/mine", headers=headers)
    assert answer.json()["data"] == "Temporary server issue"
    assert "content-language" not in answer.headers
    assert "vary" not in answer.headers


async def test_a_repeated_write_is_answered_in_the_language_of_each_request(
    client: httpx.AsyncClient,
) -> None:
    said: list[str] = []
    for headers in ({"Accept-Language": "fr"}, {}, {"Accept-Language": "es"}):
        answer = await client.post("/api/name", json={"iv_name": "Ada"}, headers={HEADER: "k", **headers})
        said.append(answer.json()["message"]["main_msg"])
    assert said == [
        "Vos préférences sont enregistrées.",
        "Your preferences are saved.",
        "Tus preferencias se han guardado.",
    ]
