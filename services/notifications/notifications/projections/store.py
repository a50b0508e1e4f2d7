"""Reads and stores what is known about accounts; the newest revision wins."""

from collections.abc import Collection, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from chassis.db import Connection, Statement, Transaction
from chassis.projections import keep_newest
from contracts.events.identity import AccountFacts
from contracts.languages import DEFAULT
from pydantic import JsonValue
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    CompoundSelect,
    Select,
    Text,
    and_,
    any_,
    bindparam,
    delete,
    exists,
    literal_column,
    null,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from notifications.projections.former_mail_tokens import erase_former_tokens
from notifications.projections.models import BlockRow, InterestRow, PersonRow
from notifications.templates.formatting import Reader


class Person(NamedTuple):
    """What is known of an account."""

    id: str
    name: str = ""
    username: str = ""
    email: str = ""
    confirmed: bool = False
    """Whether the mail address is confirmed."""
    avatar: str = ""
    language: str = DEFAULT
    timezone: str = ""
    hour_cycle: str = ""
    onboarded: bool = False
    staff: bool = False
    suspended: bool = False
    channels: Mapping[str, JsonValue] = MappingProxyType({})
    deleted: bool = False
    texts: Mapping[str, JsonValue] = MappingProxyType({})
    """What its clients are mailed in place of the standard texts."""

    @property
    def reader(self) -> Reader:
        """How the account reads."""
        return Reader(self.language, self.timezone, self.hour_cycle)


PERSON_COLUMNS: Final = (
    PersonRow.id,
    PersonRow.name,
    PersonRow.username,
    PersonRow.email,
    PersonRow.confirmed,
    PersonRow.avatar,
    PersonRow.language,
    PersonRow.timezone,
    PersonRow.hour_cycle,
    PersonRow.onboarded,
    PersonRow.staff,
    PersonRow.suspended,
    PersonRow.channels,
    PersonRow.deleted,
    PersonRow.texts,
)
_OF_PAIR = (
    InterestRow.account_id == bindparam("account_id"),
    InterestRow.provider_id == bindparam("provider_id"),
)
LOCK_INTEREST: Final = Statement(
    select(InterestRow.interest, InterestRow.revision).where(*_OF_PAIR).with_for_update()
)

MARK_ADDED: Final = Statement(
    update(InterestRow)
    .where(*_OF_PAIR, or_(InterestRow.mailed_at.is_(None), InterestRow.mailed_at < bindparam("since")))
    .values(added_at=bindparam("at"), mailed_at=null())
)
_told: Final = aliased(InterestRow)
_waits_for_mail: Final = and_(InterestRow.added_at.is_not(None), InterestRow.mailed_at.is_(None))
FIND_GROWN_CIRCLES: Final = Statement(
    select(InterestRow.provider_id)
    .where(
        _waits_for_mail,
        ~exists().where(_told.provider_id == InterestRow.provider_id, _told.mailed_at > bindparam("since")),
    )
    .distinct()
    .limit(bindparam("limit"))
)
MARK_ADDITIONS_MAILED: Final = Statement(
    update(InterestRow)
    .where(_waits_for_mail, InterestRow.provider_id == bindparam("provider_id"))
    .values(mailed_at=bindparam("now"))
    .returning(InterestRow.account_id, InterestRow.interest, InterestRow.added_at)
)


def _blocks(one: str, other: str) -> Select[Any]:
    return select(literal_column("true")).where(
        BlockRow.blocker_id == bindparam(one), BlockRow.blocked_id == bindparam(other), BlockRow.blocked
    )


