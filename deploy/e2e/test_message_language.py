"""What each service says, values included, is in the language of the request (product.md 8.3).

How a language is chosen is tested with the chassis, that every sentence is translated with the contracts.
"""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

import httpx
from client.api_client import ApiClient, Json
from client.mailbox_client import MailboxClient
from client.personas import PROFILE, Client, Provider, Shop, free_slots, new_email, order_payload
from e2e import only
from e2e.test_feed import publish

CHECK: Final = "Vérifiez les champs signalés."
EMPTY: Final = "Ce champ ne peut pas être vide"
TOO_SHORT: Final = "30 min : ce n’est pas assez pour le service choisi."
GONE: Final = "Un service choisi n’est plus proposé."
NO_PASSWORD: Final = "L’adresse e-mail ou le mot de passe n’est pas correct"  # noqa: S105
NO_MAIL: Final = "Ce champ ne peut contenir qu’une adresse e-mail valide, par exemple name@example.com"
WITHOUT_A_SESSION: Final = (
    "Vous devez avoir terminé une séance avec ce prestataire pour commenter sa publication."
)
WITHOUT_AN_APPOINTMENT: Final = "Vous pourrez vous écrire dès qu’il y aura un rendez-vous entre vous."


@dataclass(frozen=True)
class Said:
    """A call, and what it says in a language."""

    who: ApiClient
    call: str
    sent: Mapping[str, Json]
    language: str
    message: str
    fields: Mapping[str, str] = field(default_factory=dict[str, str])


@asynccontextmanager
async def speaking(who: ApiClient, language: str) -> AsyncGenerator[None]:
    """Let them send every request with this language."""
    silent = who.client
    async with httpx.AsyncClient(base_url=silent.base_url, headers={"Accept-Language": language}) as client:
        who.client = client
        yield
    who.client = silent


def of_identity(nobody: ApiClient, person: Client) -> list[Said]:
    """Wrong passwords, fields that do not fit, and where a code went, to a language of a region."""
    guest = new_email("ada")
    wrong: dict[str, Json] = {"iv_email": person.email, "iv_password": "not the password"}
    short: dict[str, Json] = {"iv_name": "Nadia", "iv_email": "nadia", "iv_password": "short"}
    bad = {"iv_email": NO_MAIL, "iv_password": "Ce champ doit contenir au moins 8 caractères"}
    code: dict[str, Json] = {"iv_name": "Ada Lovelace", "iv_email": guest}
    return [
        Said(nobody, "sign_in", wrong, "fr", NO_PASSWORD, {"iv_password": NO_PASSWORD}),
        Said(nobody, "sign_up", short, "fr", CHECK, bad),
        Said(nobody, "verify_guest_credentials", code, "es-MX", f"Hemos enviado un código a {guest}."),
    ]


def of_profiles(provider: Provider) -> list[Said]:
    """Two fields that do not fit, and a success."""
    odd: dict[str, Json] = {**PROFILE, "iv_bio": "", "iv_delivery_mode": "by pigeon"}
    bad = {"iv_bio": EMPTY, "iv_delivery_mode": "Choisissez l’une des options proposées"}
    saved = "تم تحديث قائمة سياساتك ومزاياك بنجاح."
    perks: dict[str, Json] = {"iv_policy_perks": ["Tea"]}
    return [
        Said(provider, "update_profile_info", odd, "fr", CHECK, bad),
        Said(provider, "update_account_policy_perks", perks, "ar", saved),
    ]


def of_feed(provider: Provider, client: Client, post_id: str) -> list[Said]:
    """An empty comment, and one of somebody who may not comment yet."""
    call, post = "create_post_feed_comment", {"iv_post_id": post_id}
    empty, early = {**post, "iv_post_comment": ""}, {**post, "iv_post_comment": "Lovely!"}
    return [
        Said(provider, call, empty, "fr", CHECK, {"iv_post_comment": EMPTY}),
        Said(client, call, early, "fr", WITHOUT_A_SESSION),
    ]


def of_notifications(provider: Provider, stranger: Client) -> list[Said]:
    """An empty message, and one to somebody with whom there is no appointment."""
    to = {"iv_owner_id": provider.id}
    empty, early = {**to, "iv_text": ""}, {**to, "iv_text": "Hello"}
    return [
        Said(stranger, "send_message", empty, "fr", CHECK, {"iv_text": EMPTY}),
        Said(stranger, "send_message", early, "fr", WITHOUT_AN_APPOINTMENT),
    ]


async def of_booking(provider: Provider, client: Client, shop: Shop) -> list[Said]:
    """A duration within a sentence, a service that is gone, and states within a sentence."""
    long = await provider.add_service("Long consultation", minutes=95, cost=60)
    slots = await free_slots(client, shop)
    order = order_payload(shop, slots[:1], client)
    order_id = str((await client.book(shop, slots[1:2])).part("booking_data")["order_id"])
    assert (await provider.respond(order_id, "rejected")).done
    too_long = {**order, "iv_service_list": f'["{long}"]', "iv_total_duration": 95}
    gone = {**order, "iv_service_list": '["nothing"]'}
    late: dict[str, Json] = {"iv_order_id": order_id, "iv_response": "accepted"}
    call, refused = "create_appointment_order", "Esta cita está rechazada y no se puede aceptar."
    return [
        Said(client, call, too_long, "fr", TOO_SHORT, {"iv_session_list": TOO_SHORT}),
        Said(client, call, gone, "fr", GONE, {"iv_service_list": GONE}),
        Said(provider, "update_appointment_order_request", late, "es", refused),
    ]


@only.embedded
async def test_each_service_speaks_the_language_of_the_request(
    http: httpx.AsyncClient, postbox: MailboxClient, provider: Provider, shop: Shop, client: Client
) -> None:
    stranger = Client(http, "Grace Osei", new_email("grace"))
    await stranger.join(postbox)
    post_id = await publish(provider, "Six croissants")
    expected = [
        *of_identity(ApiClient(http), client),
        *of_profiles(provider),
        *of_feed(provider, client, post_id),
        *of_notifications(provider, stranger),
        *await of_booking(provider, client, shop),
    ]
    for each in expected:
        async with speaking(each.who, each.language):
            answer = await each.who.post(each.call, **each.sent)
        assert (answer.message, answer.fields) == (each.message, dict(each.fields)), each.call
