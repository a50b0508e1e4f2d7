"""The sealed secrets of authenticator apps, for `openhours keys drop` (product.md 1.14)."""

from typing import Final

from chassis.db import Statement
from chassis.resealing import SealedRow, SealedRows
from sqlalchemy import LargeBinary, bindparam, select, update

from identity.second_factor.authenticator_app import sealed_about
from identity.second_factor.models import AuthenticatorAppRow

APPS: Final = SealedRows(
    name="secrets of authenticator apps",
    page=Statement(
        select(
            AuthenticatorAppRow.account_id.label("key"),
            AuthenticatorAppRow.account_id.label("owner"),
            AuthenticatorAppRow.sealed.label("sealed"),
        )
        .where(AuthenticatorAppRow.sealed.is_not(None), AuthenticatorAppRow.account_id > bindparam("after"))
        .order_by(AuthenticatorAppRow.account_id)
        .limit(bindparam("most")),
        into=SealedRow,
    ),
    write=Statement(
        update(AuthenticatorAppRow)
        .where(
            AuthenticatorAppRow.account_id == bindparam("key"),
            AuthenticatorAppRow.sealed == bindparam("before"),
        )
        .values(sealed=bindparam("sealed", type_=LargeBinary()))
    ),
    about=lambda row: sealed_about(row.owner),
)
WAITING_APPS: Final = SealedRows(
    name="secrets that wait for their first code",
    page=Statement(
        select(
            AuthenticatorAppRow.account_id.label("key"),
            AuthenticatorAppRow.account_id.label("owner"),
            AuthenticatorAppRow.waiting.label("sealed"),
        )
        .where(AuthenticatorAppRow.waiting.is_not(None), AuthenticatorAppRow.account_id > bindparam("after"))
        .order_by(AuthenticatorAppRow.account_id)
        .limit(bindparam("most")),
        into=SealedRow,
    ),
    write=Statement(
        update(AuthenticatorAppRow)
        .where(
            AuthenticatorAppRow.account_id == bindparam("key"),
            AuthenticatorAppRow.waiting == bindparam("before"),
        )
        .values(waiting=bindparam("sealed", type_=LargeBinary()))
    ),
    about=lambda row: sealed_about(row.owner),
)
