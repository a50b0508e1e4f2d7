"""Reading and keeping what is known of accounts."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from chassis.db import Connection, TextStatement, Transaction
from contracts.events.identity import AccountFacts
from pydantic import JsonValue
from sqlalchemy import (
    ARRAY,
    CompoundSelect,
    Text,
    and_,
    any_,
    bindparam,
    delete,
    func,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from notifications.projections.models import Block, Interest, Person
from notifications.templates.translations import DEFAULT

# Asked for each social event, of which there are the most: run by the driver itself.
_INTEREST_LOCKED: Final = TextStatement(
    """
    SELECT interest, revision FROM interest
    WHERE account_id = :account_id AND provider_id = :provider_id FOR UPDATE
    """
)
_KEEP_INTEREST: Final = TextStatement(
    """
    INSERT INTO interest (account_id, provider_id, interest, revision)
    VALUES (:account_id, :provider_id, :interest, :revision)
    ON CONFLICT (account_id, provider_id) DO UPDATE
        SET interest = excluded.interest, revision = excluded.revision
        WHERE interest.revision <= excluded.revision
    """
)
_APART: Final = TextStatement(
    """
    SELECT true FROM block WHERE blocker_id = :one AND blocked_id = :other AND blocked
    UNION ALL
    SELECT true FROM block WHERE blocker_id = :other AND blocked_id = :one AND blocked
    LIMIT 1
    """
)
_APART_FROM_ANYBODY: Final = TextStatement(
    """
    SELECT true FROM block WHERE blocker_id = :account_id AND blocked
    UNION ALL
    SELECT true FROM block WHERE blocked_id = :account_id AND blocked
    LIMIT 1
    """
)
# Asked several times for each event: built once.
_PEOPLE = select(Person).where(Person.id == any_(bindparam("ids", type_=ARRAY(Text))))


async def person_of(tx: Connection, account_id: str) -> Person:
    """What is known of an account; an unnamed person when nothing is yet."""
    return (await people_of(tx, [account_id]))[account_id]


async def people_of(tx: Connection, ids: Collection[str]) -> dict[str, Person]:
    """What is known of several accounts, by id; every id asked for is in the answer."""
    found = await tx.session.scalars(_PEOPLE, {"ids": list(ids)})
    known = {person.id: person for person in found}
    return {each: known.get(each) or unknown(each) for each in ids}


def unknown(account_id: str) -> Person:
    """A person of whom no fact has arrived."""
    return Person(
        id=account_id,
        name="",
        username="",
        email="",
        avatar="",
        language=DEFAULT,
        onboarded=False,
        channels={},
        staff=False,
        suspended=False,
        deleted=False,
    )


async def keep_account(tx: Transaction, account: AccountFacts) -> None:
    """Name, username, address and language, unless something newer is known."""
    values = {
        "name": account.name,
        "username": account.username or "",
        "email": account.email,
        "staff": account.staff,
        "language": account.language,
        "account_revision": account.revision,
    }
    await _keep(tx, account.account_id, values, "account_revision")


async def keep_onboarded(tx: Transaction, account_id: str, onboarded: bool, revision: int) -> None:
    """Whether the account is a provider whose profile is complete."""
    values = {"onboarded": onboarded, "profile_revision": revision}
    await _keep(tx, account_id, values, "profile_revision")


async def keep_avatar(tx: Transaction, account_id: str, avatar: str, revision: int) -> None:
    """The account's picture."""
    await _keep(tx, account_id, {"avatar": avatar, "avatar_revision": revision}, "avatar_revision")


async def keep_standing(tx: Transaction, account_id: str, suspended: bool, revision: int) -> None:
    """Whether the account is suspended."""
    values = {"suspended": suspended, "standing_revision": revision}
    await _keep(tx, account_id, values, "standing_revision")


async def keep_channels(
    tx: Transaction, account_id: str, channels: Mapping[str, Mapping[str, bool]], revision: int
) -> None:
    """How the account wants to hear of things."""
    values = {
        "channels": {kind: dict(each) for kind, each in channels.items()},
        "channels_revision": revision,
    }
    await _keep(tx, account_id, values, "channels_revision")


async def _keep(tx: Transaction, account_id: str, values: Mapping[str, object], revision_name: str) -> None:
    fresh = insert(Person).values(id=account_id, **values)
    known = getattr(Person, revision_name)
    await tx.session.execute(
        fresh.on_conflict_do_update(
            index_elements=[Person.id],
            set_=dict(values),
            where=and_(known <= values[revision_name], Person.deleted.is_(False)),
        )
    )


