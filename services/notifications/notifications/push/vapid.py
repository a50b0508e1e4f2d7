"""The key that names us to the push services of browsers (RFC 8292)."""

import base64
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Final
from urllib.parse import urlsplit

from chassis.key_files import CURVE, private_pem
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from notifications.settings import NotificationsSettings

VALID_FOR: Final = timedelta(hours=12)
"""Push services refuse tokens of more than 24 hours; their clocks and ours may differ."""


class VapidKey:
    """A private key on P-256, and whom a push service can write to about our pushes."""

    def __init__(self, pem: str, contact: str) -> None:
        """`contact` is a mail address. Raises `ValueError` when the PEM holds no key on P-256."""
        key = serialization.load_pem_private_key(pem.encode(), password=None)
        if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, CURVE):
            raise ValueError("VAPID needs an EC key on the curve P-256")
        self._signer = Vapid02(key)
        self._contact = f"mailto:{contact}"
        point = key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public_key: Final = base64.urlsafe_b64encode(point).rstrip(b"=").decode()
        """What browsers subscribe with: the uncompressed point as base64url."""

    def authorization(self, endpoint: str, now: datetime) -> str:
        """The Authorization header for one request to the push service of this endpoint."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int((now + VALID_FOR).timestamp()),
            "sub": self._contact,
        }
        return str(self._signer.sign(claims)["Authorization"])


def vapid_key(settings: NotificationsSettings) -> VapidKey | None:
    """The key that the settings name; None where browsers are not pushed to.

    Raises `ValueError` or `OSError` when it cannot be used.
    """
    pem = private_pem(settings.vapid_key_pem, settings.vapid_key_path, create=settings.vapid_key_create)
    return VapidKey(pem, parseaddr(settings.mail_from)[1]) if pem.strip() else None
