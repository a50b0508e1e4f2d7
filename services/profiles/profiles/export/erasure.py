"""Erasing a person: everything of theirs, and what others held about them. Reports go to the archive."""

from datetime import datetime, timedelta
from typing import Any, Final

from chassis.db import Statement, Transaction
from sqlalchemy import bindparam, delete, literal_column, select

from profiles.avatar.rules import keys_of
from profiles.avatar.store import discard
from profiles.circle.models import InterestRow
from profiles.finance.models import FinanceSettingsRow
from profiles.listings.store import refresh_listing, remove_listing
from profiles.moderation.models import PostStandingRow, ReviewStandingRow
from profiles.page_views.models import PageViewRow
from profiles.profile.models import ProfileRow
from profiles.profile.store import lock_avatar
from profiles.projections.models import AppointmentRow, RatingSummaryRow
from profiles.projections.store import mark_deleted
from profiles.public_pages.store import remember_username
from profiles.report_archive.store import Leaving, archive_reports
from profiles.safety.models import BlockRow
from profiles.services.models import ServiceRow
from profiles.support_requests.models import UserRequestRow
from profiles.venues.models import PlaceRow, VenueSettingsRow

FIND_TRUSTED: Final = Statement(
    select(InterestRow.provider_id).where(
        InterestRow.account_id == bindparam("account_id"), InterestRow.trusted
    )
)


def _delete(table: type[Any], column: Any, *also: Any) -> Statement[Any]:
    return Statement(delete(table).where(column == bindparam("account_id"), *also))


DELETE_EVERYTHING: Final = (
    _delete(ServiceRow, ServiceRow.provider_id),
    _delete(FinanceSettingsRow, FinanceSettingsRow.account_id),
    _delete(VenueSettingsRow, VenueSettingsRow.account_id),
    _delete(PlaceRow, PlaceRow.provider_id),
    _delete(InterestRow, InterestRow.account_id),
    _delete(InterestRow, InterestRow.provider_id),
    _delete(BlockRow, BlockRow.blocker_id),
    _delete(BlockRow, BlockRow.blocked_id),
    _delete(UserRequestRow, UserRequestRow.account_id, literal_column("account_id <> ''")),
    _delete(PostStandingRow, PostStandingRow.owner_id),
    _delete(ReviewStandingRow, ReviewStandingRow.owner_id),
    _delete(AppointmentRow, AppointmentRow.provider_id),
    _delete(AppointmentRow, AppointmentRow.client_id),
    _delete(PageViewRow, PageViewRow.provider_id),
    _delete(RatingSummaryRow, RatingSummaryRow.provider_id),
    _delete(ProfileRow, ProfileRow.account_id),
)


async def erase(tx: Transaction, account_id: str, now: datetime, archived_for: timedelta) -> None:
    """Erase the account here. Only the mark that it is deleted stays, so that no late event restores it.

    A digest of its username stays for a while too, so that its page can answer that it is gone.
    Reports by and about it are archived, for so long (product.md 1.10). The providers whom the account
    trusted are trusted by one fewer.
    """
    digest = await remember_username(tx, account_id, now)
    await mark_deleted(tx, account_id)
    await remove_listing(tx, account_id)
    await discard(tx, keys_of(await lock_avatar(tx, account_id)), now)
    await archive_reports(tx, Leaving(account_id, digest, now, archived_for))
    trusted = await FIND_TRUSTED.column(tx, account_id=account_id)
    for statement in DELETE_EVERYTHING:
        await statement.run(tx, account_id=account_id)
    for provider_id in trusted:
        await refresh_listing(tx, provider_id)
