"""The public keys, where every service fetches them (RFC 7517)."""

from typing import Literal

from chassis.http.route import Route
from fastapi import APIRouter, Response
from pydantic import BaseModel

from identity.tokens.keys import PublicKey
from identity.tokens.signing import Signer

router = APIRouter(tags=["internal"], route_class=Route)

CACHE_SECONDS = 60


class JsonWebKey(BaseModel):
    """One public key on P-256."""

    kty: Literal["EC"] = "EC"
    crv: Literal["P-256"] = "P-256"
    use: Literal["sig"] = "sig"
    alg: Literal["ES256"] = "ES256"
    kid: str
    x: str
    y: str


class JsonWebKeySet(BaseModel):
    """Every key that a valid token may be signed with."""

    keys: list[JsonWebKey]


def key_set(published: tuple[PublicKey, ...]) -> JsonWebKeySet:
    """The published keys in the form of RFC 7517."""
    return JsonWebKeySet(keys=[JsonWebKey(kid=key.kid, x=key.x, y=key.y) for key in published])


@router.get("/.well-known/jwks.json")
async def jwks(signer: Signer, response: Response) -> JsonWebKeySet:
    """The keys with which tokens are verified; without the envelope, as the standard requires."""
    response.headers["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
    return key_set(signer.ring.published)
