"""Checks the keys that sign tokens: whether identity serves the one of the settings, and how old it is."""

import time
from typing import Final

import httpx
from identity.settings import IdentitySettings
from identity.tokens.keys import KeyProblem, key_ring

from openhours.checks.finding import Finding, degraded, ok, wrong
from openhours.connecting import SECONDS
from openhours.output import reason_of

OLD_DAYS: Final = 365
DAY: Final = 86_400


async def check_signing_keys(settings: IdentitySettings) -> list[Finding]:
    """Whether identity's present key can be read here, is not too old, and is among those that it serves."""
    what = "identity: signing key"
    try:
        ring = key_ring(settings.model_copy(update={"signing_key_create": False}))
    except (KeyProblem, OSError, ValueError) as error:
        return [wrong(what, reason_of(error), "Name it in SIGNING_KEY_PEM or SIGNING_KEY_PATH.")]
    found = [_age(what, settings, ring.kid)]
    if settings.rabbitmq_url is not None:
        found.append(await _served(settings.identity_url, {key.kid for key in ring.published}))
    return found


def _age(what: str, settings: IdentitySettings, kid: str) -> Finding:
    path = settings.signing_key_path
    if settings.signing_key_pem is not None or path is None:
        return ok(what, f"{kid[:8]}…, of an age that only its keeper knows")
    days = int((time.time() - path.stat().st_mtime) / DAY)
    said = f"{kid[:8]}… has signed for {days} days"
    advice = "`openhours keys rotate signing` begins to change it."
    return degraded(what, said, advice) if days > OLD_DAYS else ok(what, said)


async def _served(identity_url: str, known: set[str]) -> Finding:
    what = "identity: served keys"
    try:
        served = await served_keys(identity_url)
    except (httpx.HTTPError, KeyError, TypeError, ValueError) as error:
        advice = "Is identity up at IDENTITY_URL? Without it new processes accept no token."
        return wrong(what, reason_of(error), advice)
    if known - served:
        advice = "Restart identity: it serves the keys that it found when it started."
        return wrong(what, "identity does not serve the keys of its settings", advice)
    return ok(what, f"{len(served)}, and those of the settings are among them")


async def served_keys(identity_url: str) -> set[str]:
    """The ids of the keys that identity serves now. Raises httpx's errors, and others for no set of keys."""
    async with httpx.AsyncClient(timeout=SECONDS) as client:
        answer = await client.get(f"{identity_url.rstrip('/')}/.well-known/jwks.json")
        return {each["kid"] for each in answer.raise_for_status().json()["keys"]}
