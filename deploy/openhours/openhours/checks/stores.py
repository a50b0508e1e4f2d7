"""Checks the store of limits, the store of pictures, the keys of push, and the public address."""

import json
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import httpx
from chassis.media.storage import open_media
from firebase_admin import credentials
from gateway.limit_stores import StoreAway
from gateway.rate_limits import shared_store
from gateway.settings import GatewaySettings
from notifications.push.vapid import vapid_key
from notifications.settings import NotificationsSettings
from obstore.exceptions import BaseError

from openhours.checks.finding import Finding, degraded, ok, wrong
from openhours.connecting import SECONDS
from openhours.output import reason_of

MANY: Final = 1_000_000
"""A limit that the check itself never reaches."""
FOLDER: Final = "operators/check"


async def check_limits(settings: GatewaySettings) -> Finding:
    """Count one request of a caller that does not exist."""
    what, storage = "gateway: limits", settings.rate_limit_storage
    if "memory" in urlsplit(storage).scheme:
        return ok(what, "each gateway counts for itself")
    store = shared_store(storage, connections=1)
    try:
        await store.hit(MANY, ("openhours check",), 1)
    except StoreAway as error:
        advice = "Each gateway counts for itself meanwhile. Start the store, or mend RATE_LIMIT_STORAGE."
        return degraded(what, reason_of(error), advice)
    finally:
        await store.close()
    return ok(what, f"gateways count together in {urlsplit(storage).scheme.removeprefix('async+')}")


async def check_media(urls: Iterable[str]) -> list[Finding]:
    """Write, read and delete a small object in each store."""
    return [await _check_store(url) for url in sorted(set(urls))]


async def _check_store(url: str) -> Finding:
    what, parts = "media store", urlsplit(url)
    place = f"{parts.scheme}://{parts.netloc}{parts.path}"
    if parts.scheme == "file" and not _is_folder(parts.path):
        return wrong(what, f"{place} is not there", "Mount the volume of MEDIA_URL here, or say where it is.")
    key, content = f"{FOLDER}/{secrets.token_hex(8)}", secrets.token_bytes(16)
    try:
        media = open_media(url)
        await media.put(key, content)
        same = await media.get(key) == content
        await media.remove(key)
        gone = await media.get(key) is None
    except (BaseError, OSError, ValueError) as error:
        advice = (
            "Pictures cannot be stored: look at the address, the credentials (AWS_…), and the space left."
        )
        return wrong(what, f"{place}: {reason_of(error)}", advice)
    if not same or not gone:
        return wrong(what, f"{place} does not give back or delete what it took", "Use another store.")
    return ok(what, f"{place} takes, gives and deletes a small object")


def _is_folder(path: str) -> bool:
    return Path(unquote(path)).is_dir()


def check_push(settings: NotificationsSettings) -> list[Finding]:
    """Read the credentials of push; nothing is pushed."""
    return [_check_fcm(settings), _check_vapid(settings)]


def _check_fcm(settings: NotificationsSettings) -> Finding:
    what = "push to phones"
    if settings.fcm_credentials is None or not settings.fcm_credentials.get_secret_value().strip():
        return ok(what, "no FCM_CREDENTIALS: phones are not pushed to")
    given = settings.fcm_credentials.get_secret_value().strip()
    try:
        account = credentials.Certificate(json.loads(given) if given.startswith("{") else given)
    except (OSError, ValueError):  # whose words may repeat the credentials
        advice = "FCM_CREDENTIALS is a service account of Firebase: the path of its file, or its JSON."
        return wrong(what, "FCM_CREDENTIALS cannot be read", advice)
    return ok(what, f"credentials of the project {account.project_id}")


def _check_vapid(settings: NotificationsSettings) -> Finding:
    what = "push to browsers"
    try:
        key = vapid_key(settings.model_copy(update={"vapid_key_create": False}))
    except (OSError, ValueError) as error:
        return wrong(what, reason_of(error), "VAPID_KEY_PEM or VAPID_KEY_PATH names an EC key on P-256.")
    return ok(what, "no key: browsers are not offered push" if key is None else f"key {key.public_key[:8]}…")


async def check_public_url(url: str) -> Finding:
    """Ask the gateway at its public address whether it lives."""
    what = "public address"
    try:
        async with httpx.AsyncClient(timeout=SECONDS) as client:
            answer = await client.get(f"{url.rstrip('/')}/health/live")
            answer.raise_for_status()
    except httpx.HTTPError as error:
        advice = "Links in mails lead there. Is a gateway up, do DNS, certificate and ingress lead to it?"
        return wrong(what, f"{url}: {reason_of(error)}", advice)
    return ok(what, f"{url} answers")
