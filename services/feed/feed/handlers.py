"""What the events of other services do here: projections, moderation, and erasing accounts."""

from datetime import timedelta
from typing import Final

from chassis.db import Transaction
from chassis.events import subscribe
from chassis.outbox import emit
from contracts.events.booking import OrderCompleted
from contracts.events.booking_ratings import RatingGiven, RatingSummaryChanged
from contracts.events.feed import PostChanged, PostEvidenceKept, PostRemoved
from contracts.events.identity import (
    AccountConfirmed,
    AccountDeleted,
    AccountEvent,
    AccountRegistered,
    AccountRenamed,
)
from contracts.events.profiles import (
    AvatarChanged,
    BlockChanged,
    CircleChanged,
    ProfileCompleted,
    ProfileEvent,
    ProfileUpdated,
)
from contracts.events.profiles_moderation import (
    ContentRemoved,
    PostStandingChanged,
    ReportClosed,
    ReportFiled,
    StandingChanged,
)

from feed.bookmarks.store import erase_bookmarks
from feed.comments.evidence import comment_evidence_of
from feed.comments.store import erase_comments, lock_comment, remove_comment
from feed.media import store as pictures
from feed.moderation import store as moderation
from feed.moderation.evidence import evidence_of
from feed.posts.serializers import post_facts
from feed.posts.store import lock_post, move_to_category, posts_by
from feed.projections import store
from feed.projections.store import erase_person
from feed.publishing.service import remove_post

KEPT_AFTER_DECISION: Final = timedelta(days=90)
"""How long pictures outlive the report that they belong to: somebody may ask to look at it again."""


@subscribe(AccountRegistered, AccountConfirmed, AccountRenamed, guarded_by="revision")
async def keep_account(event: AccountEvent, tx: Transaction) -> None:
    """An account as it now is."""
    await store.keep_account(tx, event.account)


@subscribe(ProfileCompleted, ProfileUpdated)
async def keep_profile(event: ProfileEvent, tx: Transaction) -> None:
    """A provider's profile as it now is; its posts move along when the category changes."""
    profile = event.profile
    if await store.keep_profile(tx, profile):
        await move_to_category(tx, profile.account_id, profile.category)
    await store.keep_avatar(tx, profile.account_id, profile.avatar, profile.revision)


@subscribe(AvatarChanged, guarded_by="revision")
async def keep_avatar(event: AvatarChanged, tx: Transaction) -> None:
    """A new picture."""
    await store.keep_avatar(tx, event.account_id, event.avatar, event.revision)


@subscribe(RatingGiven, guarded_by="revision")
async def keep_rating(event: RatingGiven, tx: Transaction) -> None:
    """The provider's rating as it now is."""
    provider_id = event.order.provider_id
    await store.keep_rating(tx, provider_id, event.average, event.reviews, event.revision)


@subscribe(RatingSummaryChanged, guarded_by="revision")
async def keep_rating_summary(event: RatingSummaryChanged, tx: Transaction) -> None:
    """The provider's rating as it is without one that the staff took down, or with it again."""
    await store.keep_rating(tx, event.provider_id, event.average, event.reviews, event.revision)


@subscribe(CircleChanged)
async def keep_circle(event: CircleChanged, tx: Transaction) -> None:
    """Who is in whose circle."""
    await store.keep_circle(tx, event)


@subscribe(BlockChanged)
async def keep_block(event: BlockChanged, tx: Transaction) -> None:
    """Who blocks whom."""
    await store.keep_block(tx, event.blocker_id, event.blocked_id, event.blocked, event.revision)


@subscribe(OrderCompleted)
async def keep_completed(event: OrderCompleted, tx: Transaction) -> None:
    """Who may comment on whose posts; a guest cannot."""
    if event.order.client_id:
        await store.keep_completed(tx, event.order.provider_id, event.order.client_id)


@subscribe(ReportFiled, only_news=True)
async def keep_evidence(event: ReportFiled, tx: Transaction) -> None:
    """Announce what the reported post or comment was, and keep a post's pictures; nothing for another's."""
    if event.report_type == "comments":
        await _keep_comment(event, tx)
    if event.report_type != "posts":
        return
    post = await lock_post(tx, event.issue_id)
    if post is None or post.owner_id != event.reported_id:
        await emit(tx, PostEvidenceKept(report_id=event.report_id, evidence={}))
        return
    await pictures.keep_evidence_pictures(tx, event.report_id, post.original_id or post.id, post.owner_id)
    evidence = await evidence_of(tx, post)
    await emit(tx, PostEvidenceKept(report_id=event.report_id, evidence=evidence))


async def _keep_comment(event: ReportFiled, tx: Transaction) -> None:
    comment = await lock_comment(tx, event.issue_id)
    own = comment is not None and comment.author_id == event.reported_id
    evidence = await comment_evidence_of(tx, comment) if comment and own else {}
    await emit(tx, PostEvidenceKept(report_id=event.report_id, evidence=evidence))


@subscribe(ReportClosed)
async def release_evidence(event: ReportClosed, tx: Transaction) -> None:
    """The pictures are needed for some time more."""
    await pictures.release_evidence_after(tx, event.report_id, event.closed_at + KEPT_AFTER_DECISION)


@subscribe(PostStandingChanged)
async def hide_post(event: PostStandingChanged, tx: Transaction) -> None:
    """Hide a post or show it again, and announce it when the post was announced."""
    post = await moderation.hide_post(tx, event)
    if post is not None and post.announced:
        kind = PostRemoved if event.hidden else PostChanged
        await emit(tx, kind(post=post_facts(post)))


@subscribe(ContentRemoved)
async def remove_reported_comment(event: ContentRemoved, tx: Transaction) -> None:
    """Delete a comment that the staff remove (product.md 7.3)."""
    comment = await lock_comment(tx, event.content_id) if event.content_type == "comments" else None
    if comment is not None and comment.author_id == event.owner_id:
        await remove_comment(tx, comment)


@subscribe(StandingChanged)
async def suspend_author(event: StandingChanged, tx: Transaction) -> None:
    """Everything of a suspended account is out of sight until it is restored (product.md 7.4)."""
    await moderation.suspend_author(tx, event)


@subscribe(AccountDeleted)
async def erase_account(event: AccountDeleted, tx: Transaction) -> None:
    """Posts, reposts, comments, bookmarks and pictures go; reposts of its posts go with them."""
    await erase_person(tx, event.account_id)
    await erase_comments(tx, event.account_id)
    await erase_bookmarks(tx, event.account_id)
    for post in await posts_by(tx, event.account_id):
        await remove_post(tx, post, event.occurred_at)
    await pictures.release_evidence(tx, event.occurred_at, event.account_id)
    await pictures.release_all_pictures(tx, event.account_id, event.occurred_at)


HANDLERS: Final = (
    keep_account,
    keep_profile,
    keep_avatar,
    keep_rating,
    keep_rating_summary,
    keep_circle,
    keep_block,
    keep_completed,
    keep_evidence,
    release_evidence,
    hide_post,
    remove_reported_comment,
    suspend_author,
    erase_account,
)
