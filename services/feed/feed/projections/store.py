"""Stores and reads what is known about accounts; the newest revision wins."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.projections import keep_newest
from contracts.events.identity import AccountFacts
from contracts.events.profiles import CircleChanged, ProfileFacts
from sqlalchemy import ARRAY, Text, any_, bindparam, delete, exists, literal_column, or_, select, union
from sqlalchemy.dialects.postgresql import insert

from feed.projections.models import AuthorRow, BlockRow, CircleRow, CompletedPairRow


@dataclass(frozen=True, slots=True)
class Author:
    """An account as a card shows it."""

    id: str
    name: str
    username: str
    avatar: str
    category: str
    provider: bool
    suspended: bool


_ids = bindparam("ids", type_=ARRAY(Text))
FIND: Final = Statement(
    select(
        AuthorRow.id,
        AuthorRow.name,
        AuthorRow.username,
        AuthorRow.avatar,
        AuthorRow.category,
        AuthorRow.provider,
        AuthorRow.suspended,
    ).where(AuthorRow.id == bindparam("account_id"), AuthorRow.deleted.is_(False)),
    into=Author,
)
IS_CONFIRMED: Final = Statement(select(AuthorRow.confirmed).where(AuthorRow.id == bindparam("account_id")))
BLOCKED_ACCOUNTS_OF: Final = Statement(
    union(
        select(BlockRow.blocked_id.label("other")).where(BlockRow.blocked, BlockRow.blocker_id == any_(_ids)),
        select(BlockRow.blocker_id).where(BlockRow.blocked, BlockRow.blocked_id == any_(_ids)),
    )
)
KEEP_SUSPENSION: Final = Statement(
    (_suspended := insert(AuthorRow).values(params("id", "suspended", "standing_revision")))
    .on_conflict_do_update(
        index_elements=[AuthorRow.id],
        set_={name: _suspended.excluded[name] for name in ("suspended", "standing_revision")},
        where=AuthorRow.standing_revision < _suspended.excluded.standing_revision,
    )
    .returning(AuthorRow.id)
)
ADD_COMPLETED_PAIR: Final = Statement(
    insert(CompletedPairRow).values(params("provider_id", "client_id")).on_conflict_do_nothing()
)
HAVE_MET: Final = Statement(
    select(
        exists().where(
            CompletedPairRow.provider_id == bindparam("provider_id"),
            CompletedPairRow.client_id == bindparam("client_id"),
        )
    )
)
_blank = {
    "name": "", "username": "", "avatar": "", "expertise": "",
    "provider": literal_column("false"), "deleted": literal_column("true"),
}  # fmt: skip
ERASE_AUTHOR: Final = Statement(
    insert(AuthorRow)
    .values(id=bindparam("account_id"), **_blank)
    .on_conflict_do_update(index_elements=[AuthorRow.id], set_=_blank)
)
ERASE_PAIRS: Final = tuple(
    Statement(delete(table).where(or_(one == bindparam("account_id"), other == bindparam("account_id"))))
    for table, one, other in (
        (CircleRow, CircleRow.account_id, CircleRow.provider_id),
        (BlockRow, BlockRow.blocker_id, BlockRow.blocked_id),
        (CompletedPairRow, CompletedPairRow.client_id, CompletedPairRow.provider_id),
    )
)


async def author_of(tx: Connection, account_id: str) -> Author | None:
    """What is known about an account; None when nothing is known or it is deleted."""
    return await FIND.one(tx, account_id=account_id)


async def provider_of(tx: Connection, account_id: str) -> Author | None:
    """The account, if it may post."""
    author = await author_of(tx, account_id)
    return author if author and author.provider and not author.suspended else None


async def is_confirmed(tx: Connection, account_id: str) -> bool:
    """Whether the account's mail address is confirmed, as far as its events have arrived."""
    return bool(await IS_CONFIRMED.value(tx, account_id=account_id))


async def keep_account(tx: Transaction, account: AccountFacts) -> None:
    """Keep name, username and whether the address is confirmed, unless something newer is known."""
    values = {
        "name": account.name,
        "username": account.username or "",
        "confirmed": account.verified,
        "account_revision": account.revision,
    }
    await _keep(tx, account.account_id, values, "account_revision")


async def keep_profile(tx: Transaction, profile: ProfileFacts) -> bool:
    """Keep the provider's profile, unless something newer is known; whether it was news."""
    values = {
        "expertise": profile.expertise,
        "category": profile.category,
        "provider": profile.completed,
        "verified": profile.manually_verified,
        "profile_revision": profile.revision,
    }
    return await _keep(tx, profile.account_id, values, "profile_revision")


async def keep_avatar(tx: Transaction, account_id: str, avatar: str, revision: int) -> None:
    """Keep the account's picture."""
    await _keep(tx, account_id, {"avatar": avatar, "avatar_revision": revision}, "avatar_revision")


async def keep_rating(tx: Transaction, provider_id: str, average: float, reviews: int, revision: int) -> None:
    """Keep the provider's rating summary."""
    values = {"rating": average, "reviews": reviews, "rating_revision": revision}
    await _keep(tx, provider_id, values, "rating_revision")


async def _keep(tx: Transaction, account_id: str, values: Mapping[str, object], revision: str) -> bool:
    row = {"id": account_id, **values}
    return await keep_newest(tx, AuthorRow, ["id"], row, revision=revision, unless="deleted")


async def keep_suspension(tx: Transaction, account_id: str, suspended: bool, revision: int) -> bool:
    """Keep whether the staff have suspended the account; False when that is known already."""
    kept = await KEEP_SUSPENSION.value(tx, id=account_id, suspended=suspended, standing_revision=revision)
    return kept is not None


async def keep_circle(tx: Transaction, fact: CircleChanged) -> None:
    """Store which account is in whose circle, and trusted."""
    row = {
        "account_id": fact.account_id,
        "provider_id": fact.provider_id,
        "interest": fact.interest,
        "trusted": fact.trusted,
        "revision": fact.revision,
    }
    await keep_newest(tx, CircleRow, ["account_id", "provider_id"], row)


async def keep_block(tx: Transaction, blocker_id: str, blocked_id: str, blocked: bool, revision: int) -> None:
    """Keep whether one blocks the other."""
    row = {"blocker_id": blocker_id, "blocked_id": blocked_id, "blocked": blocked, "revision": revision}
    await keep_newest(tx, BlockRow, ["blocker_id", "blocked_id"], row)


async def blocked_accounts_of(tx: Connection, *account_ids: str) -> list[str]:
    """The accounts that a block, in either direction, separates from one of these."""
    return sorted(await BLOCKED_ACCOUNTS_OF.column(tx, ids=list(account_ids)))


async def keep_completed(tx: Transaction, provider_id: str, client_id: str) -> None:
    """Keep that the two have had a session; from now on the client may comment."""
    await ADD_COMPLETED_PAIR.run(tx, provider_id=provider_id, client_id=client_id)


async def have_met(tx: Connection, provider_id: str, client_id: str) -> bool:
    """Whether the client has had a completed session with the provider."""
    return bool(await HAVE_MET.value(tx, provider_id=provider_id, client_id=client_id))


async def erase_person(tx: Transaction, account_id: str) -> None:
    """Erase everything about an account except that it is deleted."""
    await ERASE_AUTHOR.run(tx, account_id=account_id)
    for statement in ERASE_PAIRS:
        await statement.run(tx, account_id=account_id)