ARE_BLOCKED: Final = Statement(
    union_all(_blocks("one_id", "other_id"), _blocks("other_id", "one_id")).limit(1)
)
IS_BLOCKED_FROM_ANYBODY: Final = Statement(
    select(
        or_(
            exists().where(BlockRow.blocker_id == bindparam("account_id"), BlockRow.blocked),
            exists().where(BlockRow.blocked_id == bindparam("account_id"), BlockRow.blocked),
        )
    )
)
IS_CONFIRMED: Final = Statement(select(PersonRow.confirmed).where(PersonRow.id == bindparam("account_id")))
FIND: Final = Statement(
    select(*PERSON_COLUMNS).where(PersonRow.id == any_(bindparam("ids", type_=ARRAY(Text)))), into=Person
)
FIND_STAFF: Final = Statement(
    select(PersonRow.id).where(literal_column("staff"), PersonRow.deleted.is_(False))
)
_blank = {
    "name": "",
    "username": "",
    "email": "",
    "avatar": "",
    "language": DEFAULT,
    "timezone": "",
    "hour_cycle": "",
    "mail_token": null(),
    "onboarded": literal_column("false"),
    "channels": literal_column("'{}'"),
    "texts": literal_column("'{}'"),
    "staff": literal_column("false"),
    "deleted": literal_column("true"),
}
ERASE_PERSON: Final = Statement(
    insert(PersonRow)
    .values(id=bindparam("account_id"), **_blank)
    .on_conflict_do_update(index_elements=[PersonRow.id], set_=_blank)
)
DELETE_BLOCKS: Final = Statement(
    delete(BlockRow).where(
        or_(BlockRow.blocker_id == bindparam("account_id"), BlockRow.blocked_id == bindparam("account_id"))
    )
)
END_INTERESTS: Final = Statement(
    update(InterestRow)
    .where(
        or_(
            InterestRow.account_id == bindparam("account_id"),
            InterestRow.provider_id == bindparam("account_id"),
        )
    )
    .values(interest=literal_column("false"))
)


async def person_of(tx: Connection, account_id: str) -> Person:
    """What is known about an account; a person without a name when nothing is known."""
    return (await people_of(tx, [account_id]))[account_id]


async def people_of(tx: Connection, ids: Collection[str]) -> dict[str, Person]:
    """What is known about several accounts, by id; the result has every requested id."""
    known = {person.id: person for person in await FIND.all(tx, ids=list(ids))}
    return {each: known.get(each) or Person(each) for each in ids}


async def keep_account(tx: Transaction, account: AccountFacts) -> None:
    """Keep name, username, address, whether that is confirmed, and how the account reads, unless something
    newer is known.
    """
    values = {
        "name": account.name,
        "username": account.username or "",
        "email": account.email,
        "confirmed": account.verified,
        "staff": account.staff,
        "language": account.language,
        "timezone": account.timezone,
        "hour_cycle": account.hour_cycle,
        "account_revision": account.revision,
    }
    await _keep(tx, account.account_id, values, "account_revision")


async def is_confirmed(tx: Connection, account_id: str) -> bool:
    """Whether the account's mail address is confirmed, as far as its events have arrived."""
    return bool(await IS_CONFIRMED.value(tx, account_id=account_id))


async def keep_onboarded(tx: Transaction, account_id: str, onboarded: bool, revision: int) -> None:
    """Keep whether the account is a provider whose profile is complete."""
    values = {"onboarded": onboarded, "profile_revision": revision}
    await _keep(tx, account_id, values, "profile_revision")


async def keep_avatar(tx: Transaction, account_id: str, avatar: str, revision: int) -> None:
    """Keep the account's picture."""
    await _keep(tx, account_id, {"avatar": avatar, "avatar_revision": revision}, "avatar_revision")


async def keep_standing(tx: Transaction, account_id: str, suspended: bool, revision: int) -> None:
    """Keep whether the account is suspended."""
    values = {"suspended": suspended, "standing_revision": revision}
    await _keep(tx, account_id, values, "standing_revision")


async def keep_channels(
    tx: Transaction, account_id: str, channels: Mapping[str, Mapping[str, bool]], revision: int
) -> None:
    """Keep on which channels the account wants which news."""
    values = {
        "channels": {kind: dict(each) for kind, each in channels.items()},
        "channels_revision": revision,
    }
    await _keep(tx, account_id, values, "channels_revision")


async def _keep(tx: Transaction, account_id: str, values: Mapping[str, object], revision: str) -> None:
    row = {"id": account_id, **values}
    await keep_newest(tx, PersonRow, ["id"], row, revision=revision, unless="deleted")


