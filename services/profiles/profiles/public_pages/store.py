"""Reading and writing what the sitemap lists, and which pages are gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import bindparam, delete, exists, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import insert

from profiles.listings.models import SearchListingRow
from profiles.projections.models import AccountRow
from profiles.public_pages.models import FormerUsernameRow, SitemapPageRow
from profiles.public_pages.rules import MOST_OF_A_PAGE, PROVIDERS_OF_A_PAGE, digest_of


@dataclass(frozen=True, slots=True)
class ListedProvider:
    """A provider as the sitemap lists them."""

    username: str
    changed_at: datetime


_former = insert(FormerUsernameRow).values(params("digest", "gone_at"))
REMEMBER_USERNAME: Final = Statement(
    _former.on_conflict_do_update(
        index_elements=[FormerUsernameRow.digest], set_={"gone_at": _former.excluded.gone_at}
    )
)
FORGET_USERNAMES: Final = Statement(
    delete(FormerUsernameRow).where(FormerUsernameRow.gone_at < bindparam("before"))
)
FIND_USERNAME: Final = Statement(
    select(AccountRow.username).where(AccountRow.account_id == bindparam("account_id"))
)
IS_GONE: Final = Statement(
    select(
        or_(
            exists().where(FormerUsernameRow.digest == bindparam("digest")),
            exists().where(
                func.lower(AccountRow.username) == func.lower(bindparam("username")),
                literal_column("username <> ''"),
                AccountRow.suspended_at.is_not(None),
            ),
        )
    )
)
COUNT_PAGES: Final = Statement(select(1 + func.count()).select_from(SitemapPageRow))
LAST_PAGE: Final = Statement(
    select(SitemapPageRow.number, SitemapPageRow.first_id).order_by(SitemapPageRow.number.desc()).limit(1)
)
FIND_FIRST_OF_NEXT: Final = Statement(
    select(SearchListingRow.provider_id)
    .where(SearchListingRow.provider_id >= bindparam("first_id"))
    .order_by(SearchListingRow.provider_id)
    .offset(bindparam("providers"))
    .limit(1)
)
ADD_PAGE: Final = Statement(
    insert(SitemapPageRow).values(params("number", "first_id")).on_conflict_do_nothing()
)
FIND_BORDERS: Final = Statement(
    select(SitemapPageRow.number, SitemapPageRow.first_id)
    .where(SitemapPageRow.number.between(bindparam("number"), bindparam("number") + 1))
    .order_by(SitemapPageRow.number)
)
FIND_LISTED: Final = Statement(
    select(AccountRow.username, SearchListingRow.changed_at)
    .join(AccountRow, AccountRow.account_id == SearchListingRow.provider_id)
    .where(
        SearchListingRow.provider_id >= bindparam("first_id"),
        or_(bindparam("next_id") == "", SearchListingRow.provider_id < bindparam("next_id")),
        AccountRow.username != "",
    )
    .order_by(SearchListingRow.provider_id)
    .limit(bindparam("limit")),
    into=ListedProvider,
)


async def remember_username(tx: Transaction, account_id: str, now: datetime) -> None:
    """Remember that this account's page is gone, before its username is blanked."""
    username = await FIND_USERNAME.value(tx, account_id=account_id)
    if username:
        await REMEMBER_USERNAME.run(tx, digest=digest_of(username), gone_at=now)


async def forget_usernames(tx: Transaction, before: datetime) -> None:
    """Forget pages that were gone before an instant."""
    await FORGET_USERNAMES.run(tx, before=before)


async def is_gone(tx: Connection, username: str) -> bool:
    """Whether a page of this username was there and is no more: deleted, or suspended (product.md 2.1)."""
    return bool(await IS_GONE.value(tx, digest=digest_of(username), username=username))


async def count_pages(tx: Connection) -> int:
    """How many pages the sitemap of providers has; one at least."""
    return await COUNT_PAGES.value(tx)


async def add_full_page(tx: Transaction, providers: int = PROVIDERS_OF_A_PAGE) -> bool:
    """Begin another page when the last one is full; returns whether it was. Costs one page's keys."""
    last = await LAST_PAGE.one(tx)
    number, first_id = (last.number, last.first_id) if last else (1, "")
    next_id = await FIND_FIRST_OF_NEXT.value(tx, first_id=first_id, providers=providers)
    if next_id is None:
        return False
    await ADD_PAGE.run(tx, number=number + 1, first_id=next_id)
    return True


async def page_of(tx: Connection, number: int) -> Sequence[ListedProvider] | None:
    """The providers of one page (product.md 2.9); None when there is no such page."""
    borders = {row.number: row.first_id for row in await FIND_BORDERS.all(tx, number=number)}
    if number != 1 and number not in borders:
        return None
    first_id, next_id = borders.get(number, ""), borders.get(number + 1, "")
    return await FIND_LISTED.all(tx, first_id=first_id, next_id=next_id, limit=MOST_OF_A_PAGE)
