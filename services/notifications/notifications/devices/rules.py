"""What the subscription of a browser must be to be registered (product.md 5.4). Pure functions of values."""

import base64
import binascii
import ipaddress
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from chassis.errors import CHECK_FIELDS, RuleViolation
from chassis.public_hosts import Network, is_plain_host, may_connect
from cryptography.hazmat.primitives.asymmetric import ec

LONGEST_ENDPOINT: Final = 2_000
AUTH_BYTES: Final = 16
"""The length of the secret that a browser shares with its senders (RFC 8291, 3.2)."""
NOT_AN_ENDPOINT: Final = "This is not the address of a push service."
NOT_A_KEY: Final = "This is not a key of a push subscription."


def check_endpoint(endpoint: str, allowed: Sequence[Network] = ()) -> None:
    """Check the address at which a push service takes messages for a browser.

    It is https, on its own port, and names no host inside our networks; what its name resolves to is checked
    when it is used. In one of the `allowed` networks, http and any port will do. Raises `RuleViolation`.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _unusable(iv_endpoint=NOT_AN_ENDPOINT) from None
    unusual = not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint
    if (
        not is_plain_host(host)
        or unusual
        or len(endpoint) > LONGEST_ENDPOINT
        or parts.username
        or parts.password
    ):
        raise _unusable(iv_endpoint=NOT_AN_ENDPOINT)
    if _is_inside(host, allowed):
        return
    if parts.scheme != "https" or port not in {None, 443} or not _is_public(host):
        raise _unusable(iv_endpoint=NOT_AN_ENDPOINT)


def check_keys(p256dh: str, auth: str) -> None:
    """Check a browser's public key, a point on P-256, and its secret. Raises `RuleViolation`."""
    wrong: dict[str, str] = {}
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
    except ValueError:
        wrong["iv_p256dh"] = NOT_A_KEY
    try:
        if len(_decoded(auth)) != AUTH_BYTES:
            wrong["iv_auth"] = NOT_A_KEY
    except ValueError:
        wrong["iv_auth"] = NOT_A_KEY
    if wrong:
        raise _unusable(**wrong)


def _decoded(text: str) -> bytes:
    """The bytes of base64url without padding, as browsers write keys. Raises `ValueError`."""
    padded = text + "=" * (-len(text) % 4)
    try:
        raw = base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error) as error:
        raise ValueError("not base64url") from error
    return raw


def _address(host: str) -> str | None:
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return None


def _is_inside(host: str, allowed: Sequence[Network]) -> bool:
    address = _address(host)
    return address is not None and may_connect(address, allowed) and not may_connect(address)


def _is_public(host: str) -> bool:
    """Whether the name may be one of the internet: 'localhost' and the like are not."""
    address = _address(host)
    return may_connect(address) if address else "." in host.strip(".")


def _unusable(**fields: str) -> RuleViolation:
    return RuleViolation(CHECK_FIELDS, **fields)