async def keep_block(tx: Transaction, blocker_id: str, blocked_id: str, blocked: bool, revision: int) -> None:
    """Keep whether `blocker_id` blocks `blocked_id`, unless something newer is known."""
    row = {"blocker_id": blocker_id, "blocked_id": blocked_id, "blocked": blocked, "revision": revision}
    await keep_newest(tx, BlockRow, ["blocker_id", "blocked_id"], row)


async def keep_interest(
    tx: Transaction, account_id: str, provider_id: str, interest: bool, revision: int
) -> bool:
    """Keep the newest fact of a circle; True when it makes an interest that was not there before."""
    row = {
        "account_id": account_id,
        "provider_id": provider_id,
        "interest": interest,
        "revision": revision,
    }
    before = await LOCK_INTEREST.one(tx, **row)
    if before is not None and before.revision >= revision:
        return False
    await keep_newest(tx, InterestRow, ["account_id", "provider_id"], row)
    return interest and not (before is not None and before.interest)


async def mark_added(
    tx: Transaction, account_id: str, provider_id: str, at: datetime, since: datetime
) -> None:
    """Note that a provider was added now, unless a mail told of the same person after `since`."""
    await MARK_ADDED.run(tx, account_id=account_id, provider_id=provider_id, at=at, since=since)


async def grown_circles(tx: Transaction, since: datetime, limit: int) -> list[str]:
    """Providers whom somebody added, and who have not been mailed about such a thing after `since`."""
    return await FIND_GROWN_CIRCLES.column(tx, since=since, limit=limit)


async def take_additions(tx: Transaction, provider_id: str, now: datetime) -> list[str]:
    """The accounts that added the provider, the newest first, and have them still; each is taken once."""
    taken = await MARK_ADDITIONS_MAILED.all(tx, provider_id=provider_id, now=now)
    newest_first = sorted(taken, key=lambda row: row.added_at, reverse=True)
    return [row.account_id for row in newest_first if row.interest]


async def are_blocked(tx: Transaction, one_id: str, other_id: str) -> bool:
    """Whether one of the two blocks the other."""
    return await ARE_BLOCKED.value(tx, one_id=one_id, other_id=other_id) is not None


async def is_blocked_from_anybody(tx: Connection, account_id: str) -> bool:
    """Whether a block, in either direction, separates this account from anybody. For most it is false."""
    return bool(await IS_BLOCKED_FROM_ANYBODY.value(tx, account_id=account_id))


def blocked_accounts() -> CompoundSelect[str]:
    """The query of all accounts that a block, in either direction, separates from `:receiver_id`."""
    receiver = bindparam("receiver_id")
    blocking = select(BlockRow.blocked_id).where(BlockRow.blocker_id == receiver, BlockRow.blocked)
    blocked = select(BlockRow.blocker_id).where(BlockRow.blocked_id == receiver, BlockRow.blocked)
    return union_all(blocking, blocked)


def blocks_between(account_id: Any, other_id: Any) -> ColumnElement[bool]:
    """The condition that one of the two blocks the other."""
    pair = or_(
        and_(BlockRow.blocker_id == account_id, BlockRow.blocked_id == other_id),
        and_(BlockRow.blocked_id == account_id, BlockRow.blocker_id == other_id),
    )
    return select(BlockRow.blocker_id).where(BlockRow.blocked, pair).exists()


async def staff_ids(tx: Transaction) -> list[str]:
    """The ids of the staff's accounts."""
    return await FIND_STAFF.column(tx)


async def erase_person(tx: Transaction, account_id: str) -> None:
    """Erase everything about an account except that it is deleted."""
    for statement in (ERASE_PERSON, DELETE_BLOCKS, END_INTERESTS):
        await statement.run(tx, account_id=account_id)
    await erase_former_tokens(tx, account_id)


async def export_person(tx: Connection, account_id: str) -> dict[str, JsonValue]:
    """What is stored about the account itself, for its export."""
    person = await person_of(tx, account_id)
    return {
        "name": person.name,
        "username": person.username,
        "email": person.email,
        "avatar": person.avatar,
        "language": person.language,
        "timezone": person.timezone,
        "hour_cycle": person.hour_cycle,
        "channels": dict(person.channels),
        "mail_texts": dict(person.texts),
        "email_confirmed": person.confirmed,
        "suspended": person.suspended,
    }
