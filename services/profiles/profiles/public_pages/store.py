"""Reading and writing what the sitemap lists, and which pages are gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.retention import Retention
from chassis.sitemap import MOST_OF_A_PAGE, SitemapPages
from sqlalchemy import bindparam, exists, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import insert

from profiles.listings.models import SearchListingRow
from profiles.projections.models import AccountRow
from profiles.public_pages.models import FormerUsernameRow, SitemapPageRow
from profiles.public_pages.rules import GONE_FOR, digest_of


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
OLD_USERNAMES: Final = (Retention(FormerUsernameRow, FormerUsernameRow.gone_at, keeps=GONE_FOR),)
"""Pages that were gone long ago."""
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
PAGES: Final = SitemapPages(SitemapPageRow, SearchListingRow.provider_id)
FIND_LISTED: Final = Statement(
    select(AccountRow.username, SearchListingRow.changed_at)
    .join(AccountRow, AccountRow.account_id == SearchListingRow.provider_id)
    .where(*PAGES.in_range(), AccountRow.username != "")
    .order_by(SearchListingRow.provider_id)
    .limit(bindparam("limit")),
    into=ListedProvider,
)


async def remember_username(tx: Transaction, account_id: str, now: datetime) -> str:
    """Remember that this account's page is gone, before its username is blanked.

    Returns the digest of the username; '' when it had none.
    """
    username = await FIND_USERNAME.value(tx, account_id=account_id)
    if not username:
        return ""
    digest = digest_of(username)
    await REMEMBER_USERNAME.run(tx, digest=digest, gone_at=now)
    return digest


async def is_gone(tx: Connection, username: str) -> bool:
    """Whether a page of this username was there and is no more: deleted, or suspended (product.md 2.1)."""
    return bool(await IS_GONE.value(tx, digest=digest_of(username), username=username))


async def page_of(tx: Connection, number: int) -> Sequence[ListedProvider] | None:
    """The providers of one page (product.md 2.9); None when there is no such page."""
    keys = await PAGES.range_of(tx, number)
    if keys is None:
        return None
    return await FIND_LISTED.all(tx, **keys._asdict(), limit=MOST_OF_A_PAGE)
