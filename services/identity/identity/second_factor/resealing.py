"""The sealed secrets of authenticator apps, for `openhours keys drop` (product.md 1.14)."""

from typing import Final

from chassis.resealing import SealedRow, sealed_rows

from identity.second_factor.authenticator_app import sealed_about
from identity.second_factor.models import AuthenticatorAppRow


def _about(row: SealedRow) -> str:
    return sealed_about(row.owner)


APPS: Final = sealed_rows(
    "secrets of authenticator apps",
    AuthenticatorAppRow.sealed,
    key=AuthenticatorAppRow.account_id,
    owner=AuthenticatorAppRow.account_id,
    about=_about,
)
WAITING_APPS: Final = sealed_rows(
    "secrets that wait for their first code",
    AuthenticatorAppRow.waiting,
    key=AuthenticatorAppRow.account_id,
    owner=AuthenticatorAppRow.account_id,
    about=_about,
)
