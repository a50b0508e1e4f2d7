"""Codes of authenticator apps (product.md 1.14; RFC 6238). pyotp does the cryptography, segno the QR code."""

from datetime import datetime
from typing import Annotated, Final

import segno
from chassis.clock import utc_now
from chassis.sealing import Sealing
from fastapi import Depends, Request
from pyotp import random_base32
from pyotp.totp import TOTP
from pyotp.utils import strings_equal

ISSUER: Final = "Openhours"
STEP_SECONDS: Final = 30
DRIFT: Final = (-1, 0, 1)
"""The steps whose codes hold: the present one, and one on either side for a clock that is off (5.2)."""


def seal(sealing: Sealing, secret: str, account_id: str) -> bytes:
    """An app's secret as it is stored. Raises `LookupError` without a key (`SECOND_FACTOR_KEY`)."""
    return sealing.seal(secret, about=sealed_about(account_id))


def sealed_about(account_id: str) -> str:
    """What a sealed secret is bound to (`chassis.sealing`)."""
    return f"authenticator app of {account_id}"


def unseal(sealing: Sealing, sealed: bytes, account_id: str) -> str:
    """The app's secret again. Raises `LookupError` when its key is none of the settings'."""
    return sealing.open(sealed, about=sealed_about(account_id))


def new_secret() -> str:
    """160 random bits in base32 (RFC 4226, 4)."""
    return random_base32()


def provisioning_uri(secret: str, email: str) -> str:
    """The otpauth:// address that an app reads from the QR code."""
    return TOTP(secret).provisioning_uri(name=email, issuer_name=ISSUER)


def qr_code(uri: str) -> str:
    """The address as a QR code: an SVG picture as a data URI."""
    return segno.make_qr(uri).svg_data_uri(scale=4, border=4, light="#fff")


def step_of(secret: str, code: str, *, now: datetime) -> int | None:
    """The time step whose code this is; None when it is none of those that hold now."""
    app, present = TOTP(secret), int(now.timestamp()) // STEP_SECONDS
    return next(
        (present + each for each in DRIFT if strings_equal(app.generate_otp(present + each), code)), None
    )


def code_now(secret: str) -> str:
    """The app's code at this moment."""
    return TOTP(secret).at(utc_now())


async def _sealing(request: Request) -> Sealing:
    return request.app.state.sealing


RequestSealing = Annotated[Sealing, Depends(_sealing)]
"""The keys that encrypt the secrets of authenticator apps."""