async def mail_token_of(tx: Transaction, person: Person, fresh: str) -> str:
    """The secret of the person's unsubscribe links: `fresh` from now on when there was none."""
    if person.mail_token:
        return person.mail_token
    made = insert(Person).values(id=person.id, mail_token=fresh)
    statement = made.on_conflict_do_update(
        index_elements=[Person.id],
        set_={"mail_token": func.coalesce(Person.mail_token, made.excluded.mail_token)},
    )
    return (await tx.session.scalars(statement.returning(Person.mail_token))).one() or fresh


async def person_by_mail_token(tx: Transaction, token: str) -> Person | None:
    """Whose unsubscribe links hold this secret."""
    return await tx.session.scalar(
        select(Person).where(Person.mail_token == token, Person.deleted.is_(False))
    )


async def keep_block(tx: Transaction, blocker_id: str, blocked_id: str, blocked: bool, revision: int) -> None:
    """Whether `blocker_id` blocks `blocked_id`, unless something newer is known."""
    fresh = insert(Block).values(
        blocker_id=blocker_id, blocked_id=blocked_id, blocked=blocked, revision=revision
    )
    await tx.session.execute(
        fresh.on_conflict_do_update(
            index_elements=[Block.blocker_id, Block.blocked_id],
            set_={"blocked": fresh.excluded.blocked, "revision": fresh.excluded.revision},
            where=Block.revision <= fresh.excluded.revision,
        )
    )


async def keep_interest(
    tx: Transaction, account_id: str, provider_id: str, interest: bool, revision: int
) -> bool:
    """Keep the newest fact of a circle; True when it makes an interest that was not there before."""
    values = {
        "account_id": account_id,
        "provider_id": provider_id,
        "interest": interest,
        "revision": revision,
    }
    before = await _INTEREST_LOCKED.one(tx, **values)
    if before is not None and before.revision >= revision:
        return False
    await _KEEP_INTEREST.run(tx, **values)
    return interest and not (before is not None and before.interest)


async def are_blocked(tx: Transaction, one_id: str, other_id: str) -> bool:
    """Whether one of the two blocks the other."""
    return await _APART.one(tx, one=one_id, other=other_id) is not None


async def is_blocked_from_anybody(tx: Connection, account_id: str) -> bool:
    """Whether a block keeps this account apart from anybody: of few. Asked before `apart_from`."""
    return await _APART_FROM_ANYBODY.one(tx, account_id=account_id) is not None


def blocked_accounts(account_id: str) -> CompoundSelect[str]:
    """The query of all accounts that a block keeps apart from this one, whoever of the two blocks."""
    blocking = select(Block.blocked_id).where(Block.blocker_id == account_id, Block.blocked)
    blocked = select(Block.blocker_id).where(Block.blocked_id == account_id, Block.blocked)
    return union_all(blocking, blocked)


async def staff_ids(tx: Transaction) -> Sequence[str]:
    """The people who run the house."""
    found = await tx.session.scalars(select(Person.id).where(Person.staff, Person.deleted.is_(False)))
    return found.all()


async def erase_person(tx: Transaction, account_id: str) -> None:
    """Forget everything about an account but that it is gone."""
    blank = {
        "name": "",
        "username": "",
        "email": "",
        "avatar": "",
        "language": DEFAULT,
        "mail_token": None,
        "onboarded": False,
        "channels": {},
        "staff": False,
    }
    fresh = insert(Person).values(id=account_id, deleted=True, **blank)
    await tx.session.execute(
        fresh.on_conflict_do_update(index_elements=[Person.id], set_={"deleted": True, **blank})
    )
    gone = or_(Block.blocker_id == account_id, Block.blocked_id == account_id)
    await tx.session.execute(delete(Block).where(gone))
    circle = or_(Interest.account_id == account_id, Interest.provider_id == account_id)
    await tx.session.execute(update(Interest).where(circle).values(interest=False))


async def held_of_person(tx: Connection, account_id: str) -> dict[str, JsonValue]:
    """What is kept of the account itself, for its export."""
    person = await person_of(tx, account_id)
    return {
        "name": person.name,
        "username": person.username,
        "email": person.email,
        "avatar": person.avatar,
        "language": person.language,
        "channels": person.channels,
    }
