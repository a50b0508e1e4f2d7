"""Stores and reads accounts, ratings and appointments. The newest revision wins; a deletion is final."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.projections import keep_newest
from contracts.events.booking import OrderFacts
from contracts.events.booking_ratings import RatingGiven, RatingSummaryChanged
from contracts.events.identity import AccountFacts
from sqlalchemy import and_, bindparam, exists, func, literal_column, null, or_, select, update
from sqlalchemy.dialects.postgresql import ARRAY, insert

from profiles.projections.models import AccountRow, AppointmentRow, RatingSummaryRow


@dataclass(frozen=True, slots=True)
class Contact:
    """Name and mail address of an account."""

    name: str
    email: str


_BY_ID = AccountRow.account_id == bindparam("account_id")
_KNOWN = (_BY_ID, AccountRow.deleted.is_(False))
RENAME: Final = Statement(update(AccountRow).where(*_KNOWN).values(params("name")))
_blank = {
    "deleted": literal_column("true"),
    "name": "",
    "username": "",
    "email": "",
    "verified": literal_column("false"),
    "created_at": null(),
    "suspended_at": null(),
    "staff": literal_column("false"),
}
MARK_DELETED: Final = Statement(
    insert(AccountRow)
    .values(account_id=bindparam("account_id"), deleted=literal_column("true"))
    .on_conflict_do_update(index_elements=[AccountRow.account_id], set_=_blank)
)
LOCK_DELETED: Final = Statement(select(AccountRow.deleted).where(_BY_ID).with_for_update())
FIND_BY_USERNAME: Final = Statement(
    select(AccountRow.account_id).where(
        func.lower(AccountRow.username) == func.lower(bindparam("username")),
        literal_column("username <> ''"),
        AccountRow.deleted.is_(False),
    )
)
FIND_KNOWN: Final = Statement(select(AccountRow.account_id).where(*_KNOWN))
# A deleted account passes, so that the call itself says that its login is over.
IS_CONFIRMED: Final = Statement(select(or_(AccountRow.verified, AccountRow.deleted)).where(_BY_ID))
FIND_SHOWN: Final = Statement(select(AccountRow.account_id).where(*_KNOWN, AccountRow.suspended_at.is_(None)))
FIND_CONTACT: Final = Statement(select(AccountRow.name, AccountRow.email).where(*_KNOWN), into=Contact)
_APPOINTMENT: Final = ("order_id", "provider_id", "client_id", "status", "revision")
_told = (
    func.unnest(*(bindparam(name, type_=ARRAY(getattr(AppointmentRow, name).type)) for name in _APPOINTMENT))
    .table_valued(*_APPOINTMENT)
    .render_derived(name="told")
)
_of_either = or_(AccountRow.account_id == _told.c.provider_id, AccountRow.account_id == _told.c.client_id)
_arriving = insert(AppointmentRow).from_select(
    _APPOINTMENT, select(_told).where(~exists().where(_of_either, AccountRow.deleted))
)
# `keep_newest` does not serve here: a deleted account's row is in another table.
KEEP_APPOINTMENTS: Final = Statement(
    _arriving.on_conflict_do_update(
        index_elements=[AppointmentRow.order_id],
        set_={name: _arriving.excluded[name] for name in _APPOINTMENT[1:]},
        where=AppointmentRow.revision <= _arriving.excluded.revision,
    )
)
HAVE_MET: Final = Statement(
    select(AppointmentRow.order_id).where(
        AppointmentRow.order_id == bindparam("order_id"),
        or_(
            and_(
                AppointmentRow.provider_id == bindparam("one_id"),
                AppointmentRow.client_id == bindparam("other_id"),
            ),
            and_(
                AppointmentRow.provider_id == bindparam("other_id"),
                AppointmentRow.client_id == bindparam("one_id"),
            ),
        ),
    )
)


async def keep_account(tx: Transaction, account: AccountFacts) -> None:
    """Keep an account as identity announces it."""
    values = {
        "account_id": account.account_id,
        "name": account.name,
        "username": account.username or "",
        "email": account.email,
        "verified": account.verified,
        "staff": account.staff,
        "created_at": account.created_at,
        "revision": account.revision,
    }
    await keep_newest(tx, AccountRow, ["account_id"], values, unless="deleted")


async def rename(tx: Transaction, account_id: str, name: str) -> None:
    """Show a new name at once; identity will announce it too."""
    await RENAME.run(tx, account_id=account_id, name=name)


async def mark_deleted(tx: Transaction, account_id: str) -> None:
    """Blank an account and mark it as deleted."""
    await MARK_DELETED.run(tx, account_id=account_id)


async def is_deleted(tx: Transaction, account_id: str) -> bool:
    """Whether the account is deleted; when it is not, its erasure waits until this transaction ends."""
    return bool(await LOCK_DELETED.value(tx, account_id=account_id))


async def id_of_username(tx: Connection, username: str) -> str | None:
    """The account that has this username, without regard to case."""
    return await FIND_BY_USERNAME.value(tx, username=username)


async def known_account(tx: Connection, account_id: str) -> str | None:
    """The id itself when there is such an account."""
    return await FIND_KNOWN.value(tx, account_id=account_id)


async def is_confirmed(tx: Connection, account_id: str) -> bool:
    """Whether the account's mail address is confirmed, as far as its events have arrived."""
    return bool(await IS_CONFIRMED.value(tx, account_id=account_id))


async def shown_account(tx: Connection, account_id: str) -> str | None:
    """The id itself when there is such an account and it is not suspended."""
    return await FIND_SHOWN.value(tx, account_id=account_id)


async def contact_of(tx: Transaction, account_id: str) -> Contact | None:
    """Name and mail address of an account; None when there is none."""
    return await FIND_CONTACT.one(tx, account_id=account_id)


async def keep_rating(tx: Transaction, provider_id: str, event: RatingGiven | RatingSummaryChanged) -> None:
    """Keep the provider's rating summary."""
    values = {
        "provider_id": provider_id,
        "average": round(event.average, 2),
        "reviews": event.reviews,
        "revision": event.revision,
    }
    await keep_newest(tx, RatingSummaryRow, ["provider_id"], values)


async def keep_appointments(tx: Transaction, orders: Sequence[OrderFacts]) -> None:
    """Store that two accounts have each order, and its status, unless one of them is deleted."""
    newest: dict[str, OrderFacts] = {}  # a statement writes a row once
    for order in sorted(orders, key=lambda order: (order.order_id, order.revision)):
        newest[order.order_id] = order
    columns = {name: [getattr(order, name) for order in newest.values()] for name in _APPOINTMENT}
    await KEEP_APPOINTMENTS.run(tx, **columns)


async def have_met(tx: Transaction, order_id: str, one_id: str, other_id: str) -> str | None:
    """The order's id when it is one between these two accounts."""
    return await HAVE_MET.value(tx, order_id=order_id, one_id=one_id, other_id=other_id)
